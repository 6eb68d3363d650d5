package io.mcpspring.validation;

import com.networknt.schema.Error;
import com.networknt.schema.ExecutionConfig;
import com.networknt.schema.ExecutionContext;
import java.util.Locale;

/** One validation of one value by the library, bounded in time and errors. */
final class Evaluation extends ExecutionContext {

    Evaluation() {
        super(ExecutionConfig.builder()
                .locale(Locale.ENGLISH)
                .formatAssertionsEnabled(true)
                .build());
    }

    /** Called before each keyword of a schema, for each value. */
    @Override
    public void evaluationPathAddLast(String keyword) {
        CheckingTime.check();
        super.evaluationPathAddLast(keyword);
    }

    /** Drops errors beyond those that are reported: a large value can have more than fit into memory. */
    @Override
    public void addError(Error error) {
        if (getErrors().size() < Problem.MOST) {
            super.addError(error);
        }
    }
}
