package io.mcpspring.tool;

import io.mcpspring.protocol.MirroredHeaders;
import io.mcpspring.validation.SchemaException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;
import tools.jackson.core.JsonPointer;
import tools.jackson.databind.JsonNode;

/**
 * The arguments that modern clients repeat in headers, as the input schema marks them with {@code x-mcp-header}
 * (transport digest, section 8.2).
 */
record HeaderParameters(List<Parameter> parameters) {

    static final String KEYWORD = "x-mcp-header";

    private static final Set<String> TYPES = Set.of("string", "integer", "boolean");

    private static final Pattern TOKEN = Pattern.compile("[!#$%&'*+.^_`|~0-9A-Za-z-]+");

    /** One mirrored argument, where it stands and the whole name of its header. */
    record Parameter(JsonPointer path, String header, boolean integer) {}

    /** @throws SchemaException if a mark breaks a rule, so that clients would drop the tool */
    static HeaderParameters of(JsonNode inputSchema) {
        List<Parameter> found = new ArrayList<>();
        collect(inputSchema, JsonPointer.empty(), found);
        if (found.size()
                != inputSchema.findValues(KEYWORD).stream()
                        .filter(JsonNode::isString)
                        .count()) {
            throw refused(KEYWORD + " stands where clients do not look for it");
        }
        Set<String> names = new HashSet<>();
        for (Parameter parameter : found) {
            if (!names.add(parameter.header().toLowerCase(Locale.ROOT))) {
                throw refused("Two arguments have the " + KEYWORD + " '" + parameter.header() + "'");
            }
        }
        return new HeaderParameters(List.copyOf(found));
    }

    /** Compares the headers with the arguments; -32020 if they differ. */
    void verify(MirroredHeaders headers, JsonNode arguments) {
        for (Parameter parameter : parameters) {
            JsonNode value = arguments.at(parameter.path());
            if (value.isContainer() && !value.isMissingNode()) {
                // The input schema refuses it, in words for the model.
                continue;
            }
            if (parameter.integer() && value.isNumber()) {
                headers.verifyInteger(parameter.header(), value.asString());
            } else {
                headers.verify(parameter.header(), value.isMissingNode() || value.isNull() ? null : value.asString());
            }
        }
    }

    private static void collect(JsonNode schema, JsonPointer path, List<Parameter> found) {
        schema.path("properties").forEachEntry((name, property) -> {
            JsonPointer at = path.appendProperty(name);
            if (property.path(KEYWORD).isString()) {
                found.add(parameter(at, property));
            }
            collect(property, at, found);
        });
    }

    private static Parameter parameter(JsonPointer path, JsonNode property) {
        String header = property.path(KEYWORD).stringValue();
        String type = property.path("type").stringValue("");
        if (!TOKEN.matcher(header).matches()) {
            throw refused("The " + KEYWORD + " '" + header + "' is no name of a header");
        }
        if (!TYPES.contains(type)) {
            throw refused(
                    "The " + KEYWORD + " '" + header + "' is on an argument that is no string, integer or boolean");
        }
        return new Parameter(path, "Mcp-Param-" + header, type.equals("integer"));
    }

    private static SchemaException refused(String reason) {
        return new SchemaException(
                reason,
                "Mark strings, integers and booleans with distinct names of headers, on"
                        + " properties that are reachable from the root through properties alone");
    }
}
