package io.mcpspring.schema;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import com.fasterxml.jackson.annotation.JsonProperty;
import io.mcpspring.protocol.ProtocolVersion;
import io.mcpspring.validation.InvalidArgumentsException;
import io.swagger.v3.oas.annotations.media.Schema;
import jakarta.validation.constraints.Email;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.Pattern;
import jakarta.validation.constraints.Size;
import java.math.BigDecimal;
import java.net.URI;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalTime;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.PropertyNamingStrategies;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.MissingNode;
import tools.jackson.databind.node.NullNode;

class FormTests {

    private static final Forms FORMS = new Forms(JsonMapper.shared(), List.of());

    private static final Order ORDER = new Order(
            "Ann",
            "ann@example.org",
            2,
            new BigDecimal("1.5"),
            true,
            ShirtSize.M,
            Set.of(Extra.GIFT),
            LocalDate.of(2026, 1, 31),
            Instant.parse("2026-01-31T13:45:00Z"),
            URI.create("https://example.org/a"),
            LocalTime.of(13, 45),
            Optional.of("Soon"));

    private static final String FILLED = """
            {"name":"Ann","mail":"ann@example.org","copies":2,"price":1.5,"express":true,"size":"M","extras":["gift"],
             "date":"2026-01-31","moment":"2026-01-31T13:45:00Z","link":"https://example.org/a","time":"13:45",
             "note":"Soon"}""";

    @Test
    void aNumberThatItsTypeCannotHoldIsRefused() {
        assertThatExceptionOfType(InvalidArgumentsException.class)
                .isThrownBy(() -> FORMS.of(Count.class).read(tree("{\"count\":2147483648}")))
                .withMessageContaining("count: must be a whole number from -2147483648 to 2147483647");
    }

    record Count(int count) {}

    @Test
    void aFormIsReadAsItsType() {
        assertThat(FORMS.of(Order.class).read(tree(FILLED))).isEqualTo(ORDER);
    }

    @Test
    void aFormHasNoRootName() {
        JsonMapper rootNames = JsonMapper.builder()
                .enable(SerializationFeature.WRAP_ROOT_VALUE)
                .enable(DeserializationFeature.UNWRAP_ROOT_VALUE)
                .build();

        Form<Order> form = new Forms(rootNames, List.of()).of(Order.class);
        assertThat(form.read(tree(FILLED))).isEqualTo(ORDER);
        assertThat(form.schema(ProtocolVersion.newest()))
                .isEqualTo(FORMS.of(Order.class).schema(ProtocolVersion.newest()));
    }

    @ParameterizedTest(name = "{0}: {1}")
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            name   | 5                   | name: must be a string, got number 5
            name   | "A"                 | name: must have at least 2 characters, got 1
            name   | null                | name: must be a string, got null
            mail   | "ann"               | mail: must be an e-mail address, got "ann"
            copies | 10                  | copies: must be at most 9, got 10
            copies | "2"                 | copies: must be a whole number, got string "2"
            copies | 2.5                 | copies: must be a whole number, got number 2.5
            price  | true                | price: must be a number, got true
            express | "yes"              | express: must be true or false, got string "yes"
            size   | "XL"                | size: must be one of "S", "M", got "XL"
            extras | ["gift","x"]        | extras[1]: must be one of "gift", "WRAP", got "x"
            extras | []                  | extras: must have at least 1 item, got 0
            date   | "31.1.2026"         | date: must be a date such as 2026-01-31, got "31.1.2026"
            moment | "2026-01-31T13:45"  | moment: must be a date and time with offset such as 2026-01-31T13:45:00Z, got "2026-01-31T13:45"
            link   | "a"                 | link: must be an absolute URI, got "a"
            time   | "noon"              | time: must be a time such as 13:45:30, got string "noon"
            note   | {}                  | note: must be a string, got an object
            """)
    void reportsAProblem(String property, String value, String text) {
        JsonNode content = tree(FILLED).asObject().set(property, tree(value));

        assertThatExceptionOfType(InvalidArgumentsException.class)
                .isThrownBy(() -> FORMS.of(Order.class).read(content))
                .withMessage(text)
                .satisfies(ex -> assertThat(ex.problems()).hasSize(1).hasToString("[" + text + "]"));
    }

    @Test
    void reportsEveryProblemOnItsOwnLine() {
        assertThatExceptionOfType(InvalidArgumentsException.class)
                .isThrownBy(() -> FORMS.of(Small.class).read(tree("{\"age\":-1}")))
                .satisfies(ex -> assertThat(ex.getMessage().split("\n"))
                        .containsExactlyInAnyOrder("name: is required", "age: must be at least 0, got -1"));
    }

    @Test
    void contentThatIsNotAnObjectIsRefused() {
        assertThatExceptionOfType(InvalidArgumentsException.class)
                .isThrownBy(() -> FORMS.of(Small.class).read(tree("[1]")))
                .withMessage("must be an object, got an array");
    }

    @Test
    void absentPropertiesGetTheirDefaults() {
        assertThat(FORMS.of(Defaults.class).read(tree("{}")))
                .isEqualTo(new Defaults("Paris", 3, true, ShirtSize.S, List.of(Extra.WRAP), null, Optional.of(7)));
    }

    @Test
    void givenPropertiesAreKept() {
        assertThat(FORMS.of(Defaults.class).read(tree("""
                        {"city":"Rome","number":0,"flag":false,"size":"M","extras":[],"open":"x","optional":1}""")))
                .isEqualTo(new Defaults("Rome", 0, false, ShirtSize.M, List.of(), "x", Optional.of(1)));
    }

    @Test
    void nullMeansAbsentUnlessItIsRequired() {
        assertThat(FORMS.of(Defaults.class)
                        .read(tree("{\"city\":null,\"open\":null,\"optional\":null}"))
                        .city())
                .isEqualTo("Paris");
        assertThatExceptionOfType(InvalidArgumentsException.class)
                .isThrownBy(() -> FORMS.of(Small.class).read(tree("{\"name\":null,\"age\":null}")))
                .withMessage("name: must be a string, got null");
    }

    @Test
    void contentThatIsAbsentIsEmpty() {
        assertThat(FORMS.of(Defaults.class).read(MissingNode.getInstance()).city())
                .isEqualTo("Paris");
        assertThat(FORMS.of(Defaults.class).read(NullNode.getInstance()).city()).isEqualTo("Paris");
    }

    @Test
    void theContentIsNotModified() {
        JsonNode content = tree("{\"city\":null}");

        FORMS.of(Defaults.class).read(content);

        assertThat(content).hasToString("{\"city\":null}");
    }

    @Test
    void anOptionalPropertyMayBeAbsent() {
        assertThat(FORMS.of(Small.class).read(tree("{\"name\":\"Ann\"}"))).isEqualTo(new Small("Ann", null));
    }

    @Test
    void aWholeNumberMayHaveAFractionOfZero() {
        JsonMapper strict = JsonMapper.builder()
                .disable(DeserializationFeature.ACCEPT_FLOAT_AS_INT)
                .build();

        assertThat(new Forms(strict, List.of()).of(Small.class).read(tree("{\"name\":\"Ann\",\"age\":3.0}")))
                .isEqualTo(new Small("Ann", 3));
    }

    @Test
    void constraintsThatAFormCannotExpressAreNotChecked() {
        assertThat(FORMS.of(Matching.class).read(tree("{\"code\":\"A1\"}"))).isEqualTo(new Matching("A1"));
    }

    @Test
    void theConstructorOfTheTypeMayRefuse() {
        assertThatExceptionOfType(InvalidArgumentsException.class)
                .isThrownBy(() -> FORMS.of(Range.class).read(tree("{\"from\":3,\"to\":1}")))
                .withMessage("must not end before it begins");
    }

    @Test
    void theMapperOfTheApplicationIsUsed() {
        JsonMapper snake = JsonMapper.builder()
                .propertyNamingStrategy(PropertyNamingStrategies.SNAKE_CASE)
                .build();
        Form<Named> form = new Forms(snake, List.of()).of(Named.class);

        assertThat(form.read(tree("{\"first_name\":\"Ann\"}"))).isEqualTo(new Named("Ann"));
        assertThatExceptionOfType(InvalidArgumentsException.class)
                .isThrownBy(() -> form.read(tree("{\"firstName\":\"Ann\"}")))
                .withMessage("first_name: is required");
    }

    @Test
    void theContentOfAHandWrittenFormIsReturnedUnchanged() {
        Form<JsonNode> form = Form.written(tree("""
                {"type":"object","properties":{"size":{"type":"string","enum":["S","M"]},
                 "copies":{"type":"integer","default":1}},"required":["size"]}"""));

        assertThat(form.read(tree("{\"size\":\"S\",\"more\":[1]}")))
                .hasToString("{\"size\":\"S\",\"more\":[1],\"copies\":1}");
        assertThatExceptionOfType(InvalidArgumentsException.class)
                .isThrownBy(() -> form.read(tree("{\"size\":\"L\"}")))
                .withMessage("size: must be one of \"S\", \"M\", got \"L\"");
    }

    @Test
    void laterChangesOfAWrittenSchemaChangeNothing() {
        JsonNode schema = tree("{\"type\":\"object\",\"properties\":{\"a\":{\"type\":\"string\"}}}");
        Form<JsonNode> form = Form.written(schema);

        schema.asObject().removeAll();

        assertThat(form.schema(ProtocolVersion.V2026_07_28).has("properties")).isTrue();
    }

    private static JsonNode tree(String json) {
        return JsonMapper.shared().readTree(json);
    }

    enum ShirtSize {
        @Schema(title = "Small")
        S,
        M
    }

    enum Extra {
        @JsonProperty("gift")
        @Schema(title = "As a gift")
        GIFT,
        WRAP
    }

    record Order(
            @Size(min = 2) String name,
            @Email String mail,
            @Min(1) @Max(9) int copies,
            BigDecimal price,
            boolean express,
            ShirtSize size,
            @Size(min = 1) Set<Extra> extras,
            LocalDate date,
            Instant moment,
            URI link,
            LocalTime time,
            Optional<String> note) {}

    record Small(String name, @Min(0) @Nullable Integer age) {}

    record Defaults(
            @JsonProperty(defaultValue = "Paris") String city,
            @JsonProperty(defaultValue = "3") int number,
            @JsonProperty(defaultValue = "true") boolean flag,
            @Schema(defaultValue = "S") ShirtSize size,
            @JsonProperty(defaultValue = "[\"WRAP\"]") List<Extra> extras,
            @Nullable String open,
            @JsonProperty(defaultValue = "7") Optional<Integer> optional) {}

    record Matching(@Pattern(regexp = "[a-z]+") String code) {}

    record Named(String firstName) {}

    record Range(int from, int to) {

        Range {
            if (from > to) {
                throw new IllegalArgumentException("must not end before it begins");
            }
        }
    }
}
