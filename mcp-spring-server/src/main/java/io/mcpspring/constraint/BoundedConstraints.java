package io.mcpspring.constraint;

import io.mcpspring.validation.ProblemTexts;
import io.mcpspring.validation.TooManyStepsException;
import jakarta.validation.ConstraintValidator;
import jakarta.validation.ConstraintValidatorContext;
import jakarta.validation.ConstraintValidatorFactory;
import jakarta.validation.constraints.Email;
import jakarta.validation.constraints.Pattern;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.springframework.core.ResolvableType;
import org.springframework.util.ClassUtils;

/**
 * Bounds the matching of {@code @Pattern} and {@code @Email} in each {@link ValidationRun}: not every pattern is part
 * of the schema, which would have matched it before.
 */
record BoundedConstraints(ConstraintValidatorFactory factory) implements ConstraintValidatorFactory {

    private static final Set<Class<?>> WITH_PATTERNS = Set.of(Pattern.class, Email.class);

    @Override
    @SuppressWarnings("unchecked")
    public <T extends ConstraintValidator<?, ?>> T getInstance(Class<T> type) {
        T validator = factory.getInstance(type);
        Class<?> constraint =
                ResolvableType.forClass(ConstraintValidator.class, type).resolveGeneric(0);
        if (constraint == null || !WITH_PATTERNS.contains(constraint)) {
            return validator;
        }
        // Callers use the instance only by its interfaces, which may include one of the provider.
        return (T) Proxy.newProxyInstance(
                type.getClassLoader(), ClassUtils.getAllInterfaces(validator), new Bounded(validator));
    }

    @Override
    public void releaseInstance(ConstraintValidator<?, ?> instance) {
        boolean bounded =
                Proxy.isProxyClass(instance.getClass()) && Proxy.getInvocationHandler(instance) instanceof Bounded;
        factory.releaseInstance(bounded ? ((Bounded) Proxy.getInvocationHandler(instance)).validator : instance);
    }

    private record Bounded(ConstraintValidator<?, ?> validator) implements InvocationHandler {

        @Override
        public @Nullable Object invoke(Object proxy, Method method, @Nullable Object @Nullable [] arguments)
                throws Throwable {
            try {
                return method.getName().equals("isValid")
                                && arguments != null
                                && arguments[0] instanceof CharSequence text
                                && arguments[1] instanceof ConstraintValidatorContext context
                        ? isValid(method, text, context)
                        : method.invoke(validator, arguments);
            } catch (InvocationTargetException ex) {
                throw ex.getTargetException();
            }
        }

        private Object isValid(Method method, CharSequence text, ConstraintValidatorContext context)
                throws ReflectiveOperationException {
            ValidationRun run = ValidationRun.current();
            if (run.isExhausted()) {
                return true;
            }
            try {
                return method.invoke(validator, run.steps().countedIn(text.toString()), context);
            } catch (InvocationTargetException ex) {
                Throwable cause = ex.getTargetException();
                if (cause instanceof TooManyStepsException || cause instanceof StackOverflowError) {
                    run.exhaust();
                    return refused(context);
                }
                throw ex;
            }
        }

        private static boolean refused(ConstraintValidatorContext context) {
            context.disableDefaultConstraintViolation();
            context.buildConstraintViolationWithTemplate(ProblemTexts.TOO_MANY_STEPS)
                    .addConstraintViolation();
            return false;
        }
    }
}
