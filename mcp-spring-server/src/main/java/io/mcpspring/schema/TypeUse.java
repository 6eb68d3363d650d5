package io.mcpspring.schema;

import io.mcpspring.Internal;
import java.lang.annotation.Annotation;
import java.lang.reflect.AnnotatedArrayType;
import java.lang.reflect.AnnotatedElement;
import java.lang.reflect.AnnotatedParameterizedType;
import java.lang.reflect.AnnotatedType;
import java.lang.reflect.AnnotatedTypeVariable;
import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.NullMarked;
import org.jspecify.annotations.NullUnmarked;
import org.springframework.core.KotlinDetector;
import org.springframework.core.MethodParameter;
import org.springframework.core.Nullness;
import org.springframework.core.annotation.MergedAnnotations;
import tools.jackson.databind.JavaType;

/**
 * A type as the code declares it, as in {@code List<@Nullable String> names}: unlike the type itself, it declares
 * whether elements may be {@code null}.
 *
 * @param nullness whether the code declares {@code null} as a value of this type
 * @param annotations the annotations of the type, such as constraints of elements
 * @param arguments the uses of its type arguments, or of the elements of an array; empty where they are unknown
 */
@Internal
public record TypeUse(Nullness nullness, List<Annotation> annotations, List<TypeUse> arguments) {

    /** A type of which only the class is known. */
    public static final TypeUse UNKNOWN = new TypeUse(Nullness.UNSPECIFIED, List.of(), List.of());

    /** The return type of the method; unknown for a suspending function without Kotlin's library for reflection. */
    public static TypeUse ofReturnType(Method method) {
        if (KotlinTypes.isKnown(method.getDeclaringClass())) {
            return KotlinTypes.use(method, -1);
        }
        return KotlinDetector.isSuspendingFunction(method)
                ? UNKNOWN
                : of(method.getAnnotatedReturnType(), method, isMarked(method, method.getDeclaringClass()));
    }

    static TypeUse of(MethodParameter parameter) {
        Method method = parameter.getMethod();
        if (method != null && KotlinTypes.isKnown(method.getDeclaringClass())) {
            return KotlinTypes.use(method, parameter.getParameterIndex());
        }
        AnnotatedType type = parameter.getExecutable().getAnnotatedParameterTypes()[parameter.getParameterIndex()];
        return of(type, parameter.getParameter(), isMarked(parameter.getExecutable(), parameter.getDeclaringClass()));
    }

    static TypeUse of(Field field) {
        return KotlinTypes.isKnown(field.getDeclaringClass())
                ? KotlinTypes.use(field)
                : of(field.getAnnotatedType(), field, isMarked(field, field.getDeclaringClass()));
    }

    /**
     * @param declaration what is declared with the type, whose annotations older code uses; or the type
     * @param marked whether types without an annotation are non-null there
     */
    private static TypeUse of(AnnotatedType type, AnnotatedElement declaration, boolean marked) {
        boolean nullable = has(type, "Nullable")
                || has(declaration, "Nullable")
                || type instanceof AnnotatedTypeVariable variable
                        && Stream.of(variable.getAnnotatedBounds()).anyMatch(bound -> has(bound, "Nullable"));
        boolean nonNull = marked || has(type, "NonNull") || has(type, "Nonnull");
        AnnotatedType[] arguments = {};
        if (type instanceof AnnotatedArrayType array) {
            arguments = new AnnotatedType[] {array.getAnnotatedGenericComponentType()};
        } else if (type instanceof AnnotatedParameterizedType parameterized) {
            arguments = parameterized.getAnnotatedActualTypeArguments();
        }
        return new TypeUse(
                nullable ? Nullness.NULLABLE : nonNull ? Nullness.NON_NULL : Nullness.UNSPECIFIED,
                List.of(type.getAnnotations()),
                Stream.of(arguments)
                        .map(argument -> of(argument, argument, marked))
                        .toList());
    }

    /**
     * Returns the type of the elements of an array or a collection, of the values of a map, or of the content of an
     * optional or reactive type.
     *
     * @param seen the same type as Jackson sees it: the use is unknown unless the content is its last type argument
     */
    public TypeUse content(JavaType seen) {
        int count = seen.containedTypeCount();
        JavaType content = seen.getContentType();
        boolean last =
                seen.isArrayType() || count > 0 && (content == null || content.equals(seen.containedType(count - 1)));
        if (!last || arguments.isEmpty()) {
            return UNKNOWN;
        }
        TypeUse inner = arguments.get(arguments.size() - 1);
        // An annotation before an array is one of its elements, too.
        return seen.isArrayType() ? new TypeUse(inner.nullness, List.of(), inner.arguments) : inner;
    }

    /** The same use with what another declaration of the type says where this one says nothing. */
    TypeUse or(TypeUse other) {
        return new TypeUse(
                nullness == Nullness.UNSPECIFIED ? other.nullness : nullness, other.annotations, other.arguments);
    }

    MergedAnnotations merged() {
        return MergedAnnotations.from(annotations.toArray(Annotation[]::new));
    }

    private static boolean has(AnnotatedElement type, String annotation) {
        return Stream.of(type.getAnnotations())
                .anyMatch(present -> present.annotationType().getSimpleName().equals(annotation));
    }

    private static boolean isMarked(AnnotatedElement member, Class<?> declaring) {
        List<AnnotatedElement> scopes = new ArrayList<>(List.of(member));
        for (Class<?> outer = declaring; outer != null; outer = outer.getEnclosingClass()) {
            scopes.add(outer);
        }
        scopes.add(declaring.getPackage());
        scopes.add(declaring.getModule());
        for (AnnotatedElement scope : scopes) {
            if (scope.isAnnotationPresent(NullMarked.class) || scope.isAnnotationPresent(NullUnmarked.class)) {
                return scope.isAnnotationPresent(NullMarked.class);
            }
        }
        return false;
    }
}
