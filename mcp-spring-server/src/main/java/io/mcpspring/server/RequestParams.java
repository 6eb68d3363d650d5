package io.mcpspring.server;

import io.mcpspring.Internal;
import io.mcpspring.protocol.McpProtocolException;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/**
 * Reads the members of a request's parameters. An optional member that is {@code null} is absent. An object may be an
 * empty array: PHP writes an object without members as one.
 */
@Internal
public final class RequestParams {

    private RequestParams() {}

    /**
     * Returns a text that must be present.
     *
     * @throws McpProtocolException -32602 if it is missing or not a string
     */
    public static String text(JsonNode params, String member) {
        return text(params, member, null);
    }

    /**
     * Returns a nested text that must be present.
     *
     * @param label names it as the client finds it in its request; {@code null} if that is its own name
     * @throws McpProtocolException -32602 if it is missing or not a string
     */
    public static String text(JsonNode object, String member, @Nullable String label) {
        String text = object.path(member).stringValue(null);
        if (text == null) {
            throw invalid(object, member, label, "a string");
        }
        return text;
    }

    /**
     * Returns an object that must be present.
     *
     * @param label names it as the client finds it in its request; {@code null} if that is its own name
     * @throws McpProtocolException -32602 if it is missing or not an object
     */
    public static ObjectNode object(JsonNode object, String member, @Nullable String label) {
        JsonNode value = object.path(member);
        if (value instanceof ObjectNode found) {
            return found;
        }
        if (isEmptyArray(value)) {
            return JsonNodeFactory.instance.objectNode();
        }
        throw invalid(object, member, label, "an object");
    }

    /**
     * Returns an object that may be missing.
     *
     * @return the object; an empty one if it is absent
     * @throws McpProtocolException -32602 if it is not an object
     */
    public static ObjectNode optionalObject(JsonNode params, String member) {
        return isAbsent(params.path(member)) ? JsonNodeFactory.instance.objectNode() : object(params, member, null);
    }

    /**
     * Returns a text that may be missing.
     *
     * @return the text; {@code null} if it is absent
     * @throws McpProtocolException -32602 if it is not a string
     */
    public static @Nullable String optionalText(JsonNode params, String member) {
        return isAbsent(params.path(member)) ? null : text(params, member);
    }

    /**
     * Returns a boolean that may be missing.
     *
     * @param label names it as the client finds it in its request
     * @return {@code false} if it is absent
     * @throws McpProtocolException -32602 if it is not a boolean
     */
    public static boolean flag(JsonNode object, String member, String label) {
        JsonNode value = object.path(member);
        if (!isAbsent(value) && !value.isBoolean()) {
            throw invalid(object, member, label, "a boolean");
        }
        return value.asBoolean(false);
    }

    /**
     * Returns an array of texts that may be missing, without duplicates.
     *
     * @param label names it as the client finds it in its request
     * @param limit maximum number of elements
     * @throws McpProtocolException -32602 if it is not an array of strings, or has too many elements
     */
    public static List<String> texts(JsonNode object, String member, String label, int limit) {
        JsonNode values = object.path(member);
        if (!isAbsent(values) && !(values.isArray() && values.valueStream().allMatch(JsonNode::isString))) {
            throw invalid(object, member, label, "an array of strings");
        }
        if (values.size() > limit) {
            throw McpProtocolException.invalidParams(label + " must not have more than " + limit + " elements");
        }
        return values.valueStream().map(JsonNode::stringValue).distinct().toList();
    }

    /** Whether a member is missing or {@code null}. */
    public static boolean isAbsent(JsonNode value) {
        return value.isMissingNode() || value.isNull();
    }

    /** Whether a value is an object without members as PHP writes it. */
    public static boolean isEmptyArray(JsonNode value) {
        return value.isArray() && value.isEmpty();
    }

    private static McpProtocolException invalid(JsonNode object, String member, @Nullable String label, String type) {
        return McpProtocolException.invalidParams((label == null ? "'" + member + "'" : label)
                + (object.has(member) ? " must be " + type : " is missing"));
    }
}
