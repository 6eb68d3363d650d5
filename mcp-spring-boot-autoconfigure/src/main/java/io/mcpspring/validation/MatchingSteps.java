package io.mcpspring.validation;

/**
 * How often characters may still be read while patterns are matched. The matcher of the JDK reads a character for each
 * step that it takes, so matching has a bound that depends on neither the machine nor its load.
 */
public final class MatchingSteps {

    /** Enough for all patterns whose time grows with the text, and a few milliseconds for the others. */
    private static final int AT_FIRST = 250_000;

    private static final int FOR_EACH_CHARACTER = 8;

    private long left = AT_FIRST;

    /** The text as a matcher may read it, at the expense of these steps. */
    public CharSequence countedIn(String text) {
        left += (long) FOR_EACH_CHARACTER * text.length();
        return new CountedText(text, this);
    }

    /** Takes steps for work that is not done by a matcher. */
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
