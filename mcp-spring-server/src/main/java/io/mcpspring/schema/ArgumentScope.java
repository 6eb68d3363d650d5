package io.mcpspring.schema;

import com.fasterxml.classmate.ResolvedType;
import com.fasterxml.classmate.members.ResolvedMethod;
import com.github.victools.jsonschema.generator.FieldScope;
import com.github.victools.jsonschema.generator.MemberScope;
import com.github.victools.jsonschema.generator.MethodScope;
import com.github.victools.jsonschema.generator.TypeContext;
import java.lang.annotation.Annotation;
import java.lang.reflect.AnnotatedType;
import java.lang.reflect.Method;
import java.util.List;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Presents a parameter to the schema generator as a method that has the type, name and annotations of the parameter, so
 * that everything configured for methods applies to parameters as well.
 */
final class ArgumentScope extends MethodScope {

    private final Argument argument;
    private final ResolvedType type;

    /** The index of the type argument that this scope presents; {@code null} if it presents the parameter itself. */
    private final @Nullable Integer typeArgument;

    /**
     * A parameter.
     *
     * @param annotations the annotations of the parameter, including inherited ones
     * @param annotatedType the type with the annotations of its type arguments, as in {@code List<@Min(3) Integer>}
     */
    record Argument(String name, ResolvedType type, List<Annotation> annotations, AnnotatedType annotatedType) {}

    ArgumentScope(ResolvedMethod method, DeclarationDetails details, TypeContext context, Argument argument) {
        this(method, details, context, argument, argument.type(), null);
    }

    private ArgumentScope(
            ResolvedMethod method,
            DeclarationDetails details,
            TypeContext context,
            Argument argument,
            ResolvedType type,
            @Nullable Integer typeArgument) {
        super(method, details, null, context);
        this.argument = argument;
        this.type = type;
        this.typeArgument = typeArgument;
    }

    private ArgumentScope with(ResolvedType otherType, @Nullable Integer otherTypeArgument) {
        return new ArgumentScope(
                getMember(), getDeclarationDetails(), getContext(), argument, otherType, otherTypeArgument);
    }

    @Override
    public ResolvedType getType() {
        return type;
    }

    @Override
    public ResolvedType getDeclaredType() {
        return argument.type();
    }

    @Override
    public @Nullable ResolvedType getOverriddenType() {
        return type == argument.type() ? null : type;
    }

    @Override
    public MethodScope withOverriddenType(@Nullable ResolvedType overridden) {
        return with(overridden == null ? type : overridden, typeArgument);
    }

    @Override
    public MethodScope withOverriddenName(String name) {
        Argument renamed = new Argument(name, argument.type(), argument.annotations(), argument.annotatedType());
        return new ArgumentScope(getMember(), getDeclarationDetails(), getContext(), renamed, type, typeArgument);
    }

    @Override
    public MethodScope asFakeContainerItemScope() {
        return with(getContainerItemType(), 0);
    }

    @Override
    public MemberScope<ResolvedMethod, Method> asFakeContainerItemScope(Class<?> container, int index) {
        return with(getTypeParameterFor(container, index), index);
    }

    @Override
    public boolean isFakeContainerItemScope() {
        return typeArgument != null;
    }

    @Override
    protected @Nullable Integer getFakeContainerItemIndex() {
        return typeArgument;
    }

    @Override
    public boolean isContainerType() {
        return getContext().isContainerType(type);
    }

    @Override
    public ResolvedType getContainerItemType() {
        return getContext().getContainerItemType(type);
    }

    @Override
    public ResolvedType getTypeParameterFor(Class<?> erasedSuperType, int index) {
        return getContext().getTypeParameterFor(type, erasedSuperType, index);
    }

    @Override
    public @Nullable FieldScope findGetterField() {
        return null;
    }

    @Override
    public String getDeclaredName() {
        return argument.name();
    }

    @Override
    protected String doGetSchemaPropertyName() {
        return argument.name();
    }

    @Override
    public <A extends Annotation> @Nullable A getAnnotation(Class<A> kind, Predicate<Annotation> also) {
        return getContext().getAnnotationFromList(kind, argument.annotations(), also);
    }

    @Override
    public <A extends Annotation> @Nullable A getContainerItemAnnotation(Class<A> kind, Predicate<Annotation> also) {
        return getContext().getTypeParameterAnnotation(kind, also, argument.annotatedType(), typeArgument);
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
