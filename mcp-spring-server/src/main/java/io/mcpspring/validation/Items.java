package io.mcpspring.validation;

import java.util.List;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;

/**
 * The items of an array.
 *
 * @param first the checks of the first items
 * @param others the check of all other items
 */
record Items(List<SchemaCheck> first, SchemaCheck others) implements Check {

    @Override
    public JsonNode accept(JsonNode value, Checking checking) {
        if (!(value instanceof ArrayNode array)) {
            return value;
        }
        ArrayNode accepted = array;
        for (int i = 0; i < array.size(); i++) {
            SchemaCheck check = i < first.size() ? first.get(i) : others;
            checking.step();
            checking.enter(i);
            JsonNode item = check.accept(array.get(i), checking);
            checking.leave();
            if (item != array.get(i)) {
                accepted = accepted == array ? array.arrayNode().addAll(array) : accepted;
                accepted.set(i, item);
            }
        }
        return accepted;
    }
}
