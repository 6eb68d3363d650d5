package io.mcpspring.constraint;

import io.mcpspring.validation.MatchingSteps;
import java.util.function.Supplier;

/** The validation that runs on this thread, with what it may still take: messages, and steps of all its patterns. */
final class ValidationRun {

    private static final ThreadLocal<ValidationRun> CURRENT = new ThreadLocal<>();

    private final MatchingSteps steps = new MatchingSteps();

    private boolean exhausted;

    private int messages;

    private ValidationRun() {}

    /** Runs a validation within the limits. */
    static <T> T of(Supplier<T> validation) {
        CURRENT.set(new ValidationRun());
        try {
            return validation.get();
        } finally {
            CURRENT.remove();
        }
    }

    static ValidationRun current() {
        ValidationRun run = CURRENT.get();
        return run == null ? new ValidationRun() : run;
    }

    /** Returns the number of messages that were requested, with the one that is requested now. */
    int countMessage() {
        return ++messages;
    }

    MatchingSteps steps() {
        return steps;
    }

    /** Whether a text took too many steps: the value is refused, and no further text is matched. */
    boolean isExhausted() {
        return exhausted;
    }

    void exhaust() {
        exhausted = true;
    }
}
