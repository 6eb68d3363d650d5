package io.mcpspring.method;

import io.mcpspring.Internal;
import io.mcpspring.protocol.McpProtocolException;
import io.mcpspring.validation.Quoted;
import java.util.LinkedHashMap;
import java.util.Map;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** Arguments whose values are strings, as those of prompts are. */
@Internal
public final class TextArguments {

    private TextArguments() {}

    /**
     * Reads the members of an object; one that is {@code null} is absent.
     *
     * @throws McpProtocolException -32602 if a value is not a string
     */
    public static Map<String, String> of(JsonNode json) {
        Map<String, String> arguments = new LinkedHashMap<>();
        json.forEachEntry((name, value) -> {
            if (value.isNull()) {
                return;
            }
            if (!value.isString()) {
                throw McpProtocolException.invalidParams("Argument '" + Quoted.of(name) + "' must be a string");
            }
            arguments.put(name, value.stringValue());
        });
        return arguments;
    }

    /** Returns the arguments in the form that interceptors and methods see. */
    public static Map<String, String> accepted(Map<String, String> given, Map<String, TextArgument> known) {
        Map<String, String> accepted = new LinkedHashMap<>(given);
        known.forEach((name, argument) -> accepted.computeIfPresent(name, (key, text) -> argument.accepted(text)));
        return accepted;
    }

    /** Writes the arguments as an object. */
    public static ObjectNode json(Map<String, String> arguments) {
        ObjectNode json = JsonNodeFactory.instance.objectNode();
        arguments.forEach(json::put);
        return json;
    }
}
