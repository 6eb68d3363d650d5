package io.mcpspring.tool;

import io.mcpspring.validation.BindingProblems;
import java.util.List;
import java.util.Optional;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/**
 * The arguments of a call as the tool's input schema accepted them: without the nulls that stand for nothing, and with
 * JSON documents in place of the strings that hold them. A method that takes them and declares no argument of its own
 * accepts any arguments, unless it is given an input schema.
 */
public final class McpArguments {

    private final ObjectNode json;

    private final JsonMapper mapper;

    McpArguments(ObjectNode json, JsonMapper mapper) {
        this.json = json;
        this.mapper = mapper;
    }

    /** The arguments as a JSON object; not to be changed. */
    public ObjectNode json() {
        return this.json;
    }

    /**
     * All arguments as one object of this type, read by the application's JSON mapper. What cannot be read ends the
     * call, and the client is told why.
     */
    public <T> T as(Class<T> type) {
        return read("", json, type);
    }

    /**
     * One argument, read by the application's JSON mapper; empty if it is absent or {@code null}.
     *
     * @param name its name in JSON
     */
    public <T> Optional<T> get(String name, Class<T> type) {
        JsonNode value = json.path(name);
        return value.isMissingNode() || value.isNull() ? Optional.empty() : Optional.of(read(name, value, type));
    }

    private <T> T read(String path, JsonNode value, Class<T> type) {
        try {
            return mapper.treeToValue(value, type);
        } catch (JacksonException ex) {
            throw new InvalidArgumentsException(List.of(BindingProblems.of(ex, path, value)));
        }
    }
}
