package io.mcpspring.validation;

import com.networknt.schema.ExecutionContext;
import com.networknt.schema.Schema;
import com.networknt.schema.SchemaContext;
import com.networknt.schema.SchemaLocation;
import com.networknt.schema.keyword.Keyword;
import com.networknt.schema.keyword.KeywordType;
import com.networknt.schema.keyword.KeywordValidator;
import com.networknt.schema.keyword.UniqueItemsValidator;
import com.networknt.schema.path.NodePath;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.IntNode;

/**
 * The keyword {@code uniqueItems}, for arrays of limited size: the library compares all items that have the same hash
 * code with each other.
 */
record UniqueItems() implements Keyword {

    private static final int MOST = 1_000;

    @Override
    public String getValue() {
        return KeywordType.UNIQUE_ITEMS.getValue();
    }

    @Override
    public KeywordValidator newValidator(
            SchemaLocation location, JsonNode schemaNode, Schema parent, SchemaContext context) {
        return new UniqueItemsValidator(location, schemaNode, parent, context) {
            @Override
            public void validate(ExecutionContext context, JsonNode node, JsonNode root, NodePath place) {
                if (node.isArray() && node.size() > MOST && getSchemaNode().asBoolean()) {
                    context.addError(error().keyword("maxItems")
                            .schemaNode(IntNode.valueOf(MOST))
                            .instanceNode(node)
                            .instanceLocation(place)
                            .evaluationPath(context.getEvaluationPath())
                            .build());
                } else {
                    super.validate(context, node, root, place);
                }
            }
        };
    }
}
