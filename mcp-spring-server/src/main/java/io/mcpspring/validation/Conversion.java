package io.mcpspring.validation;

import io.mcpspring.Internal;
import io.mcpspring.memory.CountedParser;
import io.mcpspring.protocol.JsonLimits;
import io.mcpspring.protocol.JsonRpcError;
import io.mcpspring.protocol.McpProtocolException;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.ObjectReader;
import tools.jackson.databind.node.IntNode;
import tools.jackson.databind.node.LongNode;
import tools.jackson.databind.node.MissingNode;
import tools.jackson.databind.node.StringNode;

/**
 * Converts arguments of the wrong kind into the kind that the schema demands: JSON documents and scalars in strings,
 * names of constants in another case, whole numbers for text, letters of UUIDs in upper case. A value is converted only
 * if its schema allows exactly one interpretation and the conversion is lossless; all others remain unchanged. Safe for
 * concurrent use.
 */
@Internal
public record Conversion(boolean documents, boolean scalars, ObjectReader reader) {

    private static final Set<String> STRUCTURED = Set.of("object", "array", "null");

    /**
     * @param documents whether an argument may be a string that holds an object or array
     * @param scalars whether numbers, booleans and constants are converted, at any depth
     * @param limits the limits of JSON documents in strings
     */
    public Conversion(boolean documents, boolean scalars, JsonLimits limits) {
        this(documents, scalars, limits.reader());
    }

    /** Returns what a scalar stands for according to a schema; the value itself if it fits, or if that is unclear. */
    JsonNode of(JsonNode value, SchemaCheck check, Checking checking) {
        List<String> kinds = check.kinds;
        if (value.isString()) {
            return ofText(value.stringValue(), value, check, checking);
        }
        if (value.isIntegralNumber() && scalars && kinds.contains("string") && isOnly("string", kinds)) {
            return StringNode.valueOf(value.asString());
        }
        boolean whole = value.isFloatingPointNumber() && kinds.contains("integer") && isOnly("integer", kinds);
        if (!whole || !SchemaTypes.isWhole(value) || !value.canConvertToLong()) {
            return value;
        }
        return value.canConvertToInt() ? IntNode.valueOf(value.intValue()) : LongNode.valueOf(value.longValue());
    }

    private static boolean isOnly(String kind, List<String> kinds) {
        return kinds.stream().allMatch(other -> other.equals(kind) || other.equals("null"));
    }

    private JsonNode ofText(String text, JsonNode value, SchemaCheck check, Checking checking) {
        JsonNode constant = check.constants.isMissingNode() ? null : constant(check, value);
        if (constant != null) {
            return constant;
        }
        if (check.kinds.isEmpty() || check.kinds.contains("string")) {
            boolean anyCase = OtherForms.allows(OtherForms.TEXT_IN_ANY_CASE, check.schema);
            return anyCase ? StringNode.valueOf(text.toLowerCase(Locale.ROOT)) : value;
        }
        JsonNode converted = MissingNode.getInstance();
        boolean structured = STRUCTURED.containsAll(check.kinds) && !isOnly("null", check.kinds);
        if (documents && checking.mayBeDocument() && structured) {
            converted = read(text, checking);
        } else if (!structured
                && scalars
                && text.length() <= 1_000
                && text.strip().length() == text.length()) {
            converted = read(text.toLowerCase(Locale.ROOT), checking);
        }
        boolean possible = structured ? converted.isContainer() : converted.isNumber() || converted.isBoolean();
        return possible && check.allows(converted) ? of(converted, check, checking) : value;
    }

    /** Returns the constant with a name, if necessary ignoring case; {@code null} if there is none or several. */
    private @Nullable JsonNode constant(SchemaCheck check, JsonNode name) {
        List<JsonNode> alike = check.constants
                .valueStream()
                .filter(constant ->
                        constant.isString() && constant.stringValue().equalsIgnoreCase(name.stringValue()))
                .toList();
        if (alike.contains(name)) {
            return name;
        }
        return scalars && alike.size() == 1 ? alike.get(0) : null;
    }

    private JsonNode read(String text, Checking checking) {
        try (CountedParser parser = new CountedParser(reader.createParser(text), checking.memory, Conversion::busy)) {
            JsonNode document = reader.readTree(parser);
            boolean whole = document != null && parser.nextToken() == null;
            parser.count(1);
            return whole ? document : MissingNode.getInstance();
        } catch (JacksonException | NumberFormatException noJson) {
            return MissingNode.getInstance();
        }
    }

    private static McpProtocolException busy() {
        return new McpProtocolException(
                JsonRpcError.INTERNAL_ERROR, "The server is processing too many large requests; try again later");
    }
}
