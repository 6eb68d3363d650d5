package io.mcpspring.schema;

import io.mcpspring.Internal;
import java.lang.reflect.Type;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.core.MethodParameter;
import org.springframework.core.ReactiveAdapter;
import org.springframework.core.ReactiveAdapterRegistry;
import tools.jackson.core.TreeNode;
import tools.jackson.databind.JavaType;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.type.ResolvedRecursiveType;
import tools.jackson.databind.type.TypeFactory;

/** The types of parameters and results as Jackson sees them. */
@Internal
public final class JavaTypes {

    private JavaTypes() {}

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
        return withoutWrappers(of(returned, beanClass, mapper), mapper.getTypeFactory());
    }

    private static JavaType withoutWrappers(JavaType type, TypeFactory types) {
        if (isOptional(type) || KotlinTypes.isResult(type.getRawClass())) {
            return withoutWrappers(isOptional(type) ? type.getReferencedType() : type.containedTypeOrUnknown(0), types);
        }
        ReactiveAdapter adapter = ReactiveAdapterRegistry.getSharedInstance().getAdapter(type.getRawClass());
        if (adapter == null) {
            return type;
        }
        if (adapter.isNoValue()) {
            return types.constructType(Void.class);
        }
        JavaType value = type.containedTypeOrUnknown(0);
        return adapter.isMultiValue()
                ? types.constructCollectionType(List.class, value)
                : withoutWrappers(value, types);
    }

    /** The type of the elements of a collection or an array, without optionals; {@code null} for other types. */
    public static @Nullable JavaType element(JavaType type) {
        return type.isArrayType() || type.isCollectionLikeType() ? withoutOptional(type.getContentType()) : null;
    }

    /** The type of the value of an optional; other types are unchanged. */
    public static JavaType withoutOptional(JavaType type) {
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

    static boolean isTree(JavaType type) {
        return type.isTypeOrSubTypeOf(TreeNode.class);
    }

    /** Returns the type of a value inside a type, which may be the type itself. */
    static JavaType resolved(JavaType type) {
        return type instanceof ResolvedRecursiveType recursive ? recursive.getSelfReferencedType() : type;
    }
}
