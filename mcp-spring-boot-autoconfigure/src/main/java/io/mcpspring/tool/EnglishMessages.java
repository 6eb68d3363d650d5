package io.mcpspring.tool;

import io.mcpspring.validation.Problem;
import jakarta.validation.ConstraintViolation;
import jakarta.validation.MessageInterpolator;
import jakarta.validation.ValidationException;
import jakarta.validation.metadata.ConstraintDescriptor;
import java.util.Locale;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Messages of constraints in English, whatever the locale of the server.
 *
 * @param interpolator the application's; null if it cannot be had, so that messages remain as they are
 */
record EnglishMessages(@Nullable MessageInterpolator interpolator) implements MessageInterpolator {

    private static final String OMITTED = "\0omitted";

    /** How many messages were made by the validation at work on this thread. */
    private static final ThreadLocal<int[]> MADE = new ThreadLocal<>();

    /** A validation of which no more messages are made than will be reported. */
    <T> T counted(Supplier<T> validation) {
        MADE.set(new int[1]);
        try {
            return validation.get();
        } finally {
            MADE.remove();
        }
    }

    static boolean isOmitted(ConstraintViolation<?> violation) {
        return violation.getMessage().startsWith(OMITTED);
    }

    @Override
    public String interpolate(String template, Context context) {
        return interpolate(template, context, Locale.ENGLISH);
    }

    @Override
    public String interpolate(String template, Context context, Locale locale) {
        int[] made = MADE.get();
        if (interpolator == null || made != null && ++made[0] > Problem.MOST) {
            // Violations of the same constraint by the same value differ in nothing else that their hash code contains:
            // a set of many would take time that grows with the square of their number.
            return OMITTED + (made == null ? "" : made[0]);
        }
        return interpolator.interpolate(template, context, Locale.ENGLISH);
    }

    /**
     * The message of a violation that the application's own validation found. Only the message that its annotation has
     * is interpolated once more: any other may contain what the caller sent.
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
            throw new ValidationException("No " + type.getName() + " here");
        }
    }
}
