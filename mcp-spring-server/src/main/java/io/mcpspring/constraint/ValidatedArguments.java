package io.mcpspring.constraint;

import io.mcpspring.schema.JsonSchemas;
import io.mcpspring.validation.Problem;
import io.mcpspring.validation.ProblemTexts;
import io.mcpspring.validation.SchemaException;
import jakarta.validation.ConstraintViolation;
import jakarta.validation.ConstraintViolationException;
import jakarta.validation.ElementKind;
import jakarta.validation.Path;
import jakarta.validation.ValidationException;
import jakarta.validation.Validator;
import jakarta.validation.ValidatorFactory;
import java.lang.annotation.Annotation;
import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.aop.framework.Advised;
import org.springframework.aop.framework.AopProxyUtils;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.core.annotation.AnnotationUtils;
import org.springframework.util.StringUtils;
import org.springframework.validation.annotation.Validated;
import org.springframework.validation.beanvalidation.MethodValidationAdapter;
import org.springframework.validation.beanvalidation.MethodValidationInterceptor;
import org.springframework.validation.beanvalidation.SpringValidatorAdapter;
import org.springframework.validation.method.MethodValidationException;
import tools.jackson.databind.json.JsonMapper;

/** Checks arguments by Bean Validation; not loaded where Jakarta Validation is absent. */
final class ValidatedArguments implements ArgumentConstraints {

    private static final Set<ElementKind> ARGUMENTS = Set.of(ElementKind.PARAMETER, ElementKind.CROSS_PARAMETER);
    private static final Class<?>[] DEFAULT = {};

    private final Class<?> beanClass;
    private final Method method;
    private final ViolationProblems problems;
    private final EnglishMessages messages;
    private final @Nullable MethodValidationAdapter adapter;

    private ValidatedArguments(
            Class<?> beanClass,
            Method method,
            ViolationProblems problems,
            EnglishMessages messages,
            @Nullable MethodValidationAdapter adapter) {
        this.beanClass = beanClass;
        this.method = method;
        this.problems = problems;
        this.messages = messages;
        this.adapter = adapter;
    }

    static ArgumentConstraints of(
            Class<?> beanClass,
            Method method,
            List<ConstrainedArgument> arguments,
            boolean schemaIsGenerated,
            JsonMapper mapper,
            ObjectProvider<Validator> validators) {
        Validator validator = validator(validators);
        if (validator == null) {
            requireExpressible(
                    schemaIsGenerated,
                    new ConstraintSearch(beanClass, method, schemaIsGenerated && JsonSchemas.VALIDATION)
                            .firstBeyondSchema(arguments));
        } else {
            requireValid(beanClass, validator);
        }
        EnglishMessages messages = new EnglishMessages(
                validator instanceof ValidatorFactory factory ? factory.getMessageInterpolator() : null);
        return new ValidatedArguments(
                beanClass,
                method,
                new ViolationProblems(arguments, mapper),
                messages,
                validator == null ? null : new MethodValidationAdapter(ofArguments(validator, messages)));
    }

    private static void requireExpressible(boolean schemaIsGenerated, Optional<Annotation> constraint) {
        constraint.ifPresent(found -> {
            throw new SchemaException(
                    "@" + found.annotationType().getSimpleName() + " needs a validator, but there is none",
                    "Add spring-boot-starter-validation, or "
                            + (schemaIsGenerated
                                    ? "use only constraints that a generated schema can express"
                                    : "remove the constraint"));
        });
    }

    /** Requires that calls can be validated. All of them are, because the validator alone knows all constraints. */
    private static void requireValid(Class<?> beanClass, Validator validator) {
        try {
            validator.getConstraintsForClass(beanClass);
        } catch (ValidationException ex) {
            throw new SchemaException(
                    "The constraints of its class are invalid: "
                            + StringUtils.trimTrailingCharacter(String.valueOf(ex.getMessage()), '.'),
                    "Declare the constraints of a method in one place, and only constraints that fit the types");
        }
    }

    /** Returns a validator that reports in English and matches patterns within a limit, if the provider allows it. */
    private static Validator ofArguments(Validator validator, EnglishMessages messages) {
        return !(validator instanceof ValidatorFactory factory)
                ? validator
                : factory.usingContext()
                        .messageInterpolator(messages)
                        .constraintValidatorFactory(new BoundedConstraints(factory.getConstraintValidatorFactory()))
                        .getValidator();
    }

    private static @Nullable Validator validator(ObjectProvider<Validator> validators) {
        Validator unique = validators.getIfUnique();
        return (unique != null ? Stream.of(unique) : validators.orderedStream())
                .filter(ValidatedArguments::hasProvider)
                .findFirst()
                .orElse(null);
    }

    // WebFlux and Spring MVC register a validator also if there is no provider of Bean Validation.
    private static boolean hasProvider(Validator validator) {
        return !(validator instanceof SpringValidatorAdapter adapter) || adapter.supports(Object.class);
    }

    @Override
    public List<Problem> check(Object bean, @Nullable Object[] values) {
        if (adapter == null) {
            return List.of();
        }
        Object singleton = AopProxyUtils.getSingletonTarget(bean);
        // The target of a repository of Spring Data does not have its methods.
        Object target = method.getDeclaringClass().isInstance(singleton) ? singleton : bean;
        // Also if a proxy of the bean validates, because the proxy has no limits.
        Class<?>[] groups = isValidatedByProxy(bean) ? groups(target) : DEFAULT;
        // The last parameter of a suspending function, its continuation, has no value yet.
        @Nullable Object[] all = Arrays.copyOf(values, method.getParameterCount());
        return ValidationRun.of(() -> withinLimits(problems(
                adapter.invokeValidatorForArguments(target, method, all, groups), ConstraintViolation::getMessage)));
    }

    private Class<?>[] groups(Object target) {
        Validated ofMethod = AnnotationUtils.findAnnotation(method, Validated.class);
        Validated validated =
                ofMethod == null ? AnnotationUtils.findAnnotation(target.getClass(), Validated.class) : ofMethod;
        return validated == null ? DEFAULT : validated.value();
    }

    // A composed constraint may hold although a text in it took too many steps, after which no other text is matched.
    private static List<Problem> withinLimits(List<Problem> problems) {
        return problems.isEmpty() && ValidationRun.current().isExhausted()
                ? List.of(new Problem("", ProblemTexts.TOO_MANY_STEPS))
                : problems;
    }

    /**
     * Whether the bean has the proxy of a {@code @Validated} class, which validates in the groups of the annotation.
     */
    private static boolean isValidatedByProxy(Object bean) {
        return bean instanceof Advised proxy
                && Arrays.stream(proxy.getAdvisors())
                        .anyMatch(advisor -> advisor.getAdvice() instanceof MethodValidationInterceptor);
    }

    @Override
    public List<Problem> problems(Throwable failure) {
        Set<ConstraintViolation<?>> violations = violations(failure);
        return !violations.isEmpty() && violations.stream().allMatch(this::isAboutArgument)
                ? problems(violations, messages::of)
                : List.of();
    }

    private static Set<ConstraintViolation<?>> violations(Throwable failure) {
        if (failure instanceof ConstraintViolationException refused) {
            return refused.getConstraintViolations() == null ? Set.of() : refused.getConstraintViolations();
        }
        // Thrown instead, with spring.validation.method.adapt-constraint-violations.
        return failure instanceof MethodValidationException adapted && !adapted.isForReturnValue()
                ? adapted.getParameterValidationResults().stream()
                        .flatMap(result -> result.getResolvableErrors().stream()
                                .map(error -> result.unwrap(error, ConstraintViolation.class)))
                        .<ConstraintViolation<?>>map(violation -> violation)
                        .collect(Collectors.toSet())
                : Set.of();
    }

    private List<Problem> problems(
            Set<? extends ConstraintViolation<?>> violations, Function<ConstraintViolation<?>, String> message) {
        boolean all = violations.size() <= Problem.MOST;
        Stream<Problem> first = violations.stream()
                .filter(violation -> !EnglishMessages.isOmitted(violation))
                .limit(all ? Problem.MOST : Problem.MOST - 1)
                .map(violation -> problems.of(violation, message.apply(violation)))
                .sorted(Comparator.comparing(Problem::path).thenComparing(Problem::message))
                .distinct();
        return all
                ? first.toList()
                : Stream.concat(first, Stream.of(more(violations.size()))).toList();
    }

    private static Problem more(int violations) {
        return new Problem("", "there are %s more problems".formatted(violations - Problem.MOST + 1));
    }

    /** The violation may also be of a value that the tool's own code validates, which does not concern the client. */
    private boolean isAboutArgument(ConstraintViolation<?> violation) {
        List<Path.Node> path = ViolationProblems.nodes(violation);
        return path.size() > 1
                && path.get(0).getKind() == ElementKind.METHOD
                && path.get(0).getName().equals(method.getName())
                && ARGUMENTS.contains(path.get(1).getKind())
                && violation.getRootBeanClass() != null
                && beanClass.isAssignableFrom(violation.getRootBeanClass());
    }
}
