package io.mcpspring.schema;

import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import java.lang.reflect.AnnotatedElement;
import java.lang.reflect.Field;
import java.lang.reflect.Member;
import java.lang.reflect.Method;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.core.MethodParameter;
import org.springframework.core.Nullness;
import org.springframework.core.annotation.MergedAnnotations;
import org.springframework.util.ReflectionUtils;
import tools.jackson.databind.BeanProperty;
import tools.jackson.databind.JavaType;
import tools.jackson.databind.PropertyName;
import tools.jackson.databind.cfg.MapperConfig;
import tools.jackson.databind.introspect.AnnotatedMember;
import tools.jackson.databind.introspect.AnnotatedMethod;
import tools.jackson.databind.introspect.BeanPropertyDefinition;
import tools.jackson.databind.node.ObjectNode;

/**
 * A property as Jackson reads or writes it.
 *
 * @param name its name in JSON
 * @param own its schema if that differs from the schema of its type
 * @param argument what {@code @McpToolParam} says about it
 * @param required whether it is always there
 * @param nullable whether it may be {@code null}
 * @param omissible whether it may be missing although it is not {@code null}
 * @param aliases other names under which it is read
 * @param order its place among the properties
 */
record JacksonProperty(
        String name,
        JavaType type,
        @Nullable Declaration declaration,
        @Nullable ObjectNode own,
        @Nullable String description,
        @Nullable ToolArgument argument,
        boolean required,
        boolean nullable,
        boolean omissible,
        List<String> aliases,
        int order) {

    /** The field, getter or setter that carries a property's annotations, and the type that has it. */
    record Declaration(JavaType owner, Member member) {

        /** The field, else the getter, else the setter. */
        static @Nullable Declaration of(
                JavaType owner, @Nullable BeanPropertyDefinition definition, @Nullable AnnotatedMember member) {
            Field field = definition == null
                    ? null
                    : ReflectionUtils.findField(owner.getRawClass(), definition.getInternalName());
            if (field != null) {
                return new Declaration(owner, field);
            }
            if (definition != null && definition.hasGetter()) {
                return new Declaration(owner, definition.getGetter().getAnnotated());
            }
            return member instanceof AnnotatedMethod method ? new Declaration(owner, method.getAnnotated()) : null;
        }

        TypeUse use() {
            return TypeUse.of(member);
        }

        /** What Jackson's annotation says, which Jackson itself does not find if a builder creates the type. */
        @Nullable
        String description() {
            return MergedAnnotations.from((AnnotatedElement) member)
                    .get(JsonPropertyDescription.class)
                    .getValue("value", String.class)
                    .orElse(null);
        }

        boolean isSetter() {
            return member instanceof Method method && method.getParameterCount() == 1;
        }

        boolean isNonNull() {
            if (member instanceof Field field) {
                return Nullness.forField(field) == Nullness.NON_NULL;
            }
            Method method = (Method) member;
            Nullness nullness = isSetter()
                    ? Nullness.forMethodParameter(new MethodParameter(method, 0))
                    : Nullness.forMethodReturnType(method);
            return nullness == Nullness.NON_NULL;
        }
    }

    /** A property that is there if it is not {@code null}. */
    static JacksonProperty of(
            BeanProperty property,
            @Nullable Declaration declaration,
            @Nullable ObjectNode own,
            @Nullable ToolArgument argument,
            boolean required,
            boolean nullable,
            MapperConfig<?> config) {
        String description = property.getMetadata().getDescription();
        return new JacksonProperty(
                property.getName(),
                property.getType(),
                declaration,
                own,
                description != null || declaration == null ? description : declaration.description(),
                argument,
                required,
                nullable,
                false,
                property.findAliases(config).stream()
                        .map(PropertyName::getSimpleName)
                        .toList(),
                order(declaration));
    }

    /** Position of a property: fields in the order of the source, those of superclasses first, then all others. */
    static int order(@Nullable Declaration declaration) {
        if (declaration == null || !(declaration.member() instanceof Field field)) {
            return Integer.MAX_VALUE;
        }
        int before = 0;
        for (Class<?> c = field.getDeclaringClass().getSuperclass(); c != null; c = c.getSuperclass()) {
            before += c.getDeclaredFields().length;
        }
        return before + List.of(field.getDeclaringClass().getDeclaredFields()).indexOf(field);
    }

    /** The same property as a member of the object into which {@code @JsonUnwrapped} moves it. */
    JacksonProperty unwrapped(String outerName, boolean always, int place) {
        boolean expected = always && required;
        boolean mayMiss = omissible || !always;
        return new JacksonProperty(
                outerName,
                type,
                declaration,
                own,
                description,
                argument,
                expected,
                nullable,
                mayMiss,
                outerName.equals(name) ? aliases : List.of(),
                place);
    }

    JacksonProperty optional() {
        return unwrapped(name, false, order);
    }
}
