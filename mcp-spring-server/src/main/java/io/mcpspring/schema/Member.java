package io.mcpspring.schema;

import com.fasterxml.jackson.annotation.JsonRawValue;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import java.lang.annotation.Annotation;
import java.lang.reflect.Executable;
import java.lang.reflect.Field;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.core.KotlinDetector;
import org.springframework.core.MethodParameter;
import org.springframework.core.annotation.MergedAnnotations;
import org.springframework.util.ReflectionUtils;
import tools.jackson.databind.BeanProperty;
import tools.jackson.databind.introspect.AnnotatedMember;
import tools.jackson.databind.introspect.AnnotatedMethod;
import tools.jackson.databind.introspect.AnnotatedParameter;
import tools.jackson.databind.introspect.BeanPropertyDefinition;

/**
 * A member of an object as Jackson reads or writes it.
 *
 * @param name its name in JSON
 * @param annotations those that Jackson merges, and those of the field, which a builder does not have
 * @param required whether it is always there
 * @param nullable whether it may be {@code null}
 * @param argument what {@code @McpToolParam} says about it
 * @param aliases other names under which it is read
 */
record Member(
        String name,
        Value value,
        MergedAnnotations annotations,
        boolean required,
        boolean nullable,
        @Nullable ToolArgument argument,
        List<String> aliases) {

    /** Whether {@code @McpToolParam} gives it a default. */
    boolean hasDefault() {
        return argument != null && argument.defaultValue() != null;
    }

    /**
     * What the code declares about a property.
     *
     * @param use its type, as the code declares it
     * @param annotations those of the member, as {@link Member#annotations()}
     */
    record Declaration(TypeUse use, MergedAnnotations annotations) {

        static Declaration of(
                Class<?> owner, @Nullable BeanPropertyDefinition definition, @Nullable AnnotatedMember member) {
            Field field = definition == null ? null : ReflectionUtils.findField(owner, definition.getInternalName());
            MethodParameter parameter = parameter(member);
            Annotation[] none = {};
            Stream<Annotation> ofMember = member == null ? Stream.empty() : member.annotations();
            Stream<Annotation> ofParameter = Stream.of(parameter == null ? none : parameter.getParameterAnnotations());
            Stream<Annotation> ofField = Stream.of(field == null ? none : field.getAnnotations());
            Map<Class<?>, Annotation> annotations = new LinkedHashMap<>();
            Stream.of(ofMember, ofParameter, ofField)
                    .flatMap(some -> some)
                    .forEach(annotation -> annotations.putIfAbsent(annotation.annotationType(), annotation));
            return new Declaration(
                    use(owner, field, definition, member),
                    MergedAnnotations.from(annotations.values().toArray(Annotation[]::new)));
        }

        /** The accessor that Jackson uses knows best, but Kotlin and builders declare the type at the field. */
        private static TypeUse use(
                Class<?> owner,
                @Nullable Field field,
                @Nullable BeanPropertyDefinition definition,
                @Nullable AnnotatedMember member) {
            TypeUse accessor = TypeUse.UNKNOWN;
            MethodParameter parameter = parameter(member);
            if (parameter != null) {
                accessor = TypeUse.of(parameter);
            } else if (member instanceof AnnotatedMethod getter) {
                accessor = TypeUse.ofReturnType(getter.getAnnotated());
            } else if (field == null && definition != null && definition.hasGetter()) {
                accessor = TypeUse.ofReturnType(definition.getGetter().getAnnotated());
            }
            boolean own = member != null && member.getDeclaringClass().isAssignableFrom(owner);
            if (field == null) {
                return accessor;
            }
            return own && !KotlinDetector.isKotlinType(owner) ? accessor.or(TypeUse.of(field)) : TypeUse.of(field);
        }

        /** Returns the value of a property, which may be anything if annotations choose its form. */
        Value value(BeanProperty property, @Nullable Object coder) {
            boolean open = property.getAnnotation(JsonTypeInfo.class) != null
                    || property.getAnnotation(JsonRawValue.class) != null;
            return new Value(open ? null : coder, property.getType(), use, property);
        }
    }

    /** What Jackson's annotation says, which Jackson itself does not find if a builder creates the type. */
    @Nullable
    String description() {
        String found = Objects.requireNonNull(value.property()).getMetadata().getDescription();
        return found == null ? Keywords.description(annotations) : found;
    }

    /** Returns the parameter of a constructor, a factory method or a setter; {@code null} for other members. */
    static @Nullable MethodParameter parameter(@Nullable Object member) {
        if (member instanceof AnnotatedParameter creator) {
            Executable owner = (Executable) creator.getOwner().getMember();
            return MethodParameter.forExecutable(KotlinTypes.annotated(owner), creator.getIndex());
        }
        return member instanceof AnnotatedMethod setter && setter.getParameterCount() == 1
                ? new MethodParameter(setter.getAnnotated(), 0)
                : null;
    }

    /** The same member of the object into which {@code @JsonUnwrapped} moves it. */
    Member unwrapped(String outerName, boolean always) {
        List<String> outerAliases = outerName.equals(name) ? aliases : List.of();
        return new Member(outerName, value, annotations, always && required, nullable, argument, outerAliases);
    }
}
