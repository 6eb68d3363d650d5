package io.mcpspring.contract.prompt;

import static org.assertj.core.api.Assertions.assertThat;

import io.mcpspring.annotation.McpIcon;
import io.mcpspring.annotation.McpPrompt;
import io.mcpspring.annotation.McpPromptParam;
import io.mcpspring.prompt.McpPromptDefinition;
import io.mcpspring.prompt.McpPrompts;
import io.mcpspring.protocol.Icon;
import io.mcpspring.protocol.Prompt;
import io.mcpspring.protocol.PromptArgument;
import io.mcpspring.protocol.ProtocolVersion;
import io.mcpspring.support.Answer;
import io.mcpspring.support.EveryRevision;
import io.mcpspring.support.LegacyRevisions;
import io.mcpspring.support.McpTestClient;
import io.mcpspring.support.Revisions;
import io.mcpspring.support.TestServer;
import java.nio.charset.StandardCharsets;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.context.annotation.Bean;
import org.springframework.core.convert.converter.Converter;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** Prompts are listed and requested; their arguments are texts that are converted to the types of the method. */
class PromptTests {

    enum Tone {
        FRIENDLY,
        FORMAL
    }

    enum Case {
        LOUD,
        loud,
        Soft
    }

    record Weight(int kilos) {}

    static class Weights implements Converter<String, Weight> {

        @Override
        public Weight convert(String text) {
            return new Weight(Integer.parseInt(text.replace("kg", "")));
        }
    }

    static class Prompts {

        @Bean
        static Weights weights() {
            return new Weights();
        }

        @Bean
        static McpPromptDefinition defined() {
            return McpPromptDefinition.named("defined")
                    .title("Defined")
                    .description("In code")
                    .argument("first", "The first", true)
                    .argument(new PromptArgument("second", "Second", null, false))
                    .icon(new Icon("https://example.org/defined.png", null, List.of(), null))
                    .meta(Map.of("b", 1, "a", List.of(2)))
                    .get((arguments, exchange) -> arguments + " in " + exchange.protocolVersion())
                    .build();
        }

        @McpPrompt(
                title = "Letter",
                description = "Writes a letter of ${spring.application.name}",
                icons = @McpIcon(src = "https://example.org/letter.png"),
                meta = "{\"kind\": 1}")
        String letter(
                @McpPromptParam(name = "to", title = "Recipient", description = "Who gets it") String customer,
                Tone tone,
                @McpPromptParam(required = false) String greeting) {
            return customer + " " + tone + " " + greeting;
        }

        @McpPrompt(name = "code review, p\u00e4dagogisch")
        String review() {
            return "Review this";
        }

        @McpPrompt
        String typed(
                int count,
                LocalDate day,
                Weight weight,
                boolean urgent,
                List<Tone> tones,
                Optional<Integer> pages,
                @Nullable Long rest) {
            return "%s|%s|%s|%s|%s|%s|%s".formatted(count, day, weight, urgent, tones, pages, rest);
        }

        @McpPrompt
        String several(
                Optional<List<Integer>> numbers,
                Tone @Nullable [] tones,
                @Nullable List<String> texts,
                int @Nullable [] ints,
                @Nullable Case oneCase) {
            return numbers + " " + Arrays.toString(tones) + " " + texts + " " + Arrays.toString(ints) + " " + oneCase;
        }

        @McpPrompt
        String boxed(Tone tone, Integer count) {
            return tone.name() + count;
        }
    }

    private static final TestServer SERVER = TestServer.shared(Prompts.class, "mcp.server.prompts.page-size=2");

    private static Answer get(McpTestClient client, String name, String arguments) {
        ObjectNode params = JsonMapper.shared().createObjectNode().put("name", name);
        params.set("arguments", JsonMapper.shared().readTree(arguments));
        String body = client.body("prompts/get", params);
        Map<String, String> headers = client.headers("prompts/get", params);
        headers.replace(
                "Mcp-Name",
                "=?base64?" + Base64.getEncoder().encodeToString(name.getBytes(StandardCharsets.UTF_8)) + "?=");
        return client.post(body, headers);
    }

    private static String said(McpTestClient client, String name, String arguments) {
        return get(client, name, arguments)
                .result()
                .at("/messages/0/content/text")
                .stringValue();
    }

    private static List<JsonNode> listed(McpTestClient client) {
        List<JsonNode> prompts = new ArrayList<>();
        ObjectNode params = JsonMapper.shared().createObjectNode();
        JsonNode page = client.request("prompts/list", params).result();
        page.get("prompts").forEach(prompts::add);
        while (page.has("nextCursor")) {
            page = client.request("prompts/list", params.deepCopy().<ObjectNode>set("cursor", page.get("nextCursor")))
                    .result();
            assertThat(page.get("prompts").size()).isBetween(1, 2);
            page.get("prompts").forEach(prompts::add);
        }
        return prompts;
    }

    @EveryRevision
    void allPagesTogetherAreAllPromptsByName(ProtocolVersion version) {
        McpTestClient client = SERVER.client(version);
        assertThat(client.request("prompts/list", "{}").result().get("prompts").size())
                .isEqualTo(2);
        assertThat(listed(client))
                .extracting(prompt -> prompt.get("name").stringValue())
                .containsExactly("boxed", "code review, p\u00e4dagogisch", "defined", "letter", "several", "typed");
        assertThat(SERVER.context().getBean(McpPrompts.class).list())
                .extracting(Prompt::name)
                .containsExactly("boxed", "code review, p\u00e4dagogisch", "defined", "letter", "several", "typed");
    }

    @EveryRevision
    void anUnknownCursorIsRefused(ProtocolVersion version) {
        assertThat(SERVER.client(version)
                        .request("prompts/list", "{\"cursor\": \"nobody's\"}")
                        .errorCode())
                .isEqualTo(-32602);
    }

    @EveryRevision
    void theDescriptionOfAPromptIsAdaptedToTheRevision(ProtocolVersion version) {
        boolean titles = version.isAtLeast(ProtocolVersion.V2025_06_18);
        String title = titles ? "\"title\": \"Letter\", \"_meta\": {\"kind\": 1}," : "";
        String icons = version.isAtLeast(ProtocolVersion.V2025_11_25)
                ? "\"icons\": [{\"src\": \"https://example.org/letter.png\"}],"
                : "";
        assertThat(listed(SERVER.client(version)).get(3))
                .isEqualTo(JsonMapper.shared()
                        .readTree("""
                {"name": "letter", %s %s "description": "Writes a letter of test-server", "arguments": [
                  {"name": "to", %s "description": "Who gets it", "required": true},
                  {"name": "tone", "required": true}, {"name": "greeting", "required": false}]}
                """.formatted(title, icons, titles ? "\"title\": \"Recipient\"," : "")));
    }

    @EveryRevision
    void argumentsOfOptionalTypesAreNotRequired(ProtocolVersion version) {
        assertThat(listed(SERVER.client(version)).get(5).get("arguments"))
                .extracting(argument -> argument.get("name").stringValue() + argument.get("required"))
                .containsExactly(
                        "counttrue", "daytrue", "weighttrue", "urgenttrue", "tonestrue", "pagesfalse", "restfalse");
    }

    @EveryRevision
    void aDefinedPromptIsListedLikeAnnotatedOnes(ProtocolVersion version) {
        boolean titles = version.isAtLeast(ProtocolVersion.V2025_06_18);
        McpTestClient client = SERVER.client(version);
        JsonNode defined = listed(client).get(2);
        assertThat(defined.get("description").stringValue()).isEqualTo("In code");
        assertThat(defined.has("title")).isEqualTo(titles);
        assertThat(defined.at("/arguments/1").has("title")).isEqualTo(titles);
        assertThat(defined.has("icons")).isEqualTo(version.isAtLeast(ProtocolVersion.V2025_11_25));
        assertThat(said(client, "defined", "{\"first\": \"1\"}")).isEqualTo("{first=1} in " + version);
        assertThat(get(client, "defined", "{}").error().get("message").stringValue())
                .contains("'first' is missing");
        assertThat(get(client, "defined", "{\"first\": \"1\", \"third\": \"3\"}")
                        .error()
                        .get("message")
                        .stringValue())
                .contains("'third'");
    }

    @EveryRevision
    void textsAreConvertedToTheTypesOfTheMethod(ProtocolVersion version) {
        McpTestClient client = SERVER.client(version);
        assertThat(said(client, "letter", "{\"to\": \"Ada\", \"tone\": \"FORMAL\"}"))
                .isEqualTo("Ada FORMAL null");
        assertThat(said(client, "letter", "{\"to\": \"Ada\", \"tone\": \"FORMAL\", \"greeting\": null}"))
                .isEqualTo("Ada FORMAL null");
        assertThat(get(client, "letter", "{\"to\": null, \"tone\": \"FORMAL\"}")
                        .error()
                        .get("message")
                        .stringValue())
                .contains("'to' is missing");
        assertThat(said(client, "letter", "{\"to\": \"\", \"tone\": \"FORMAL\", \"greeting\": \"\"}"))
                .isEqualTo(" FORMAL ");
        assertThat(said(client, "typed", """
                {"count": "3", "day": "2026-11-22", "weight": "5kg", "urgent": "true", "tones": "FORMAL,FRIENDLY",
                 "pages": "7", "rest": "8"}"""))
                .isEqualTo("3|2026-11-22|Weight[kilos=5]|true|[FORMAL, FRIENDLY]|Optional[7]|8");
        assertThat(said(client, "typed", """
                {"count": "3", "day": "2026-11-22", "weight": "5kg", "urgent": "no", "tones": "", "pages": ""}""")).isEqualTo("3|2026-11-22|Weight[kilos=5]|false|[]|Optional.empty|null");
        assertThat(said(client, "code review, p\u00e4dagogisch", "{}")).isEqualTo("Review this");
        assertThat(client.request("prompts/get", "{\"name\": \"defined\", \"arguments\": {\"first\": \"1\"}}")
                        .result()
                        .at("/messages/0/role")
                        .stringValue())
                .isEqualTo("user");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "numbers|1,2,3                |Optional[[1, 2, 3]] null null null null",
                "numbers|[1,2,3]              |Optional[[1, 2, 3]] null null null null",
                "numbers|` [ 1 , '2' ] `       |Optional[[1, 2]] null null null null",
                "numbers|[]                   |Optional.empty null null null null",
                "ints   |[1,2]                |Optional.empty null null [1, 2] null",
                "texts  |['a,b', true, 1.50]   |Optional.empty null [a,b, true, 1.50] null null",
                "texts  |[draft] a,b          |Optional.empty null [[draft] a, b] null null",
                "texts  |[[1],[2]]            |Optional.empty null [[[1], [2]]] null null",
                "tones  |formal,FRIENDLY      |Optional.empty [FORMAL, FRIENDLY] null null null",
                "tones  |['Formal']           |Optional.empty [FORMAL] null null null",
                "oneCase|loud                 |Optional.empty null null null loud",
                "oneCase|LOUD                 |Optional.empty null null null LOUD",
                "oneCase|soft                 |Optional.empty null null null Soft"
            })
    void aListIsReadFromAJsonArrayOrCommaSeparatedText(String argument, String value, String text) {
        for (ProtocolVersion version : Revisions.every()) {
            String arguments = JsonMapper.shared()
                    .createObjectNode()
                    .put(argument, value.replace('\'', '"'))
                    .toString();
            assertThat(said(SERVER.client(version), "several", arguments)).isEqualTo(text);
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "numbers|[1,x]|Argument 'numbers' is not of type Integer: [1,x]",
                "numbers|[1,[2]]|Argument 'numbers' is not of type Integer: [1,[2]]",
                "numbers|[1,null]|Argument 'numbers' is not of type Integer: [1,null]",
                "numbers|[1.5]|Argument 'numbers' is not of type Integer: [1.5]",
                "numbers|[1] 2|Argument 'numbers' is not of type Integer: [1] 2",
                "tones|[formal,rude]|Argument 'tones' is not one of FRIENDLY, FORMAL: [formal,rude]",
                "tones|rude|Argument 'tones' is not one of FRIENDLY, FORMAL: rude",
                "oneCase|Loud|Argument 'oneCase' is not one of LOUD, loud, Soft: Loud"
            })
    void oneOfSeveralValuesThatDoesNotFitIsNamed(String argument, String value, String message) {
        assertThat(get(
                                SERVER.client(ProtocolVersion.V2026_07_28),
                                "several",
                                "{\"%s\": \"%s\"}".formatted(argument, value))
                        .error()
                        .get("message")
                        .stringValue())
                .isEqualTo(message);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "count|\"many\"|Argument 'count' is not of type int: many",
                "count|\"\"|Argument 'count' is not of type int: ",
                "count|\"99999999999\"|Argument 'count' is not of type int: 99999999999",
                "count|3|Argument 'count' must be a string",
                "count|null|Argument 'count' is missing",
                "count|[\"3\"]|Argument 'count' must be a string",
                "day|\"tomorrow\"|Argument 'day' is not of type LocalDate: tomorrow",
                "day|\"\"|Argument 'day' is not of type LocalDate: ",
                "weight|\"heavy\"|Argument 'weight' is not of type Weight: heavy",
                "urgent|\"perhaps\"|Argument 'urgent' is not one of true, false: perhaps",
                "tones|\"FORMAL,RUDE\"|Argument 'tones' is not one of FRIENDLY, FORMAL: FORMAL,RUDE",
                "pages|\"many\"|Argument 'pages' is not of type Integer: many",
                "other|\"1\"|Prompt 'typed' has no argument 'other', only count, day, weight, urgent, tones, pages, rest"
            })
    void anArgumentThatDoesNotFitIsNamed(String argument, String value, String message) {
        ObjectNode arguments = (ObjectNode) JsonMapper.shared().readTree("""
                {"count": "3", "day": "2026-11-22", "weight": "5kg", "urgent": "true", "tones": "FORMAL"}""");
        arguments.set(argument, JsonMapper.shared().readTree(value));
        for (ProtocolVersion version : Revisions.every()) {
            Answer answer = get(SERVER.client(version), "typed", arguments.toString());
            assertThat(answer.errorCode()).isEqualTo(-32602);
            assertThat(answer.error().get("message").stringValue().strip()).isEqualTo(message.strip());
        }
    }

    @EveryRevision
    void textsThatAreTooLongAreNotConverted(ProtocolVersion version) {
        McpTestClient client = SERVER.client(version);
        for (String argument : List.of("numbers", "tones", "texts", "ints")) {
            Answer answer = get(client, "several", "{\"%s\": \"%s\"}".formatted(argument, "1".repeat(8_193)));
            assertThat(answer.errorCode()).isEqualTo(-32602);
            assertThat(answer.error().get("message").stringValue())
                    .isEqualTo("Argument '" + argument + "' must have at most 8192 characters, got 8193");
        }
        assertThat(said(client, "several", "{\"ints\": \"%s\"}".formatted("1" + ",1".repeat(4_000))))
                .endsWith("1, 1] null");
        String name = "a".repeat(100_000);
        assertThat(said(client, "letter", "{\"to\": \"%s\", \"tone\": \"FORMAL\"}".formatted(name)))
                .isEqualTo(name + " FORMAL null");
    }

    @EveryRevision
    void aRequiredArgumentIsNeverNull(ProtocolVersion version) {
        McpTestClient client = SERVER.client(version);
        assertThat(get(client, "boxed", "{\"tone\": \"\", \"count\": \"1\"}")
                        .error()
                        .get("message")
                        .stringValue())
                .isEqualTo("Argument 'tone' is not one of FRIENDLY, FORMAL: ");
        assertThat(get(client, "boxed", "{\"tone\": \"FORMAL\", \"count\": \"\"}")
                        .error()
                        .get("message")
                        .stringValue())
                .isEqualTo("Argument 'count' is not of type Integer: ");
        assertThat(get(client, "boxed", "{\"tone\": \"FORMAL\"}")
                        .error()
                        .get("message")
                        .stringValue())
                .isEqualTo("Argument 'count' is missing");
        assertThat(client.request("prompts/get", "{\"name\": \"boxed\"}").errorCode())
                .isEqualTo(-32602);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"name\": \"none\"}",
                "{\"name\": \"letter\", \"arguments\": [1]}",
                "{\"name\": \"letter\", \"arguments\": \"to\"}",
                "{\"name\": \"Letter\"}"
            })
    void anInvalidRequestForAPromptIsRefused(String params) {
        for (ProtocolVersion version : Revisions.every()) {
            assertThat(SERVER.client(version).request("prompts/get", params).errorCode())
                    .isEqualTo(-32602);
        }
    }

    @LegacyRevisions
    void aRequestWithoutANameIsRefused(ProtocolVersion version) {
        McpTestClient client = SERVER.client(version);
        assertThat(client.request("prompts/get", "{}").errorCode()).isEqualTo(-32602);
        assertThat(client.request("prompts/get", "{\"name\": 5}").errorCode()).isEqualTo(-32602);
    }
}
