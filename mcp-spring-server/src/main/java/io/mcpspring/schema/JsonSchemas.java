package io.mcpspring.schema;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.mcpspring.Internal;
import io.mcpspring.schema.Keywords.Remarks;
import io.mcpspring.validation.DeclarationException;
import io.mcpspring.validation.JsonSchema;
import io.mcpspring.validation.SchemaTypes;
import java.lang.reflect.Type;
import java.util.List;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.jspecify.annotations.Nullable;
import org.springframework.core.KotlinDetector;
import tools.jackson.core.JacksonException;
import tools.jackson.core.json.JsonWriteFeature;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.JavaType;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.ObjectWriter;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** Generates JSON Schemas of Java types as the application's mapper reads and writes them. */
@Internal
public final class JsonSchemas {

    private static final Log logger = LogFactory.getLog(JsonSchemas.class);

    private final JsonMapper argumentMapper;
    private final ReadSchemas input;
    private final WrittenSchemas output;

    /**
     * Schemas for one application.
     *
     * @param mapper the application's
     * @param rejectUnknownArguments whether input schemas forbid arguments that they do not name
     */
    public JsonSchemas(JsonMapper mapper, boolean rejectUnknownArguments, List<McpSchemaCustomizer> customizers) {
        JsonMapper described = described(mapper);
        this.argumentMapper = ReadingLimits.of(described);
        this.input = new ReadSchemas(described, new Keywords(Remarks.CONSTRAINTS, customizers), rejectUnknownArguments);
        this.output = new WrittenSchemas(
                withoutAbsent(Unwritable.refusedBy(described)),
                null,
                new Keywords(Remarks.DESCRIPTIONS, customizers),
                logger::warn);
    }

    private JsonSchemas(JsonSchemas all, Class<?> view) {
        this.argumentMapper = all.argumentMapper;
        this.input = all.input;
        this.output = new WrittenSchemas(all.output.mapper, view, all.output.keywords, logger::warn);
    }

    /** Returns the schemas of values of which only the members of a view are written; these without a view. */
    public JsonSchemas in(@Nullable Class<?> view) {
        return view == null ? this : new JsonSchemas(this, view);
    }

    /** The view of which the members are written; {@code null} for all members. */
    public @Nullable Class<?> view() {
        return output.view;
    }

    /** Whether the application may have added what a Java type does not guarantee. */
    public boolean isCustomized() {
        return !output.keywords.customizers().isEmpty();
    }

    /**
     * The mapper that reads arguments: the application's, but values that are too expensive to read are refused, and
     * settings are off with which Jackson reads something else than its deserializers describe.
     */
    public JsonMapper argumentMapper() {
        return argumentMapper;
    }

    /**
     * The mapper that writes structured results: the application's, but values that are not data for clients are
     * refused, properties without a value are left out, and settings are off with which Jackson writes something else
     * than its serializers describe.
     */
    public JsonMapper structuredMapper() {
        return output.mapper;
    }

    /**
     * Returns a writer whose output matches the output schema of a type. The declared type is used only where the
     * value's own class does not determine the whole type: for elements, for values of maps, and for type parameters.
     *
     * @param actual the class of the values, which are instances of the declared type
     */
    public ObjectWriter writer(Type declared, Class<?> actual) {
        return writer(output.mapper.constructType(declared), actual, output.mapper);
    }

    /** Returns a writer that uses the declared type as {@link #writer(Type, Class)} does. */
    public static ObjectWriter writer(JavaType declared, Class<?> actual, JsonMapper mapper) {
        boolean elements =
                declared.isContainerType() || declared.isIterationType() || declared.hasRawClass(Iterable.class);
        if (elements || declared.isReferenceType()) {
            return mapper.writerFor(declared);
        }
        return declared.hasGenericTypes() ? mapper.writerFor(specialized(declared, actual, mapper)) : mapper.writer();
    }

    private static JavaType specialized(JavaType declared, Class<?> actual, JsonMapper mapper) {
        try {
            return mapper.getTypeFactory().constructSpecializedType(declared, actual);
        } catch (IllegalArgumentException notAssignable) {
            return declared.isConcrete() ? declared : mapper.constructType(actual);
        }
    }

    /** The mapper without settings with which Jackson reads or writes something else than it describes. */
    static JsonMapper described(JsonMapper mapper) {
        return withKotlin(mapper)
                .rebuild()
                .polymorphicTypeValidator(new NoClassNames())
                .disable(SerializationFeature.WRAP_ROOT_VALUE)
                .disable(DeserializationFeature.UNWRAP_ROOT_VALUE)
                .enable(DeserializationFeature.WRAP_EXCEPTIONS)
                .disable(SerializationFeature.WRITE_SINGLE_ELEM_ARRAYS_UNWRAPPED)
                .disable(JsonWriteFeature.WRITE_NUMBERS_AS_STRINGS)
                .build();
    }

    /** Returns a mapper that writes values as the given one does, but refuses those that are not data for clients. */
    public static JsonMapper resultMapper(JsonMapper mapper) {
        return Unwritable.refusedBy(withKotlin(mapper));
    }

    /** Returns a mapper that also reads and writes the types of Kotlin's library, if that is present. */
    public static JsonMapper withKotlin(JsonMapper mapper) {
        return KotlinDetector.isKotlinPresent()
                ? mapper.rebuild().addModule(new KotlinLibrary()).build()
                : mapper;
    }

    private static JsonMapper withoutAbsent(JsonMapper mapper) {
        return mapper.rebuild()
                .changeDefaultPropertyInclusion(
                        inclusion -> WrittenSchemas.OMITTING.contains(inclusion.getValueInclusion())
                                ? inclusion
                                : inclusion.withValueInclusion(JsonInclude.Include.NON_ABSENT))
                .build();
    }

    /** The schema of the object that holds a method's arguments. */
    public ObjectNode inputSchema(Class<?> beanClass, List<ToolArgument> arguments) {
        return valid(input.generate(beanClass, arguments));
    }

    /** The schema of arguments that are the members of a type. */
    public ObjectNode inputSchema(Type type) {
        ObjectNode schema = input.generate(input.mapper.constructType(type), TypeUse.UNKNOWN);
        if (!schema.has("type") && schema.has("anyOf")) {
            schema = schema.objectNode().put("type", "object").setAll(schema);
        }
        return valid(schema);
    }

    private ObjectNode valid(ObjectNode schema) {
        if (isCustomized()) {
            JsonSchema.requireValid(schema);
        }
        return schema;
    }

    /**
     * Checks that a type and the types inside it hold data for clients, rather than for instance a path of the server.
     *
     * @param mapper writes the values: a {@link #structuredMapper()} or a {@link #resultMapper}
     * @param view the view of which the members are written; {@code null} for all members
     * @throws DeclarationException if one does not
     */
    public static void requireWritable(JavaType type, JsonMapper mapper, @Nullable Class<?> view) {
        try {
            new WrittenSchemas(mapper, view, new Keywords(Remarks.DESCRIPTIONS, List.of()), warning -> {})
                    .generate(type, TypeUse.UNKNOWN);
        } catch (JacksonException undescribed) {
            // It may still be written.
        }
    }

    /** The schema of structured results of a type, with what the type guarantees. */
    public ObjectNode outputSchema(Type type, boolean nullable) {
        return outputSchema(type, TypeUse.UNKNOWN, nullable);
    }

    /**
     * The schema of structured results of a type.
     *
     * @param use where the code names the type
     * @param nullable whether {@code null} may come in its place
     */
    public ObjectNode outputSchema(Type type, TypeUse use, boolean nullable) {
        JavaType described = output.mapper.constructType(type);
        return valid(
                nullable
                        ? output.generate(() -> SchemaParts.orNull(output.schema(output.value(described, use, null))))
                        : output.generate(described, use));
    }

    /** Whether every value that fits the schema is an object, as the older revisions demand. */
    public static boolean isObjectRoot(JsonNode schema) {
        return SchemaTypes.single(schema).equals("object");
    }

    /** The schema of {@code {"result": value}}, for revisions in which a result has to be an object. */
    public static ObjectNode wrapped(JsonNode outputSchema) {
        JsonNode inner = outputSchema.deepCopy();
        ObjectNode wrapper = JsonNodeFactory.instance.objectNode();
        if (inner instanceof ObjectNode object && !object.has("$id")) {
            if (object.has("$schema")) {
                wrapper.set("$schema", object.remove("$schema"));
            }
            object.findParents("$ref").forEach(referring -> move((ObjectNode) referring));
        }
        wrapper.put("type", "object").putObject("properties").set("result", inner);
        wrapper.putArray("required").add("result");
        return wrapper;
    }

    /** Rewrites a reference to a part of the schema that is wrapped. */
    private static void move(ObjectNode referring) {
        String reference = referring.path("$ref").asString("");
        if (reference.equals("#") || reference.startsWith("#/")) {
            referring.put("$ref", "#/properties/result" + reference.substring(1));
        }
    }
}
