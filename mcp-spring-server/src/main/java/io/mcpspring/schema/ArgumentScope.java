package io.mcpspring.schema;

import com.fasterxml.classmate.Annotations;
import com.fasterxml.classmate.ResolvedType;
import com.fasterxml.classmate.members.ResolvedMethod;
import com.github.victools.jsonschema.generator.FieldScope;
import com.github.victools.jsonschema.generator.MethodScope;
import com.github.victools.jsonschema.generator.TypeContext;
import java.lang.annotation.Annotation;
import java.lang.reflect.AnnotatedType;
import java.lang.reflect.Method;
import java.util.List;
import java.util.Objects;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.springframework.core.MethodParameter;

/**
 * Presents a parameter to the schema generator as a method that has the type, name and annotations of the parameter, so
 * that everything configured for methods applies to parameters as well. The schema generator marks a scope that
 * presents the elements of another one itself; the mark is lost if the type is overridden afterwards.
 */
final class ArgumentScope extends MethodScope {

    private final MethodParameter parameter;
    private final String name;
    private final ResolvedType declared;

    /**
     * Presents a parameter.
     *
     * @param name the name of the parameter in JSON
     * @param declared the type of the parameter
     * @param type the type to describe: that of the parameter, or one inside it
     */
    ArgumentScope(
            MethodParameter parameter,
            String name,
            ResolvedType declared,
            ResolvedType type,
            DeclarationDetails details,
            TypeContext context) {
        super(method(parameter, type, details), details, null, context);
        this.parameter = parameter;
        this.name = name;
        this.declared = declared;
    }

    private static ResolvedMethod method(MethodParameter parameter, ResolvedType type, DeclarationDetails details) {
        Method method = Objects.requireNonNull(parameter.getMethod());
        return new ResolvedMethod(details.getSchemaTargetType(), new Annotations(), method, type, new ResolvedType[0]);
    }

    @Override
    public ResolvedType getDeclaredType() {
        return declared;
    }

    @Override
    public @Nullable ResolvedType getOverriddenType() {
        return getType() == declared ? null : getType();
    }

    @Override
    public MethodScope withOverriddenType(@Nullable ResolvedType overridden) {
        ResolvedType type = overridden == null ? getType() : overridden;
        return new ArgumentScope(parameter, name, declared, type, getDeclarationDetails(), getContext());
    }

    @Override
    public MethodScope withOverriddenName(String other) {
        return new ArgumentScope(parameter, other, declared, getType(), getDeclarationDetails(), getContext());
    }

    @Override
    public @Nullable FieldScope findGetterField() {
        return null;
    }

    @Override
    public String getDeclaredName() {
        return name;
    }

    @Override
    protected String doGetSchemaPropertyName() {
        return name;
    }

    @Override
    public <A extends Annotation> @Nullable A getAnnotation(Class<A> kind, Predicate<Annotation> also) {
        return getContext().getAnnotationFromList(kind, List.of(parameter.getParameterAnnotations()), also);
    }

    @Override
    public <A extends Annotation> @Nullable A getContainerItemAnnotation(Class<A> kind, Predicate<Annotation> also) {
        AnnotatedType annotated = parameter.getExecutable().getAnnotatedParameterTypes()[parameter.getParameterIndex()];
        return getContext().getTypeParameterAnnotation(kind, also, annotated, getFakeContainerItemIndex());
    }

    @Override
    public <A extends Annotation> @Nullable A getAnnotationConsideringFieldAndGetter(
            Class<A> kind, Predicate<Annotation> also) {
        return getAnnotation(kind, also);
    }

    @Override
    public <A extends Annotation> @Nullable A getContainerItemAnnotationConsideringFieldAndGetter(
            Class<A> kind, Predicate<Annotation> also) {
        return getContainerItemAnnotation(kind, also);
    }
}
