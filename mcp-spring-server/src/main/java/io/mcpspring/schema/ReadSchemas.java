package io.mcpspring.schema;

import com.fasterxml.jackson.annotation.JsonFormat;
import io.mcpspring.schema.Alternative.TypeName;
import io.mcpspring.schema.ValueForm.Kind;
import io.mcpspring.validation.DeclarationException;
import io.mcpspring.validation.OtherForms;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URL;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TimeZone;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.jspecify.annotations.Nullable;
import org.springframework.core.annotation.MergedAnnotations;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.BeanDescription;
import tools.jackson.databind.BeanProperty;
import tools.jackson.databind.DeserializationContext;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.JavaType;
import tools.jackson.databind.KeyDeserializer;
import tools.jackson.databind.MapperFeature;
import tools.jackson.databind.ValueDeserializer;
import tools.jackson.databind.deser.AbstractDeserializer;
import tools.jackson.databind.deser.ValueInstantiator;
import tools.jackson.databind.deser.bean.BeanDeserializerBase;
import tools.jackson.databind.deser.std.StdConvertingDeserializer;
import tools.jackson.databind.deser.std.StdDeserializer;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;
import tools.jackson.databind.type.LogicalType;

/** The schemas of types as Jackson reads them. */
final class ReadSchemas extends TypeSchemas {

    private static final Log logger = LogFactory.getLog(ReadSchemas.class);

    private static final String UNCREATABLE = "it has no constructor that Jackson can use";

    // Some resolve names of hosts when they are created, or compared as elements of a set.
    private static final String HOST = "the server would look up the host that the client names";

    /** Why types cannot be arguments, and what to use instead. */
    private static final Map<Class<?>, List<String>> REFUSED = Map.of(
            URL.class, List.of(HOST, "a java.net.URI or a String"),
            InetAddress.class, List.of(HOST, "a java.net.URI or a String"),
            InetSocketAddress.class, List.of(HOST, "a java.net.URI or a String"),
            Class.class, List.of("the client could load any class", "a String"),
            TimeZone.class, List.of("an unknown zone would be read as GMT", "a java.time.ZoneId"));

    private final ReadMembers members;
    private final Set<String> warned = new HashSet<>();

    /** @param closed whether objects must not have members that Jackson would ignore */
    ReadSchemas(JsonMapper mapper, Keywords keywords, boolean closed) {
        // Arguments and fields of forms read best in the order of their declaration.
        super(
                mapper.rebuild()
                        .disable(MapperFeature.SORT_PROPERTIES_ALPHABETICALLY)
                        .build(),
                JsonMapper::deserializationConfig,
                keywords);
        this.members = new ReadMembers(this, closed);
    }

    /** Describes the object whose members are the arguments. */
    ObjectNode generate(Class<?> beanClass, List<ToolArgument> arguments) {
        return generate(() -> {
            ObjectNode properties = object();
            ArrayNode required = properties.arrayNode();
            for (ToolArgument argument : arguments) {
                view = argument.view();
                try {
                    properties.set(argument.name(), of(argument, beanClass));
                } catch (DeclarationException ex) {
                    throw ex.in("parameter '%s'".formatted(argument.name()));
                } finally {
                    view = null;
                }
                if (argument.required()) {
                    required.add(argument.name());
                }
            }
            ObjectNode object = SchemaParts.object(properties, required);
            return members.closed() ? object.put("additionalProperties", false) : object;
        });
    }

    private ObjectNode of(ToolArgument argument, Class<?> beanClass) {
        JavaType type = JavaTypes.of(argument.parameter(), beanClass, mapper);
        TypeUse use = TypeUse.of(argument.parameter());
        MergedAnnotations annotations =
                MergedAnnotations.from(argument.parameter().getParameterAnnotations());
        ObjectNode schema = place(value(type, use, null), argument.name(), annotations, argument.description());
        addKeywords(argument, schema);
        return schema;
    }

    @Override
    Object findCoder(JavaType type, @Nullable BeanProperty property) {
        try {
            DeserializationContext context = mapper._deserializationContext();
            return context.handlePrimaryContextualization(
                    context.findNonContextualValueDeserializer(type), property, type);
        } catch (JacksonException ex) {
            throw unreadable(type, ex.getOriginalMessage());
        }
    }

    @Override
    void checkUsable(Value value) {
        checkUsable(value.type().getRawClass());
        if (isJacksonsOwn(value.requiredCoder())) {
            KotlinTypes.requireElements(value.type().getRawClass());
        }
    }

    /** Fails for a type of which a client must not choose the values. */
    static void checkUsable(Class<?> type) {
        List<String> reason = REFUSED.get(type);
        if (reason != null) {
            throw new DeclarationException(
                    "Type %s cannot be an argument: %s".formatted(type.getTypeName(), reason.get(0)),
                    "Use " + reason.get(1));
        }
    }

    private static DeclarationException unreadable(JavaType type, String reason) {
        return new DeclarationException(
                "Type %s cannot be read from JSON: %s"
                        .formatted(type.getRawClass().getTypeName(), reason),
                "Use a type that Jackson can read, configure Jackson to read it (for instance with @JsonTypeInfo or"
                        + " @JsonCreator), or take the value from an injected parameter, such as a bean with"
                        + " @Autowired");
    }

    @Override
    ObjectNode plain(Value value, @Nullable TypeName typeName) {
        JavaType type = value.type();
        ValueDeserializer<?> deserializer = (ValueDeserializer<?>) value.requiredCoder();
        ObjectNode enumeration = type.isEnumType() && isUsual(value) ? new ReadConstants(mapper, value).schema() : null;
        if (enumeration != null) {
            return enumeration;
        }
        if (deserializer instanceof AbstractDeserializer) {
            throw unreadable(type, "it is abstract and Jackson does not know which type to create");
        }
        if (deserializer instanceof BeanDeserializerBase bean) {
            return bean(value, bean, typeName);
        }
        if (deserializer instanceof StdConvertingDeserializer<?> converting) {
            return converted(converting);
        }
        if (!isJacksonsOwn(deserializer)) {
            return unknown(deserializer);
        }
        if (deserializer instanceof ValueInstantiator.Gettable container
                && container.getValueInstantiator() != null
                && !container.getValueInstantiator().canInstantiate()) {
            throw unreadable(type, UNCREATABLE);
        }
        if (type.isTypeOrSubTypeOf(Map.class)) {
            checkUsable(type.getKeyType().getRawClass());
            String format = ReadScalars.formatOf(type.getKeyType().getRawClass());
            return SchemaParts.map(names(value, format), elements(value), typeName);
        }
        ValueForm form = form(value);
        if (deserializer.getClass().getName().endsWith(".KotlinObjectSingletonDeserializer")) {
            return ofMembers(value, typeName);
        }
        return form.kind() == Kind.ITEMS ? array(value) : scalar(value, form);
    }

    private ObjectNode array(Value value) {
        ObjectNode array = SchemaParts.array(elements(value));
        Boolean single = value.format(config).getFeature(JsonFormat.Feature.ACCEPT_SINGLE_VALUE_AS_ARRAY);
        if (single == null ? mapper.isEnabled(DeserializationFeature.ACCEPT_SINGLE_VALUE_AS_ARRAY) : single) {
            OtherForms.allow(OtherForms.SINGLE, array);
        }
        return array;
    }

    /** The schema of what a converter of the application takes. */
    private ObjectNode converted(StdConvertingDeserializer<?> converting) {
        if (!(converting.getDelegatee() instanceof StdDeserializer<?> delegate)) {
            return object();
        }
        JavaType type = delegate.getValueType() == null
                ? mapper.constructType(delegate.handledType())
                : delegate.getValueType();
        return schema(new Value(delegate, type, TypeUse.UNKNOWN, null));
    }

    /** The form in which the type is written, unless the application alone knows it. */
    private ValueForm form(Value value) {
        ValueForm form = writtenForm(value.type(), value.property());
        return form.kind() == Kind.UNKNOWN ? writtenForm(value.type(), null) : form;
    }

    private static ObjectNode unknown(ValueDeserializer<?> deserializer) {
        return deserializer.logicalType() == LogicalType.Textual ? object().put("type", "string") : object();
    }

    private ObjectNode scalar(Value value, ValueForm form) {
        ValueDeserializer<?> deserializer = (ValueDeserializer<?>) value.requiredCoder();
        return form.kind().isScalar()
                ? new ReadScalars(mapper, value.format(config)).schema(deserializer, value.type(), form)
                : unknown(deserializer);
    }

    private ObjectNode bean(Value value, BeanDeserializerBase deserializer, @Nullable TypeName typeName) {
        JavaType type = value.type();
        String name = type.getRawClass().getName();
        if (name.startsWith("java.") || name.startsWith("javax.") || Unwritable.isForeign(type.getRawClass())) {
            throw unreadable(type, "Jackson has no deserializer for it");
        }
        if (deserializer.getObjectIdReader(mapper._deserializationContext()) != null) {
            return object();
        }
        ValueInstantiator creator = deserializer.getValueInstantiator();
        boolean byMembers = creator.canCreateFromObjectWith() || creator.canCreateUsingDefault();
        if (!byMembers && creator.canCreateUsingDelegate()) {
            return schema(value(creator.getDelegateType(mapper.deserializationConfig()), TypeUse.UNKNOWN, null));
        }
        if (!byMembers && creator.canCreateUsingArrayDelegate()) {
            return schema(value(creator.getArrayDelegateType(mapper.deserializationConfig()), TypeUse.UNKNOWN, null));
        }
        ValueForm written = form(value);
        if (written.kind() == Kind.ARRAY) {
            return written.schema();
        }
        ObjectNode scalar = ValueForm.ofCreator(creator);
        boolean members = byMembers && deserializer.properties().hasNext();
        if (scalar != null && (!members || written.kind().isScalar())) {
            return scalar;
        }
        if (!byMembers) {
            throw unreadable(type, UNCREATABLE);
        }
        return ofMembers(value, typeName);
    }

    @Override
    List<Member> findMembers(Value value) {
        return members.find(value);
    }

    @Override
    void addOthers(ObjectNode schema, Value value, List<Member> found) {
        members.addOthers(schema, value, found);
    }

    /** Warns, once, because models then have to guess what to send. */
    @Override
    void warnIfOpen(ObjectNode schema, String subject) {
        if (SchemaParts.isOpen(schema) && warned.add(subject)) {
            logger.warn("The schema " + subject + " allows any value, because its deserializer does not say what it"
                    + " reads: describe it with Swagger's @Schema(type = \"...\") or an McpSchemaCustomizer");
        }
    }

    @Override
    BeanDescription findBean(JavaType type) {
        DeserializationContext context = mapper._deserializationContext();
        BeanDescription own = context.introspectBeanDescription(type);
        Class<?> builder = introspector.findPOJOBuilder(config, own.getClassInfo());
        return builder == null ? own : context.introspectBeanDescriptionForBuilder(mapper.constructType(builder), own);
    }

    @Override
    KeyDeserializer keyCoder(JavaType key) {
        return mapper._deserializationContext().findKeyDeserializer(key, null);
    }
}
