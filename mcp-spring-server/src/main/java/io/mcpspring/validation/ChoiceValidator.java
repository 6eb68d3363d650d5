package io.mcpspring.validation;

import com.networknt.schema.Error;
import com.networknt.schema.ExecutionContext;
import com.networknt.schema.Schema;
import com.networknt.schema.SchemaContext;
import com.networknt.schema.SchemaLocation;
import com.networknt.schema.keyword.BaseKeywordValidator;
import com.networknt.schema.path.NodePath;
import io.mcpspring.validation.Choice.Alternative;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * Finds the alternatives that a value fits. Those that its type or a constant rules out are not evaluated, because the
 * time would double at each level of a recursive schema. If the value fits none, only the problems of the closest
 * alternative are reported.
 */
final class ChoiceValidator extends BaseKeywordValidator {

    private static final int PROBLEMS_OF_THE_CLOSEST = 3;

    private final Choice choice;

    private final List<Alternative> alternatives;

    ChoiceValidator(
            Choice choice,
            JsonNode schema,
            SchemaLocation location,
            Schema parent,
            SchemaContext context,
            List<Alternative> alternatives) {
        super(choice, schema, location, parent, context);
        this.choice = choice;
        this.alternatives = alternatives;
    }

    @Override
    public void preloadSchema() {
        preloadSchemas(alternatives.stream().map(Alternative::compiled).toList());
    }

    @Override
    public void validate(ExecutionContext context, JsonNode value, JsonNode root, NodePath place) {
        new Run(context, value, root, place).validate();
    }

    /** The validation of one value. */
    private final class Run {

        private final ExecutionContext context;

        private final JsonNode value;

        private final JsonNode root;

        private final NodePath place;

        /** The errors of the alternatives that were evaluated and that the value does not fit. */
        private final Map<Alternative, List<Error>> errors = new LinkedHashMap<>();

        private int fitting;

        Run(ExecutionContext context, JsonNode value, JsonNode root, NodePath place) {
            this.context = context;
            this.value = value;
            this.root = root;
            this.place = place;
        }

        void validate() {
            // What an alternative says about members and items also counts for these keywords.
            boolean all = context.isUnevaluatedItemsPresent() || context.isUnevaluatedPropertiesPresent();
            int enough = choice.most() == 1 ? 2 : 1;
            for (int i = 0; i < alternatives.size() && (all || fitting < enough); i++) {
                Alternative alternative = alternatives.get(i);
                if (!alternative.contradicts(value) && alternative.allowsTypeOf(value)) {
                    evaluate(i);
                }
            }
            if (fitting > choice.most()) {
                add(place, "must fit exactly one of the allowed forms, but fits several");
            } else if (fitting == 0) {
                report();
            }
        }

        private void evaluate(int index) {
            List<Error> outer = context.getErrors();
            List<Error> own = new ArrayList<>();
            context.setErrors(own);
            context.evaluationPathAddLast(index);
            try {
                alternatives.get(index).compiled().validate(context, value, root, place);
            } finally {
                context.evaluationPathRemoveLast();
                context.setErrors(outer);
            }
            if (own.isEmpty()) {
                fitting++;
            } else {
                errors.put(alternatives.get(index), own);
            }
        }

        private void report() {
            List<Alternative> possible = alternatives.stream()
                    .filter(alternative -> alternative.allowsTypeOf(value))
                    .toList();
            if (possible.isEmpty()) {
                List<JsonNode> schemas =
                        alternatives.stream().map(Alternative::schema).toList();
                add(place, ProblemTexts.wrongType(schemas, value));
                return;
            }
            String discriminator = value.isObject() ? discriminator(possible) : null;
            if (discriminator != null) {
                JsonNode given = value.get(discriminator);
                errors.keySet().removeIf(alternative -> !alternative.hasConstant(discriminator, given));
                if (errors.isEmpty()) {
                    reportConstants(possible, discriminator, given);
                    return;
                }
            }
            if (errors.isEmpty()) {
                possible.forEach(alternative -> evaluate(alternatives.indexOf(alternative)));
            }
            reportClosest();
        }

        private void reportConstants(List<Alternative> possible, String property, @Nullable JsonNode given) {
            String known = possible.stream()
                    .map(alternative -> String.valueOf(alternative.constants().get(property)))
                    .distinct()
                    .collect(Collectors.joining(", "));
            add(
                    place.append(property),
                    given == null
                            ? "is required; must be one of " + known
                            : "must be one of %s, got %s".formatted(known, ProblemTexts.brief(given)));
        }

        private void reportClosest() {
            List<Error> closest = errors.values().stream()
                    .min(Comparator.comparingInt(List::size))
                    .orElseThrow();
            if (errors.size() == 1) {
                closest.forEach(context::addError);
                return;
            }
            JsonNode document = getParentSchema().findSchemaResourceRoot().getSchemaNode();
            add(
                    place,
                    "fits none of the allowed forms; for the closest one: "
                            + closest.stream()
                                    .map(error ->
                                            ProblemTexts.of(error, document).toString())
                                    .distinct()
                                    .limit(PROBLEMS_OF_THE_CLOSEST)
                                    .collect(Collectors.joining(", ")));
        }

        private void add(NodePath at, String problem) {
            context.addError(error().instanceNode(value)
                    .instanceLocation(at)
                    .evaluationPath(context.getEvaluationPath())
                    .messageSupplier(() -> problem)
                    .build());
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
}
