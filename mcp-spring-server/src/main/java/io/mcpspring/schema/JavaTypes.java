package io.mcpspring.schema;

import io.mcpspring.Internal;
import io.mcpspring.validation.DeclarationException;
import java.lang.reflect.Type;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.core.DefaultParameterNameDiscoverer;
import org.springframework.core.MethodParameter;
import org.springframework.core.ResolvableType;
import tools.jackson.databind.JavaType;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.type.ResolvedRecursiveType;
import tools.jackson.databind.type.TypeFactory;

/** The types of parameters and results as Jackson sees them. */
@Internal
public final class JavaTypes {

    private JavaTypes() {}

    /**
     * Returns the name of a parameter, for clients.
     *
     * @param annotation an annotation that can give the name, such as {@code @RequestHeader("...")}; {@code null} if
     *     there is none
     * @throws DeclarationException if it is unknown
     */
    public static String nameOf(MethodParameter parameter, @Nullable String annotation) {
        parameter.initParameterNameDiscovery(new DefaultParameterNameDiscoverer());
        String name = parameter.getParameterName();
        if (name == null) {
            String type = parameter.getParameterType().getName();
            throw new DeclarationException(
                    "The name of parameter %d (%s) is unknown".formatted(parameter.getParameterIndex() + 1, type),
                    "Compile with the flag -parameters (Maven: maven.compiler.parameters=true)"
                            + (annotation == null ? "" : " or give the name with " + annotation));
        }
        return name;
    }

    /** The type of a parameter or of a method's return value, with type variables resolved by the bean's class. */
    public static JavaType of(MethodParameter parameter, Class<?> beanClass, JsonMapper mapper) {
        TypeFactory types = mapper.getTypeFactory();
        JavaType owner = types.constructType(beanClass).findSuperType(parameter.getDeclaringClass());
        Type valueClass = KotlinTypes.valueClass(parameter);
        Type type = valueClass == null ? parameter.getGenericParameterType() : valueClass;
        return owner == null ? types.constructType(type) : types.resolveMemberType(type, owner.getBindings());
    }

    /**
     * The type of the value that a method returns, without the reactive type, the optionals and Kotlin's {@code Result}
     * around it; a list for a reactive type of several values.
     */
    public static JavaType ofResult(MethodParameter returned, Class<?> beanClass, JsonMapper mapper) {
        ResultType declared = new ResultType(of(returned, beanClass, mapper), TypeUse.UNKNOWN, false);
        return declared.content(mapper.getTypeFactory()).type();
    }

    /** The type of the elements of a collection or an array, without optionals; {@code null} for other types. */
    public static @Nullable JavaType element(JavaType type) {
        return type.isArrayType() || type.isCollectionLikeType() ? withoutOptional(type.getContentType()) : null;
    }

    /** The type of the value of an optional; other types are unchanged. */
    private static JavaType withoutOptional(JavaType type) {
        return isOptional(type) ? withoutOptional(type.getReferencedType()) : type;
    }

    /** Whether a type is {@code Optional} or one of its variants for primitive values. */
    public static boolean isOptional(JavaType type) {
        return type.isReferenceType() && type.getRawClass().getName().startsWith("java.util.Optional");
    }

    /** Whether there are no values of a type. */
    public static boolean isNothing(JavaType type) {
        Class<?> raw = type.getRawClass();
        return raw == void.class || raw == Void.class || raw.getName().equals("kotlin.Unit");
    }

    /** Returns the type of a value inside a type, which may be the type itself. */
    static JavaType resolved(JavaType type) {
        return type instanceof ResolvedRecursiveType recursive ? recursive.getSelfReferencedType() : type;
    }

    /** Returns a type and the types that it is made of, such as those of {@code Mono<List<Order>>}. */
    public static Set<Class<?>> classes(ResolvableType type) {
        Set<Class<?>> classes = new LinkedHashSet<>();
        collect(type, classes, new HashSet<>());
        return classes;
    }

    // A type variable may be bounded by itself.
    private static void collect(ResolvableType type, Set<Class<?>> classes, Set<Type> seen) {
        Class<?> resolved = type.resolve();
        if (resolved != null && seen.add(type.getType())) {
            classes.add(resolved);
            collect(type.getComponentType(), classes, seen);
            Stream.of(type.getGenerics()).forEach(part -> collect(part, classes, seen));
        }
    }
}
