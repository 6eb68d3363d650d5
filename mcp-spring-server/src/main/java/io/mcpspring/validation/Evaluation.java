package io.mcpspring.validation;

import com.networknt.schema.Error;
import com.networknt.schema.ExecutionConfig;
import com.networknt.schema.ExecutionContext;
import com.networknt.schema.FailFastAssertionException;
import java.util.List;
import java.util.Locale;

/** One validation of one value by the library, bounded in depth, time and errors. */
final class Evaluation extends ExecutionContext {

    /** Sufficient for the problems that are reported, because one of them can result from many errors. */
    static final int MOST_ERRORS = 500;

    private final List<Error> reported = getErrors();

    Evaluation() {
        super(ExecutionConfig.builder()
                .locale(Locale.ENGLISH)
                .formatAssertionsEnabled(true)
                .maxEvaluationDepth(1_000)
                .build());
    }

    /** Called before each keyword of a schema, for each value. */
    @Override
    public void evaluationPathAddLast(String keyword) {
        CheckingTime.check();
        super.evaluationPathAddLast(keyword);
    }

    /**
     * Ends the evaluation when there are enough errors to report. Further errors of an alternative, which do not end
     * the evaluation of others, are dropped: a large value can have more than fit into memory.
     */
    @Override
    public void addError(Error error) {
        if (getErrors().size() < MOST_ERRORS) {
            super.addError(error);
        } else if (getErrors() == reported) {
            throw new FailFastAssertionException(error);
        }
    }
}
