package io.mcpspring.validation;

import io.mcpspring.memory.RequestMemory;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;
import tools.jackson.databind.node.StringNode;

/**
 * The members of an object.
 *
 * @param named the members that the schema declares
 * @param otherNames the names that it has for members, by other names
 * @param defaults the values of absent members, by their names
 * @param others the check of all other members; {@link SchemaCheck#NONE} if there must be none
 * @param names the check of all names; {@code null} for none
 */
record Members(
        Map<String, SchemaCheck> named,
        Map<String, String> otherNames,
        JsonNode defaults,
        List<String> required,
        SchemaCheck others,
        @Nullable SchemaCheck names)
        implements Check {

    @Override
    public JsonNode accept(JsonNode value, Checking checking) {
        if (!(value instanceof ObjectNode object)) {
            return value;
        }
        ObjectNode accepted = object;
        for (Map.Entry<String, JsonNode> member : object.properties()) {
            checking.step();
            String given = member.getKey();
            boolean isNamed = named.containsKey(given) || !checking.converts();
            String name = isNamed ? given : otherNames.getOrDefault(given, given);
            if (!name.equals(given) && accepted.has(name)) {
                checking.report(
                        given, "is another name of %s, which is given, too".formatted(ProblemTexts.quoted(name)));
                continue;
            }
            JsonNode result = accept(name, member.getValue(), checking);
            if (result != member.getValue() || !name.equals(given)) {
                accepted = accepted == object ? object.objectNode().setAll(object) : accepted;
                if (result == null || !name.equals(given)) {
                    accepted.remove(given);
                }
                if (result != null) {
                    accepted.set(name, result);
                }
            }
        }
        for (String name : required) {
            if (!accepted.has(name)) {
                checking.report(name, "is required");
            }
        }
        return checking.converts() ? withDefaults(accepted, object) : accepted;
    }

    private ObjectNode withDefaults(ObjectNode accepted, ObjectNode given) {
        ObjectNode complete = accepted;
        for (Map.Entry<String, JsonNode> absent : defaults.properties()) {
            if (!complete.has(absent.getKey())) {
                complete = complete == given ? given.objectNode().setAll(given) : complete;
                complete.set(absent.getKey(), absent.getValue());
            }
        }
        return complete;
    }

    /** Returns the accepted value; {@code null} if the member stands for none. */
    private @Nullable JsonNode accept(String name, JsonNode value, Checking checking) {
        SchemaCheck check = named.getOrDefault(name, others);
        boolean isOptional = checking.converts() && checking.isArguments() && !required.contains(name);
        if (value.isNull() && isOptional && (check == SchemaCheck.NONE || !check.allows(value))) {
            return null;
        }
        if (names != null) {
            // Names are not converted.
            new Checking(null, RequestMemory.UNCOUNTED)
                    .attempt(names, StringNode.valueOf(name))
                    .problems()
                    .forEach(problem -> checking.report("has a member whose name " + problem.message()));
        }
        if (check == SchemaCheck.NONE && !named.containsKey(name)) {
            checking.report(
                    name, ProblemTexts.unknown(checking.isArguments() ? "argument" : "property", named.keySet()));
            return value;
        }
        checking.enter(name);
        JsonNode accepted = check.accept(value, checking);
        checking.leave();
        return accepted;
    }
}
