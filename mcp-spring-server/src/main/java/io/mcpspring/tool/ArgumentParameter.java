package io.mcpspring.tool;

import io.mcpspring.Internal;
import java.lang.annotation.Annotation;
import java.lang.reflect.Type;
import org.springframework.core.MethodParameter;
import org.springframework.core.ResolvableType;
import org.springframework.util.ClassUtils;

/** A parameter as clients see it: by its name in a request, and without types around its value. */
@Internal
public final class ArgumentParameter extends MethodParameter {

    private final String name;

    private final Type type;

    private final boolean required;

    private final Annotation[] annotations;

    public ArgumentParameter(MethodParameter original, String name, Type type, boolean required) {
        this(original, name, type, required, original.getParameterAnnotations());
    }

    /** @param annotations those of the parameter, and others that describe it */
    public ArgumentParameter(
            MethodParameter original, String name, Type type, boolean required, Annotation[] annotations) {
        super(original);
        this.name = name;
        // The web framework decides what an absent primitive value is.
        this.type = type instanceof Class<?> known ? ClassUtils.resolvePrimitiveIfNecessary(known) : type;
        this.required = required;
        this.annotations = annotations;
    }

    @Override
    public String getParameterName() {
        return name;
    }

    @Override
    public Class<?> getParameterType() {
        return ResolvableType.forType(type).toClass();
    }

    @Override
    public Type getGenericParameterType() {
        return type;
    }

    @Override
    public boolean isOptional() {
        return !required;
    }

    @Override
    public Annotation[] getParameterAnnotations() {
        return annotations.clone();
    }

    @Override
    public ArgumentParameter clone() {
        return new ArgumentParameter(this, name, type, required, annotations);
    }
}
