package io.mcpspring.contract.completion;

import static org.assertj.core.api.Assertions.assertThat;

import io.mcpspring.annotation.McpComplete;
import io.mcpspring.annotation.McpPrompt;
import io.mcpspring.annotation.McpPromptParam;
import io.mcpspring.annotation.McpResource;
import io.mcpspring.exchange.McpExchange;
import io.mcpspring.prompt.McpPromptDefinition;
import io.mcpspring.protocol.Completion;
import io.mcpspring.protocol.McpProtocolException;
import io.mcpspring.protocol.ProtocolVersion;
import io.mcpspring.support.Answer;
import io.mcpspring.support.EveryRevision;
import io.mcpspring.support.McpTestClient;
import io.mcpspring.support.RecordedLog;
import io.mcpspring.support.TestServer;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.context.annotation.Bean;
import org.springframework.web.bind.annotation.RequestHeader;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** Values are proposed for arguments of prompts and variables of templates, by their types or by methods. */
class CompletionTests {

    private static final String TONE = "{'type': 'ref/prompt', 'name': 'typed'}|{'name': 'tone', 'value': ''}|";

    enum Tone {
        FRIENDLY,
        FORMAL,
        curt
    }

    static class Completed {

        @McpPrompt
        String typed(
                Tone tone,
                boolean urgent,
                Boolean boxed,
                Optional<Tone> optional,
                @Nullable Tone nullable,
                String free) {
            return "typed";
        }

        @McpPrompt(name = "${spring.application.name}-prompt")
        String styles(
                String list,
                String set,
                String array,
                String numbers,
                String stream,
                String single,
                String flux,
                String mono,
                String stage,
                String optional,
                String absent,
                String nothing,
                String empty,
                String completion,
                String monoOfCompletion,
                @McpPromptParam(name = "with-name") String named) {
            return "styles";
        }

        @McpComplete(prompt = "${spring.application.name}-prompt")
        List<String> list(String typed) {
            return List.of(typed + "z", typed + "a");
        }

        @McpComplete(prompt = "${spring.application.name}-prompt")
        Set<Tone> set(CharSequence typed) {
            return Set.of(Tone.FORMAL);
        }

        @McpComplete(prompt = "${spring.application.name}-prompt")
        String[] array() {
            return new String[] {"z", "a"};
        }

        @McpComplete(prompt = "${spring.application.name}-prompt")
        int[] numbers() {
            return new int[] {2, 1};
        }

        @McpComplete(prompt = "${spring.application.name}-prompt")
        Stream<String> stream() {
            return Stream.of("z", "a");
        }

        @McpComplete(prompt = "${spring.application.name}-prompt")
        String single(String typed) {
            return "z";
        }

        @McpComplete(prompt = "${spring.application.name}-prompt")
        Flux<String> flux() {
            return Flux.just("z", "a");
        }

        @McpComplete(prompt = "${spring.application.name}-prompt")
        Mono<List<String>> mono() {
            return Mono.just(List.of("z", "a"));
        }

        @McpComplete(prompt = "${spring.application.name}-prompt")
        CompletionStage<List<String>> stage() {
            return CompletableFuture.completedFuture(List.of("z", "a"));
        }

        @McpComplete(prompt = "${spring.application.name}-prompt")
        Optional<List<String>> optional() {
            return Optional.of(List.of("z", "a"));
        }

        @McpComplete(prompt = "${spring.application.name}-prompt")
        Optional<List<String>> absent() {
            return Optional.empty();
        }

        @McpComplete(prompt = "${spring.application.name}-prompt")
        @Nullable
        List<String> nothing() {
            return null;
        }

        @McpComplete(prompt = "${spring.application.name}-prompt")
        Mono<List<String>> empty() {
            return Mono.empty();
        }

        @McpComplete(prompt = "${spring.application.name}-prompt")
        Completion completion() {
            return new Completion(List.of("z"), 70_000, true);
        }

        @McpComplete(prompt = "${spring.application.name}-prompt")
        Mono<Completion> monoOfCompletion() {
            return Mono.just(new Completion(List.of("z"), null, null));
        }

        @McpComplete(prompt = "${spring.application.name}-prompt", argument = "with-name")
        List<String> byItsName() {
            return List.of("z");
        }

        @McpPrompt
        String given(Tone tone, String city, String many, String hundred, String failing, String refusing) {
            return "given";
        }

        @McpComplete(prompt = "given")
        List<String> tone() {
            return List.of("by method");
        }

        @McpComplete(prompt = "given")
        List<String> city(
                @RequestHeader(name = "X-Tenant", required = false) String tenant,
                @Value("${spring.application.name}") String application,
                McpExchange exchange,
                String typed,
                Map<String, String> settled) {
            return List.of(
                    typed, tenant + "", application, exchange.protocolVersion().value(), settled.toString());
        }

        @McpComplete(prompt = "given")
        List<String> many() {
            return IntStream.range(0, 150).mapToObj(String::valueOf).toList();
        }

        @McpComplete(prompt = "given")
        Flux<Integer> hundred() {
            return Flux.range(0, 100);
        }

        @McpComplete(prompt = "given")
        List<String> failing() {
            throw new IllegalStateException("disk is full");
        }

        @McpComplete(prompt = "given")
        List<String> refusing() {
            throw new McpProtocolException(-31001, "Not today");
        }

        @Bean
        static McpPromptDefinition defined() {
            return McpPromptDefinition.named("defined")
                    .argument("city", null, true)
                    .argument("other", null, false)
                    .get((arguments, exchange) -> "defined")
                    .build();
        }

        @McpComplete(prompt = "defined", argument = "city")
        List<String> cityOfDefined(String typed) {
            return List.of(typed + "-defined");
        }

        @McpResource(uri = "orders://{tone}/{id}")
        String order(Tone tone, String id) {
            return id;
        }

        @McpComplete(uri = "orders://{tone}/{id}")
        List<String> id(String typed, Map<String, String> settled) {
            return List.of(typed + settled.get("tone"));
        }
    }

    private static final TestServer SERVER = TestServer.shared(Completed.class);

    private static Answer complete(McpTestClient client, String ref, String argument, String typed) {
        ObjectNode params = JsonMapper.shared().createObjectNode();
        params.set("ref", JsonMapper.shared().readTree(ref));
        params.putObject("argument").put("name", argument).put("value", typed);
        return client.request("completion/complete", params);
    }

    private static JsonNode completion(McpTestClient client, String prompt, String argument, String typed) {
        return complete(client, "{\"type\": \"ref/prompt\", \"name\": \"" + prompt + "\"}", argument, typed)
                .result()
                .get("completion");
    }

    private static List<String> values(JsonNode completion) {
        return completion.get("values").valueStream().map(JsonNode::stringValue).toList();
    }

    @EveryRevision
    void enumsAndBooleansAreCompletedByTheirBeginning(ProtocolVersion version) {
        McpTestClient client = SERVER.client(version);
        for (String argument : List.of("tone", "optional", "nullable")) {
            assertThat(values(completion(client, "typed", argument, ""))).containsExactly("FRIENDLY", "FORMAL", "curt");
            assertThat(values(completion(client, "typed", argument, "f"))).containsExactly("FRIENDLY", "FORMAL");
            assertThat(values(completion(client, "typed", argument, "Fo"))).containsExactly("FORMAL");
            assertThat(values(completion(client, "typed", argument, "C"))).containsExactly("curt");
            assertThat(values(completion(client, "typed", argument, "x"))).isEmpty();
        }
        for (String argument : List.of("urgent", "boxed")) {
            assertThat(values(completion(client, "typed", argument, ""))).containsExactly("true", "false");
            assertThat(values(completion(client, "typed", argument, "T"))).containsExactly("true");
        }
        JsonNode cut = completion(client, "typed", "tone", "f");
        assertThat(cut.get("total").intValue()).isEqualTo(2);
        assertThat(cut.get("hasMore").booleanValue()).isFalse();
        assertThat(values(complete(
                                client, "{\"type\": \"ref/resource\", \"uri\": \"orders://{tone}/{id}\"}", "tone", "fr")
                        .result()
                        .get("completion")))
                .containsExactly("FRIENDLY");
    }

    @EveryRevision
    void whatNobodyKnowsValuesOfHasNone(ProtocolVersion version) {
        McpTestClient client = SERVER.client(version);
        assertThat(values(completion(client, "typed", "free", "a"))).isEmpty();
        assertThat(values(completion(client, "defined", "other", "a"))).isEmpty();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "list|tz,ta",
                "set|FORMAL",
                "array|z,a",
                "numbers|2,1",
                "stream|z,a",
                "single|z",
                "flux|z,a",
                "mono|z,a",
                "stage|z,a",
                "optional|z,a",
                "absent|''",
                "nothing|''",
                "empty|''",
                "completion|z",
                "monoOfCompletion|z",
                "with-name|z"
            })
    void aMethodSaysItsValuesInItsOwnOrder(String argument, String expected) {
        for (ProtocolVersion version : ProtocolVersion.values()) {
            JsonNode completion = completion(SERVER.client(version), "test-server-prompt", argument, "t");
            assertThat(String.join(",", values(completion))).isEqualTo(expected);
            switch (argument) {
                case "completion" ->
                    assertThat(completion.toString())
                            .isEqualTo("{\"values\":[\"z\"],\"total\":70000,\"hasMore\":true}");
                case "monoOfCompletion" -> assertThat(completion.toString()).isEqualTo("{\"values\":[\"z\"]}");
                default ->
                    assertThat(completion.get("total").intValue())
                            .isEqualTo(completion.get("values").size());
            }
        }
    }

    @EveryRevision
    void aMethodComesBeforeTheType(ProtocolVersion version) {
        assertThat(values(completion(SERVER.client(version), "given", "tone", "f")))
                .containsExactly("by method");
        assertThat(values(completion(SERVER.client(version), "defined", "city", "f")))
                .containsExactly("f-defined");
    }

    @EveryRevision
    void aMethodGetsWhatWasTypedWhatIsSettledAndWhatIsInjected(ProtocolVersion version) {
        McpTestClient client = SERVER.client(version);
        ObjectNode params = (ObjectNode) JsonMapper.shared().readTree("""
                {"ref": {"type": "ref/prompt", "name": "given"}, "argument": {"name": "city", "value": "Be"},
                 "context": {"arguments": {"tone": "FORMAL"}}}""");
        String body = client.body("completion/complete", params);
        Map<String, String> headers = client.headers("completion/complete", params);
        headers.put("X-Tenant", "acme");
        assertThat(values(client.post(body, headers).result().get("completion")))
                .containsExactly("Be", "acme", "test-server", version.value(), "{tone=FORMAL}");
        assertThat(values(client.request("completion/complete", """
                {"ref": {"type": "ref/resource", "uri": "orders://{tone}/{id}"},
                 "argument": {"name": "id", "value": "N"}, "context": {"arguments": {"tone": "curt"}}}
                """).result().get("completion")))
                .containsExactly("Ncurt");
        assertThat(values(completion(client, "given", "city", ""))).contains("{}");
    }

    @EveryRevision
    void aClientGetsAtMostAHundredValuesAndTheirTotal(ProtocolVersion version) {
        McpTestClient client = SERVER.client(version);
        JsonNode many = completion(client, "given", "many", "");
        assertThat(values(many)).hasSize(100).startsWith("0", "1").endsWith("99");
        assertThat(many.get("total").intValue()).isEqualTo(150);
        assertThat(many.get("hasMore").booleanValue()).isTrue();
        JsonNode hundred = completion(client, "given", "hundred", "");
        assertThat(values(hundred)).hasSize(100);
        assertThat(hundred.get("hasMore").booleanValue()).isFalse();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "{'type': 'ref/prompt', 'name': 'none'}|{'name': 'a', 'value': ''}|{}",
                "{'type': 'ref/prompt', 'name': 'typed'}|{'name': 'a', 'value': ''}|{}",
                "{'type': 'ref/resource', 'uri': 'a://b'}|{'name': 'a', 'value': ''}|{}",
                "{'type': 'ref/resource', 'uri': 'orders://{tone}/{id}'}|{'name': 'a', 'value': ''}|{}",
                "{'type': 'ref/tool', 'name': 'typed'}|{'name': 'tone', 'value': ''}|{}",
                "{'type': 'ref/prompt'}|{'name': 'tone', 'value': ''}|{}",
                "{'type': 'ref/prompt', 'uri': 'typed'}|{'name': 'tone', 'value': ''}|{}",
                "{'type': 1, 'name': 'typed'}|{'name': 'tone', 'value': ''}|{}",
                "'typed'|{'name': 'tone', 'value': ''}|{}",
                "null|{'name': 'tone', 'value': ''}|{}",
                "{'type': 'ref/prompt', 'name': 'typed'}|null|{}",
                "{'type': 'ref/prompt', 'name': 'typed'}|{'name': 'tone'}|{}",
                "{'type': 'ref/prompt', 'name': 'typed'}|{'name': 'tone', 'value': 1}|{}",
                "{'type': 'ref/prompt', 'name': 'typed'}|{'value': ''}|{}",
                TONE + "{'arguments': {'free': 1}}",
                TONE + "{'arguments': ['free']}",
                TONE + "'free'"
            })
    void whatIsNoQuestionForValuesIsRefused(String ref, String argument, String context) {
        String params = "{'ref': %s, 'argument': %s, 'context': %s}"
                .formatted(ref, argument, context)
                .replace('\'', '"');
        for (ProtocolVersion version : ProtocolVersion.values()) {
            JsonNode error = SERVER.client(version)
                    .request("completion/complete", params)
                    .error();
            assertThat(error.get("code").intValue()).isEqualTo(-32602);
            assertThat(error.get("message").stringValue()).isNotBlank();
        }
    }

    @EveryRevision
    void aFailureIsLoggedOnceUnderTheIdThatTheClientSees(ProtocolVersion version) {
        String ref = "{\"type\": \"ref/prompt\", \"name\": \"given\"}";
        try (RecordedLog log = new RecordedLog()) {
            JsonNode error =
                    complete(SERVER.client(version), ref, "failing", "").error();
            assertThat(error.get("code").intValue()).isEqualTo(-32603);
            assertThat(error.get("message").stringValue()).matches("Internal error, reported as [0-9a-f]{8}");
            assertThat(log.worries())
                    .singleElement()
                    .asString()
                    .contains("Completion of argument 'failing' of prompt 'given' failed");
        }
        try (RecordedLog log = new RecordedLog()) {
            assertThat(complete(SERVER.client(version), ref, "refusing", "").errorCode())
                    .isEqualTo(-31001);
            assertThat(log.worries()).isEmpty();
        }
    }
}
