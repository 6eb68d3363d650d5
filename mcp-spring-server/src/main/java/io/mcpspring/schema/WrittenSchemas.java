package io.mcpspring.schema;

import com.fasterxml.jackson.annotation.JsonFormat;
import com.fasterxml.jackson.annotation.JsonInclude;
import io.mcpspring.schema.Alternative.TypeName;
import io.mcpspring.schema.Member.Declaration;
import io.mcpspring.schema.ValueForm.Kind;
import io.mcpspring.validation.DeclarationException;
import java.lang.reflect.Modifier;
import java.lang.reflect.Type;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.function.Consumer;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.core.MethodParameter;
import org.springframework.core.Nullness;
import org.springframework.util.ClassUtils;
import tools.jackson.databind.BeanDescription;
import tools.jackson.databind.BeanProperty;
import tools.jackson.databind.JavaType;
import tools.jackson.databind.MapperFeature;
import tools.jackson.databind.ValueSerializer;
import tools.jackson.databind.introspect.AnnotatedMember;
import tools.jackson.databind.introspect.AnnotatedMethod;
import tools.jackson.databind.introspect.BeanPropertyDefinition;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;
import tools.jackson.databind.ser.AnyGetterWriter;
import tools.jackson.databind.ser.BeanPropertyWriter;
import tools.jackson.databind.ser.PropertyWriter;
import tools.jackson.databind.ser.bean.BeanSerializerBase;
import tools.jackson.databind.ser.std.StdConvertingSerializer;

/** The schemas of types as Jackson writes them. */
final class WrittenSchemas extends TypeSchemas {

    private static final Pattern RELATION =
            Pattern.compile("jakarta\\.persistence\\.((One|Many)To(One|Many)|ElementCollection)");

    /** Inclusions by which more than {@code null} is omitted. */
    static final Set<JsonInclude.Include> OMITTING =
            EnumSet.of(JsonInclude.Include.NON_EMPTY, JsonInclude.Include.NON_DEFAULT, JsonInclude.Include.CUSTOM);

    private final Set<JavaType> warned = new HashSet<>();
    private final Consumer<String> warnings;

    /**
     * @param view the view of which the members are written; {@code null} for all members
     * @param warnings gets what is likely to fail when values are written
     */
    WrittenSchemas(JsonMapper mapper, @Nullable Class<?> view, Keywords keywords, Consumer<String> warnings) {
        super(mapper, JsonMapper::serializationConfig, keywords);
        this.view = view;
        this.warnings = warnings;
    }

    @Override
    Object findCoder(JavaType type, @Nullable BeanProperty property) {
        return writing().findPrimaryPropertySerializer(written(type), property);
    }

    /** Returns the type by which Jackson finds how the values of a type are written. */
    private JavaType written(JavaType type) {
        Class<?> raw = type.getRawClass();
        if (raw == Enum.class) {
            // Jackson has no serializer for the base of all enums, and uses that of the value.
            return mapper.constructType(Object.class);
        }
        if (!raw.getName().equals("org.springframework.data.domain.Page")) {
            return type;
        }
        // An application may choose how pages of Spring Data are written.
        Class<?> page = ClassUtils.resolveClassName(raw.getName() + "Impl", raw.getClassLoader());
        boolean chosen = config.findMixInClassFor(page) != null;
        return chosen ? mapper.getTypeFactory().constructSpecializedType(type, page) : type;
    }

    @Override
    void checkUsable(Value value) {
        Unwritable.check(value.coder());
    }

    @Override
    ObjectNode plain(Value value, @Nullable TypeName typeName) {
        JavaType type = value.type();
        ObjectNode enumeration = type.isEnumType() && isUsual(value) ? enumeration(value) : null;
        if (enumeration != null) {
            return enumeration;
        }
        if (value.coder() instanceof StdConvertingSerializer converting) {
            return converted(value, converting);
        }
        ValueForm form = ValueForm.of(serializer(value), type, writing());
        if (form.kind() == Kind.UNKNOWN || hasOwnValue(type)) {
            return object();
        }
        if (!form.type().hasRawClass(type.getRawClass())) {
            return schema(value(form.type(), TypeUse.UNKNOWN, value.property()));
        }
        return switch (form.kind()) {
            case ITEMS -> isUnwrappedAlone(value) ? object() : SchemaParts.array(elements(value));
            case ENTRIES -> entries(value, typeName);
            case MEMBERS -> ofObject(value, typeName);
            default -> scalar(value, form);
        };
    }

    private @Nullable ObjectNode enumeration(Value value) {
        return SchemaParts.enumeration(Stream.of(value.type().getRawClass().getEnumConstants())
                .map(constant -> ValueForm.written(constant, value.type(), serializer(value), mapper)));
    }

    private boolean isUnwrappedAlone(Value value) {
        return Boolean.TRUE.equals(
                value.format(config).getFeature(JsonFormat.Feature.WRITE_SINGLE_ELEM_ARRAYS_UNWRAPPED));
    }

    private static ValueSerializer<?> serializer(Value value) {
        return (ValueSerializer<?>) value.requiredCoder();
    }

    /** The schema of what a converter returns. */
    private ObjectNode converted(Value value, StdConvertingSerializer converting) {
        ValueSerializer<?> delegate = converting.getDelegatee();
        if (value.type().getRawClass().getName().equals("kotlin.time.Duration")
                && isJacksonsOwn(converting.getConverter())
                && (delegate == null || delegate.handledType() != Duration.class)) {
            throw new DeclarationException(
                    "The application's JsonMapper writes kotlin.time.Duration as a number without a unit",
                    "Use java.time.Duration, or enable KotlinFeature.UseJavaDurationConversion in the JsonMapper");
        }
        if (delegate != null && delegate.handledType() != null) {
            return schema(new Value(delegate, mapper.constructType(delegate.handledType()), TypeUse.UNKNOWN, null));
        }
        // Jackson's module for Kotlin does not say which value class it makes of what a getter returns.
        Type valueClass = isJacksonsOwn(converting.getConverter())
                        && value.property() != null
                        && value.property().getMember() instanceof AnnotatedMethod getter
                ? KotlinTypes.valueClass(new MethodParameter(getter.getAnnotated(), -1))
                : null;
        return valueClass == null ? object() : schema(value(mapper.constructType(valueClass), TypeUse.UNKNOWN, null));
    }

    /** Whether annotations choose how the value is written that stands for one of the type. */
    private boolean hasOwnValue(JavaType type) {
        AnnotatedMember value = bean(type).findJsonValueAccessor();
        return value != null && introspector.findSerializer(config, value) != null;
    }

    /** Years may have more than four digits, offsets may have seconds, and URIs may have other letters than ASCII. */
    private ObjectNode scalar(Value value, ValueForm form) {
        ObjectNode schema = form.schema();
        return value.type().hasRawClass(UUID.class) && !value.format(config).hasShape()
                ? schema.put("format", "uuid")
                : schema;
    }

    private ObjectNode entries(Value value, @Nullable TypeName typeName) {
        JavaType type = value.type();
        if (!type.isTypeOrSubTypeOf(Map.class)) {
            return object().put("type", "object");
        }
        Unwritable.check(keyCoder(type.getKeyType()));
        String format = type.getKeyType().hasRawClass(UUID.class) ? "uuid" : null;
        return SchemaParts.map(names(value, format), elements(value), typeName);
    }

    private ObjectNode ofObject(Value value, @Nullable TypeName typeName) {
        if (serializer(value).usesObjectId()) {
            return object();
        }
        Class<?> raw = value.type().getRawClass();
        // An enum whose constants have classes of their own is sealed, but these are not types of values.
        if (!raw.isSealed() || raw.isEnum() || typeName != null) {
            ObjectNode schema = ofMembers(value, typeName);
            // An enum, or a record with a @JsonValue, may implement an interface. A whole result is an object.
            boolean open = raw.isInterface() && typeName == null && !(isRoot(value) && schema.has("properties"));
            return open ? schema.without("type") : schema;
        }
        Stream<ObjectNode> own =
                Modifier.isAbstract(raw.getModifiers()) ? Stream.empty() : Stream.of(ofMembers(value, null));
        Stream<ObjectNode> subtypes = Stream.of(raw.getPermittedSubclasses())
                .map(subtype -> mapper.getTypeFactory().constructSpecializedType(value.type(), subtype))
                .map(subtype -> schema(value(subtype, TypeUse.UNKNOWN, value.property())));
        return SchemaParts.anyOf(Stream.concat(own, subtypes).toList());
    }

    @Override
    List<Member> findMembers(Value value) {
        if (!(value.coder() instanceof BeanSerializerBase serializer)) {
            return List.of();
        }
        JavaType type = value.type();
        AnnotatedMember place =
                value.property() == null ? null : value.property().getMember();
        boolean filtered = introspector.findFilterId(config, annotations(type)) != null
                || place != null && introspector.findFilterId(config, place) != null;
        Map<String, BeanPropertyDefinition> definitions = properties(type);
        List<Member> members = new ArrayList<>();
        for (Iterator<PropertyWriter> writers = serializer.properties(); writers.hasNext(); ) {
            if (!(writers.next() instanceof BeanPropertyWriter writer)
                    || writer instanceof AnyGetterWriter
                    || !isSeen(writer.getViews())) {
                continue;
            }
            Declaration declaration =
                    Declaration.of(type.getRawClass(), definitions.get(writer.getName()), writer.getMember());
            if (writer.isUnwrapping()) {
                boolean always = declaration.use().nullness() == Nullness.NON_NULL;
                Value inner = value(writer.getType(), TypeUse.UNKNOWN, writer);
                unwrapped(inner, writer.getMember(), always).forEach(members::add);
            } else {
                members.add(member(type, writer, declaration, filtered));
            }
        }
        return members;
    }

    /** @param views those of a member; {@code null} for none */
    private boolean isSeen(Class<?> @Nullable [] views) {
        if (view == null || views == null) {
            return view == null || config.isEnabled(MapperFeature.DEFAULT_VIEW_INCLUSION);
        }
        return Stream.of(views).anyMatch(each -> each.isAssignableFrom(view));
    }

    /** @param filtered whether a filter may omit it */
    private Member member(JavaType owner, BeanPropertyWriter writer, Declaration declaration, boolean filtered) {
        JavaType type = writer.getType();
        Object serializer = writer.getSerializer() == null ? coder(type, writer) : writer.getSerializer();
        boolean omitsNull = writer.willSuppressNulls();
        boolean omitsMore = omitsMore(owner, writer);
        boolean guaranteed = type.isPrimitive() || declaration.use().nullness() == Nullness.NON_NULL;
        boolean ownFormOfNull = introspector.findNullSerializer(config, writer.getMember()) != null;
        boolean relation = declaration.annotations().stream()
                .anyMatch(each -> RELATION.matcher(each.getType().getName()).matches());
        // An empty Optional is written as null, unless empty values are omitted as well; so is a relation that was not
        // loaded, by Jackson's module for Hibernate.
        boolean nullable = type.isReferenceType() ? !omitsMore : (!omitsNull || relation) && !guaranteed;
        boolean required = (guaranteed || !omitsNull) && !omitsMore && !filtered;
        Value value = declaration.value(writer, ownFormOfNull ? null : serializer);
        if (relation && warned.add(owner)) {
            warnings.accept("Results contain the JPA entity "
                    + owner.getRawClass().getTypeName() + " with the relation '"
                    + writer.getName() + "', which is lazy or refers back to it without end. Return records that are"
                    + " made within the transaction");
        }
        return new Member(writer.getName(), value, declaration.annotations(), required, nullable, null, List.of());
    }

    /** Whether empty or default values are omitted, too. */
    private boolean omitsMore(JavaType owner, BeanPropertyWriter writer) {
        JsonInclude.Value ofClass =
                bean(owner).findPropertyInclusion(config.getDefaultPropertyInclusion(owner.getRawClass()));
        JsonInclude.Include inclusion = config.getDefaultInclusion(
                        writer.getType().getRawClass(), writer.getType().getRawClass(), ofClass)
                .withOverrides(introspector.findPropertyInclusion(config, writer.getMember()))
                .getValueInclusion();
        return OMITTING.contains(inclusion)
                || inclusion == JsonInclude.Include.NON_ABSENT
                        && writer.getType().isReferenceType();
    }

    @Override
    ValueSerializer<?> keyCoder(JavaType key) {
        return writing().findKeySerializer(key, null);
    }

    @Override
    BeanDescription findBean(JavaType type) {
        return writing().introspectBeanDescription(type);
    }
}
