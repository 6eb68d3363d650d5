package io.mcpspring.schema;

import static io.mcpspring.schema.SchemaTrial.Part.READING;
import static io.mcpspring.schema.SchemaTrial.Part.RETURNING;
import static io.mcpspring.schema.SchemaTrial.Part.SCHEMA;
import static io.mcpspring.schema.SchemaTrial.Part.WRITING;
import static org.assertj.core.api.Assertions.assertThat;

import io.mcpspring.schema.SchemaTrial.Failure;
import io.mcpspring.schema.SchemaTrial.Part;
import io.mcpspring.schema.SchemaTrial.Sample;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * For the types and the settings of the mapper that people use: JSON that fits an input schema can be read, values that
 * are written fit the output schema, and the input schema if they can be read, and the checks agree with the library
 * for validation.
 */
class SchemasFitJacksonTests {

    /** Failures that are known: they are not reported, and have to be removed from this list when they are gone. */
    private static final List<Known> KNOWN = List.of(
            known(
                    READING,
                    "asArray asArrayAtProperty",
                    "*",
                    "the schema of an object that is an array does not say what its elements are"),
            known(
                    READING,
                    "byColour byNamedColour enums httpStatus payment",
                    "enums in lower case",
                    "the schema has the names as they are written, which is not how they are read"),
            known(
                    READING,
                    "localDate localTime localDateTime offsetTime yearMonth *",
                    "dates as timestamps",
                    "the schema says how the value is written: arrays of anything fit"),
            known(
                    READING,
                    "existing",
                    "unknown refused",
                    "the mapper refuses the name of a type that is a member of its class only when it is written"),
            known(READING, "deduced", "*", "what fits several alternatives is read as none of them"),
            known(WRITING, "asArray asArrayAtProperty", "all views, public view", "is written as an array"),
            known(WRITING, "jsonValueObject", "*", "a value of @JsonValue may be null"),
            known(WRITING, "number", "longs as text", "a Number may be a Long, which is text"),
            known(WRITING, "optionalLong", "longs as text", "the number inside is not written as a Long is"),
            known(WRITING, "slice", "fields", "is not written as its elements if its class has fields"),
            known(
                    RETURNING,
                    "constrained constrainedBean requiredMembers",
                    "*",
                    "the values are made without regard to what arguments have to be"),
            known(
                    RETURNING,
                    "marked markedLists",
                    "NON_EMPTY, NON_DEFAULT",
                    "empty members are omitted, but required of arguments, as the code says"),
            known(RETURNING, "number optionalLong", "longs as text", "as for writing"),
            known(
                    RETURNING,
                    "singleValue",
                    "single values, empty text as null",
                    "the schema that is published does not show single values in place of arrays"),
            known(RETURNING, "asArray asArrayAtProperty", "all views, public view", "as for writing"),
            known(
                    RETURNING,
                    "createdColour",
                    "enums by index, enums in lower case",
                    "is written as something else than its creator takes, which reads it as null"),
            known(
                    RETURNING,
                    "contentUsing customProperty",
                    "*",
                    "a serializer of a property or its elements does not change what is read"),
            known(RETURNING, "formats", "enums in lower case", "as for reading"),
            known(READING, "secret", "null refused", "the mapper requires a member that is only written"),
            known(READING, "*", "null refused", "an empty text is null for some types"),
            known(
                    READING,
                    "ignoredComponent includedAtType",
                    "null refused, creators complete",
                    "the mapper requires a member that it ignores"),
            known(
                    READING,
                    "anySetterOfCreator identity ignoredAtType secret",
                    "creators complete",
                    "the mapper requires a member that is ignored, only written, unknown or made of all others"),
            known(
                    READING,
                    "formats longTexts",
                    "no coercion",
                    "a number that is written as text cannot be read if texts must not become numbers"),
            known(
                    SCHEMA,
                    "tree2",
                    "null refused, creators complete",
                    "the type contains itself in a member that the mapper requires"),
            known(
                    RETURNING,
                    "enums inclusions marked nonDefaultType optionals wrapped",
                    "null refused",
                    "a member is omitted or null, but required of arguments"));

    /** The types of which the schemas say nothing, or nothing of a part, with the usual mapper. */
    private static final String UNDESCRIBED = "anySetter anything appended arrayPet arrayTree asArray asArrayAtProperty"
            + " contentUsing converted customProperty entries entry external"
            + " filtered identity masked maskedBean money multimap multimapHolder objects payment price prices"
            + " rawList rawMap rawValue singleValue tree typedProperty";

    /**
     * A failure that is known.
     *
     * @param types the types with it, and {@code *} if others may have it, too
     * @param settings the settings with it; {@code *} for all or most of them
     */
    private record Known(Part part, List<String> types, List<String> settings, String reason) {

        boolean is(Failure failure) {
            return part == failure.part()
                    && (types.contains(failure.type()) || types.contains("*"))
                    && (settings.contains(failure.setting()) || settings.contains("*"));
        }
    }

    private static Known known(Part part, String types, String settings, String reason) {
        return new Known(part, List.of(types.split(" ")), List.of(settings.split(", ")), reason);
    }

    private final Map<MapperSetting, JsonSchemas> schemas = new HashMap<>();

    @Test
    void everyTypeFitsWithTheUsualMapper() {
        Random random = new Random(1);
        Stream<SchemaTrial> usual = Sample.ALL.stream().map(sample -> trial(sample, 0, MapperSetting.PLAIN, random));
        Stream<SchemaTrial> others = MapperSetting.ALL.stream()
                .map(setting -> trial(Sample.ALL.get(random.nextInt(Sample.ALL.size())), 1, setting, random));
        run(Stream.concat(usual, others), 3);
    }

    @Test
    @Tag("change")
    void aThirdOfTheTypesFitsWithEachSetting() {
        Random random = new Random(2);
        Stream<SchemaTrial> trials = MapperSetting.ALL.stream()
                .flatMap(setting -> IntStream.range(0, Sample.ALL.size())
                        .filter(i -> i % 3 == MapperSetting.ALL.indexOf(setting) % 3)
                        .mapToObj(i -> trial(Sample.ALL.get(i), 0, setting, random)));
        run(trials, 5);
    }

    @Test
    @Tag("full")
    @Timeout(value = 30, unit = TimeUnit.MINUTES)
    void everyTypeFitsWithEverySettingAloneAndInsideOthers() {
        Random random = new Random(3);
        Stream<SchemaTrial> trials = MapperSetting.ALL.stream()
                .flatMap(setting -> Sample.ALL.stream()
                        .flatMap(sample -> IntStream.range(0, SchemaTrial.AROUND.size())
                                .mapToObj(around -> trial(sample, around, setting, random))));
        run(trials, 10);
    }

    @Test
    void everyTypeIsDescribedUnlessItIsKnownThatItIsNot() {
        assertThat(Sample.ALL.stream()
                        .filter(sample -> trial(sample, 0, MapperSetting.PLAIN, new Random(5))
                                .saysNothingOfAPart())
                        .map(Sample::name))
                .containsExactlyInAnyOrder(UNDESCRIBED.split(" "));
    }

    @Test
    @Tag("change")
    void knownFailuresAreStillThere() {
        List<String> gone = new ArrayList<>();
        for (Known known : KNOWN) {
            for (String type :
                    known.types().stream().filter(name -> !name.equals("*")).toList()) {
                for (String setting : known.settings()) {
                    if (!fails(known, type, setting.equals("*") ? MapperSetting.PLAIN.name() : setting)) {
                        gone.add("%s %s with '%s': %s".formatted(known.part(), type, setting, known.reason()));
                    }
                }
            }
        }
        assertThat(gone).isEmpty();
    }

    private boolean fails(Known known, String type, String settingName) {
        Sample sample = Sample.ALL.stream()
                .filter(one -> one.name().equals(type))
                .findFirst()
                .orElseThrow();
        MapperSetting setting = MapperSetting.ALL.stream()
                .filter(one -> one.name().equals(settingName))
                .findFirst()
                .orElseThrow();
        Random random = new Random(4);
        return Stream.of(10, 100, 1000)
                .flatMap(documents -> Stream.of(0, 1)
                        .flatMap(around -> trial(sample, around, setting, random).run(documents).stream()))
                .anyMatch(known::is);
    }

    private SchemaTrial trial(Sample sample, int around, MapperSetting setting, Random random) {
        JsonSchemas settled = schemas.computeIfAbsent(setting, MapperSetting::schemas);
        return new SchemaTrial(sample, around, setting, settled, random);
    }

    private static void run(Stream<SchemaTrial> trials, int documents) {
        Map<List<Object>, String> unknown = new LinkedHashMap<>();
        trials.flatMap(trial -> trial.run(documents).stream())
                .filter(failure -> KNOWN.stream().noneMatch(known -> known.is(failure)))
                .forEach(failure -> unknown.putIfAbsent(
                        List.of(failure.part(), failure.type(), failure.setting()), failure.details()));
        assertThat(unknown.values().stream().limit(20).toList())
                .as("%d failures", unknown.size())
                .isEmpty();
    }
}
