package io.mcpspring.constraint;

import io.mcpspring.schema.PortableRegex;
import jakarta.validation.Constraint;
import jakarta.validation.ConstraintValidator;
import jakarta.validation.Valid;
import jakarta.validation.constraints.AssertFalse;
import jakarta.validation.constraints.AssertTrue;
import jakarta.validation.constraints.DecimalMax;
import jakarta.validation.constraints.DecimalMin;
import jakarta.validation.constraints.Email;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.Negative;
import jakarta.validation.constraints.NegativeOrZero;
import jakarta.validation.constraints.NotBlank;
import jakarta.validation.constraints.NotEmpty;
import jakarta.validation.constraints.NotNull;
import jakarta.validation.constraints.Pattern;
import jakarta.validation.constraints.Positive;
import jakarta.validation.constraints.PositiveOrZero;
import jakarta.validation.constraints.Size;
import jakarta.validation.constraintvalidation.SupportedValidationTarget;
import jakarta.validation.constraintvalidation.ValidationTarget;
import jakarta.validation.groups.Default;
import java.lang.annotation.Annotation;
import java.lang.reflect.AnnotatedParameterizedType;
import java.lang.reflect.AnnotatedType;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.springframework.core.MethodParameter;
import org.springframework.core.ResolvableType;
import org.springframework.core.annotation.AnnotationUtils;
import org.springframework.util.ClassUtils;
import tools.jackson.databind.JavaType;

/**
 * Finds constraints that the schema does not express, for applications without a validator. When in doubt, a constraint
 * counts as not expressed: otherwise it would silently not be enforced.
 *
 * @param expressed whether the schema expresses constraints at all
 */
record ConstraintSearch(Class<?> beanClass, Method method, boolean expressed) {

    private static final Set<Class<? extends Annotation>> LOWER_BOUNDS =
            Set.of(Min.class, DecimalMin.class, Positive.class, PositiveOrZero.class);
    private static final Set<Class<? extends Annotation>> UPPER_BOUNDS =
            Set.of(Max.class, DecimalMax.class, Negative.class, NegativeOrZero.class);
    private static final Set<Class<? extends Annotation>> PATTERNS = Set.of(Pattern.class, Email.class);
    private static final Set<Class<? extends Annotation>> SIZES = Set.of(Size.class, NotEmpty.class);
    private static final Set<Class<? extends Annotation>> BOOLEANS = Set.of(AssertTrue.class, AssertFalse.class);

    /** Returns the first constraint on the arguments that needs a validator. */
    Optional<Annotation> firstBeyondSchema(List<ConstrainedArgument> arguments) {
        List<Method> overridden = overridden();
        Stream<Annotation> ofMethods =
                Stream.concat(Stream.of(method), overridden.stream()).flatMap(ConstraintSearch::crossParameter);
        Stream<Annotation> ofArguments = arguments.stream()
                .flatMap(argument -> Stream.concat(
                        declared(argument),
                        overridden.stream().flatMap(declaration -> inherited(argument.parameter(), declaration))));
        return Stream.concat(ofMethods, ofArguments).findFirst();
    }

    /** Returns the methods of superclasses and interfaces whose constraints the method inherits. */
    private List<Method> overridden() {
        return hierarchy(beanClass)
                .flatMap(type -> Stream.of(type.getDeclaredMethods()))
                .filter(candidate -> !candidate.equals(method) && isOverridden(candidate))
                .toList();
    }

    private static Stream<Class<?>> hierarchy(Class<?> type) {
        Stream<Class<?>> parents =
                Stream.concat(Stream.ofNullable(type.getSuperclass()), Stream.of(type.getInterfaces()));
        return Stream.concat(Stream.of(type), parents.flatMap(ConstraintSearch::hierarchy));
    }

    private boolean isOverridden(Method candidate) {
        return candidate.getName().equals(method.getName())
                && candidate.getParameterCount() == method.getParameterCount()
                && !candidate.isBridge()
                && (candidate.getModifiers() & (Modifier.PRIVATE | Modifier.STATIC)) == 0
                && IntStream.range(0, method.getParameterCount())
                        .allMatch(index -> parameterClass(candidate, index) == parameterClass(method, index));
    }

    private Class<?> parameterClass(Method declaration, int index) {
        return ResolvableType.forMethodParameter(declaration, index, beanClass).resolve(Object.class);
    }

    private static Stream<Annotation> crossParameter(Method declaration) {
        return Stream.of(declaration.getAnnotations()).filter(ConstraintSearch::isCrossParameter);
    }

    /** A constraint without declared validators may be one for parameters, except for those of Jakarta Validation. */
    private static boolean isCrossParameter(Annotation annotation) {
        if (isRepeatedConstraint(annotation)) {
            return Stream.of((Annotation[]) AnnotationUtils.getValue(annotation))
                    .anyMatch(ConstraintSearch::isCrossParameter);
        }
        Class<? extends Annotation> type = annotation.annotationType();
        Constraint constraint = type.getAnnotation(Constraint.class);
        return constraint != null
                && isInDefaultGroup(annotation)
                && !type.getPackage().equals(Size.class.getPackage())
                && (constraint.validatedBy().length == 0
                        || Stream.of(constraint.validatedBy()).anyMatch(ConstraintSearch::takesParameters));
    }

    private static boolean takesParameters(Class<? extends ConstraintValidator<?, ?>> validator) {
        SupportedValidationTarget target = validator.getAnnotation(SupportedValidationTarget.class);
        return target != null && List.of(target.value()).contains(ValidationTarget.PARAMETERS);
    }

    /** The schema shows annotations of the parameter, which include inherited ones, and of the elements of its type. */
    private Stream<Annotation> declared(ConstrainedArgument argument) {
        MethodParameter parameter = argument.parameter();
        JavaType type = argument.type();
        Annotation[] annotations = parameter.getParameterAnnotations();
        Stream<Annotation> ofAbsent =
                Stream.of(annotations).filter(annotation -> annotation instanceof NotNull && !argument.required());
        AnnotatedType annotated = annotatedType(parameter, method);
        return Stream.of(ofAbsent, beyondSchema(annotations, type), ofElements(annotated, type))
                .flatMap(found -> found);
    }

    private Stream<Annotation> inherited(MethodParameter parameter, Method declaration) {
        List<Annotation> shown = List.of(parameter.getParameterAnnotations());
        Annotation[] annotations = declaration.getParameterAnnotations()[parameter.getParameterIndex()];
        return Stream.concat(
                Stream.of(annotations).filter(annotation -> !shown.contains(annotation) && isConstraint(annotation)),
                within(annotatedType(parameter, declaration)));
    }

    private static AnnotatedType annotatedType(MethodParameter parameter, Method declaration) {
        return declaration.getAnnotatedParameterTypes()[parameter.getParameterIndex()];
    }

    /** The schema shows constraints of elements and of the values of maps, but not of anything within these. */
    private Stream<Annotation> ofElements(AnnotatedType annotated, JavaType type) {
        if (!(annotated instanceof AnnotatedParameterizedType parameterized)) {
            return Stream.empty();
        }
        AnnotatedType[] inner = parameterized.getAnnotatedActualTypeArguments();
        int shown = type.containedTypeCount() == inner.length ? elementParameter(type) : -1;
        return IntStream.range(0, inner.length)
                .boxed()
                .flatMap(index -> index == shown
                        ? Stream.concat(
                                beyondSchema(inner[index].getAnnotations(), type.containedType(index)),
                                within(inner[index]))
                        : constraints(inner[index]));
    }

    /** Returns the index of the type parameter of elements or values; -1 if the type does not contain any. */
    private static int elementParameter(JavaType type) {
        if (type.isMapLikeType()) {
            return 1;
        }
        return type.isCollectionLikeType() || type.isReferenceType() ? 0 : -1;
    }

    private static Stream<Annotation> constraints(AnnotatedType type) {
        return Stream.concat(Stream.of(type.getAnnotations()).filter(ConstraintSearch::isConstraint), within(type));
    }

    private static Stream<Annotation> within(AnnotatedType type) {
        return type instanceof AnnotatedParameterizedType parameterized
                ? Stream.of(parameterized.getAnnotatedActualTypeArguments()).flatMap(ConstraintSearch::constraints)
                : Stream.empty();
    }

    /** {@code @Valid} counts as a constraint, because values of subclasses may have any. */
    private static boolean isConstraint(Annotation annotation) {
        return annotation instanceof Valid
                || isRepeatedConstraint(annotation)
                || annotation.annotationType().isAnnotationPresent(Constraint.class) && isInDefaultGroup(annotation);
    }

    private static boolean isRepeatedConstraint(Annotation annotation) {
        return AnnotationUtils.getValue(annotation) instanceof Annotation[] repeated
                && Stream.of(repeated).filter(Objects::nonNull).anyMatch(ConstraintSearch::isConstraint);
    }

    private static boolean isInDefaultGroup(Annotation annotation) {
        return !(AnnotationUtils.getValue(annotation, "groups") instanceof Class<?>[] groups)
                || groups.length == 0
                || List.of(groups).contains(Default.class);
    }

    private Stream<Annotation> beyondSchema(Annotation[] annotations, JavaType type) {
        return Stream.of(annotations)
                .filter(annotation ->
                        isConstraint(annotation) && !(expressed && isShown(annotation, annotations, type)));
    }

    private static boolean isShown(Annotation annotation, Annotation[] annotations, JavaType type) {
        Class<? extends Annotation> kind = annotation.annotationType();
        JavaType value = type.isReferenceType() ? type.getReferencedType() : type;
        Class<?> raw = ClassUtils.resolvePrimitiveIfNecessary(value.getRawClass());
        boolean number = Number.class.isAssignableFrom(raw);
        boolean text = CharSequence.class.isAssignableFrom(raw);
        return kind == NotNull.class
                || number && (isOnly(kind, LOWER_BOUNDS, annotations) || isOnly(kind, UPPER_BOUNDS, annotations))
                || text && (kind == NotBlank.class || isOnly(kind, PATTERNS, annotations) && isPublished(annotation))
                || SIZES.contains(kind) && (text || value.isContainerType() && !isWrittenAsText(value))
                || BOOLEANS.contains(kind) && raw == Boolean.class;
    }

    private static boolean isWrittenAsText(JavaType type) {
        return type.isArrayType()
                && (type.getContentType().hasRawClass(byte.class)
                        || type.getContentType().hasRawClass(char.class));
    }

    /** Whether there is no other constraint for the same keyword, of which a schema shows only one. */
    private static boolean isOnly(
            Class<? extends Annotation> kind, Set<Class<? extends Annotation>> kinds, Annotation[] annotations) {
        return kinds.contains(kind)
                && Stream.of(annotations)
                        .map(Annotation::annotationType)
                        .noneMatch(other -> other != kind && kinds.contains(other));
    }

    /** Whether the schema has the expression: one without flags that clients can compile. */
    private static boolean isPublished(Annotation annotation) {
        if (annotation instanceof Pattern pattern) {
            return PortableRegex.isPortable(pattern.regexp(), pattern.flags());
        }
        return !(annotation instanceof Email email) || PortableRegex.isPortable(email.regexp(), email.flags());
    }
}
