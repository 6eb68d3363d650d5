package io.mcpspring.constraint;

import io.mcpspring.method.BeanMethod;
import io.mcpspring.schema.KotlinTypes;
import io.mcpspring.validation.CheckingTime;
import io.mcpspring.validation.DeclarationException;
import io.mcpspring.validation.Problem;
import io.mcpspring.validation.TooSlowException;
import jakarta.validation.ConstraintValidator;
import jakarta.validation.ConstraintViolation;
import jakarta.validation.ValidationException;
import jakarta.validation.Validator;
import jakarta.validation.ValidatorFactory;
import jakarta.validation.groups.Default;
import jakarta.validation.metadata.CascadableDescriptor;
import jakarta.validation.metadata.ConstraintDescriptor;
import jakarta.validation.metadata.ContainerDescriptor;
import jakarta.validation.metadata.ElementDescriptor;
import jakarta.validation.metadata.MethodDescriptor;
import jakarta.validation.metadata.PropertyDescriptor;
import jakarta.validation.metadata.ValidateUnwrappedValue;
import java.lang.annotation.ElementType;
import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.aop.framework.AopProxyUtils;
import org.springframework.beans.factory.BeanFactory;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.core.KotlinDetector;
import org.springframework.core.ResolvableType;
import org.springframework.util.ClassUtils;
import org.springframework.util.StringUtils;
import org.springframework.validation.annotation.ValidationAnnotationUtils;
import org.springframework.validation.beanvalidation.MethodValidationAdapter;
import org.springframework.validation.beanvalidation.SpringValidatorAdapter;
import tools.jackson.databind.json.JsonMapper;

/** Checks arguments by Bean Validation; not loaded where Jakarta Validation is absent. */
record ValidatedArguments(Method method, ViolationProblems problems, MethodValidationAdapter adapter)
        implements ArgumentConstraints {

    static ArgumentConstraints find(
            BeanFactory beans, BeanMethod method, List<ConstrainedArgument> arguments, JsonMapper mapper) {
        Validator validator = validator(beans.getBeanProvider(Validator.class));
        if (validator == null) {
            requireNone(arguments);
            return ArgumentConstraints.NONE;
        }
        requireValid(method.beanClass(), method.method(), validator);
        MethodValidationAdapter adapter = new MethodValidationAdapter(ofArguments(validator));
        return new ValidatedArguments(method.method(), new ViolationProblems(arguments, mapper), adapter);
    }

    private static void requireNone(List<ConstrainedArgument> arguments) {
        arguments.stream().flatMap(argument -> argument.constraint().stream()).forEach(found -> {
            throw new DeclarationException(
                    "@" + found.annotationType().getSimpleName() + " needs a validator, but there is none",
                    "Add spring-boot-starter-validation, or remove the constraint");
        });
    }

    /** Requires that calls can be validated. All of them are, because the validator alone knows all constraints. */
    private static void requireValid(Class<?> beanClass, Method method, Validator validator) {
        try {
            MethodDescriptor constraints = validator
                    .getConstraintsForClass(beanClass)
                    .getConstraintsForMethod(method.getName(), method.getParameterTypes());
            if (constraints != null) {
                Set<Class<?>> cascaded = new HashSet<>();
                constraints.getParameterDescriptors().forEach(each -> requireFitting(each, validator, cascaded));
            }
        } catch (ValidationException ex) {
            throw new DeclarationException(
                    "The constraints of its class are invalid: "
                            + StringUtils.trimTrailingCharacter(String.valueOf(ex.getMessage()), '.'),
                    "Declare the constraints of a method in one place, and only constraints that fit the types");
        }
    }

    /** Requires validators for the types of a value and of all that is validated with it: calls fail without them. */
    private static void requireFitting(ElementDescriptor value, Validator validator, Set<Class<?>> cascaded) {
        Class<?> type = ClassUtils.resolvePrimitiveIfNecessary(value.getElementClass());
        // Other types may be unwrapped, as optionals of primitive types are, or be those of type variables.
        boolean known = KotlinDetector.isInlineClass(type)
                || type.getName().startsWith("java.")
                        && type != Object.class
                        && !type.getName().matches("java.util.Optional\\w+");
        for (ConstraintDescriptor<?> constraint : constraints(value)) {
            if (known && !fits(constraint, type)) {
                String place = value instanceof PropertyDescriptor property
                        ? ", as property " + property.getPropertyName()
                        : "";
                String name = constraint.getAnnotation().annotationType().getSimpleName();
                throw new DeclarationException(
                        "No validator of @%s takes a %s%s".formatted(name, type.getName(), place),
                        "Declare a constraint that fits the type, or put it on the value in a container, as in"
                                + " Optional<@Size(max = 9) String>");
            }
        }
        if (value instanceof ContainerDescriptor container) {
            container
                    .getConstrainedContainerElementTypes()
                    .forEach(element -> requireFitting(element, validator, cascaded));
        }
        if (value instanceof CascadableDescriptor object && object.isCascaded() && cascaded.add(type)) {
            validator
                    .getConstraintsForClass(type)
                    .getConstrainedProperties()
                    .forEach(property -> requireFitting(property, validator, cascaded));
        }
    }

    /**
     * Returns the constraints that are validated by default, of properties those of fields: a getter has its own type.
     */
    private static Set<ConstraintDescriptor<?>> constraints(ElementDescriptor value) {
        ElementDescriptor.ConstraintFinder found = value.findConstraints().unorderedAndMatchingGroups(Default.class);
        return (value instanceof PropertyDescriptor ? found.declaredOn(ElementType.FIELD) : found)
                .getConstraintDescriptors();
    }

    private static boolean fits(ConstraintDescriptor<?> constraint, Class<?> type) {
        return constraint.getConstraintValidatorClasses().isEmpty()
                || constraint.getValueUnwrapping() != ValidateUnwrappedValue.DEFAULT
                || constraint.getConstraintValidatorClasses().stream()
                        .map(each -> ResolvableType.forClass(ConstraintValidator.class, each))
                        .anyMatch(
                                each -> each.getGeneric(1).resolve(Object.class).isAssignableFrom(type));
    }

    /** Returns a validator that reports in English and within a limited time, if the provider allows it. */
    private static Validator ofArguments(Validator validator) {
        return !(validator instanceof ValidatorFactory factory)
                ? validator
                : factory.usingContext()
                        .messageInterpolator(new EnglishMessages(factory.getMessageInterpolator()))
                        .constraintValidatorFactory(new LimitedConstraints(factory.getConstraintValidatorFactory()))
                        .getValidator();
    }

    /** Returns the validator to use; {@code null} if there is none. */
    private static @Nullable Validator validator(ObjectProvider<Validator> validators) {
        Validator unique = validators.getIfUnique();
        return (unique != null ? Stream.of(unique) : validators.orderedStream())
                // WebFlux and Spring MVC register one also if there is no provider of Bean Validation.
                .filter(each -> !(each instanceof SpringValidatorAdapter adapter) || adapter.supports(Object.class))
                .findFirst()
                .orElse(null);
    }

    @Override
    public List<Problem> check(Object bean, @Nullable Object[] values, CheckingTime time) {
        Object singleton = AopProxyUtils.getSingletonTarget(bean);
        // The target of a repository of Spring Data does not have its methods.
        Object target = method.getDeclaringClass().isInstance(singleton) ? singleton : bean;
        // Also if a proxy of the bean validates, because the proxy has no limits.
        Class<?>[] groups = ValidationAnnotationUtils.determineValidationGroups(target, method);
        // The last parameter of a suspending function, its continuation, has no value yet.
        @Nullable Object[] all = Arrays.copyOf(values, method.getParameterCount());
        // The validator is given what a value class of Kotlin wraps, as the method is.
        Class<?>[] types = method.getParameterTypes();
        Arrays.setAll(all, i -> all[i] == null || types[i].isInstance(all[i]) ? all[i] : KotlinTypes.unboxed(all[i]));
        try {
            return problems(time.limit(() -> adapter.invokeValidatorForArguments(target, method, all, groups)));
        } catch (ValidationException | TooSlowException ex) {
            if (TooSlowException.caused(ex)) {
                return List.of(Problem.TOO_SLOW);
            }
            throw ex;
        }
    }

    private List<Problem> problems(Set<? extends ConstraintViolation<?>> found) {
        List<? extends ConstraintViolation<?>> violations =
                found.stream().filter(problems::isOfValue).toList();
        int shown = violations.size() <= Problem.MOST ? Problem.MOST : Problem.MOST - 1;
        Stream<Problem> first = violations.stream()
                .limit(shown)
                .map(problems::of)
                .sorted(Comparator.comparing(Problem::path).thenComparing(Problem::message))
                .distinct();
        int others = violations.size() - shown;
        Stream<Problem> more = Stream.of(new Problem("", "there are %s more problems".formatted(others)));
        return (others > 0 ? Stream.concat(first, more) : first).toList();
    }
}
