package io.mcpspring.schema;

import com.fasterxml.classmate.ResolvedType;
import com.github.victools.jsonschema.generator.TypeContext;
import io.mcpspring.Internal;
import java.lang.reflect.GenericArrayType;
import java.lang.reflect.Type;
import org.springframework.core.MethodParameter;
import tools.jackson.databind.JavaType;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.type.TypeFactory;

/** Translates between Jackson's and the schema generator's types. */
@Internal
public final class JavaTypes {

    private JavaTypes() {}

    /** The type of a parameter or of a method's return value, with type variables resolved by the bean's class. */
    public static JavaType of(MethodParameter parameter, Class<?> beanClass, JsonMapper mapper) {
        TypeFactory types = mapper.getTypeFactory();
        JavaType owner = types.constructType(beanClass).findSuperType(parameter.getDeclaringClass());
        return owner == null
                ? types.constructType(parameter.getGenericParameterType())
                : types.resolveMemberType(parameter.getGenericParameterType(), owner.getBindings());
    }

    static JavaType jackson(ResolvedType type, TypeFactory factory) {
        ResolvedType actual = type.getSelfReferencedType() == null ? type : type.getSelfReferencedType();
        if (actual.isArray()) {
            return factory.constructArrayType(jackson(actual.getArrayElementType(), factory));
        }
        JavaType[] parameters = actual.getTypeParameters().stream()
                .map(parameter -> jackson(parameter, factory))
                .toArray(JavaType[]::new);
        return parameters.length == 0
                ? factory.constructType(actual.getErasedType())
                : factory.constructParametricType(actual.getErasedType(), parameters);
    }

    static ResolvedType resolved(JavaType type, TypeContext context) {
        if (type.isArrayType()) {
            ResolvedType element = resolved(type.getContentType(), context);
            return context.resolve((GenericArrayType) () -> element);
        }
        Type[] parameters = type.getBindings().getTypeParameters().stream()
                .map(parameter -> resolved(parameter, context))
                .toArray(Type[]::new);
        return context.resolve(type.getRawClass(), parameters);
    }
}
