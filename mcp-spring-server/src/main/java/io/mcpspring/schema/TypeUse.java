package io.mcpspring.schema;

import io.mcpspring.Internal;
import java.lang.annotation.Annotation;
import java.lang.reflect.AnnotatedArrayType;
import java.lang.reflect.AnnotatedElement;
import java.lang.reflect.AnnotatedParameterizedType;
import java.lang.reflect.AnnotatedType;
import java.lang.reflect.AnnotatedTypeVariable;
import java.lang.reflect.Field;
import java.lang.reflect.Member;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.NullMarked;
import org.jspecify.annotations.NullUnmarked;
import org.jspecify.annotations.Nullable;
import org.springframework.core.KotlinDetector;
import org.springframework.core.MethodParameter;
import org.springframework.core.Nullness;
import tools.jackson.databind.JavaType;

/**
 * A type as the code declares it, as in {@code List<@Nullable String> names}: unlike the type itself, it declares
 * whether elements may be {@code null}.
 *
 * @param type the type with its annotations; {@code null} where it is unknown
 * @param marked whether types without an annotation are non-null there
 */
@Internal
public record TypeUse(@Nullable AnnotatedType type, boolean marked) {

    /** A type of which only the class is known. */
    public static final TypeUse UNKNOWN = new TypeUse(null, false);

    private static final Set<String> NON_NULL = Set.of("NonNull", "Nonnull", "NotNull");

    /** The return type of the method; unknown for a suspending function. */
    public static TypeUse ofReturnType(Method method) {
        return KotlinDetector.isSuspendingFunction(method)
                ? UNKNOWN
                : new TypeUse(method.getAnnotatedReturnType(), isMarked(method, method.getDeclaringClass()));
    }

    static TypeUse of(MethodParameter parameter) {
        AnnotatedType type = parameter.getExecutable().getAnnotatedParameterTypes()[parameter.getParameterIndex()];
        return new TypeUse(type, isMarked(parameter.getExecutable(), parameter.getDeclaringClass()));
    }

    /** The type of a field, the return type of a getter, or the parameter type of a setter. */
    static TypeUse of(Member member) {
        if (member instanceof Field field) {
            return new TypeUse(field.getAnnotatedType(), isMarked(field, field.getDeclaringClass()));
        }
        Method method = (Method) member;
        return method.getParameterCount() == 1 ? of(new MethodParameter(method, 0)) : ofReturnType(method);
    }

    /**
     * Returns the type of the elements of an array or a collection, of the values of a map, or of the content of an
     * optional or reactive type.
     *
     * @param seen the same type as Jackson sees it: the use is unknown unless the content is its last type argument
     */
    public TypeUse content(JavaType seen) {
        if (type instanceof AnnotatedArrayType array && seen.isArrayType()) {
            return new TypeUse(array.getAnnotatedGenericComponentType(), marked);
        }
        int count = seen.containedTypeCount();
        JavaType content = seen.getContentType();
        boolean last = count > 0 && (content == null || content.equals(seen.containedType(count - 1)));
        if (last && type instanceof AnnotatedParameterizedType parameterized) {
            AnnotatedType[] arguments = parameterized.getAnnotatedActualTypeArguments();
            return new TypeUse(arguments[arguments.length - 1], marked);
        }
        return UNKNOWN;
    }

    /** Whether the code declares {@code null} as a value of this type. */
    public Nullness nullness() {
        if (type == null) {
            return Nullness.UNSPECIFIED;
        }
        if (isNullable(type)
                || type instanceof AnnotatedTypeVariable variable
                        && Stream.of(variable.getAnnotatedBounds()).anyMatch(TypeUse::isNullable)) {
            return Nullness.NULLABLE;
        }
        boolean nonNull = marked || simpleNames(type).anyMatch(NON_NULL::contains);
        return nonNull ? Nullness.NON_NULL : Nullness.UNSPECIFIED;
    }

    private static boolean isNullable(AnnotatedType type) {
        return simpleNames(type).anyMatch("Nullable"::equals);
    }

    private static Stream<String> simpleNames(AnnotatedType type) {
        return Stream.of(type.getAnnotations()).map(Annotation::annotationType).map(Class::getSimpleName);
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
