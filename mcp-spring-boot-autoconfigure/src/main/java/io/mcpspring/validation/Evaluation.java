package io.mcpspring.validation;

import com.networknt.schema.Error;
import com.networknt.schema.ExecutionConfig;
import com.networknt.schema.ExecutionContext;
import com.networknt.schema.Schema;
import com.networknt.schema.keyword.KeywordValidator;
import com.networknt.schema.path.NodePath;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * One validation of one value: it ends when there are more errors than will be looked at, and has a bound in steps.
 * Each branch of a choice has errors of its own, so only the branch ends when there are too many of these.
 */
final class Evaluation extends ExecutionContext {

    /** One reported problem can result from many errors, such as those of all branches of a choice. */
    static final int MOST_ERRORS = 500;

    private static final ExecutionConfig LIMITS = ExecutionConfig.builder()
            .locale(Locale.ENGLISH)
            .formatAssertionsEnabled(true)
            .maxEvaluationDepth(1_000)
            .maxEvaluationSteps(10_000_000)
            .build();

    private static final ThreadLocal<Evaluation> CURRENT = new ThreadLocal<>();

    private final MatchingSteps steps = new MatchingSteps();

    private @Nullable List<Error> enclosing;

    private @Nullable NodePath place;

    Evaluation() {
        super(LIMITS);
    }

    /** The one at work on this thread, for patterns: the library hands them nothing but the text. */
    static Evaluation current() {
        return CURRENT.get();
    }

    /**
     * The errors, as many as will be looked at.
     *
     * @throws TooManyStepsException at {@link #place} in the value
     */
    List<Error> errors(Schema schema, JsonNode instance) {
        CURRENT.set(this);
        try {
            schema.validate(this, instance);
            return getErrors();
        } finally {
            CURRENT.remove();
        }
    }

    MatchingSteps steps() {
        return steps;
    }

    /** Where the steps were used up. */
    List<Object> place() {
        return place == null ? List.of() : SchemaProblems.elements(place, place.getNameCount());
    }

    /** Evaluates one keyword unless enough is known to be wrong. */
    void evaluate(KeywordValidator keyword, JsonNode node, JsonNode root, NodePath location) {
        List<Error> own = getErrors();
        List<Error> outer = enclosing;
        if (own.size() >= MOST_ERRORS || outer != null && outer.size() >= MOST_ERRORS) {
            return;
        }
        enclosing = own;
        try {
            keyword.validate(this, node, root, location);
        } catch (EnoughErrors enough) {
            if (own == outer) {
                throw enough;
            }
        } catch (TooManyStepsException ex) {
            place = place == null ? location : place;
            throw ex;
        } finally {
            enclosing = outer;
        }
    }

    @Override
    public void addError(Error error) {
        super.addError(error);
        if (getErrors().size() >= MOST_ERRORS) {
            throw EnoughErrors.INSTANCE;
        }
    }

    /** Ends the evaluation of what reports into the same list; it never leaves {@link #evaluate} of the outermost. */
    @SuppressWarnings("serial")
    private static final class EnoughErrors extends RuntimeException {

        static final EnoughErrors INSTANCE = new EnoughErrors();

        private EnoughErrors() {
            super(null, null, false, false);
        }
    }
}
