package io.mcpspring.validation;

import com.networknt.schema.Schema;
import com.networknt.schema.SchemaContext;
import com.networknt.schema.SchemaLocation;
import com.networknt.schema.keyword.Keyword;
import com.networknt.schema.keyword.KeywordValidator;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * The keyword {@code anyOf} or {@code oneOf}.
 *
 * @param most how many alternatives a value may fit
 */
record Choice(String getValue, int most) implements Keyword {

    static final Choice ANY_OF = new Choice("anyOf", Integer.MAX_VALUE);

    static final Choice ONE_OF = new Choice("oneOf", 1);

    @Override
    public KeywordValidator newValidator(
            SchemaLocation location, JsonNode alternatives, Schema parent, SchemaContext context) {
        JsonNode root = parent.findSchemaResourceRoot().getSchemaNode();
        List<Alternative> all = new ArrayList<>();
        for (JsonNode alternative : alternatives) {
            Schema compiled = context.newSchema(location.append(all.size()), alternative, parent);
            all.add(Alternative.of(all.size(), compiled, SchemaTypes.resolved(alternative, root)));
        }
        return new ChoiceValidator(this, alternatives, location, parent, context, List.copyOf(all));
    }

    /**
     * One alternative.
     *
     * @param index its place among the alternatives
     * @param schema the schema, or the one that it refers to
     * @param constants the properties that have a constant
     */
    record Alternative(int index, Schema compiled, JsonNode schema, Map<String, JsonNode> constants) {

        static Alternative of(int index, Schema compiled, JsonNode schema) {
            Map<String, JsonNode> constants = new HashMap<>();
            schema.path("properties").forEachEntry((name, property) -> {
                if (property.has("const")) {
                    constants.put(name, property.get("const"));
                }
            });
            return new Alternative(index, compiled, schema, constants);
        }

        boolean allowsTypeOf(JsonNode value) {
            return SchemaTypes.allows(schema, value);
        }

        /** Whether the value certainly does not fit, because of a constant. */
        boolean contradicts(JsonNode value) {
            if (differ(schema.get("const"), value)) {
                return true;
            }
            for (Map.Entry<String, JsonNode> constant : constants.entrySet()) {
                if (differ(constant.getValue(), value.get(constant.getKey()))) {
                    return true;
                }
            }
            return false;
        }

        /** Whether the property has this value as a constant. */
        boolean hasConstant(String property, @Nullable JsonNode value) {
            return value != null && !differ(constants.get(property), value);
        }

        private static boolean differ(@Nullable JsonNode constant, @Nullable JsonNode value) {
            if (constant == null || value == null || constant.equals(value)) {
                return false;
            }
            return !constant.isNumber()
                    || !value.isNumber()
                    || constant.decimalValue().compareTo(value.decimalValue()) != 0;
        }
    }
}
