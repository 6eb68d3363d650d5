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
 * A method parameter as the schema generator sees it: a method scope that answers with the parameter's type, name and
 * annotations in place of the method's, so that everything configured for methods applies to parameters.
 */
final class ArgumentScope extends MethodScope {

    private final Argument argument;
    private final ResolvedType type;
    private final @Nullable Integer item;

    /**
     * What is known of the parameter.
     *
     * @param annotations those of the parameter, inherited ones included
     * @param annotatedType its type with the annotations inside, as in {@code List<@Min(3) Integer>}
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
            @Nullable Integer item) {
        super(method, details, null, context);
        this.argument = argument;
        this.type = type;
        this.item = item;
    }

    private ArgumentScope with(ResolvedType otherType, @Nullable Integer otherItem) {
        return new ArgumentScope(getMember(), getDeclarationDetails(), getContext(), argument, otherType, otherItem);
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
        return with(overridden == null ? type : overridden, item);
    }

    @Override
    public MethodScope withOverriddenName(String name) {
        Argument renamed = new Argument(name, argument.type(), argument.annotations(), argument.annotatedType());
        return new ArgumentScope(getMember(), getDeclarationDetails(), getContext(), renamed, type, item);
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
        return item != null;
    }

    @Override
    protected @Nullable Integer getFakeContainerItemIndex() {
        return item;
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
        return getContext().getTypeParameterAnnotation(kind, also, argument.annotatedType(), item);
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
