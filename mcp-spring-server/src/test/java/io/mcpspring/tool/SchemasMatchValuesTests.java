package io.mcpspring.tool;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.mcpspring.memory.RequestMemory;
import io.mcpspring.protocol.JsonLimits;
import io.mcpspring.schema.JsonSchemas;
import io.mcpspring.schema.ToolArgument;
import io.mcpspring.tool.samples.Samples;
import io.mcpspring.tool.samples.Samples.Sample;
import io.mcpspring.validation.CheckingTime;
import io.mcpspring.validation.Conversion;
import io.mcpspring.validation.InvalidArgumentsException;
import io.mcpspring.validation.JsonSchema;
import io.mcpspring.validation.ValidSchema;
import java.lang.reflect.Method;
import java.lang.reflect.Type;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.springframework.core.MethodParameter;
import org.springframework.core.ResolvableType;
import org.springframework.util.ReflectionUtils;
import tools.jackson.core.JacksonException;
import tools.jackson.core.json.JsonWriteFeature;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.MapperFeature;
import tools.jackson.databind.PropertyNamingStrategies;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.cfg.DateTimeFeature;
import tools.jackson.databind.cfg.EnumFeature;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** Values match their generated schemas, with every setting of the application's mapper. */
class SchemasMatchValuesTests {

    private static final JsonMapper EXACT = JsonMapper.builder()
            .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
            .build();

    /** Settings that apply neither to structured results nor to arguments, because no schema describes them. */
    private static final Map<String, JsonMapper> WITHOUT_EFFECT = Map.of(
            "root names",
            JsonMapper.builder()
                    .enable(SerializationFeature.WRAP_ROOT_VALUE)
                    .enable(DeserializationFeature.UNWRAP_ROOT_VALUE)
                    .build(),
            "single elements without arrays",
            JsonMapper.builder()
                    .enable(SerializationFeature.WRITE_SINGLE_ELEM_ARRAYS_UNWRAPPED)
                    .build(),
            "numbers as texts",
            JsonMapper.builder()
                    .enable(JsonWriteFeature.WRITE_NUMBERS_AS_STRINGS)
                    .build());

    private static final Map<String, JsonMapper> MAPPERS = mappers();

    private static final Map<String, JsonSchemas> SCHEMAS = MAPPERS.entrySet().stream()
            .collect(
                    Collectors.toMap(Map.Entry::getKey, mapper -> new JsonSchemas(mapper.getValue(), true, List.of())));

    /** The settings of most applications. */
    private static final Set<String> USUAL = Set.of("default", "Jackson 2 defaults");

    private static Map<String, JsonMapper> mappers() {
        Map<String, JsonMapper> mappers = new LinkedHashMap<>();
        mappers.put("default", JsonMapper.builder().build());
        mappers.put(
                "snake case",
                JsonMapper.builder()
                        .propertyNamingStrategy(PropertyNamingStrategies.SNAKE_CASE)
                        .build());
        for (JsonInclude.Include inclusion : List.of(
                JsonInclude.Include.NON_NULL,
                JsonInclude.Include.NON_ABSENT,
                JsonInclude.Include.NON_EMPTY,
                JsonInclude.Include.NON_DEFAULT)) {
            mappers.put(
                    inclusion.name(),
                    JsonMapper.builder()
                            .changeDefaultPropertyInclusion(value -> value.withValueInclusion(inclusion))
                            .build());
        }
        mappers.put(
                "Jackson 2 defaults", JsonMapper.builderWithJackson2Defaults().build());
        mappers.put(
                "timestamps",
                JsonMapper.builder()
                        .enable(
                                DateTimeFeature.WRITE_DATES_AS_TIMESTAMPS,
                                DateTimeFeature.WRITE_DURATIONS_AS_TIMESTAMPS)
                        .build());
        mappers.put(
                "zone ids",
                JsonMapper.builder()
                        .enable(DateTimeFeature.WRITE_DATES_WITH_ZONE_ID)
                        .build());
        mappers.put(
                "enums as numbers",
                JsonMapper.builder().enable(EnumFeature.WRITE_ENUMS_USING_INDEX).build());
        mappers.put(
                "enums in lower case",
                JsonMapper.builder()
                        .enable(EnumFeature.WRITE_ENUMS_TO_LOWERCASE)
                        .build());
        mappers.put(
                "fields only",
                JsonMapper.builder()
                        .disable(MapperFeature.INFER_PROPERTY_MUTATORS)
                        .build());
        mappers.putAll(WITHOUT_EFFECT);
        return mappers;
    }

    static Stream<Arguments> all() {
        return usual(Samples.all());
    }

    static Stream<Arguments> readable() {
        return usual(Samples.all().filter(Sample::readable));
    }

    static Stream<Arguments> withNullElements() {
        return usual(Samples.withNullElements());
    }

    static Stream<Arguments> allWithOtherSettings() {
        return other(Samples.all());
    }

    static Stream<Arguments> readableWithOtherSettings() {
        return other(Samples.all().filter(Sample::readable));
    }

    private static Stream<Arguments> usual(Stream<Sample> samples) {
        return cases(samples, USUAL::contains);
    }

    private static Stream<Arguments> other(Stream<Sample> samples) {
        return cases(samples, mapper -> !USUAL.contains(mapper));
    }

    private static Stream<Arguments> cases(Stream<Sample> samples, Predicate<String> mappers) {
        return samples.flatMap(
                sample -> MAPPERS.keySet().stream().filter(mappers).map(mapper -> Arguments.of(sample, mapper)));
    }

    @ParameterizedTest(name = "{0} with {1}")
    @MethodSource("all")
    void aResultFitsItsOutputSchema(Sample sample, String mapper) {
        JsonSchemas schemas = SCHEMAS.get(mapper);
        ObjectNode schema = schemas.outputSchema(sample.type(), false);
        JsonSchema compiled = ValidSchema.of(schema);

        for (Object value : sample.values()) {
            JsonNode written =
                    tree(schemas.writer(sample.type(), value.getClass()).writeValueAsString(value));
            assertThat(compiled.validate(written)).as("%s%n%s", written, schema).isEmpty();
        }
    }

    @Tag("change")
    @ParameterizedTest(name = "{0} with {1}")
    @MethodSource("allWithOtherSettings")
    void aResultFitsItsOutputSchemaWithOtherSettings(Sample sample, String mapper) {
        aResultFitsItsOutputSchema(sample, mapper);
    }

    @ParameterizedTest(name = "{0} with {1}")
    @MethodSource("withNullElements")
    void aSchemaDoesNotAllowNullElementsThatTheCodeDoesNotDeclare(Sample sample, String mapper) {
        JsonSchemas schemas = SCHEMAS.get(mapper);
        ObjectNode schema = schemas.outputSchema(sample.type(), false);
        JsonSchema compiled = ValidSchema.of(schema);

        for (Object value : sample.values()) {
            JsonNode written =
                    tree(schemas.writer(sample.type(), value.getClass()).writeValueAsString(value));
            assertThat(compiled.validate(written))
                    .as("%s", written)
                    .allMatch(problem -> problem.message().endsWith("got null"));
        }
    }

    @ParameterizedTest(name = "{0} with {1}")
    @MethodSource("all")
    void aWrappedResultFitsTheWrappedSchema(Sample sample, String mapper) {
        JsonSchemas schemas = SCHEMAS.get(mapper);
        ObjectNode schema = JsonSchemas.wrapped(schemas.outputSchema(sample.type(), true));
        JsonSchema compiled = ValidSchema.of(schema);

        for (Object value : sample.values()) {
            ObjectNode wrapped = schema.objectNode();
            wrapped.set(
                    "result",
                    tree(schemas.writer(sample.type(), value.getClass()).writeValueAsString(value)));
            assertThat(compiled.validate(wrapped)).as("%s%n%s", wrapped, schema).isEmpty();
        }
        assertThat(compiled.validate(schema.objectNode().putNull("result"))).isEmpty();
    }

    @Tag("change")
    @ParameterizedTest(name = "{0} with {1}")
    @MethodSource("allWithOtherSettings")
    void aWrappedResultFitsTheWrappedSchemaWithOtherSettings(Sample sample, String mapper) {
        aWrappedResultFitsTheWrappedSchema(sample, mapper);
    }

    @ParameterizedTest(name = "{0} with {1}")
    @MethodSource("readable")
    void anArgumentFitsItsInputSchemaAndIsReadAgain(Sample sample, String mapperName) throws Exception {
        JsonMapper mapper = MAPPERS.get(mapperName);
        List<ToolArgument> arguments = List.of(ToolArgument.of(new ParameterOf(sample.type()), text -> text));
        ObjectNode schema = SCHEMAS.get(mapperName).inputSchema(ParameterOf.class, arguments);
        JsonSchema compiled = ValidSchema.of(schema);
        ArgumentReader reader = new ArgumentReader(
                schema,
                ParameterOf.class,
                arguments,
                SCHEMAS.get(mapperName).argumentMapper(),
                new Conversion(true, false, new JsonLimits(4_194_304, 100)));

        for (Object value : sample.values()) {
            JsonNode written =
                    write(WITHOUT_EFFECT.containsKey(mapperName) ? JsonMapper.shared() : mapper, sample, value);
            ObjectNode call = schema.objectNode();
            call.set("value", written);
            // With some settings Jackson cannot read the JSON that it wrote.
            if (!WITHOUT_EFFECT.containsKey(mapperName) && !reads(mapper, sample, written)) {
                assertThatThrownBy(() -> read(reader, call)).isInstanceOf(InvalidArgumentsException.class);
                continue;
            }
            assertThat(compiled.validate(call)).as("%s%n%s", call, schema).isEmpty();
            Object read = read(reader, call).values()[0];
            assertThat(read).isNotNull();
            if (sample.exact() && mapperName.equals("default")) {
                assertThat(write(mapper, sample, read)).isEqualTo(written);
            }
        }
    }

    @Tag("change")
    @ParameterizedTest(name = "{0} with {1}")
    @MethodSource("readableWithOtherSettings")
    void anArgumentFitsItsInputSchemaAndIsReadAgainWithOtherSettings(Sample sample, String mapper) throws Exception {
        anArgumentFitsItsInputSchemaAndIsReadAgain(sample, mapper);
    }

    private static boolean reads(JsonMapper mapper, Sample sample, JsonNode written) {
        try {
            mapper.readerFor(mapper.constructType(sample.type())).readValue(written);
            return true;
        } catch (JacksonException unreadable) {
            return false;
        }
    }

    private static JsonNode write(JsonMapper mapper, Sample sample, Object value) {
        return tree(mapper.writerFor(mapper.constructType(sample.type())).writeValueAsString(value));
    }

    private static JsonNode tree(String json) {
        return EXACT.readTree(json);
    }

    /** A parameter of any type. */
    private static final class ParameterOf extends MethodParameter {

        private static final Method METHOD = ReflectionUtils.findMethod(ParameterOf.class, "tool", Object.class);

        private final Type type;

        ParameterOf(Type type) {
            super(METHOD, 0);
            this.type = type;
        }

        void tool(Object value) {}

        @Override
        public Type getGenericParameterType() {
            return type;
        }

        @Override
        public Class<?> getParameterType() {
            return ResolvableType.forType(type).resolve(Object.class);
        }
    }

    private static ArgumentReader.Read read(ArgumentReader reader, ObjectNode call) {
        CheckingTime time = new CheckingTime();
        return reader.read(reader.accept(call, RequestMemory.UNCOUNTED, time), time);
    }
}
