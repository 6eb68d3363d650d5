package io.mcpspring.constraint;

import io.mcpspring.validation.Problem;
import jakarta.validation.ConstraintViolation;
import jakarta.validation.MessageInterpolator;
import jakarta.validation.ValidationException;
import jakarta.validation.metadata.ConstraintDescriptor;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * Interpolates the messages of constraints in English, independently of the locale of the server, and only as many as
 * are reported.
 *
 * @param interpolator the interpolator of the application; {@code null} if it is not accessible, in which case messages
 *     are not interpolated
 */
record EnglishMessages(@Nullable MessageInterpolator interpolator) implements MessageInterpolator {

    private static final String OMITTED = "\0omitted";

    static boolean isOmitted(ConstraintViolation<?> violation) {
        return violation.getMessage().startsWith(OMITTED);
    }

    @Override
    public String interpolate(String template, Context context) {
        return interpolate(template, context, Locale.ENGLISH);
    }

    @Override
    public String interpolate(String template, Context context, Locale locale) {
        int number = ValidationRun.current().countMessage();
        if (interpolator == null || number > Problem.MOST) {
            // The number makes the hash codes of violations differ. Otherwise violations of the same constraint by the
            // same value would have the same hash code, and adding them to a set would take quadratic time.
            return OMITTED + number;
        }
        return interpolator.interpolate(template, context, Locale.ENGLISH);
    }

    /**
     * Returns the English message of a violation that the application's own validation found. Only the message template
     * of the constraint annotation is interpolated again, because any other text may contain input of the caller.
     */
    String of(ConstraintViolation<?> violation) {
        boolean ofAnnotation = violation.getConstraintDescriptor() != null
                && violation.getConstraintDescriptor().getMessageTemplate().equals(violation.getMessageTemplate());
        if (interpolator == null || !ofAnnotation) {
            return violation.getMessage();
        }
        try {
            return interpolator.interpolate(violation.getMessageTemplate(), new Violated(violation), Locale.ENGLISH);
        } catch (ValidationException notInterpolated) {
            return violation.getMessage();
        }
    }

    private record Violated(ConstraintViolation<?> violation) implements Context {

        @Override
        public ConstraintDescriptor<?> getConstraintDescriptor() {
            return violation.getConstraintDescriptor();
        }

        @Override
        public @Nullable Object getValidatedValue() {
            return violation.getInvalidValue();
        }

        @Override
        public <T> T unwrap(Class<T> type) {
            throw new ValidationException("The context cannot be unwrapped to " + type.getName());
        }
    }
}
