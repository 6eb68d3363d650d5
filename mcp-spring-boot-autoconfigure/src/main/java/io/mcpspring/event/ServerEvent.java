package io.mcpspring.event;

import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import io.mcpspring.Internal;
import java.util.Map;

/** Something that changed in the server and that clients may want to know, whatever request they are at. */
@JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "kind")
@JsonSubTypes({
    @JsonSubTypes.Type(value = ListChanged.class, name = "listChanged"),
    @JsonSubTypes.Type(value = ResourceUpdated.class, name = "resourceUpdated"),
    @JsonSubTypes.Type(value = TaskChanged.class, name = "taskChanged")
})
@Internal
public sealed interface ServerEvent permits ListChanged, ResourceUpdated, TaskChanged {

    /** What it is about, as one word: those who want to know of it name the same. */
    String topic();

    /** The notification that tells clients. */
    String method();

    /** The notification's parameters. */
    Map<String, Object> params();
}
