package io.mcpspring.validation;

import com.networknt.schema.ExecutionContext;
import com.networknt.schema.Schema;
import com.networknt.schema.SchemaContext;
import com.networknt.schema.SchemaLocation;
import com.networknt.schema.format.Format;
import com.networknt.schema.keyword.FormatKeyword;
import com.networknt.schema.keyword.Keyword;
import com.networknt.schema.keyword.KeywordValidator;
import com.networknt.schema.path.NodePath;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** A keyword that is evaluated only for values within the size limits of the same schema. */
record BoundedKeyword(Keyword keyword) implements Keyword {

    /** Keywords that refuse a value that is too large, or of another type, in constant time. */
    private static final Set<String> ALWAYS = Set.of("type", "maxLength", "maxItems", "maxProperties");

    @Override
    public String getValue() {
        return keyword.getValue();
    }

    @Override
    public @Nullable KeywordValidator newValidator(
            SchemaLocation location, JsonNode schemaNode, Schema parent, SchemaContext context) throws Exception {
        return bounded(keyword.newValidator(location, schemaNode, parent, context), parent);
    }

    static @Nullable KeywordValidator bounded(@Nullable KeywordValidator validator, Schema parent) {
        if (validator == null) {
            return null;
        }
        return new Bounded(
                validator,
                validator.getSchemaLocation(),
                ALWAYS.contains(validator.getKeyword()) ? Sizes.ANY : Sizes.of(parent.getSchemaNode()));
    }

    /** The keyword {@code format}, for which the library requires a subclass of its class. */
    static final class OfFormat extends FormatKeyword {

        OfFormat(Map<String, Format> formats) {
            super(formats);
        }

        @Override
        public @Nullable KeywordValidator newValidator(
                SchemaLocation location, JsonNode schemaNode, Schema parent, SchemaContext context) {
            return bounded(super.newValidator(location, schemaNode, parent, context), parent);
        }
    }

    /** The largest values that a schema allows. */
    private record Sizes(long characters, long items, long members) {

        static final Sizes ANY = new Sizes(Long.MAX_VALUE, Long.MAX_VALUE, Long.MAX_VALUE);

        static Sizes of(JsonNode schema) {
            return new Sizes(
                    schema.path("maxLength").asLong(Long.MAX_VALUE),
                    schema.path("maxItems").asLong(Long.MAX_VALUE),
                    schema.path("maxProperties").asLong(Long.MAX_VALUE));
        }

        boolean allow(JsonNode value) {
            return switch (value.getNodeType()) {
                case STRING -> allow(value.stringValue());
                case ARRAY -> value.size() <= items;
                case OBJECT -> value.size() <= members;
                default -> true;
            };
        }

        private boolean allow(String text) {
            return text.length() <= characters
                    || text.length() <= 2 * characters && text.codePointCount(0, text.length()) <= characters;
        }
    }

    private record Bounded(KeywordValidator validator, SchemaLocation location, Sizes sizes)
            implements KeywordValidator {

        @Override
        public void validate(ExecutionContext context, JsonNode node, JsonNode root, NodePath place) {
            if (sizes.allow(node)) {
                ((Evaluation) context).evaluate(validator, node, root, place);
            }
        }

        @Override
        public String getKeyword() {
            return validator.getKeyword();
        }

        @Override
        public SchemaLocation getSchemaLocation() {
            return location;
        }

        @Override
        public void preloadSchema() {
            validator.preloadSchema();
        }
    }
}
