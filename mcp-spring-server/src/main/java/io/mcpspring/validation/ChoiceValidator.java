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
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
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
        // What an alternative says about members and items also counts for these keywords.
        boolean all = context.isUnevaluatedItemsPresent() || context.isUnevaluatedPropertiesPresent();
        int enough = choice.most() == 1 ? 2 : 1;
        int fitting = 0;
        // Not a hash table: the hash code of an alternative is that of its whole schema.
        Map<Alternative, List<Error>> errors = new TreeMap<>(Comparator.comparingInt(Alternative::index));
        for (Alternative alternative : alternatives) {
            if ((all || fitting < enough) && !alternative.contradicts(value) && alternative.allowsTypeOf(value)) {
                List<Error> own = errors(alternative, context, value, root, place);
                if (own.isEmpty()) {
                    fitting++;
                } else {
                    errors.put(alternative, own);
                }
            }
        }
        if (fitting > choice.most()) {
            context.addError(
                    problem(context, value, place, "must fit exactly one of the allowed forms, but fits several"));
        } else if (fitting == 0) {
            problems(errors, context, value, root, place).forEach(context::addError);
        }
    }

    private static List<Error> errors(
            Alternative alternative, ExecutionContext context, JsonNode value, JsonNode root, NodePath place) {
        List<Error> outer = context.getErrors();
        List<Error> own = new ArrayList<>();
        context.setErrors(own);
        context.evaluationPathAddLast(alternative.index());
        try {
            alternative.compiled().validate(context, value, root, place);
            return own;
        } finally {
            context.evaluationPathRemoveLast();
            context.setErrors(outer);
        }
    }

    /** @param errors the errors of the alternatives that were evaluated and that the value does not fit */
    private List<Error> problems(
            Map<Alternative, List<Error>> errors,
            ExecutionContext context,
            JsonNode value,
            JsonNode root,
            NodePath place) {
        List<Alternative> possible = alternatives.stream()
                .filter(alternative -> alternative.allowsTypeOf(value))
                .toList();
        if (possible.isEmpty()) {
            List<JsonNode> schemas =
                    alternatives.stream().map(Alternative::schema).toList();
            return List.of(problem(context, value, place, ProblemTexts.wrongType(schemas, value)));
        }
        String discriminator = value.isObject() ? discriminator(possible) : null;
        if (discriminator != null) {
            JsonNode given = value.get(discriminator);
            errors.keySet().removeIf(alternative -> !alternative.hasConstant(discriminator, given));
            if (errors.isEmpty()) {
                String text = otherConstant(possible, discriminator, given);
                return List.of(problem(context, value, place.append(discriminator), text));
            }
        }
        if (errors.isEmpty()) {
            possible.forEach(alternative -> errors.put(alternative, errors(alternative, context, value, root, place)));
        }
        List<Error> closest = errors.values().stream()
                .min(Comparator.comparingInt(List::size))
                .orElseThrow();
        return errors.size() == 1 ? closest : List.of(problem(context, value, place, closest(closest)));
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

    private String closest(List<Error> errors) {
        JsonNode document = getParentSchema().findSchemaResourceRoot().getSchemaNode();
        return "fits none of the allowed forms; for the closest one: "
                + errors.stream()
                        .map(error -> ProblemTexts.of(error, document).toString())
                        .distinct()
                        .limit(PROBLEMS_OF_THE_CLOSEST)
                        .collect(Collectors.joining(", "));
    }

    private Error problem(ExecutionContext context, JsonNode value, NodePath place, String text) {
        return error().instanceNode(value)
                .instanceLocation(place)
                .evaluationPath(context.getEvaluationPath())
                .messageSupplier(() -> text)
                .build();
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
