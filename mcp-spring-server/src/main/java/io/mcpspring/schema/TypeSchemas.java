package io.mcpspring.schema;

import io.mcpspring.schema.Alternative.TypeName;
import io.mcpspring.schema.Definitions.Key;
import io.mcpspring.validation.DeclarationException;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.core.Nullness;
import org.springframework.core.annotation.MergedAnnotations;
import tools.jackson.core.TreeNode;
import tools.jackson.databind.AnnotationIntrospector;
import tools.jackson.databind.BeanDescription;
import tools.jackson.databind.BeanProperty;
import tools.jackson.databind.JavaType;
import tools.jackson.databind.SerializationContext;
import tools.jackson.databind.cfg.MapperConfig;
import tools.jackson.databind.deser.CreatorProperty;
import tools.jackson.databind.deser.bean.BeanDeserializerBase;
import tools.jackson.databind.introspect.AnnotatedClass;
import tools.jackson.databind.introspect.AnnotatedMember;
import tools.jackson.databind.introspect.BeanPropertyDefinition;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;
import tools.jackson.databind.ser.bean.BeanSerializerBase;
import tools.jackson.databind.util.NameTransformer;

/**
 * The schemas of Java types as a mapper of the application reads or writes them: a walk through Jackson's own
 * deserializers or serializers, which know names, annotations and settings.
 *
 * <p>Types are described where they are used. Only a type that contains itself has a definition, to which it refers.
 */
abstract sealed class TypeSchemas permits ReadSchemas, WrittenSchemas {

    final JsonMapper mapper;
    final MapperConfig<?> config;
    final AnnotationIntrospector introspector;
    final Keywords keywords;

    private final Map<Use, Object> coders = new ConcurrentHashMap<>();
    private final Map<JavaType, BeanDescription> beans = new ConcurrentHashMap<>();
    private final Subtypes subtypes = new Subtypes(this);
    private final Set<JavaType> unwrapping = new HashSet<>();
    private Definitions definitions = new Definitions(null);

    /** The view of which members are described; {@code null} for all members. */
    @Nullable
    Class<?> view;

    /** A type at a property, or for {@code null} anywhere. */
    private record Use(@Nullable BeanProperty property, JavaType type) {}

    /** @param config returns the configuration of the mapper for reading or for writing */
    TypeSchemas(JsonMapper mapper, Function<JsonMapper, MapperConfig<?>> config, Keywords keywords) {
        this.mapper = mapper;
        this.config = config.apply(mapper);
        this.introspector = this.config.getAnnotationIntrospector();
        this.keywords = keywords;
    }

    /** Describes a type that the code declares in this way. */
    final synchronized ObjectNode generate(JavaType type, TypeUse use) {
        Value root = value(type, use, null);
        definitions = new Definitions(key(root));
        return definitions.addTo(schema(root));
    }

    final boolean isRoot(Value value) {
        return definitions.isRoot(key(value));
    }

    private Key key(Value value) {
        return new Key(value.type(), value.coder(), view);
    }

    /** Describes what the supplier puts together. */
    final synchronized ObjectNode generate(Supplier<ObjectNode> schema) {
        definitions = new Definitions(null);
        return definitions.addTo(schema.get());
    }

    final Value value(JavaType type, TypeUse use, @Nullable BeanProperty property) {
        return new Value(coder(type, property), type, use, property);
    }

    /** What reads or writes a type: always the same, so that a type that contains itself is recognized. */
    final Object coder(JavaType type, @Nullable BeanProperty property) {
        return coders.computeIfAbsent(new Use(property, type), use -> findCoder(type, property));
    }

    abstract Object findCoder(JavaType type, @Nullable BeanProperty property);

    /** The schema of a value, without what its place says. */
    final ObjectNode schema(Value value) {
        JavaType type = value.type();
        if (value.coder() == null) {
            return object();
        }
        if (isOptional(value)) {
            return SchemaParts.orNull(schema(content(value)));
        }
        if (type.isJavaLangObject() || type.hasRawClass(Enum.class) || type.isTypeOrSubTypeOf(TreeNode.class)) {
            return SchemaParts.tree(type);
        }
        checkUsable(value);
        if (isJacksonsOwn(value.coder())) {
            KotlinTypes.requireForm(type.getRawClass(), false);
        }
        Supplier<ObjectNode> description = () -> {
            List<Alternative> choice = isUsual(value) ? subtypes.of(type) : List.of();
            ObjectNode plain = choice.isEmpty() ? plain(value, null) : subtypes.schema(value, choice);
            return plain.isEmpty() && isOwn(value) ? plain : described(plain, type);
        };
        return isOfApplication(type) ? definitions.of(key(value), description) : description.get();
    }

    /** Adds what the class of a type says about it. */
    final ObjectNode described(ObjectNode plain, JavaType type) {
        Object coder = ofType(type);
        if (coder != null && isJacksonsOwn(coder) && config.findMixInClassFor(type.getRawClass()) == null) {
            keywords.requireOfJackson3(MergedAnnotations.from(type.getRawClass()));
        }
        ObjectNode schema = keywords.ofType(plain, type, introspector.findClassDescription(config, annotations(type)));
        warnIfOpen(schema, "of type " + type.getRawClass().getTypeName());
        return schema;
    }

    private boolean isOptional(Value value) {
        return value.type().isReferenceType() && isUsual(value);
    }

    /** Whether a value has the form of its type: nothing of the application or of an annotation takes its place. */
    final boolean isUsual(Value value) {
        Object coder = value.requiredCoder();
        Object usual = isJacksonsOwn(coder) ? ofType(value.type()) : null;
        return usual != null && (coder.getClass() == usual.getClass() || isBean(coder) && isBean(usual));
    }

    private static boolean isBean(Object coder) {
        return coder instanceof BeanDeserializerBase || coder instanceof BeanSerializerBase;
    }

    /** Whether annotations of a property may choose another form than that of its type. */
    private boolean isOwn(Value value) {
        return value.coder() == null || value.property() != null && value.coder() != ofType(value.type());
    }

    /** What reads or writes the type elsewhere; {@code null} if only a property knows how. */
    private @Nullable Object ofType(JavaType type) {
        try {
            return coder(type, null);
        } catch (DeclarationException unusable) {
            return null;
        }
    }

    /** Whether a type may contain itself: a container of the JDK does so only by way of another type. */
    private static boolean isOfApplication(JavaType type) {
        return !type.isArrayType()
                && !type.isPrimitive()
                && !type.getRawClass().getName().startsWith("java.");
    }

    /** Fails if values of the type must not be exchanged with clients. */
    abstract void checkUsable(Value value);

    /** The schema of a value, with the name of its type if it is an object that has it as a member. */
    abstract ObjectNode plain(Value value, @Nullable TypeName typeName);

    /** A value of a container or an optional; unknown if an annotation of its property chooses its form. */
    final Value content(Value container) {
        JavaType type = container.type();
        JavaType only = type.containedTypeCount() == 1 ? type.containedType(0) : mapper.constructType(Object.class);
        JavaType content = JavaTypes.resolved(type.getContentType() == null ? only : type.getContentType());
        BeanProperty property = container.property();
        boolean chosen = isChosen(property, introspector::findContentSerializer, introspector::findContentDeserializer)
                || isChosen(
                        property,
                        introspector::findSerializationContentConverter,
                        introspector::findDeserializationContentConverter);
        Object coder = chosen ? null : coder(content, property);
        return new Value(coder, content, container.use().content(type), property);
    }

    /** Whether an annotation of a property chooses what reads or writes a part of its value. */
    private boolean isChosen(
            @Nullable BeanProperty property,
            BiFunction<MapperConfig<?>, AnnotatedMember, @Nullable Object> writing,
            BiFunction<MapperConfig<?>, AnnotatedMember, @Nullable Object> reading) {
        AnnotatedMember member = property == null ? null : property.getMember();
        return member != null && (this instanceof ReadSchemas ? reading : writing).apply(config, member) != null;
    }

    /** The members of an object, unless it is not one. */
    abstract List<Member> findMembers(Value value);

    /** Adds to the schema of an object what is said about other members. */
    void addOthers(ObjectNode schema, Value value, List<Member> members) {}

    /** Warns of a schema that says nothing where a client needs to know what to send. */
    void warnIfOpen(ObjectNode schema, String subject) {}

    abstract BeanDescription findBean(JavaType type);

    /** What reads or writes the keys of a type. */
    abstract Object keyCoder(JavaType key);

    final SerializationContext writing() {
        return mapper._serializationContext();
    }

    /** The form in which a type is written, at a property or for {@code null} elsewhere. */
    final ValueForm writtenForm(JavaType type, @Nullable BeanProperty property) {
        return ValueForm.of(writing().findPrimaryPropertySerializer(type, property), type, writing());
    }

    /** Whether a serializer or deserializer comes with Jackson. */
    static boolean isJacksonsOwn(Object coder) {
        return coder.getClass().getName().startsWith("tools.jackson.");
    }

    static ObjectNode object() {
        return JsonNodeFactory.instance.objectNode();
    }

    /** The schema of a value with the annotations of its place; that of an optional is the schema of its value. */
    final ObjectNode place(
            Value value, @Nullable String name, MergedAnnotations annotations, @Nullable String description) {
        boolean optional = value.coder() != null && isOptional(value);
        Value inner = optional ? content(value) : value;
        ObjectNode schema = optional ? place(inner, null, inner.use().merged(), null) : schema(inner);
        return keywords.ofPlace(schema, name, inner.type(), annotations, description);
    }

    /** The schema of the elements of a container, which rarely hold {@code null} where the code does not declare it. */
    final ObjectNode elements(Value container) {
        Value element = content(container);
        ObjectNode schema = place(element, null, element.use().merged(), null);
        boolean nullable = !element.type().isPrimitive()
                && (element.use().nullness() == Nullness.NULLABLE
                        || element.type().isReferenceType());
        return nullable ? SchemaParts.orNull(schema) : schema;
    }

    /**
     * The schema of the names that keys of a type have as texts; empty if they may be anything.
     *
     * @param format the format of these keys; {@code null} if they may have several
     */
    final ObjectNode names(Value map, @Nullable String format) {
        JavaType key = map.type().getKeyType();
        boolean chosen = isChosen(map.property(), introspector::findKeySerializer, introspector::findKeyDeserializer);
        return chosen || !isJacksonsOwn(keyCoder(key)) ? object() : SchemaParts.names(key, format, mapper);
    }

    /** The schema of an object, with a member that names its type if Jackson adds one. */
    final ObjectNode ofMembers(Value value, @Nullable TypeName typeName) {
        ObjectNode properties = object();
        ArrayNode required = properties.arrayNode();
        if (typeName != null) {
            typeName.addTo(properties, required);
        }
        List<Member> members = findMembers(value);
        for (Member member : members) {
            if (!properties.has(member.name())) {
                properties.set(member.name(), ofMember(member, value.type().getRawClass()));
                if (member.required() || isDemanded(member) && !member.hasDefault()) {
                    required.add(member.name());
                }
            }
        }
        ObjectNode schema = SchemaParts.object(properties, required);
        addOthers(schema, value, members);
        return schema;
    }

    /** Whether a value is demanded: an empty optional is none, and neither it nor a default is {@code null}. */
    private boolean isDemanded(Member member) {
        boolean hasDefault = !member.required()
                && member.value().use().nullness() == Nullness.NON_NULL
                && member.value().property() instanceof CreatorProperty;
        return !member.value().type().isReferenceType() && !hasDefault && keywords.isDemanded(member.annotations());
    }

    private ObjectNode ofMember(Member member, Class<?> owner) {
        ObjectNode schema;
        try {
            keywords.requireOfJackson3(member.annotations());
            schema = place(member.value(), member.name(), member.annotations(), member.description());
            if (member.argument() != null) {
                addKeywords(member.argument(), schema);
                ArgumentKeywords.requireDefault(member, schema, mapper);
            }
        } catch (DeclarationException ex) {
            throw ex.in("property '%s' of %s".formatted(member.name(), owner.getSimpleName()));
        }
        boolean nullable = keywords.isNullable(member.annotations()) || member.nullable() && !isDemanded(member);
        if (isOwn(member.value())) {
            warnIfOpen(schema, "of property '%s' of %s".formatted(member.name(), owner.getTypeName()));
        }
        return nullable ? SchemaParts.orNull(schema) : schema;
    }

    /** Adds what {@code @McpToolParam} says, whose values may have a type that is defined by now. */
    final void addKeywords(ToolArgument argument, ObjectNode schema) {
        ArgumentKeywords.add(argument, schema, definitions.soFar());
    }

    /** The members that {@code @JsonUnwrapped} lifts out of a value, which is never left out, or may be. */
    final Stream<Member> unwrapped(Value value, AnnotatedMember member, boolean always) {
        NameTransformer names = introspector.findUnwrappingNameTransformer(config, member);
        // A type may lift its own members out of itself without an end.
        if (!unwrapping.add(value.type())) {
            return Stream.empty();
        }
        List<Member> inner = findMembers(value);
        unwrapping.remove(value.type());
        return inner.stream().map(each -> each.unwrapped(names.transform(each.name()), always));
    }

    /** The properties of a type by their names, as its annotations define them. */
    final Map<String, BeanPropertyDefinition> properties(JavaType type) {
        Map<String, BeanPropertyDefinition> byName = new LinkedHashMap<>();
        bean(type).findProperties().forEach(known -> byName.putIfAbsent(known.getName(), known));
        return byName;
    }

    /** How Jackson describes a type as a bean; it finds that out each time. */
    final BeanDescription bean(JavaType type) {
        return beans.computeIfAbsent(type, this::findBean);
    }

    final AnnotatedClass annotations(JavaType type) {
        return config.classIntrospectorInstance().introspectClassAnnotations(type);
    }
}
