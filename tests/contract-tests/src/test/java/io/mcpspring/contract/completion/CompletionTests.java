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
import io.mcpspring.support.EveryRevision;
import io.mcpspring.support.RecordedLog;
import io.mcpspring.support.Revisions;
import io.mcpspring.support.TestServer;
import io.mcpspring.test.McpTester;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
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
import org.springframework.util.StringUtils;
import org.springframework.web.bind.annotation.RequestHeader;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import tools.jackson.databind.JsonNode;

/** Types and methods complete arguments of prompts and variables of templates. */
class CompletionTests {

    private static final String TONE = "{'type': 'ref/prompt', 'name': 'typed'}|{'name': 'tone', 'value': ''}|";

    interface Labeled {}

    enum Tone implements Labeled {
        FRIENDLY,
        FORMAL,
        curt;

        @Override
        public String toString() {
            return "in a " + name() + " tone";
        }
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
                String fluxOfOptionals,
                String mono,
                String stage,
                String optional,
                String absent,
                String nothing,
                String empty,
                String completion,
                String monoOfCompletion,
                String objects,
                String labels,
                String durations,
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
        Flux<Optional<String>> fluxOfOptionals() {
            return Flux.just(Optional.of("z"), Optional.empty(), Optional.of("a"));
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

        @McpComplete(prompt = "${spring.application.name}-prompt")
        List<Object> objects() {
            return List.of(Tone.curt, 7, Locale.GERMANY);
        }

        @McpComplete(prompt = "${spring.application.name}-prompt")
        List<Labeled> labels() {
            return List.of(Tone.curt);
        }

        @McpComplete(prompt = "${spring.application.name}-prompt")
        Set<Duration> durations() {
            return Set.of(Duration.ofMinutes(1));
        }

        @McpComplete(prompt = "${spring.application.name}-prompt", argument = "with-name")
        List<String> byItsName() {
            return List.of("z");
        }

        @McpPrompt
        String given(
                Tone tone, String city, String many, String hundred, String failing, String refusing, String handles) {
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
        List<?> handles() {
            return List.of(new CompletableFuture<>());
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

    private static void assertValues(McpTester client, String prompt, String argument, String typed, String... values) {
        client.completePrompt(prompt, argument, typed).execute().values().containsExactly(values);
    }

    private static JsonNode completion(McpTester client, String prompt, String argument, String typed) {
        return client.completePrompt(prompt, argument, typed).execute().result().get("completion");
    }

    @EveryRevision
    void enumsAndBooleansAreCompletedByPrefix(ProtocolVersion version) {
        McpTester client = SERVER.tester(version);
        for (String argument : List.of("tone", "optional", "nullable")) {
            assertValues(client, "typed", argument, "", "FRIENDLY", "FORMAL", "curt");
            assertValues(client, "typed", argument, "f", "FRIENDLY", "FORMAL");
            assertValues(client, "typed", argument, "Fo", "FORMAL");
            assertValues(client, "typed", argument, "C", "curt");
            assertValues(client, "typed", argument, "x");
        }
        for (String argument : List.of("urgent", "boxed")) {
            assertValues(client, "typed", argument, "", "true", "false");
            assertValues(client, "typed", argument, "T", "true");
        }
        JsonNode cut = completion(client, "typed", "tone", "f");
        assertThat(cut.get("total").intValue()).isEqualTo(2);
        assertThat(cut.get("hasMore").booleanValue()).isFalse();
        client.completeResource("orders://{tone}/{id}", "tone", "fr")
                .execute()
                .values()
                .containsExactly("FRIENDLY");
    }

    @EveryRevision
    void anArgumentWithoutKnownValuesHasNoCompletions(ProtocolVersion version) {
        McpTester client = SERVER.tester(version);
        assertValues(client, "typed", "free", "a");
        assertValues(client, "defined", "other", "a");
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
                "fluxOfOptionals|z,a",
                "mono|z,a",
                "stage|z,a",
                "optional|z,a",
                "absent|''",
                "nothing|''",
                "empty|''",
                "completion|z",
                "monoOfCompletion|z",
                "objects|curt,7,de_DE",
                "labels|curt",
                "durations|PT1M",
                "with-name|z"
            })
    void theOrderOfTheValuesOfAMethodIsKept(String argument, String expected) {
        for (ProtocolVersion version : Revisions.every()) {
            JsonNode completion = completion(SERVER.tester(version), "test-server-prompt", argument, "t");
            assertThat(completion.get("values").valueStream())
                    .extracting(JsonNode::stringValue)
                    .containsExactly(StringUtils.commaDelimitedListToStringArray(expected));
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
    void aMethodTakesPrecedenceOverTheType(ProtocolVersion version) {
        McpTester client = SERVER.tester(version);
        assertValues(client, "given", "tone", "f", "by method");
        assertValues(client, "defined", "city", "f", "f-defined");
    }

    @EveryRevision
    void aMethodGetsTheTypedValueTheOtherArgumentsAndInjectedParameters(ProtocolVersion version) {
        McpTester client = SERVER.tester(version);
        client.completePrompt("given", "city", "Be")
                .argument("tone", "FORMAL")
                .header("X-Tenant", "acme")
                .execute()
                .values()
                .containsExactly("Be", "acme", "test-server", version.value(), "{tone=FORMAL}");
        client.completeResource("orders://{tone}/{id}", "id", "N")
                .argument("tone", "curt")
                .execute()
                .values()
                .containsExactly("Ncurt");
        client.completePrompt("given", "city", "").execute().values().contains("{}");
    }

    @EveryRevision
    void aClientGetsAtMostAHundredValuesAndTheirTotal(ProtocolVersion version) {
        McpTester client = SERVER.tester(version);
        JsonNode many = completion(client, "given", "many", "");
        assertThat(many.get("values").valueStream())
                .extracting(JsonNode::stringValue)
                .hasSize(100)
                .startsWith("0", "1")
                .endsWith("99");
        assertThat(many.get("total").intValue()).isEqualTo(150);
        assertThat(many.get("hasMore").booleanValue()).isTrue();
        JsonNode hundred = completion(client, "given", "hundred", "");
        assertThat(hundred.get("values")).hasSize(100);
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
    void anInvalidCompletionRequestIsRefused(String ref, String argument, String context) {
        String params = "{'ref': %s, 'argument': %s, 'context': %s}"
                .formatted(ref, argument, context)
                .replace('\'', '"');
        for (ProtocolVersion version : Revisions.every()) {
            JsonNode error = SERVER.client(version)
                    .request("completion/complete", params)
                    .error();
            assertThat(error.get("code").intValue()).isEqualTo(-32602);
            assertThat(error.get("message").stringValue()).isNotBlank();
        }
    }

    @EveryRevision
    void aFailureIsLoggedOnceUnderTheIdThatTheClientSees(ProtocolVersion version) {
        McpTester client = SERVER.tester(version);
        try (RecordedLog log = new RecordedLog()) {
            client.completePrompt("given", "failing", "")
                    .execute()
                    .rejected(-32603)
                    .matches("Internal error, reported as [0-9a-f]{8}");
            assertThat(log.worries())
                    .singleElement()
                    .asString()
                    .contains("Completion of argument 'failing' of prompt 'given' failed");
        }
        try (RecordedLog log = new RecordedLog()) {
            client.completePrompt("given", "handles", "").execute().rejected(-32603);
            assertThat(log.worries())
                    .singleElement()
                    .asString()
                    .contains("Completion of argument 'handles' of prompt 'given' failed");
        }
        try (RecordedLog log = new RecordedLog()) {
            client.completePrompt("given", "refusing", "").execute().rejected(-31001);
            assertThat(log.worries()).isEmpty();
        }
    }
}
