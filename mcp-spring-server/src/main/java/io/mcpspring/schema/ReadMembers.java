package io.mcpspring.schema;

import com.fasterxml.jackson.annotation.JsonFormat;
import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import com.fasterxml.jackson.annotation.Nulls;
import io.mcpspring.schema.Member.Declaration;
import io.mcpspring.validation.OtherForms;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.springframework.core.KotlinDetector;
import org.springframework.core.Nullness;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.JavaType;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.MapperFeature;
import tools.jackson.databind.PropertyName;
import tools.jackson.databind.deser.SettableBeanProperty;
import tools.jackson.databind.deser.bean.BeanDeserializerBase;
import tools.jackson.databind.introspect.AnnotatedClass;
import tools.jackson.databind.introspect.AnnotatedMember;
import tools.jackson.databind.introspect.AnnotatedMethod;
import tools.jackson.databind.introspect.BeanPropertyDefinition;
import tools.jackson.databind.introspect.JacksonAnnotationIntrospector;
import tools.jackson.databind.jsontype.TypeDeserializer;
import tools.jackson.databind.node.ObjectNode;
import tools.jackson.databind.ser.AnyGetterWriter;
import tools.jackson.databind.ser.BeanPropertyWriter;

/**
 * The members that Jackson reads of an object.
 *
 * @param closed whether objects must not have members that Jackson would ignore
 */
record ReadMembers(ReadSchemas schemas, boolean closed) {

    List<Member> find(Value value) {
        if (!(value.coder() instanceof BeanDeserializerBase deserializer)) {
            return List.of();
        }
        JavaType type = value.type();
        Map<String, BeanPropertyDefinition> definitions = schemas.properties(type);
        List<Member> members = new ArrayList<>();
        deserializer.properties().forEachRemaining(property -> {
            boolean seen = schemas.view == null || property.visibleInView(schemas.view);
            if (seen && !property.isInjectionOnly() && !property.isIgnorable() && !isForOthers(property.getMember())) {
                members.add(member(type, property, definitions.get(property.getName())));
            }
        });
        for (BeanPropertyDefinition definition : definitions.values()) {
            AnnotatedMember mutator = definition.getMutator();
            if (mutator != null
                    && schemas.introspector.findUnwrappingNameTransformer(schemas.config, mutator) != null) {
                Value inner = schemas.value(definition.getPrimaryType(), TypeUse.UNKNOWN, null);
                schemas.unwrapped(inner, mutator, true).forEach(members::add);
            }
        }
        return members;
    }

    private boolean isForOthers(@Nullable AnnotatedMember member) {
        return member != null && Boolean.TRUE.equals(schemas.introspector.hasAnySetter(schemas.config, member));
    }

    private Member member(JavaType owner, SettableBeanProperty property, @Nullable BeanPropertyDefinition definition) {
        Class<?> raw = owner.getRawClass();
        JavaType type = property.getType();
        boolean created = property.isCreatorProperty();
        Declaration declaration = Declaration.of(raw, definition, property.getMember());
        boolean strictPrimitive =
                type.isPrimitive() && schemas.mapper.isEnabled(DeserializationFeature.FAIL_ON_NULL_FOR_PRIMITIVES);
        boolean nonNull = strictPrimitive || declaration.use().nullness() == Nullness.NON_NULL;
        // Fields may have an initial value. For Kotlin, Jackson's module determines whether a parameter has a default.
        Nulls nulls = property.getMetadata().getValueNulls();
        boolean replacesNull = nulls == Nulls.AS_EMPTY || nulls == Nulls.SKIP;
        boolean refusesNull =
                nulls == Nulls.FAIL || schemas.mapper.isEnabled(DeserializationFeature.FAIL_ON_NULL_CREATOR_PROPERTIES);
        boolean takesNull = replacesNull || type.isReferenceType();
        boolean needed = created && nonNull && !takesNull && !KotlinDetector.isKotlinType(raw);
        boolean demanded = created
                && (refusesNull || schemas.mapper.isEnabled(DeserializationFeature.FAIL_ON_MISSING_CREATOR_PROPERTIES));
        // Jackson's module for Kotlin requires such properties, too, if they are not nullable.
        boolean initialized = !created
                && KotlinTypes.isInitialized(raw, property.getMember())
                && !Boolean.TRUE.equals(
                        new JacksonAnnotationIntrospector().hasRequiredMarker(schemas.config, property.getMember()));
        ToolArgument argument = NestedArguments.find(property, owner, schemas.config);
        boolean required = argument == null
                ? property.isRequired() && !initialized || needed || demanded
                : argument.required() || argument.defaultValue() == null && (strictPrimitive && needed || demanded);
        boolean nullable = !refusesNull && (takesNull || !required && !nonNull);
        Value value = declaration.value(property, property.getValueDeserializer());
        List<String> aliases = property.findAliases(schemas.config).stream()
                .map(PropertyName::getSimpleName)
                .toList();
        return new Member(property.getName(), value, declaration.annotations(), required, nullable, argument, aliases);
    }

    /** Adds to the schema of an object what it may have besides its members. */
    void addOthers(ObjectNode schema, Value value, List<Member> members) {
        JavaType type = value.type();
        members.forEach(member -> {
            OtherForms.add(schema, member.aliases(), member.name());
            if (member.argument() != null && member.argument().defaultValue() != null) {
                JsonNode property = schema.get("properties").get(member.name());
                OtherForms.addDefault(schema, member.name(), property.get("default"));
            }
            addExternalName(member, schema);
        });
        JsonFormat.Value format = schemas.introspector.findFormat(schemas.config, schemas.annotations(type));
        Boolean anyCase =
                format == null ? null : format.getFeature(JsonFormat.Feature.ACCEPT_CASE_INSENSITIVE_PROPERTIES);
        if (anyCase == null ? schemas.mapper.isEnabled(MapperFeature.ACCEPT_CASE_INSENSITIVE_PROPERTIES) : anyCase) {
            OtherForms.allow(OtherForms.NAMES_IN_ANY_CASE, schema);
        }
        JavaType others = others(type);
        if (others != null) {
            schema.set("additionalProperties", schemas.schema(schemas.value(others, TypeUse.UNKNOWN, null)));
        } else if (isClosed(value, members)) {
            schema.put("additionalProperties", false);
        }
    }

    /** Adds the member beside a value that names its type. */
    private static void addExternalName(Member member, ObjectNode schema) {
        TypeDeserializer naming = member.value().property() instanceof SettableBeanProperty property
                ? property.getValueTypeDeserializer()
                : null;
        if (naming != null && naming.getTypeInclusion() == JsonTypeInfo.As.EXTERNAL_PROPERTY) {
            schema.withObjectProperty("properties")
                    .putIfAbsent(naming.getPropertyName(), TypeSchemas.object().put("type", "string"));
        }
    }

    /** The type of the members that an object takes besides its properties; {@code null} if it takes none. */
    private @Nullable JavaType others(JavaType type) {
        AnnotatedMember member = schemas.bean(type).findAnySetterAccessor();
        if (member == null) {
            return null;
        }
        JavaType value = member instanceof AnnotatedMethod method
                ? method.getParameterType(1)
                : member.getType().getContentType();
        return value == null ? schemas.mapper.constructType(Object.class) : value;
    }

    /** Whether an object must not have other members. */
    private boolean isClosed(Value value, List<Member> members) {
        AnnotatedClass read = schemas.bean(value.type()).getClassInfo();
        JsonIgnoreProperties.Value ignored = schemas.config.getDefaultPropertyIgnorals(read.getRawType(), read);
        return closed
                && value.coder() instanceof BeanDeserializerBase
                && !ignored.getIgnoreUnknown()
                && readsWhatItWrites(value.type(), members);
    }

    /** Whether a value can be sent back that a tool has returned. */
    private boolean readsWhatItWrites(JavaType type, List<Member> members) {
        Set<String> written = new HashSet<>();
        schemas.writing().findPrimaryPropertySerializer(type, null).properties().forEachRemaining(property -> {
            if (!(property instanceof BeanPropertyWriter bean && bean.isUnwrapping())) {
                // The name of what has other members is not one of them.
                written.add(property instanceof AnyGetterWriter ? "*" : property.getName());
            }
        });
        members.forEach(member -> written.remove(member.name()));
        return written.isEmpty();
    }
}
