package io.mcpspring.validation;

import io.mcpspring.Internal;

/**
 * The number of characters that may still be read while patterns are matched. The matcher of the JDK reads one
 * character for each of its steps, so this bound is independent of the machine and its load.
 */
@Internal
public final class MatchingSteps {

    /** Sufficient for patterns that need linear time; others are stopped after a few milliseconds. */
    private static final int AT_FIRST = 250_000;

    private static final int FOR_EACH_CHARACTER = 8;

    private long left = AT_FIRST;

    /** A view of the text that counts each character read. */
    public CharSequence countedIn(String text) {
        left += (long) FOR_EACH_CHARACTER * text.length();
        return new CountedText(text, this);
    }

    /** Counts steps of work outside a matcher. */
    void take(long steps) {
        left -= steps;
        if (left < 0) {
            throw new TooManyStepsException();
        }
    }

    private record CountedText(String text, MatchingSteps steps) implements CharSequence {

        @Override
        public char charAt(int index) {
            steps.take(1);
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
}
