package io.mcpspring.constraint;

import io.mcpspring.validation.InterruptibleText;
import io.mcpspring.validation.TooSlowException;
import jakarta.validation.ConstraintValidator;
import jakarta.validation.ConstraintValidatorFactory;
import jakarta.validation.constraints.Email;
import jakarta.validation.constraints.Pattern;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.Collection;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.springframework.core.ResolvableType;
import org.springframework.util.ClassUtils;

/**
 * Creates validators of {@code @Pattern} and {@code @Email} whose matching ends when the time of the request is over:
 * not every pattern is part of the schema, which would have matched it before. Those of {@code @UniqueElements} compare
 * all elements that have the same hash code with each other, so they refuse many elements; those of numbers in texts
 * refuse long ones, because the time to read a number grows with the square of its length.
 */
record LimitedConstraints(ConstraintValidatorFactory factory) implements ConstraintValidatorFactory {

    private static final Set<String> SLOW = Set.of(
            Pattern.class.getName(), Email.class.getName(), "org.hibernate.validator.constraints.UniqueElements");

    private static final Set<String> OF_NUMBERS =
            Set.of("DecimalMax DecimalMin Digits Max Min Negative NegativeOrZero Positive PositiveOrZero".split(" "));

    /** Maximum number of elements that are compared with each other, and of digits of a number. */
    private static final int MOST_ELEMENTS = 1_000;

    @Override
    @SuppressWarnings("unchecked")
    public <T extends ConstraintValidator<?, ?>> T getInstance(Class<T> type) {
        T validator = factory.getInstance(type);
        ResolvableType declared = ResolvableType.forClass(ConstraintValidator.class, type);
        Class<?> constraint = declared.getGeneric(0).toClass();
        boolean ofNumbers =
                OF_NUMBERS.contains(constraint.getSimpleName()) && declared.resolveGeneric(1) == CharSequence.class;
        if (!ofNumbers && !SLOW.contains(constraint.getName())) {
            return validator;
        }
        // Callers use the instance only by its interfaces, which may include one of the provider.
        return (T) Proxy.newProxyInstance(
                type.getClassLoader(),
                ClassUtils.getAllInterfaces(validator),
                (proxy, method, arguments) -> invoke(validator, method, arguments, ofNumbers));
    }

    @Override
    public void releaseInstance(ConstraintValidator<?, ?> instance) {
        factory.releaseInstance(instance);
    }

    private static @Nullable Object invoke(
            Object validator, Method method, @Nullable Object @Nullable [] arguments, boolean ofNumbers)
            throws Throwable {
        if (arguments != null && method.getName().equals("isValid")) {
            if (arguments[0] instanceof CharSequence text && !ofNumbers) {
                arguments[0] = new InterruptibleText(text);
            } else if (arguments[0] instanceof Collection<?> elements && elements.size() > MOST_ELEMENTS
                    || arguments[0] instanceof CharSequence number && number.length() > MOST_ELEMENTS) {
                throw new TooSlowException();
            }
        }
        try {
            return method.invoke(validator, arguments);
        } catch (InvocationTargetException ex) {
            throw ex.getTargetException() instanceof StackOverflowError
                    ? new TooSlowException()
                    : ex.getTargetException();
        }
    }
}
