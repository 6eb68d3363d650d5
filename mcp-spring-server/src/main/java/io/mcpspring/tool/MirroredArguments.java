package io.mcpspring.tool;

import io.mcpspring.entry.TellingNames;
import io.mcpspring.protocol.MirroredHeaders;
import io.mcpspring.schema.ToolArgument;
import io.mcpspring.validation.DeclarationException;
import io.mcpspring.validation.SchemaTypes;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalInt;
import java.util.Set;
import java.util.regex.Pattern;
import org.springframework.util.ClassUtils;
import tools.jackson.core.JsonPointer;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** The arguments that modern clients repeat in headers, as the input schema marks them with {@code x-mcp-header}. */
record MirroredArguments(List<Parameter> parameters) {

    static final String KEYWORD = "x-mcp-header";

    private static final Set<String> TYPES = Set.of("string", "integer", "boolean");

    private static final Pattern TOKEN = Pattern.compile("[!#$%&'*+.^_`|~0-9A-Za-z-]+");

    private static final Set<Class<?>> SMALL_INTEGERS =
            Set.of(Integer.class, OptionalInt.class, Short.class, Byte.class);

    /** The largest integer that every JSON library keeps exactly. */
    private static final BigDecimal LARGEST = BigDecimal.valueOf((1L << 53) - 1);

    /**
     * One argument that a header repeats.
     *
     * @param path its place among the arguments
     * @param header the whole name of the header
     */
    record Parameter(JsonPointer path, String header, boolean integer) {}

    /**
     * Marks the arguments of a method in its generated schema. Integers are limited to those that all clients keep
     * exactly.
     */
    static void mark(ObjectNode inputSchema, List<ToolArgument> arguments) {
        for (ToolArgument argument : arguments) {
            if (argument.header() != null) {
                ObjectNode property = (ObjectNode) inputSchema.get("properties").get(argument.name());
                Class<?> type = ClassUtils.resolvePrimitiveIfNecessary(
                        argument.parameter().getParameterType());
                if (SchemaTypes.single(property).equals("integer") && !SMALL_INTEGERS.contains(type)) {
                    BigDecimal smallest = LARGEST.negate();
                    BigDecimal least = property.path("minimum").decimalValue(smallest);
                    BigDecimal most = property.path("maximum").decimalValue(LARGEST);
                    property.put("minimum", least.max(smallest)).put("maximum", most.min(LARGEST));
                }
                property.put(KEYWORD, argument.header());
            }
        }
    }

    /** @throws DeclarationException if a mark breaks a rule, so that clients would ignore the tool */
    static MirroredArguments of(JsonNode inputSchema) {
        List<Parameter> found = new ArrayList<>();
        collect(inputSchema, JsonPointer.empty(), found);
        long marks = inputSchema.findValues(KEYWORD).stream()
                .filter(JsonNode::isString)
                .count();
        if (found.size() != marks) {
            throw refused("Its input schema has " + KEYWORD + " at a place that clients ignore");
        }
        Map<String, Parameter> byHeader = new HashMap<>();
        for (Parameter parameter : found) {
            Parameter other = byHeader.put(parameter.header().toLowerCase(Locale.ROOT), parameter);
            if (other != null) {
                throw refused("Arguments '" + name(other.path()) + "' and '" + name(parameter.path())
                        + "' are repeated in the same header");
            }
        }
        return new MirroredArguments(List.copyOf(found));
    }

    /**
     * Compares the headers with the arguments; -32020 if they differ.
     *
     * @param given the arguments as the client sent them, of which it repeats the values
     * @param accepted the arguments that the method gets, which may be inside a text of the given ones
     */
    void verify(MirroredHeaders headers, JsonNode given, JsonNode accepted) {
        for (Parameter parameter : parameters) {
            JsonNode sent = given.at(parameter.path());
            JsonNode value = sent.isMissingNode() ? accepted.at(parameter.path()) : sent;
            if (value.isContainer()) {
                // The input schema refuses it, with a text for the model.
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
            if (property.has(KEYWORD)) {
                found.add(parameter(at, property));
            }
            collect(property, at, found);
        });
    }

    private static Parameter parameter(JsonPointer path, JsonNode property) {
        JsonNode mark = property.get(KEYWORD);
        String header = mark.asString("");
        if (TellingNames.isSecret(path.last().getMatchingProperty())) {
            throw new DeclarationException(
                    "Argument '" + name(path) + "' seems to be a secret, and headers appear in the logs of proxies",
                    "Do not repeat it in a header, or give it another name if it is not a secret");
        }
        if (!mark.isString() || !TOKEN.matcher(header).matches()) {
            throw refused("The header '" + header + "' of argument '" + name(path) + "' does not have a valid name");
        }
        String type = SchemaTypes.single(property);
        if (!TYPES.contains(type)) {
            throw refused("Argument '" + name(path) + "' cannot be repeated in a header, because it is not a string,"
                    + " an integer or a boolean");
        }
        return new Parameter(path, "Mcp-Param-" + header, type.equals("integer"));
    }

    private static String name(JsonPointer path) {
        return path.toString().substring(1);
    }

    private static DeclarationException refused(String reason) {
        return new DeclarationException(
                reason,
                "Declare headers with distinct names of letters, digits and hyphens, for strings, integers and booleans"
                        + " that are reachable through properties alone");
    }
}
