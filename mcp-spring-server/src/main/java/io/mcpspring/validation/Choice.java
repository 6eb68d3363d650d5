package io.mcpspring.validation;

import com.networknt.schema.Error;
import com.networknt.schema.ExecutionContext;
import com.networknt.schema.Schema;
import com.networknt.schema.SchemaContext;
import com.networknt.schema.SchemaLocation;
import com.networknt.schema.keyword.BaseKeywordValidator;
import com.networknt.schema.keyword.Keyword;
import com.networknt.schema.keyword.KeywordValidator;
import com.networknt.schema.path.NodePath;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * The keyword {@code anyOf} or {@code oneOf}. Alternatives that the type or a constant of a value rules out are not
 * evaluated, because the time would double at each level of a recursive schema. If the value fits none, only the
 * problems of the closest alternative are reported.
 *
 * @param most how many alternatives a value may fit
 */
record Choice(String getValue, int most) implements Keyword {

    static final Choice ANY_OF = new Choice("anyOf", Integer.MAX_VALUE);

    static final Choice ONE_OF = new Choice("oneOf", 1);

    private static final int PROBLEMS_OF_THE_CLOSEST = 3;

    @Override
    public KeywordValidator newValidator(
            SchemaLocation location, JsonNode alternatives, Schema parent, SchemaContext context) {
        return new Validator(location, alternatives, parent, context);
    }

    /**
     * One alternative.
     *
     * @param index its place among the alternatives
     * @param schema the schema, or the one that it refers to
     * @param constants the properties that have a constant
     */
    private record Alternative(int index, Schema compiled, JsonNode schema, Map<String, JsonNode> constants) {

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
            return constant != null
                    && value != null
                    && !constant.equals(value)
                    && !(constant.isNumber()
                            && value.isNumber()
                            && constant.decimalValue().compareTo(value.decimalValue()) == 0);
        }

        List<Error> errors(ExecutionContext context, JsonNode value, JsonNode root, NodePath place) {
            List<Error> outer = context.getErrors();
            List<Error> own = new ArrayList<>();
            context.setErrors(own);
            context.evaluationPathAddLast(index);
            try {
                compiled.validate(context, value, root, place);
                return own;
            } finally {
                context.evaluationPathRemoveLast();
                context.setErrors(outer);
            }
        }
    }

    /** An alternative that the value does not fit. */
    private record Attempt(Alternative alternative, List<Error> errors) {}

    private final class Validator extends BaseKeywordValidator {

        private final List<Alternative> alternatives = new ArrayList<>();

        private final JsonNode document;

        Validator(SchemaLocation location, JsonNode schemas, Schema parent, SchemaContext context) {
            super(Choice.this, schemas, location, parent, context);
            this.document = parent.findSchemaResourceRoot().getSchemaNode();
            for (JsonNode schema : schemas) {
                Schema compiled = context.newSchema(location.append(alternatives.size()), schema, parent);
                alternatives.add(Alternative.of(alternatives.size(), compiled, SchemaTypes.resolved(schema, document)));
            }
        }

        @Override
        public void preloadSchema() {
            preloadSchemas(alternatives.stream().map(Alternative::compiled).toList());
        }

        @Override
        public void validate(ExecutionContext context, JsonNode value, JsonNode root, NodePath place) {
            // What an alternative says about members and items also counts for these keywords.
            boolean all = context.isUnevaluatedItemsPresent() || context.isUnevaluatedPropertiesPresent();
            int enough = most == 1 ? 2 : 1;
            int fitting = 0;
            List<Attempt> failed = new ArrayList<>();
            for (Alternative alternative : alternatives) {
                if ((all || fitting < enough) && !alternative.contradicts(value) && alternative.allowsTypeOf(value)) {
                    List<Error> errors = alternative.errors(context, value, root, place);
                    if (errors.isEmpty()) {
                        fitting++;
                    } else {
                        failed.add(new Attempt(alternative, errors));
                    }
                }
            }
            if (fitting > most) {
                report("must fit exactly one of the allowed forms, but fits several", context, value, place);
            } else if (fitting == 0) {
                report(failed, context, value, root, place);
            }
        }

        private void report(
                List<Attempt> failed, ExecutionContext context, JsonNode value, JsonNode root, NodePath place) {
            List<Alternative> possible = alternatives.stream()
                    .filter(alternative -> alternative.allowsTypeOf(value))
                    .toList();
            if (possible.isEmpty()) {
                List<JsonNode> schemas =
                        alternatives.stream().map(Alternative::schema).toList();
                report(ProblemTexts.wrongType(schemas, value), context, value, place);
                return;
            }
            String discriminator = value.isObject() ? discriminator(possible) : null;
            if (discriminator != null) {
                JsonNode given = value.get(discriminator);
                failed.removeIf(attempt -> !attempt.alternative().hasConstant(discriminator, given));
                if (failed.isEmpty()) {
                    String text = otherConstant(possible, discriminator, given);
                    report(text, context, value, place.append(discriminator));
                    return;
                }
            }
            if (failed.isEmpty()) {
                possible.forEach(alternative ->
                        failed.add(new Attempt(alternative, alternative.errors(context, value, root, place))));
            }
            List<Error> closest = failed.stream()
                    .map(Attempt::errors)
                    .min(Comparator.comparingInt(List::size))
                    .orElseThrow();
            if (failed.size() == 1) {
                closest.forEach(context::addError);
            } else {
                report(closest(closest), context, value, place);
            }
        }

        private void report(String text, ExecutionContext context, JsonNode value, NodePath place) {
            context.addError(error().instanceNode(value)
                    .instanceLocation(place)
                    .evaluationPath(context.getEvaluationPath())
                    .messageSupplier(() -> text)
                    .build());
        }

        private String closest(List<Error> errors) {
            return "fits none of the allowed forms; for the closest one: "
                    + errors.stream()
                            .map(error -> ProblemTexts.of(error, document).toString())
                            .distinct()
                            .limit(PROBLEMS_OF_THE_CLOSEST)
                            .collect(Collectors.joining(", "));
        }
    }

    /** Returns the property whose constant distinguishes the alternatives. */
    private static @Nullable String discriminator(List<Alternative> alternatives) {
        return alternatives.get(0).constants().keySet().stream()
                .filter(name -> alternatives.stream()
                        .allMatch(alternative -> alternative.constants().containsKey(name)))
                .findFirst()
                .orElse(null);
    }

    private static String otherConstant(List<Alternative> possible, String property, @Nullable JsonNode given) {
        String known = possible.stream()
                .map(alternative -> String.valueOf(alternative.constants().get(property)))
                .distinct()
                .collect(Collectors.joining(", "));
        return given == null
                ? "is required; must be one of " + known
                : "must be one of %s, got %s".formatted(known, ProblemTexts.brief(given));
    }
}
