package io.mcpspring.schema;

import com.networknt.schema.Schema;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SchemaRegistryConfig;
import com.networknt.schema.SpecificationVersion;
import io.mcpspring.protocol.JsonLimits;
import io.mcpspring.schema.sample.SampleTypes;
import io.mcpspring.validation.Conversion;
import io.mcpspring.validation.JsonSchema;
import io.mcpspring.validation.OtherForms;
import io.mcpspring.validation.Problem;
import java.lang.reflect.Method;
import java.time.DateTimeException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.core.MethodParameter;
import org.springframework.util.ClassUtils;
import tools.jackson.core.JacksonException;
import tools.jackson.core.exc.InputCoercionException;
import tools.jackson.databind.DatabindException;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.JavaType;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.ObjectReader;
import tools.jackson.databind.deser.UnresolvedForwardReference;
import tools.jackson.databind.exc.InvalidFormatException;
import tools.jackson.databind.exc.ValueInstantiationException;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;
import tools.jackson.databind.type.TypeFactory;

/** Reads JSON that fits the schema of a type, writes values of the type, and compares both with the schemas. */
final class SchemaTrial {

    /** Reads numbers as they are written. */
    private static final JsonMapper MAPPER = JsonMapper.builder()
            .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
            .build();

    private static final TypeFactory TYPES = MAPPER.getTypeFactory();

    private static final Conversion CONVERSION = new Conversion(true, true, new JsonLimits(1_000_000, 100));

    private static final SchemaRegistry LIBRARY = SchemaRegistry.withDefaultDialect(
            SpecificationVersion.DRAFT_2020_12,
            builder -> builder.schemaRegistryConfig(
                    SchemaRegistryConfig.builder().formatAssertionsEnabled(true).build()));

    enum Part {
        /** There is no schema, or nothing fits it. */
        SCHEMA,
        /** Jackson does not read what fits the input schema. */
        READING,
        /** Jackson writes what does not fit the output schema. */
        WRITING,
        /** The input schema refuses what Jackson writes and reads. */
        RETURNING,
        /** This library judges otherwise than the one for validation. */
        CHECKING
    }

    record Failure(Part part, String type, String setting, String details) {}

    /** The types, by what is around them. */
    static final List<UnaryOperator<JavaType>> AROUND = List.of(
            type -> type,
            SchemaTrial::inBox,
            type -> inBox(TYPES.constructCollectionType(List.class, reference(type))),
            type -> inBox(TYPES.constructMapType(Map.class, TYPES.constructType(String.class), reference(type))),
            type -> inBox(
                    type.isReferenceType() || type.getRawClass().getName().startsWith("java.util.Optional")
                            ? type
                            : TYPES.constructParametricType(Optional.class, reference(type))));

    private static JavaType inBox(JavaType type) {
        return TYPES.constructParametricType(SampleTypes.Box.class, reference(type));
    }

    private static JavaType reference(JavaType type) {
        return type.isPrimitive()
                ? TYPES.constructType(ClassUtils.resolvePrimitiveIfNecessary(type.getRawClass()))
                : type;
    }

    /**
     * A type as a method declares it.
     *
     * @param read whether Jackson reads it
     * @param written whether Jackson writes it
     */
    record Sample(Method method, boolean read, boolean written) {

        static final List<Sample> ALL = Stream.of(
                        of(SampleTypes.ReadAndWritten.class, true, true),
                        of(SampleTypes.OnlyRead.class, true, false),
                        of(SampleTypes.OnlyWritten.class, false, true))
                .flatMap(samples -> samples)
                .toList();

        private static Stream<Sample> of(Class<?> declared, boolean read, boolean written) {
            return Arrays.stream(declared.getDeclaredMethods())
                    .sorted((a, b) -> a.getName().compareTo(b.getName()))
                    .map(method -> new Sample(method, read, written));
        }

        String name() {
            return method.getName();
        }

        JavaType type() {
            return TYPES.constructType(method.getGenericParameterTypes()[0]);
        }
    }

    private final Sample sample;

    private final MapperSetting setting;

    private final JsonSchemas schemas;

    private final JavaType type;

    private final boolean inside;

    private final Random random;

    private final List<Failure> failures = new ArrayList<>();

    /** The input schema, if there is one. */
    private @Nullable ObjectNode input;

    /** @param around one of {@link #AROUND} */
    SchemaTrial(Sample sample, int around, MapperSetting setting, JsonSchemas schemas, Random random) {
        this.sample = sample;
        this.setting = setting;
        this.schemas = schemas;
        this.type = AROUND.get(around).apply(sample.type());
        this.inside = around > 0;
        this.random = random;
    }

    /** Returns what does not fit, for a number of documents and of values. */
    List<Failure> run(int documents) {
        if (sample.read()) {
            attempt(Part.SCHEMA, () -> read(documents));
        }
        if (sample.written()) {
            attempt(Part.SCHEMA, () -> write(documents));
        }
        return failures;
    }

    /** The input schema of a method with the type as its parameter, or of the type around it. */
    private ObjectNode inputSchema() {
        return inside
                ? schemas.inputSchema(type)
                : schemas.inputSchema(
                        sample.method().getDeclaringClass(),
                        List.of(ToolArgument.of(new MethodParameter(sample.method(), 0), text -> text)));
    }

    private void read(int documents) {
        ObjectNode schema = inputSchema();
        ObjectNode published = OtherForms.published(schema);
        input = published;
        Schema library = LIBRARY.getSchema(published);
        JsonSchema own = JsonSchema.of(schema);
        ObjectReader reader = schemas.argumentMapper().readerFor(type).with(DeserializationFeature.ACCEPT_FLOAT_AS_INT);
        SchemaInstances instances = new SchemaInstances(published, random);
        boolean fitting = false;
        for (int i = 0; i < documents; i++) {
            JsonNode json = instances.next();
            compare(published, library, own, json);
            compare(published, library, own, changed(json));
            if (library.validate(json).isEmpty()) {
                fitting = true;
                read(published, library, own.accept(json, CONVERSION).value(), json, instances, reader);
            }
        }
        if (!fitting) {
            fail(Part.SCHEMA, published, instances.next(), "nothing fits the schema");
        }
    }

    private void read(
            ObjectNode schema,
            Schema library,
            JsonNode accepted,
            JsonNode json,
            SchemaInstances instances,
            ObjectReader reader) {
        if (!library.validate(accepted).isEmpty()) {
            fail(Part.CHECKING, schema, json, "was converted to " + accepted);
        }
        JsonNode value = inside ? accepted : accepted.path("value");
        if (value.isMissingNode()) {
            return;
        }
        try {
            reader.readValue(value);
        } catch (JacksonException ex) {
            if (!isOfMeaning(ex) && !isOfAnything(ex, inside ? json : json.get("value"), instances)) {
                fail(Part.READING, schema, json, ex);
            }
        }
    }

    /** Returns whether the schemas say nothing of the type or of a part of it. */
    boolean saysNothingOfAPart() {
        return sample.read() && saysNothing(inputSchema().get("properties"), "properties")
                || sample.written() && saysNothing(schemas.outputSchema(type, false), "");
    }

    private static boolean saysNothing(JsonNode part, String keyword) {
        boolean schemas = keyword.equals("properties") || keyword.equals("$defs");
        return part.isObject() && part.isEmpty() && !schemas
                || part.propertyStream()
                        .anyMatch(member -> saysNothing(member.getValue(), schemas ? "" : member.getKey()))
                || part.isArray() && part.valueStream().anyMatch(element -> saysNothing(element, ""));
    }

    private void write(int documents) {
        ObjectNode schema = schemas.outputSchema(type, false);
        Schema library = LIBRARY.getSchema(schema);
        JsonSchema own = JsonSchema.of(schema);
        JavaValues values = new JavaValues(random);
        for (int i = 0; i < documents; i++) {
            Object value = values.value(type);
            try {
                JsonNode json =
                        MAPPER.readTree(schemas.writer(type, value.getClass()).writeValueAsString(value));
                List<?> problems = library.validate(json);
                if (!problems.isEmpty()) {
                    fail(Part.WRITING, schema, json, problems);
                }
                compare(schema, library, own, json);
                compare(schema, library, own, changed(json));
                if (input != null && !inside && !json.isNull()) {
                    sendBack(json);
                }
            } catch (JacksonException ex) {
                fail(Part.WRITING, schema, MAPPER.nullNode(), ex);
            }
        }
    }

    /** Compares a result that Jackson reads with the input schema; formats do not have all values of their types. */
    private void sendBack(JsonNode json) {
        try {
            schemas.argumentMapper().readerFor(type).readValue(json);
        } catch (JacksonException ex) {
            return;
        }
        JsonNode arguments = MAPPER.createObjectNode().set("value", json);
        List<?> problems = LIBRARY.getSchema(input).validate(arguments);
        if (!problems.isEmpty()
                && problems.stream().noneMatch(problem -> problem.toString().contains("RFC 3339"))) {
            fail(Part.RETURNING, input, arguments, problems);
        }
    }

    private void compare(ObjectNode schema, Schema library, JsonSchema own, JsonNode json) {
        List<?> expected = library.validate(json);
        List<Problem> actual = own.validate(json);
        if (actual.equals(List.of(Problem.TOO_SLOW))) {
            // While the whole process was stopped: the documents are small.
            actual = own.validate(json);
        }
        if (expected.isEmpty() != actual.isEmpty()) {
            fail(Part.CHECKING, schema, json, "library: " + expected + ", own: " + actual);
        }
    }

    /** Whether a value has the right form, but is out of the range of the Java type, or is not its text. */
    private static boolean isOfMeaning(JacksonException ex) {
        if (ex instanceof InputCoercionException
                || ex instanceof ValueInstantiationException
                || ex instanceof UnresolvedForwardReference
                || ex.getCause() instanceof DateTimeException
                || ex.getMessage().contains("empty String (\"\")")) {
            return true;
        }
        if (!(ex instanceof InvalidFormatException format)) {
            return false;
        }
        Class<?> target = format.getTargetType();
        boolean ofText = !target.isEnum()
                && !target.isPrimitive()
                && !Number.class.isAssignableFrom(target)
                && target != Boolean.class;
        return format.getValue() instanceof String text && SchemaInstances.FREE_TEXTS.contains(text) && ofText
                || format.getValue() instanceof Number && ex.getMessage().contains("overflow");
    }

    /** Whether the schema says nothing of the place at which reading has failed. */
    private static boolean isOfAnything(JacksonException ex, JsonNode json, SchemaInstances instances) {
        JsonNode place = json;
        boolean anything = instances.isAnything(place);
        for (JacksonException.Reference step : ex instanceof DatabindException read ? read.getPath() : NO_PATH) {
            place = step.getPropertyName() == null ? place.path(step.getIndex()) : place.path(step.getPropertyName());
            anything |= instances.isAnything(place);
        }
        return anything;
    }

    private static final List<JacksonException.Reference> NO_PATH = List.of();

    /** Returns a copy of JSON in which one member or element is another one. */
    private JsonNode changed(JsonNode json) {
        JsonNode copy = json.deepCopy();
        List<JsonNode> containers = new ArrayList<>();
        addContainers(copy, containers);
        JsonNode other = MAPPER.readTree(one(List.of("null", "\"a\"", "1", "-7.5", "[]", "{}", "true", "[null]")));
        if (containers.isEmpty()) {
            return other;
        }
        JsonNode container = one(containers);
        if (container instanceof ArrayNode array) {
            array.insert(array.isEmpty() ? 0 : random.nextInt(array.size()), other);
        } else if (container instanceof ObjectNode object) {
            List<String> names = Stream.concat(object.propertyNames().stream(), Stream.of("other"))
                    .toList();
            if (random.nextBoolean()) {
                object.remove(one(names));
            } else {
                object.set(one(names), other);
            }
        }
        return copy;
    }

    private static void addContainers(JsonNode json, List<JsonNode> containers) {
        if (json.isContainer()) {
            containers.add(json);
            json.forEach(part -> addContainers(part, containers));
        }
    }

    private <T> T one(List<T> all) {
        return all.get(random.nextInt(all.size()));
    }

    private void attempt(Part part, Runnable trial) {
        try {
            trial.run();
        } catch (RuntimeException ex) {
            fail(part, null, null, ex);
        }
    }

    private void fail(Part part, @Nullable JsonNode schema, @Nullable JsonNode json, Object reason) {
        String details = """
                %s of %s with the setting '%s'
                  schema: %s
                  JSON:   %s
                  reason: %s""".formatted(part, type.toCanonical(), setting, schema, json, reason);
        failures.add(new Failure(part, sample.name(), setting.name(), details));
    }
}
