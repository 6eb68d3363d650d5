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

    private static final ExecutionConfig LIMITS = ExecutionConfig.builder()
            .locale(Locale.ENGLISH)
            .formatAssertionsEnabled(true)
            .maxEvaluationDepth(1_000)
            .maxEvaluationSteps(10_000_000)
            .build();

    private static final ThreadLocal<Current> CURRENT = ThreadLocal.withInitial(Current::new);

    private final MatchingSteps steps = new MatchingSteps();

    private @Nullable List<Error> enclosing;

    private @Nullable NodePath place;

    Evaluation() {
        super(LIMITS);
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
        return place == null ? List.of() : SchemaProblems.elements(place, place.getNameCount());
    }

    /** Evaluates one keyword unless enough errors have been found. */
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
        } catch (TooManyStepsException | JsonNodeException ex) {
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
