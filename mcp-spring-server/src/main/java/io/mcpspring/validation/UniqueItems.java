package io.mcpspring.validation;

import com.networknt.schema.ExecutionContext;
import com.networknt.schema.Schema;
import com.networknt.schema.SchemaContext;
import com.networknt.schema.SchemaLocation;
import com.networknt.schema.keyword.BaseKeywordValidator;
import com.networknt.schema.keyword.Keyword;
import com.networknt.schema.keyword.KeywordType;
import com.networknt.schema.keyword.KeywordValidator;
import com.networknt.schema.path.NodePath;
import java.math.BigDecimal;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import tools.jackson.databind.JsonNode;

/**
 * The keyword {@code uniqueItems}. Items are compared as text, because a hash table of comparable keys stays fast even
 * if all hash codes are equal; JSON values are not comparable.
 */
record UniqueItems() implements Keyword {

    @Override
    public String getValue() {
        return KeywordType.UNIQUE_ITEMS.getValue();
    }

    @Override
    public KeywordValidator newValidator(
            SchemaLocation location, JsonNode schemaNode, Schema parent, SchemaContext context) {
        return new Validator(location, schemaNode, parent, context);
    }

    private static final class Validator extends BaseKeywordValidator {

        private final boolean unique;

        Validator(SchemaLocation location, JsonNode schemaNode, Schema parent, SchemaContext context) {
            super(KeywordType.UNIQUE_ITEMS, schemaNode, location, parent, context);
            this.unique = schemaNode.booleanValue(false);
        }

        @Override
        public void validate(ExecutionContext context, JsonNode node, JsonNode root, NodePath location) {
            if (!unique || !node.isArray()) {
                return;
            }
            Set<String> seen = new HashSet<>();
            for (JsonNode item : node) {
                StringBuilder text = new StringBuilder();
                append(item, text);
                if (!seen.add(text.toString())) {
                    context.addError(error().instanceNode(node)
                            .instanceLocation(location)
                            .evaluationPath(context.getEvaluationPath())
                            .locale(context.getExecutionConfig().getLocale())
                            .build());
                    return;
                }
            }
        }

        /**
         * Appends a text that is the same for equal values, independently of the order of members and the notation of
         * numbers.
         */
        private static void append(JsonNode value, StringBuilder text) {
            switch (value.getNodeType()) {
                case OBJECT -> {
                    Map<String, JsonNode> members = new TreeMap<>();
                    value.forEachEntry(members::put);
                    text.append('{');
                    members.forEach((name, member) -> {
                        text.append(name.length()).append(':').append(name);
                        append(member, text);
                    });
                    text.append('}');
                }
                case ARRAY -> {
                    text.append('[');
                    value.forEach(item -> append(item, text));
                    text.append(']');
                }
                case STRING ->
                    text.append(value.stringValue().length()).append(':').append(value.stringValue());
                case NUMBER ->
                    text.append('#').append(withoutZeros(value.decimalValue())).append(';');
                default -> text.append(value).append(';');
            }
        }

        private static BigDecimal withoutZeros(BigDecimal number) {
            try {
                return number.stripTrailingZeros();
            } catch (ArithmeticException exponentOutOfRange) {
                return number;
            }
        }
    }
}
