package io.mcpspring.validation;

import io.mcpspring.Internal;

/** A text whose reading ends when the time is over: matchers of the JDK read a character in each of their steps. */
@Internal
public final class InterruptibleText implements CharSequence {

    /** Reading the clock takes longer than reading a character. */
    private static final int CHARACTERS_BETWEEN_CHECKS = 1_024;

    private final String text;

    private int read;

    public InterruptibleText(CharSequence text) {
        this.text = text.toString();
    }

    @Override
    public char charAt(int index) {
        if (++read % CHARACTERS_BETWEEN_CHECKS == 0) {
            CheckingTime.check();
        }
        return text.charAt(index);
    }

    @Override
    public int length() {
        return text.length();
    }

    @Override
    public CharSequence subSequence(int start, int end) {
        return text.substring(start, end);
    }

    @Override
    public String toString() {
        return text;
    }
}
