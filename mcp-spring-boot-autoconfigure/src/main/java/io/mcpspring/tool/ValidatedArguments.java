package io.mcpspring.tool;

import io.mcpspring.schema.ToolArgument;
import io.mcpspring.validation.Problem;
import io.mcpspring.validation.SchemaException;
import jakarta.validation.ConstraintViolation;
import jakarta.validation.ConstraintViolationException;
import jakarta.validation.ElementKind;
import jakarta.validation.Path;
import jakarta.validation.Validator;
import jakarta.validation.ValidatorFactory;
import java.lang.reflect.Method;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.aop.framework.AopProxyUtils;
import org.springframework.aop.support.AopUtils;
import org.springframework.beans.factory.ListableBeanFactory;
import org.springframework.core.annotation.AnnotatedElementUtils;
import org.springframework.validation.annotation.Validated;
import org.springframework.validation.beanvalidation.MethodValidationAdapter;
import tools.jackson.databind.json.JsonMapper;

/** Arguments that Bean Validation checks; loaded only where Jakarta Validation is present. */
final class ValidatedArguments implements ArgumentConstraints {

    private static final Set<ElementKind> ARGUMENTS = Set.of(ElementKind.PARAMETER, ElementKind.CROSS_PARAMETER);
    private static final Class<?>[] DEFAULT = {};

    private final Class<?> beanClass;
    private final Method method;
    private final ViolationProblems problems;
    private final EnglishMessages messages;
    private final @Nullable MethodValidationAdapter adapter;
    private final boolean byProxy;

    private ValidatedArguments(
            Class<?> beanClass,
            Method method,
            ViolationProblems problems,
            EnglishMessages messages,
            @Nullable MethodValidationAdapter adapter,
            boolean byProxy) {
        this.beanClass = beanClass;
        this.method = method;
        this.problems = problems;
        this.messages = messages;
        this.adapter = adapter;
        this.byProxy = byProxy;
    }

    static ArgumentConstraints of(
            Class<?> beanClass,
            Method method,
            List<ToolArgument> arguments,
            JsonMapper mapper,
            Supplier<@Nullable Object> validators) {
        String constraint = ConstraintSearch.firstBeyondSchema(beanClass, method, arguments, mapper);
        // The bean's own proxy validates then, with its groups.
        boolean byProxy = AnnotatedElementUtils.hasAnnotation(beanClass, Validated.class);
        Validator validator = constraint == null && !byProxy ? null : (Validator) validators.get();
        if (constraint != null && validator == null) {
            throw new SchemaException(
                    "The constraint " + constraint + " needs a validator, but there is none",
                    "Add spring-boot-starter-validation, or use a constraint that a schema can express");
        }
        EnglishMessages messages = new EnglishMessages(
                validator instanceof ValidatorFactory factory ? factory.getMessageInterpolator() : null);
        return new ValidatedArguments(
                beanClass,
                method,
                new ViolationProblems(arguments, mapper),
                messages,
                constraint == null || validator == null
                        ? null
                        : new MethodValidationAdapter(ofArguments(validator, messages)),
                byProxy);
    }

    /** The application's validation as arguments need it: in English, and with bounds. */
    private static Validator ofArguments(Validator validator, EnglishMessages messages) {
        return !(validator instanceof ValidatorFactory factory)
                ? validator
                : factory.usingContext()
                        .messageInterpolator(messages)
                        .constraintValidatorFactory(new BoundedConstraints(factory.getConstraintValidatorFactory()))
                        .getValidator();
    }

    static @Nullable Validator validator(ListableBeanFactory beans) {
        return beans.getBeanProvider(Validator.class)
                .getIfUnique(() -> beans.getBeanProvider(Validator.class)
                        .orderedStream()
                        .findFirst()
                        .orElse(null));
    }

    @Override
    public List<Problem> check(Object bean, @Nullable Object[] values) {
        if (adapter == null || byProxy && AopUtils.isAopProxy(bean)) {
            return List.of();
        }
        Object target = AopProxyUtils.getSingletonTarget(bean);
        return messages.counted(() -> problems(
                adapter.invokeValidatorForArguments(target == null ? bean : target, method, values, DEFAULT),
                ConstraintViolation::getMessage));
    }

    @Override
    public List<Problem> problems(Throwable failure) {
        return failure instanceof ConstraintViolationException refused
                        && refused.getConstraintViolations() != null
                        && refused.getConstraintViolations().stream().allMatch(this::isAboutArgument)
                ? problems(refused.getConstraintViolations(), messages::of)
                : List.of();
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

    /** The tool's own code may validate other values, which do not concern the client. */
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
