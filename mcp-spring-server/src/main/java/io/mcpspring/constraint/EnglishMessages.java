package io.mcpspring.constraint;

import io.mcpspring.validation.CheckingTime;
import jakarta.validation.MessageInterpolator;
import java.util.Locale;

/** Interpolates the messages of constraints in English, independently of the locale of the server. */
record EnglishMessages(MessageInterpolator interpolator) implements MessageInterpolator {

    @Override
    public String interpolate(String template, Context context) {
        return interpolate(template, context, Locale.ENGLISH);
    }

    @Override
    public String interpolate(String template, Context context, Locale locale) {
        // Each violation has a message, and is compared with all those that have the same hash code.
        CheckingTime.check();
        return interpolator.interpolate(template, context, Locale.ENGLISH);
    }
}
