package io.mcpspring.validation;

import com.networknt.schema.regex.RegularExpressions;
import io.mcpspring.Internal;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;

/** A text whose reading ends when the time is over: matchers of the JDK read a character in each of their steps. */
@Internal
public final class InterruptibleText implements CharSequence {

    /** Reading the clock takes longer than reading a character. */
    private static final int CHARACTERS_BETWEEN_CHECKS = 1_024;

    private final String text;

    private int read;

    /** Returns the search for a regular expression of a schema, which ends when the time is over. */
    static Predicate<String> search(String regex) {
        Pattern pattern = compiled(regex);
        return text -> {
            try {
                return pattern.matcher(new InterruptibleText(text)).find();
            } catch (StackOverflowError tooLong) {
                throw new TooSlowException();
            }
        };
    }

    private static Pattern compiled(String regex) {
        try {
            // In Java, the end of the text may be before a line break.
            return Pattern.compile(RegularExpressions.replaceLongformCharacterProperties(
                    RegularExpressions.replaceDollarAnchors(regex)));
        } catch (PatternSyntaxException ex) {
            throw new DeclarationException(
                    "The pattern '%s' is not a regular expression of Java: %s".formatted(regex, ex.getDescription()),
                    "Correct it");
        }
    }

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
