package io.mcpspring.contract.binding;

import static io.mcpspring.contract.binding.BindingChecks.assertAccepted;
import static io.mcpspring.contract.binding.BindingChecks.assertRefused;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.annotation.JsonFormat;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonValue;
import io.mcpspring.annotation.McpTool;
import io.mcpspring.annotation.McpToolParam;
import io.mcpspring.protocol.ProtocolVersion;
import io.mcpspring.support.Answer;
import io.mcpspring.support.EveryRevision;
import io.mcpspring.support.LegacyRevisions;
import io.mcpspring.support.McpTestClient;
import io.mcpspring.support.ResultChecks;
import io.mcpspring.support.Revisions;
import io.mcpspring.support.TestServer;
import io.mcpspring.tool.McpArguments;
import io.mcpspring.tool.McpToolException;
import jakarta.validation.Valid;
import jakarta.validation.constraints.AssertTrue;
import jakarta.validation.constraints.Digits;
import jakarta.validation.constraints.Email;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.NotBlank;
import jakarta.validation.constraints.Past;
import jakarta.validation.constraints.Pattern;
import jakarta.validation.constraints.Size;
import java.io.IOException;
import java.math.BigDecimal;
import java.net.URI;
import java.time.DateTimeException;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.context.annotation.Bean;
import org.springframework.util.Assert;
import reactor.core.publisher.Mono;
import tools.jackson.core.JsonParser;
import tools.jackson.databind.DeserializationContext;
import tools.jackson.databind.JacksonModule;
import tools.jackson.databind.ValueDeserializer;
import tools.jackson.databind.annotation.JsonDeserialize;
import tools.jackson.databind.ext.javatime.deser.LocalDateTimeDeserializer;
import tools.jackson.databind.module.SimpleModule;
import tools.jackson.databind.util.StdConverter;

/** Invalid arguments are reported with all problems, each with its path, the expected and the given value. */
class BindingProblemsTests {

    interface Dated {

        @Past
        LocalDate getDay();
    }

    record Birth(LocalDate day) implements Dated {

        @Override
        public LocalDate getDay() {
            return day;
        }
    }

    record Line(
            @JsonProperty("unit_price") @Digits(integer = 3, fraction = 2)
            BigDecimal unitPrice) {}

    record Packet(@JsonProperty("first_line") @Valid Line first) {}

    record Dates(
            @JsonFormat(pattern = "dd.MM.yyyy") LocalDate day,
            @JsonFormat(pattern = "dd.MM.yyyy HH:mm") List<LocalDateTime> times,
            @Nullable LocalTime usual) {}

    record Amounts(
            @JsonFormat(shape = JsonFormat.Shape.STRING) @Nullable
            BigDecimal one,

            @JsonFormat(shape = JsonFormat.Shape.STRING) @Nullable
            List<BigDecimal> more,

            @Nullable Object any) {}

    interface Register<T> {

        String register(@Past LocalDate day, List<@Valid T> births);
    }

    static class Tools implements Register<Birth> {

        enum Format {
            SMALL,
            @JsonProperty("extra large")
            XL
        }

        record Item(@NotBlank String sku, @Min(1) @Max(33) int quantity) {}

        record Order(@Size(min = 1) List<Item> items, Map<String, Integer> limits) {}

        record Widths(byte b, short s, Integer i, Long l) {}

        @McpTool
        String widths(List<Widths> widths, Map<String, Integer> byName, int[] numbers) {
            return "" + widths + byName + numbers.length;
        }

        record Range(int from, int to) {

            Range {
                if (from > to) {
                    throw new IllegalArgumentException("from must not be greater than to");
                }
            }

            @AssertTrue(message = "must not be longer than 100")
            boolean isShort() {
                return to - from <= 100;
            }
        }

        record Sku(@JsonValue String text) {

            Sku {
                try {
                    Integer.parseInt(text.substring(4));
                } catch (NumberFormatException ex) {
                    throw new IllegalArgumentException("must be SKU- and a number", ex);
                }
            }
        }

        record Stay(int from, int to) {

            Stay {
                if (from > to) {
                    throw new McpToolException("Leave after you have arrived.");
                }
            }
        }

        @McpTool
        String book(@McpToolParam(required = false) @Nullable Sku sku, McpArguments arguments) {
            return "" + sku + arguments.get("stay", Stay.class);
        }

        @McpTool
        String stay(Stay stay) {
            return "" + stay;
        }

        record Customer(@Nullable String name, @Nullable String town) {

            Customer {
                Assert.hasText(name, "name must not be empty");
                Objects.requireNonNull(town, name.equals("Bob") ? "town" : "town must be given");
                Objects.checkIndex(0, town.length());
            }
        }

        @McpTool
        String customer(Customer customer) {
            return customer.name() + " of " + customer.town();
        }

        record Filter(@Nullable String state, @Nullable String order) {

            Filter {
                if (state == null) {
                    throw new NullPointerException("state is marked non-null but is null");
                }
                order = order.strip();
            }
        }

        @McpTool
        String filter(Filter filter) {
            return filter.toString();
        }

        @McpTool
        String invite(@Email String address, URI page) {
            return address + " to " + page;
        }

        @JsonDeserialize(using = MoneyDeserializer.class)
        record Money(String text) {}

        static class MoneyDeserializer extends ValueDeserializer<Money> {

            @Override
            public Money deserialize(JsonParser parser, DeserializationContext context) {
                String text = parser.getString();
                if (text.equals("broken")) {
                    throw new IllegalStateException("Of no interest to others");
                }
                if (!text.endsWith("EUR")) {
                    throw new IllegalArgumentException("must be an amount such as 5 EUR");
                }
                return new Money(text);
            }
        }

        @JsonDeserialize(converter = EvenConverter.class)
        record Even(int number) {}

        static class EvenConverter extends StdConverter<Integer, Even> {

            @Override
            public Even convert(Integer number) {
                if (number < 0) {
                    throw new DateTimeException("must not be negative");
                }
                if (number % 2 != 0) {
                    throw new IllegalArgumentException(
                            number == 5 ? "No enum constant shop.Even.five" : "not a value of com.example.Even");
                }
                return new Even(number);
            }
        }

        static class Setting {

            @JsonProperty(required = true)
            void setName(String name) throws IOException {
                if (name.isEmpty()) {
                    throw new IOException("secret");
                }
                throw new IllegalArgumentException("must be empty");
            }
        }

        record Bill(Money price, List<Even> numbers, Map<String, Money> others) {}

        @McpTool
        String bill(@Nullable Bill bill, @Nullable Money price, @Nullable Even even, @Nullable Setting setting) {
            return "" + bill + price + even + setting;
        }

        @McpTool
        String wholeBill(McpArguments arguments) {
            return "" + arguments.as(Bill.class) + arguments.get("price", Money.class);
        }

        @McpTool
        String iterable(Iterable<Integer> numbers) {
            int sum = 0;
            for (int number : numbers) {
                sum += number;
            }
            return "" + sum;
        }

        @McpTool
        String order(
                Order order,
                @Pattern(regexp = "[A-Z]{2}") String country,
                Format size,
                @McpToolParam(name = "dry-run") boolean dryRun) {
            return order.items().size() + country + size + dryRun;
        }

        @McpTool
        Mono<String> orderLater(Order order, String country) {
            return Mono.just(country);
        }

        @McpTool
        String number(int number) {
            return "number " + number;
        }

        @McpTool
        String large(long number) {
            return "number " + number;
        }

        @McpTool
        String text(String text) {
            return text;
        }

        @McpTool
        String range(@Valid Range range) {
            return range.from() + "-" + range.to();
        }

        @McpTool
        String ranges(List<Range> ranges) {
            return "" + ranges.size();
        }

        @McpTool
        String zone(ZoneId zone) {
            return zone.getId();
        }

        @Override
        @McpTool
        public String register(LocalDate day, List<Birth> births) {
            return "registered";
        }

        @McpTool
        String lines(Optional<@Valid Packet> packet, Set<@Valid Line> others) {
            return packet + "" + others;
        }

        @McpTool
        String dates(Dates dates) {
            return dates.toString();
        }

        @McpTool
        String amounts(Amounts amounts) {
            return amounts.toString();
        }

        @McpTool
        String born(@Past LocalDate day, LocalDate other) {
            return day + " " + other;
        }

        @McpTool
        String nothing() {
            return "called";
        }
    }

    private final TestServer server = TestServer.shared(Tools.class);

    @EveryRevision
    void allProblemsAreReportedTogetherWithTheirPaths(ProtocolVersion version) {
        assertRefused(
                server.client(version),
                "order",
                """
                {"order": {"items": [{"sku": "a", "quantity": 1}, {"sku": " ", "quantity": 34}],
                           "limits": {"x y": "one"}},
                 "country": "Germany", "size": "XL"}""",
                "order.items[1].sku: must not be blank",
                "order.items[1].quantity: must be at most 33, got 34",
                "order.limits[\"x y\"]: must be a whole number, got string \"one\"",
                "country: must match the pattern ^(?:[A-Z]{2})$, got \"Germany\"",
                "size: must be one of \"SMALL\", \"extra large\", got \"XL\"",
                "dry-run: is required");
    }

    @EveryRevision
    void argumentsThatFitAreAccepted(ProtocolVersion version) {
        assertAccepted(server.client(version), "order", """
                {"order": {"items": [{"sku": "a", "quantity": 33}], "limits": {"x y": 1}},
                 "country": "DE", "size": "extra large", "dry-run": true}""", "1DEXLtrue");
    }

    @EveryRevision
    void reactiveToolsRefuseTheSameArguments(ProtocolVersion version) {
        assertRefused(
                server.client(version),
                "orderLater",
                "{\"order\": {\"items\": [], \"limits\": {}}}",
                "order.items: must have at least 1 item, got 0",
                "country: is required");
    }

    @EveryRevision
    void aWholeNumberMayHaveAFractionOfZeroOnly(ProtocolVersion version) {
        McpTestClient client = server.client(version);
        assertAccepted(client, "number", "{\"number\": 1.0}", "number 1");
        assertAccepted(client, "number", "{\"number\": 1e2}", "number 100");
        assertAccepted(client, "large", "{\"number\": 9223372036854775807}", "number 9223372036854775807");
        assertRefused(client, "number", "{\"number\": 1.5}", "number: must be a whole number, got number 1.5");
        assertRefused(
                client,
                "number",
                "{\"number\": 3000000000}",
                "number: must be a whole number from -2147483648 to 2147483647, got number 3000000000");
        assertThat(BindingChecks.refusal(version, client.call("large", "{\"number\": 9223372036854775808}")))
                .startsWith("Invalid arguments for tool 'large':\nnumber: must be ")
                .contains("9223372036854775808");
    }

    @EveryRevision
    void aShortTextOfALongNumberIsRefused(ProtocolVersion version) {
        McpTestClient client = server.client(version);
        assertAccepted(
                client,
                "amounts",
                "{\"amounts\": {\"one\": \"9.9e1000\", \"any\": \"1e1001\"}}",
                "Amounts[one=9.9E+1000, more=null, any=1e1001]");
        for (String number : List.of("1e10000000", "-1e-10000000", "10.5E1000")) {
            assertRefused(
                    client,
                    "amounts",
                    "{\"amounts\": {\"one\": \"%s\"}}".formatted(number),
                    "amounts.one: must have an exponent from -1000 to 1000");
            assertRefused(
                    client,
                    "amounts",
                    "{\"amounts\": {\"more\": [\"1\", \"%s\"]}}".formatted(number),
                    "amounts.more[1]: must have an exponent from -1000 to 1000");
        }
    }

    @EveryRevision
    void aNumberOutOfRangeIsRefusedAtEveryDepth(ProtocolVersion version) {
        McpTestClient client = server.client(version);
        String arguments =
                "{\"widths\": [{\"b\": 127, \"s\": %s, \"i\": %s, \"l\": %s}], \"byName\": {\"a\": %s}, \"numbers\": [1, %s]}";
        assertAccepted(
                client,
                "widths",
                arguments.formatted("-32768", "2147483647", "9223372036854775807", "1", "2"),
                "[Widths[b=127, s=-32768, i=2147483647, l=9223372036854775807]]{a=1}2");
        assertRefused(
                client,
                "widths",
                arguments.formatted("32768", "1", "1", "2147483648", "-2147483649"),
                "widths[0].s: must be a whole number from -32768 to 32767, got number 32768",
                "byName.a: must be a whole number from -2147483648 to 2147483647, got number 2147483648",
                "numbers[1]: must be a whole number from -2147483648 to 2147483647, got number -2147483649");
        assertRefused(
                client,
                "widths",
                arguments.formatted("1", "1", "9223372036854775808", "1", "1"),
                "widths[0].l: must be a whole number from -9223372036854775808 to 9223372036854775807,"
                        + " got number 9223372036854775808");
        assertRefused(
                client,
                "widths",
                arguments.formatted("1", "1", "1", "1", "1").replace("127", "128"),
                "widths[0].b: must be at most 127, got 128");
    }

    @EveryRevision
    void theLimitsOfATypeAreNotInTheSchema(ProtocolVersion version) {
        assertThat(ResultChecks.listed(server.client(version), "number").at("/inputSchema/properties"))
                .hasToString("{\"number\":{\"type\":\"integer\"}}");
    }

    @EveryRevision
    void typesAreOnlyConvertedWithoutLoss(ProtocolVersion version) {
        McpTestClient client = server.client(version);
        assertRefused(client, "number", "{\"number\": \"1.5\"}", "number: must be a whole number, got string \"1.5\"");
        assertRefused(client, "number", "{\"number\": true}", "number: must be a whole number, got true");
        assertRefused(client, "number", "{\"number\": null}", "number: must be a whole number, got null");
        assertRefused(client, "number", "{\"number\": [1]}", "number: must be a whole number, got an array");
        assertRefused(client, "text", "{\"text\": 1.5}", "text: must be a string, got number 1.5");
        assertRefused(client, "text", "{\"text\": null}", "text: must be a string, got null");
        assertRefused(client, "range", "{\"range\": 5}", "range: must be an object, got number 5");
    }

    @EveryRevision
    void aLongValueIsTruncated(ProtocolVersion version) {
        Answer answer = server.client(version).call("number", "{\"number\": \"%s\"}".formatted("x".repeat(5000)));
        assertThat(BindingChecks.refusal(version, answer)).contains("xxx...").hasSizeLessThan(200);
    }

    @EveryRevision
    void anExceptionOfAConstructorIsAProblemOfTheArgument(ProtocolVersion version) {
        McpTestClient client = server.client(version);
        assertAccepted(client, "range", "{\"range\": {\"from\": 1, \"to\": 2}}", "1-2");
        assertRefused(
                client, "range", "{\"range\": {\"from\": 2, \"to\": 1}}", "range: from must not be greater than to");
        assertRefused(
                client,
                "ranges",
                "{\"ranges\": [{\"from\": 1, \"to\": 2}, {\"from\": 2, \"to\": 1}]}",
                "ranges[1]: from must not be greater than to");
        assertRefused(
                client,
                "zone",
                "{\"zone\": \"Nowhere/Land\"}",
                "zone: must be a time zone such as Europe/Paris, got string \"Nowhere/Land\"");
    }

    @EveryRevision
    void theTextOfAnExceptionThatHasACauseOrIsForTheClientIsKept(ProtocolVersion version) {
        McpTestClient client = server.client(version);
        assertRefused(client, "book", "{\"sku\": \"SKU-x\"}", "sku: must be SKU- and a number");
        assertThat(client.call("stay", "{\"stay\": {\"from\": 2, \"to\": 1}}").contentText())
                .isEqualTo("Leave after you have arrived.");
    }

    @EveryRevision
    void anExceptionOfAConversionIsAProblemOfTheArgument(ProtocolVersion version) {
        McpTestClient client = server.client(version);
        assertRefused(
                client,
                "bill",
                "{\"price\": \"5\", \"even\": 3, \"setting\": {\"name\": \"a\"}}",
                "price: must be an amount such as 5 EUR",
                "even: cannot be used, got number 3",
                "setting.name: must be empty");
        assertRefused(
                client,
                "bill",
                "{\"price\": \"broken\", \"even\": -2, \"setting\": {\"name\": \"\"}}",
                "price: cannot be used, got string \"broken\"",
                "even: must not be negative",
                "setting.name: cannot be used, got string \"\"");
        String bill = "{\"price\": \"%s EUR\", \"numbers\": [2, %s], \"others\": {\"a\": \"%s\"}}";
        String whole = "{\"bill\": %s}".formatted(bill);
        assertRefused(
                client, "bill", whole.formatted("5", "3", "1 EUR"), "bill.numbers[1]: cannot be used, got number 3");
        assertRefused(
                client, "bill", whole.formatted("5", "5", "1 EUR"), "bill.numbers[1]: cannot be used, got number 5");
        assertRefused(client, "bill", whole.formatted("5", "-2", "1 EUR"), "bill.numbers[1]: must not be negative");
        assertRefused(client, "bill", whole.formatted("5", "2", "1"), "bill.others.a: must be an amount such as 5 EUR");
        assertRefused(client, "wholeBill", bill.formatted("5", "2", "1"), "others.a: must be an amount such as 5 EUR");
    }

    @EveryRevision
    void theTextsOfUsualChecksInAConstructorAreShown(ProtocolVersion version) {
        McpTestClient client = server.client(version);
        assertAccepted(client, "customer", "{\"customer\": {\"name\": \"Ada\", \"town\": \"Paris\"}}", "Ada of Paris");
        assertRefused(client, "customer", "{\"customer\": {}}", "customer: name must not be empty");
        assertRefused(client, "customer", "{\"customer\": {\"name\": \"Ada\"}}", "customer: town must be given");
        assertRefused(
                client, "customer", "{\"customer\": {\"name\": \"Bob\"}}", "customer: cannot be used, got an object");
        assertRefused(
                client,
                "customer",
                "{\"customer\": {\"name\": \"Ada\", \"town\": \"\"}}",
                "customer: cannot be used, got an object");
    }

    @EveryRevision
    void theSentenceOfANullCheckIsShownButNotTheTextOfTheJvm(ProtocolVersion version) {
        McpTestClient client = server.client(version);
        assertRefused(client, "filter", "{\"filter\": {}}", "filter: state is marked non-null but is null");
        assertRefused(client, "filter", "{\"filter\": {\"state\": \"OPEN\"}}", "filter: cannot be used, got an object");
    }

    @EveryRevision
    void addressesAreAcceptedAsJavaAcceptsThem(ProtocolVersion version) {
        McpTestClient client = server.client(version);
        for (String address : List.of("jane@acme.internal", "x@company.test")) {
            for (String page : List.of(
                    "https://acme.example/orders?filter[state]=open", "https://de.wikipedia.org/wiki/München")) {
                assertAccepted(
                        client,
                        "invite",
                        "{\"address\": \"%s\", \"page\": \"%s\"}".formatted(address, page),
                        address + " to " + page);
            }
        }
        assertRefused(
                client,
                "invite",
                "{\"address\": \"jane@\", \"page\": \"a b\"}",
                "address: must be an e-mail address, got \"jane@\"",
                "page: must be a URI, got \"a b\"");
    }

    @EveryRevision
    void theElementsOfAnIterableAreDescribedAndChecked(ProtocolVersion version) {
        McpTestClient client = server.client(version);
        assertAccepted(client, "iterable", "{\"numbers\": [1, 2]}", "3");
        assertRefused(
                client,
                "iterable",
                "{\"numbers\": [1, \"x\"]}",
                "numbers[1]: must be a whole number, got string \"x\"");
    }

    @EveryRevision
    void constraintsBeyondTheSchemaAreChecked(ProtocolVersion version) {
        McpTestClient client = server.client(version);
        assertAccepted(client, "born", "{\"day\": \"2000-01-31\", \"other\": \"2000-01-31\"}", "2000-01-31 2000-01-31");
        assertRefused(
                client,
                "born",
                "{\"day\": \"9999-01-31\", \"other\": \"9999-01-31\"}",
                "day: must be a past date, got \"9999-01-31\"");
        assertRefused(
                client,
                "range",
                "{\"range\": {\"from\": 1, \"to\": 200}}",
                "range.short: must not be longer than 100, got false");
    }

    @EveryRevision
    void aDateIsDemandedInTheFormatOfItsProperty(ProtocolVersion version) {
        McpTestClient client = server.client(version);
        assertRefused(
                client,
                "dates",
                "{\"dates\": {\"day\": \"2026-01-31\"}}",
                "dates.day: must be a date such as 31.01.2026, got string \"2026-01-31\"");
        assertRefused(
                client,
                "dates",
                "{\"dates\": {\"times\": [\"2026-01-31T10:00\"]}}",
                "dates.times[0]: must be a date and time without offset such as 31.01.2026 13:45,"
                        + " got string \"2026-01-31T10:00\"");
        assertRefused(
                client,
                "dates",
                "{\"dates\": {\"usual\": \"noon\"}}",
                "dates.usual: must be a time such as 13:45:30, got string \"noon\"");
    }

    @EveryRevision
    void theNamesOfJsonAreUsedInOptionalsAndSets(ProtocolVersion version) {
        assertRefused(
                server.client(version),
                "lines",
                "{\"packet\": {\"first_line\": {\"unit_price\": 1000}}, \"others\": [{\"unit_price\": 2000}]}",
                "others.unit_price: numeric value out of bounds (<3 digits>.<2 digits> expected), got 2000",
                "packet.first_line.unit_price: numeric value out of bounds (<3 digits>.<2 digits> expected), got 1000");
    }

    @EveryRevision
    void inheritedConstraintsAreChecked(ProtocolVersion version) {
        McpTestClient client = server.client(version);
        String arguments = "{\"day\": \"%1$s\", \"births\": [{\"day\": \"%1$s\"}]}";
        assertAccepted(client, "register", arguments.formatted("2000-01-31"), "registered");
        assertRefused(
                client,
                "register",
                arguments.formatted("9999-01-31"),
                "births[0].day: must be a past date, got \"9999-01-31\"",
                "day: must be a past date, got \"9999-01-31\"");
    }

    @EveryRevision
    void problemsDoNotNameClassesOfTheServer(ProtocolVersion version) {
        McpTestClient client = server.client(version);
        for (String arguments : List.of(
                "{\"range\": {\"from\": 2, \"to\": 1}}",
                "{\"range\": {\"from\": 2}}",
                "{\"range\": {\"from\": null, \"to\": 1}}",
                "{\"range\": {\"from\": {}, \"to\": []}}")) {
            assertThat(BindingChecks.refusal(version, client.call("range", arguments)))
                    .contains("range")
                    .doesNotContain("java", "mcpspring", "Range", "jackson", "Exception");
        }
    }

    static class OwnFormat {

        @Bean
        JacksonModule times() {
            DateTimeFormatter format = DateTimeFormatter.ofPattern("dd.MM.yyyy HH:mm");
            return new SimpleModule().addDeserializer(LocalDateTime.class, new LocalDateTimeDeserializer(format));
        }

        @McpTool
        String remind(LocalDateTime at) {
            return at.toString();
        }
    }

    @EveryRevision
    void theExampleOfAnotherFormatThanTheApplicationsIsNotShown(ProtocolVersion version) {
        McpTestClient client = TestServer.shared(OwnFormat.class).client(version);
        assertAccepted(client, "remind", "{\"at\": \"31.01.2026 13:45\"}", "2026-01-31T13:45");
        assertRefused(
                client,
                "remind",
                "{\"at\": \"2026-01-31T13:45:30\"}",
                "at: must be a date and time without offset, got string \"2026-01-31T13:45:30\"");
    }

    @EveryRevision
    void absentArgumentsAreTreatedAsEmpty(ProtocolVersion version) {
        McpTestClient client = server.client(version);
        assertThat(client.call("nothing").contentText()).isEqualTo("called");
        assertAccepted(client, "nothing", "null", "called");
        assertAccepted(client, "nothing", "{}", "called");
        // PHP writes an object without members as an empty array.
        assertAccepted(client, "nothing", "[]", "called");
        assertRefused(client, "number", "[]", "number: is required");
        assertRefused(client, "number", "{}", "number: is required");
        assertRefused(client, "number", "null", "number: is required");
        assertThat(BindingChecks.refusal(version, client.call("number"))).endsWith("\nnumber: is required");
    }

    @ParameterizedTest
    @ValueSource(strings = {"[1]", "[{}]", "\"{}\"", "\"\"", "1", "true"})
    void argumentsThatAreNotAnObjectAreAnErrorOfTheProtocol(String arguments) {
        for (ProtocolVersion version : Revisions.every()) {
            Answer answer = server.client(version).call("nothing", arguments);
            assertThat(answer.status()).isEqualTo(200);
            assertThat(answer.errorCode()).isEqualTo(-32602);
            assertThat(answer.error().get("message").stringValue()).isEqualTo("'arguments' must be an object");
        }
    }

    @LegacyRevisions
    void aCallWithoutANameIsAnErrorOfTheProtocol(ProtocolVersion version) {
        for (String params : List.of("{}", "{\"name\": 5}", "{\"name\": null}")) {
            Answer answer = server.client(version).request("tools/call", params);
            assertThat(answer.status()).isEqualTo(200);
            assertThat(answer.errorCode()).isEqualTo(-32602);
        }
    }
}
