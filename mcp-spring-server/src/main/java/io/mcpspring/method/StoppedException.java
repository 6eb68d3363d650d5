package io.mcpspring.method;

import io.mcpspring.Internal;

/** Thrown to end a call that exceeds a limit; the message names the limit to the client. */
@Internal
public final class StoppedException extends RuntimeException {

    private final String text;

    /** @param reason completes a sentence such as {@code Tool 'add' was stopped: ...} */
    public StoppedException(String reason) {
        this(reason, "%s was stopped: %s.");
    }

    private StoppedException(String reason, String text) {
        super(reason);
        this.text = text;
    }

    /** Returns the same for a method that has not ended, or that has returned a value although it was to stop. */
    public StoppedException ofUnstoppable() {
        return new StoppedException(
                String.valueOf(getMessage()),
                "%s may still take effect: %s and could not be stopped. Check what it has done before you repeat it.");
    }

    /** @param entry the kind and the name of the entry */
    String text(String entry) {
        return text.formatted(entry, getMessage());
    }
}
