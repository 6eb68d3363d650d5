package io.mcpspring.schema;

import com.fasterxml.jackson.annotation.JsonAutoDetect;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.PropertyAccessor;
import io.mcpspring.schema.sample.SampleTypes;
import java.text.SimpleDateFormat;
import java.time.LocalDate;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.MapperFeature;
import tools.jackson.databind.PropertyNamingStrategies;
import tools.jackson.databind.cfg.DateTimeFeature;
import tools.jackson.databind.cfg.EnumFeature;
import tools.jackson.databind.ext.javatime.deser.LocalDateDeserializer;
import tools.jackson.databind.ext.javatime.ser.LocalDateSerializer;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.module.SimpleModule;
import tools.jackson.databind.ser.std.ToStringSerializer;

/**
 * A setting of the mapper that people use.
 *
 * @param view the view of which results have the members; {@code null} for all members
 */
record MapperSetting(
        String name,
        Consumer<JsonMapper.Builder> change,
        @Nullable Class<?> view) {

    static final MapperSetting PLAIN = of("plain", builder -> {});

    static final List<MapperSetting> ALL = List.of(
            PLAIN,
            of("snake case", builder -> builder.propertyNamingStrategy(PropertyNamingStrategies.SNAKE_CASE)),
            of("kebab case", builder -> builder.propertyNamingStrategy(PropertyNamingStrategies.KEBAB_CASE)),
            of(
                    "upper camel case",
                    builder -> builder.propertyNamingStrategy(PropertyNamingStrategies.UPPER_CAMEL_CASE)),
            including(JsonInclude.Include.ALWAYS),
            including(JsonInclude.Include.NON_NULL),
            including(JsonInclude.Include.NON_ABSENT),
            including(JsonInclude.Include.NON_EMPTY),
            including(JsonInclude.Include.NON_DEFAULT),
            of(
                    "dates as timestamps",
                    builder -> builder.enable(
                            DateTimeFeature.WRITE_DATES_AS_TIMESTAMPS, DateTimeFeature.WRITE_DURATIONS_AS_TIMESTAMPS)),
            of("date format", builder -> builder.defaultDateFormat(new SimpleDateFormat("dd.MM.yyyy"))),
            of("own dates", builder -> builder.addModule(dates(DateTimeFormatter.ofPattern("dd.MM.yyyy")))),
            of("longs as text", builder -> builder.addModule(longs())),
            of("single values", builder -> builder.enable(DeserializationFeature.ACCEPT_SINGLE_VALUE_AS_ARRAY)),
            of("unwrapped arrays", builder -> builder.enable(DeserializationFeature.UNWRAP_SINGLE_VALUE_ARRAYS)),
            of("unknown refused", builder -> builder.enable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)),
            of("unknown allowed", builder -> builder.disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)),
            of("ignored refused", builder -> builder.enable(DeserializationFeature.FAIL_ON_IGNORED_PROPERTIES)),
            of("any case of names", builder -> builder.enable(MapperFeature.ACCEPT_CASE_INSENSITIVE_PROPERTIES)),
            of("any case of enums", builder -> builder.enable(MapperFeature.ACCEPT_CASE_INSENSITIVE_ENUMS)),
            of(
                    "enums by text",
                    builder -> builder.enable(
                            EnumFeature.WRITE_ENUMS_USING_TO_STRING, EnumFeature.READ_ENUMS_USING_TO_STRING)),
            of(
                    "enums by name",
                    builder -> builder.disable(
                            EnumFeature.WRITE_ENUMS_USING_TO_STRING, EnumFeature.READ_ENUMS_USING_TO_STRING)),
            of("enums by index", builder -> builder.enable(EnumFeature.WRITE_ENUMS_USING_INDEX)),
            of("enums in lower case", builder -> builder.enable(EnumFeature.WRITE_ENUMS_TO_LOWERCASE)),
            of("unknown enum as null", builder -> builder.enable(EnumFeature.READ_UNKNOWN_ENUM_VALUES_AS_NULL)),
            of("null for primitives", builder -> builder.disable(DeserializationFeature.FAIL_ON_NULL_FOR_PRIMITIVES)),
            of(
                    "null refused",
                    builder -> builder.enable(
                            DeserializationFeature.FAIL_ON_NULL_FOR_PRIMITIVES,
                            DeserializationFeature.FAIL_ON_NULL_CREATOR_PROPERTIES)),
            of(
                    "creators complete",
                    builder -> builder.enable(DeserializationFeature.FAIL_ON_MISSING_CREATOR_PROPERTIES)),
            of("no coercion", builder -> builder.disable(MapperFeature.ALLOW_COERCION_OF_SCALARS)),
            of(
                    "empty text as null",
                    builder -> builder.enable(DeserializationFeature.ACCEPT_EMPTY_STRING_AS_NULL_OBJECT)),
            of(
                    "big numbers",
                    builder -> builder.enable(
                            DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS,
                            DeserializationFeature.USE_BIG_INTEGER_FOR_INTS)),
            of(
                    "fields",
                    builder -> builder.changeDefaultVisibility(
                            checker -> checker.withVisibility(PropertyAccessor.GETTER, JsonAutoDetect.Visibility.NONE)
                                    .withVisibility(PropertyAccessor.IS_GETTER, JsonAutoDetect.Visibility.NONE)
                                    .withVisibility(PropertyAccessor.FIELD, JsonAutoDetect.Visibility.ANY))),
            of("only views", builder -> builder.disable(MapperFeature.DEFAULT_VIEW_INCLUSION)),
            of("all views", builder -> builder.enable(MapperFeature.DEFAULT_VIEW_INCLUSION)),
            new MapperSetting(
                    "public view",
                    builder -> builder.enable(MapperFeature.DEFAULT_VIEW_INCLUSION),
                    SampleTypes.PublicView.class),
            of("sorted", builder -> builder.enable(MapperFeature.SORT_PROPERTIES_ALPHABETICALLY)));

    private static MapperSetting of(String name, Consumer<JsonMapper.Builder> change) {
        return new MapperSetting(name, change, null);
    }

    private static MapperSetting including(JsonInclude.Include inclusion) {
        return of(
                inclusion.name(),
                builder -> builder.changeDefaultPropertyInclusion(value -> value.withValueInclusion(inclusion)));
    }

    private static SimpleModule dates(DateTimeFormatter format) {
        return new SimpleModule("dates")
                .addSerializer(LocalDate.class, new LocalDateSerializer(format))
                .addDeserializer(LocalDate.class, new LocalDateDeserializer(format));
    }

    /** For clients in JavaScript, which have no long numbers. */
    private static SimpleModule longs() {
        return new SimpleModule("longs")
                .addSerializer(Long.class, ToStringSerializer.instance)
                .addSerializer(Long.TYPE, ToStringSerializer.instance);
    }

    JsonSchemas schemas() {
        JsonMapper.Builder builder = JsonMapper.builder();
        change.accept(builder);
        return new JsonSchemas(builder.build(), true, List.of()).in(view);
    }

    @Override
    public String toString() {
        return name;
    }
}
