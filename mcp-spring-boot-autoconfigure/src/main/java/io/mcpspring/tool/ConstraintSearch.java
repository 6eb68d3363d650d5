package io.mcpspring.tool;

import io.mcpspring.schema.JsonSchemas;
import io.mcpspring.schema.ToolArgument;
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
import java.lang.reflect.AnnotatedElement;
import java.lang.reflect.AnnotatedParameterizedType;
import java.lang.reflect.AnnotatedType;
import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.core.annotation.AnnotationUtils;
import org.springframework.util.ClassUtils;
import tools.jackson.databind.JavaType;
import tools.jackson.databind.json.JsonMapper;

/** Looks for constraints that cannot be put into a schema. */
final class ConstraintSearch {

    private static final Set<Class<? extends Annotation>> OF_NUMBERS = Set.of(
            Min.class,
            Max.class,
            DecimalMin.class,
            DecimalMax.class,
            Positive.class,
            PositiveOrZero.class,
            Negative.class,
            NegativeOrZero.class);
    private static final Set<Class<? extends Annotation>> OF_TEXT = Set.of(NotBlank.class, Email.class, Pattern.class);
    private static final Set<Class<? extends Annotation>> OF_SIZES = Set.of(Size.class, NotEmpty.class);
    private static final Set<Class<? extends Annotation>> OF_BOOLEANS = Set.of(AssertTrue.class, AssertFalse.class);

    private final JsonMapper mapper;
    private final Set<Class<?>> visited = new HashSet<>();

    private ConstraintSearch(JsonMapper mapper) {
        this.mapper = mapper;
    }

    /** The first constraint on the method's arguments that needs a validator, as it is written; null without one. */
    static @Nullable String firstBeyondSchema(
            Class<?> beanClass, Method method, List<ToolArgument> arguments, JsonMapper mapper) {
        ConstraintSearch search = new ConstraintSearch(mapper);
        Stream<Annotation> ofArguments = arguments.stream().flatMap(argument -> search.ofArgument(argument, beanClass));
        return Stream.concat(search.ofAllParameters(method), ofArguments)
                .map(constraint -> "@" + constraint.annotationType().getSimpleName())
                .findFirst()
                .orElse(null);
    }

    private Stream<Annotation> ofAllParameters(Method method) {
        return Arrays.stream(method.getAnnotations()).filter(annotation -> {
            Constraint constraint = annotation.annotationType().getAnnotation(Constraint.class);
            return constraint != null
                    && Arrays.stream(constraint.validatedBy()).anyMatch(ConstraintSearch::takesParameters);
        });
    }

    private static boolean takesParameters(Class<? extends ConstraintValidator<?, ?>> validator) {
        SupportedValidationTarget target = validator.getAnnotation(SupportedValidationTarget.class);
        return target != null && List.of(target.value()).contains(ValidationTarget.PARAMETERS);
    }

    private Stream<Annotation> ofArgument(ToolArgument argument, Class<?> beanClass) {
        JavaType type = argument.type(beanClass, mapper);
        AnnotatedType annotated = argument.parameter()
                .getExecutable()
                .getAnnotatedParameterTypes()[argument.parameter().getParameterIndex()];
        Annotation[] annotations = argument.parameter().getParameterAnnotations();
        Stream<Annotation> ofAbsent =
                Arrays.stream(annotations).filter(annotation -> annotation instanceof NotNull && !argument.required());
        return Stream.concat(ofAbsent, of(annotations, annotated, type, 0, true));
    }

    /** @param shown whether a schema shows constraints at this place at all */
    private Stream<Annotation> of(
            Annotation[] annotations, AnnotatedType annotated, JavaType type, int depth, boolean shown) {
        Stream<Annotation> here = Arrays.stream(annotations)
                .filter(annotation -> isBeyondSchema(annotation, type) || !shown && isConstraint(annotation));
        Stream<Annotation> inside = ofContents(annotated, type, depth);
        boolean cascades = Arrays.stream(annotations).anyMatch(Valid.class::isInstance);
        Stream<Annotation> below = cascades ? cascaded(type) : Stream.empty();
        return Stream.of(here, inside, below).flatMap(found -> found);
    }

    /** {@code @Valid} on a container stands for its elements. */
    private Stream<Annotation> cascaded(JavaType type) {
        if (type.isContainerType() || type.isReferenceType()) {
            return cascaded(type.getContentType());
        }
        return ofClass(type.getRawClass());
    }

    /** Returns the index of the type parameter for the values that a type contains; -1 if it contains none. */
    private static int contentParameter(JavaType type) {
        if (type.isMapLikeType()) {
            return 1;
        }
        return type.isCollectionLikeType() || type.isReferenceType() ? 0 : -1;
    }

    /** A schema shows the constraints of elements and of a map's values, but not what is inside them. */
    private Stream<Annotation> ofContents(AnnotatedType annotated, JavaType type, int depth) {
        if (!(annotated instanceof AnnotatedParameterizedType parameterized)) {
            return Stream.empty();
        }
        AnnotatedType[] inner = parameterized.getAnnotatedActualTypeArguments();
        int content = contentParameter(type);
        return IntStream.range(0, Math.min(inner.length, type.containedTypeCount()))
                .boxed()
                .flatMap(i -> of(
                        inner[i].getAnnotations(),
                        inner[i],
                        type.containedType(i),
                        depth + 1,
                        depth == 0 && i == content));
    }

    private Stream<Annotation> ofClass(Class<?> type) {
        if (type.getName().startsWith("java.") || !visited.add(type)) {
            return Stream.empty();
        }
        Stream<Annotation> ofType = Arrays.stream(type.getAnnotations()).filter(ConstraintSearch::isConstraint);
        Stream<Annotation> ofFields =
                Stream.of(type.getDeclaredFields()).flatMap(field -> ofMember(field, field.getAnnotatedType(), true));
        Stream<Annotation> ofGetters = Stream.of(type.getDeclaredMethods())
                .filter(method -> method.getParameterCount() == 0 && method.getReturnType() != void.class)
                .flatMap(method -> ofMember(method, method.getAnnotatedReturnType(), isOfField(method)));
        Stream<Annotation> ofParent = type.getSuperclass() == null ? Stream.empty() : ofClass(type.getSuperclass());
        return Stream.of(ofType, ofFields, ofGetters, ofParent).flatMap(found -> found);
    }

    /** A computed getter is not a property of the input, so the schema does not show its constraints. */
    private static boolean isOfField(Method getter) {
        String name = getter.getName().replaceFirst("^(get|is)(?=[A-Z])", "");
        return Stream.of(getter.getDeclaringClass().getDeclaredFields())
                .anyMatch(field -> field.getName().equalsIgnoreCase(name)
                        || field.getName().equals(getter.getName()));
    }

    private Stream<Annotation> ofMember(AnnotatedElement member, AnnotatedType annotated, boolean shown) {
        return of(member.getAnnotations(), annotated, mapper.constructType(annotated.getType()), 0, shown);
    }

    private static boolean isConstraint(Annotation annotation) {
        return annotation.annotationType().isAnnotationPresent(Constraint.class) && inDefaultGroup(annotation);
    }

    private static boolean inDefaultGroup(Annotation annotation) {
        Object groups = AnnotationUtils.getValue(annotation, "groups");
        return !(groups instanceof Class<?>[] named)
                || named.length == 0
                || Arrays.stream(named).anyMatch(group -> group == Default.class);
    }

    private static boolean isBeyondSchema(Annotation annotation, JavaType type) {
        if (!isConstraint(annotation)) {
            return isSeveral(annotation);
        }
        Class<? extends Annotation> kind = annotation.annotationType();
        JavaType value = type.isReferenceType() ? type.getReferencedType() : type;
        Class<?> raw = ClassUtils.resolvePrimitiveIfNecessary(value.getRawClass());
        boolean text = CharSequence.class.isAssignableFrom(raw);
        if (annotation instanceof Pattern pattern && pattern.flags().length > 0) {
            return true;
        }
        boolean shown = kind == NotNull.class
                || OF_NUMBERS.contains(kind) && Number.class.isAssignableFrom(raw)
                || OF_TEXT.contains(kind) && text
                || OF_SIZES.contains(kind) && (text || value.isContainerType())
                || OF_BOOLEANS.contains(kind) && raw == Boolean.class;
        return !(shown && JsonSchemas.VALIDATION);
    }

    /** A constraint that is given several times is wrapped in a list, of which a schema would show only one. */
    private static boolean isSeveral(Annotation annotation) {
        Object value = AnnotationUtils.getValue(annotation);
        return value instanceof Annotation[] several
                && Arrays.stream(several).filter(Objects::nonNull).anyMatch(ConstraintSearch::isConstraint);
    }
}
