package io.mcpspring.validation;

import com.networknt.schema.regex.RegularExpression;
import com.networknt.schema.regex.RegularExpressions;
import java.util.regex.Pattern;

/** A regular expression of a schema. Matching is limited by the {@link MatchingSteps} of the current evaluation. */
final class BoundedPattern implements RegularExpression {

    private final Pattern pattern;

    BoundedPattern(String regex) {
        this.pattern = Pattern.compile(
                RegularExpressions.replaceLongformCharacterProperties(RegularExpressions.replaceDollarAnchors(regex)));
    }

    @Override
    public boolean matches(String text) {
        try {
            return pattern.matcher(Evaluation.current().steps().countedIn(text)).find();
        } catch (StackOverflowError tooDeep) {
            throw new TooManyStepsException();
        }
    }
}
