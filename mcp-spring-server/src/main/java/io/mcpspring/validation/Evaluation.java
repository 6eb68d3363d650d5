package io.mcpspring.validation;

import com.networknt.schema.Error;
import com.networknt.schema.ExecutionConfig;
import com.networknt.schema.ExecutionContext;
import com.networknt.schema.Schema;
import com.networknt.schema.keyword.KeywordValidator;
import com.networknt.schema.path.NodePath;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.exc.JsonNodeException;

/**
 * One validation of one value, bounded in steps and in errors: it ends when more errors than needed are found. Each
 * branch of a choice counts its own errors, so that too many of them end only that branch.
 */
final class Evaluation extends ExecutionContext {

    /** One reported problem can result from many errors, such as those of all branches of a choice. */
    static final int MOST_ERRORS = 500;

    /** As many errors as a choice with several branches may have, so that its closest branch can be found. */
    private static final int MOST_KEPT = 10 * MOST_ERRORS;

    private static final ThreadLocal<Current> CURRENT = ThreadLocal.withInitial(Current::new);

    private final MatchingSteps steps = new MatchingSteps();

    private @Nullable List<Error> enclosing;

    private final SchemaChoices choices;

    /** The depth in the value at which the evaluation began that has errors of its own; -1 for that of the root. */
    private int branchDepth = -1;

    private @Nullable NodePath place;

    /**
     * @param choices the choices of the schema
     * @param steps the number of steps that the evaluation may take
     */
    Evaluation(SchemaChoices choices, int steps) {
        super(ExecutionConfig.builder()
                .locale(Locale.ENGLISH)
                .formatAssertionsEnabled(true)
                .maxEvaluationDepth(1_000)
                .maxEvaluationSteps(steps)
                .build());
        this.choices = choices;
    }

    /** The current evaluation of this thread, for patterns: the library passes them only the text. */
    static Evaluation current() {
        return Objects.requireNonNull(CURRENT.get().evaluation);
    }

    /**
     * The errors, up to the number that is needed.
     *
     * @throws TooManyStepsException at {@link #place} in the value
     * @throws JsonNodeException there, if a number is too large for the library
     */
    List<Error> errors(Schema schema, JsonNode instance) {
        Current current = CURRENT.get();
        current.evaluation = this;
        try {
            schema.validate(this, instance);
            return getErrors();
        } finally {
            current.evaluation = null;
        }
    }

    MatchingSteps steps() {
        return steps;
    }

    /** The place in the value at which the evaluation failed. */
    List<Object> place() {
        return place == null ? List.of() : SchemaProblems.elements(place);
    }

    /** Evaluates one keyword unless enough errors have been found. */
    void evaluate(KeywordValidator keyword, JsonNode node, JsonNode root, NodePath location) {
        List<Error> own = getErrors();
        List<Error> outer = enclosing;
        if (own.size() >= MOST_ERRORS || outer != null && outer.size() >= MOST_ERRORS) {
            return;
        }
        int outerDepth = branchDepth;
        enclosing = own;
        if (own != outer) {
            branchDepth = outer == null ? -1 : location.getNameCount();
        }
        try {
            keyword.validate(this, node, root, location);
        } catch (EnoughErrors enough) {
            if (own == outer) {
                throw enough;
            }
        } catch (TooManyStepsException | JsonNodeException ex) {
            place = place == null ? location : place;
            throw ex;
        } finally {
            enclosing = outer;
            branchDepth = outerDepth;
            // The library adds the errors of all branches, whose number doubles at each level of a recursive choice.
            if (own.size() > MOST_KEPT) {
                own.subList(MOST_KEPT, own.size()).clear();
            }
        }
    }

    @Override
    public void addError(Error error) {
        super.addError(error);
        if (getErrors().size() >= MOST_ERRORS || isOfAnotherBranch(error)) {
            throw EnoughErrors.INSTANCE;
        }
    }

    /**
     * Whether the constant of a property shows that another branch is meant, so that the rest of this one is neither
     * reported nor worth its steps, which double at each level of a recursive choice.
     */
    private boolean isOfAnotherBranch(Error error) {
        NodePath location = error.getInstanceLocation();
        return branchDepth >= 0
                && location.getNameCount() == branchDepth + 1
                && error.getKeyword().equals("const")
                && choices.discriminators().contains(location.getElement(branchDepth));
    }

    /** The evaluation of a thread. Stays there, because it costs more to set and remove a thread-local. */
    private static final class Current {

        private @Nullable Evaluation evaluation;
    }

    /**
     * Ends the evaluation of all keywords that report to the same list; never thrown out of the outermost
     * {@link #evaluate}.
     */
    @SuppressWarnings("serial")
    private static final class EnoughErrors extends RuntimeException {

        static final EnoughErrors INSTANCE = new EnoughErrors();

        private EnoughErrors() {
            super(null, null, false, false);
        }
    }
}
