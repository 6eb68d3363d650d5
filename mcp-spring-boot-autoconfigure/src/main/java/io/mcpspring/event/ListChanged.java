package io.mcpspring.event;

import io.mcpspring.Internal;
import java.util.Map;

/** An entry of a list was added, replaced or removed. */
@Internal
public record ListChanged(Kind list) implements ServerEvent {

    public static final ListChanged TOOLS = new ListChanged(Kind.TOOLS);

    public static final ListChanged PROMPTS = new ListChanged(Kind.PROMPTS);

    /** Resources and their templates. */
    public static final ListChanged RESOURCES = new ListChanged(Kind.RESOURCES);

    /** The lists that a server has. */
    public enum Kind {
        TOOLS("tools"),
        PROMPTS("prompts"),
        RESOURCES("resources");

        private final String name;

        Kind(String name) {
            this.name = name;
        }

        /** The member by which a modern client subscribes to changes of the list. */
        public String filter() {
            return name + "ListChanged";
        }
    }

    @Override
    public String topic() {
        return list.name;
    }

    @Override
    public String method() {
        return "notifications/" + list.name + "/list_changed";
    }

    @Override
    public Map<String, Object> params() {
        return Map.of();
    }
}
