package io.mcpspring.schema;

import com.fasterxml.classmate.ResolvedType;
import com.fasterxml.classmate.ResolvedTypeWithMembers;
import com.fasterxml.classmate.members.ResolvedField;
import com.fasterxml.classmate.members.ResolvedMember;
import com.fasterxml.classmate.members.ResolvedMethod;
import com.github.victools.jsonschema.generator.CustomDefinition;
import com.github.victools.jsonschema.generator.FieldScope;
import com.github.victools.jsonschema.generator.MemberScope;
import com.github.victools.jsonschema.generator.MemberScope.DeclarationDetails;
import com.github.victools.jsonschema.generator.MethodScope;
import com.github.victools.jsonschema.generator.SchemaGenerationContext;
import com.github.victools.jsonschema.generator.TypeContext;
import com.github.victools.jsonschema.generator.impl.AttributeCollector;
import org.jspecify.annotations.Nullable;
import org.springframework.core.MethodParameter;
import tools.jackson.databind.JavaType;
import tools.jackson.databind.node.ObjectNode;

/** Creates scopes for properties and parameters, from which the schema generator reads their annotations. */
record MemberScopes(SchemaGenerationContext context) {

    /** An argument of a bean's method. */
    MemberScope<?, ?> of(ToolArgument argument, JavaType type, Class<?> beanClass) {
        ResolvedType owner = types().resolve(beanClass);
        DeclarationDetails details = new DeclarationDetails(owner, types().resolveWithMembers(owner));
        return parameter(argument.parameter(), argument.name(), type, details);
    }

    /** A property; null if it has no declaration that could carry annotations. */
    @Nullable
    MemberScope<?, ?> of(JacksonProperty property) {
        JacksonProperty.Declaration declaration = property.declaration();
        if (declaration == null) {
            return null;
        }
        JavaType declaring =
                declaration.owner().findSuperType(declaration.member().getDeclaringClass());
        ResolvedTypeWithMembers owner =
                types().resolveWithMembers(resolved(declaring == null ? declaration.owner() : declaring));
        for (ResolvedField field : owner.getMemberFields()) {
            if (field.getRawMember().equals(declaration.member())) {
                return types().createFieldScope(field, details(field, owner)).withOverriddenName(property.name());
            }
        }
        for (ResolvedMethod method : owner.getMemberMethods()) {
            if (method.getRawMember().equals(declaration.member())) {
                return declaration.isSetter() ? setter(property, method, owner) : getter(property, method, owner);
            }
        }
        return null;
    }

    private MemberScope<?, ?> getter(JacksonProperty property, ResolvedMethod method, ResolvedTypeWithMembers owner) {
        return types().createMethodScope(method, details(method, owner))
                .withOverriddenName(property.name())
                .withOverriddenType(resolved(property.type()));
    }

    private MemberScope<?, ?> setter(JacksonProperty property, ResolvedMethod method, ResolvedTypeWithMembers owner) {
        MethodParameter parameter = new MethodParameter(method.getRawMember(), 0);
        return parameter(parameter, property.name(), property.type(), details(method, owner));
    }

    private MemberScope<?, ?> parameter(
            MethodParameter parameter, String name, JavaType type, DeclarationDetails details) {
        ResolvedType declared = resolved(type);
        return new ArgumentScope(parameter, name, declared, declared, details, types());
    }

    boolean isRequired(MemberScope<?, ?> scope) {
        return scope instanceof FieldScope field
                ? context.getGeneratorConfig().isRequired(field)
                : context.getGeneratorConfig().isRequired((MethodScope) scope);
    }

    boolean isNullable(MemberScope<?, ?> scope) {
        return scope instanceof FieldScope field
                ? context.getGeneratorConfig().isNullable(field)
                : context.getGeneratorConfig().isNullable((MethodScope) scope);
    }

    @Nullable
    CustomDefinition customDefinition(MemberScope<?, ?> scope) {
        return context.getGeneratorConfig().getCustomDefinition(scope, context, null);
    }

    /** The keywords that annotations of the member add. */
    ObjectNode attributes(MemberScope<?, ?> scope) {
        return scope instanceof FieldScope field
                ? AttributeCollector.collectFieldAttributes(field, context)
                : AttributeCollector.collectMethodAttributes((MethodScope) scope, context);
    }

    private TypeContext types() {
        return context.getTypeContext();
    }

    private ResolvedType resolved(JavaType type) {
        return JavaTypes.resolved(type, types());
    }

    private static DeclarationDetails details(ResolvedMember<?> member, ResolvedTypeWithMembers owner) {
        return new DeclarationDetails(member.getDeclaringType(), owner);
    }
}
