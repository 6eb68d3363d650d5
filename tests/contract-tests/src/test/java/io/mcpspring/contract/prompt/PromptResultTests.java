package io.mcpspring.contract.prompt;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import io.mcpspring.annotation.McpPrompt;
import io.mcpspring.protocol.Content;
import io.mcpspring.protocol.GetPromptResult;
import io.mcpspring.protocol.McpProtocolException;
import io.mcpspring.protocol.PromptMessage;
import io.mcpspring.protocol.ProtocolVersion;
import io.mcpspring.support.EveryRevision;
import io.mcpspring.support.RecordedLog;
import io.mcpspring.support.Revisions;
import io.mcpspring.support.TestServer;
import io.mcpspring.test.McpPromptResponse;
import java.net.URI;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CountDownLatch;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The return values and exceptions of prompts become messages or one error. */
class PromptResultTests {

    private static final byte[] DOT = {1, 2, 3};

    static class Prompts {

        @McpPrompt(description = "Says a text")
        String text() {
            return "a";
        }

        @McpPrompt(description = "Says a text")
        CharSequence characters() {
            return new StringBuilder("a");
        }

        @McpPrompt(description = "Says a text")
        Content content() {
            return Content.text("a");
        }

        @McpPrompt(description = "Says a text")
        PromptMessage message() {
            return PromptMessage.user("a");
        }

        @McpPrompt(description = "Says a text")
        Optional<List<String>> optional() {
            return Optional.of(List.of("a"));
        }

        @McpPrompt(description = "Says a text")
        Mono<String> mono() {
            return Mono.just("a");
        }

        @McpPrompt(description = "Says a text")
        Mono<Optional<GetPromptResult>> monoOfOptional() {
            return Mono.just(Optional.of(new GetPromptResult("Says a text", List.of(PromptMessage.user("a")), null)));
        }

        @McpPrompt(description = "Says a text")
        CompletionStage<List<Content>> stage() {
            return CompletableFuture.completedFuture(List.of(Content.text("a")));
        }

        @McpPrompt(description = "Says a text")
        Flux<Content> fluxOfOne() {
            return Flux.just(Content.text("a"));
        }

        @McpPrompt(description = "Says a text")
        Flux<Optional<String>> fluxOfOptionals() {
            return Flux.just(Optional.empty(), Optional.of("a"));
        }

        @McpPrompt
        List<Object> mixed() {
            return List.of("a", PromptMessage.assistant("b"), Optional.of(Content.text("c")));
        }

        @McpPrompt
        Object[] array() {
            return new Object[] {"a", PromptMessage.assistant(Content.text("b")), "c"};
        }

        @McpPrompt
        Flux<Object> flux() {
            return Flux.just("a", PromptMessage.assistant("b"), Content.text("c"));
        }

        @McpPrompt
        Mono<List<Object>> monoOfList() {
            return Mono.just(mixed());
        }

        @McpPrompt
        List<String> none() {
            return List.of();
        }

        @McpPrompt(description = "Of the prompt")
        GetPromptResult whole() {
            return new GetPromptResult("Of this time", List.of(PromptMessage.assistant("b")), Map.of("k", 1));
        }

        @McpPrompt
        List<Content> kinds() {
            return List.of(
                    Content.image(DOT, "image/png"),
                    Content.audio(DOT, "audio/wav"),
                    Content.resource(URI.create("orders://1"), "text/plain", "t"),
                    Content.resource(URI.create("orders://1"), "image/png", DOT),
                    Content.link(URI.create("orders://2"), "order 2"),
                    Content.text("t").withMeta(Map.of("k", 1)));
        }

        @McpPrompt
        String own() {
            throw new McpProtocolException(-31001, "Not today", Map.of("day", "Sunday"));
        }

        @McpPrompt
        Mono<String> ownInMono() {
            return Mono.error(new McpProtocolException(-31001, "Not today", Map.of("day", "Sunday")));
        }

        @McpPrompt
        String throwing() {
            throw new IllegalStateException("disk is full");
        }

        @McpPrompt
        String linkage() {
            throw new NoClassDefFoundError("disk is full");
        }

        @McpPrompt
        Mono<String> monoError() {
            return Mono.error(new IllegalStateException("disk is full"));
        }

        @McpPrompt
        Flux<String> fluxError() {
            return Flux.concat(Flux.just("a"), Flux.error(new IllegalStateException("disk is full")));
        }

        @McpPrompt
        CompletableFuture<String> stageError() {
            return CompletableFuture.failedFuture(new IllegalStateException("disk is full"));
        }

        @McpPrompt
        @Nullable
        String nothing() {
            return null;
        }

        @McpPrompt
        Mono<String> empty() {
            return Mono.empty();
        }

        @McpPrompt
        Optional<String> absent() {
            return Optional.empty();
        }

        @McpPrompt
        Object number() {
            return 5;
        }

        @McpPrompt(description = "Says a text")
        List<String> holey() {
            return Arrays.asList("a", null);
        }

        @McpPrompt
        String hanging() throws InterruptedException {
            new CountDownLatch(1).await();
            return "never";
        }

        @McpPrompt
        Mono<String> hangingMono() {
            return Mono.never();
        }
    }

    private static final TestServer SERVER = TestServer.shared(Prompts.class);

    private static final TestServer HASTY = TestServer.shared(Prompts.class, "mcp.server.tools.timeout=50ms");

    private static McpPromptResponse get(ProtocolVersion version, String name) {
        return SERVER.tester(version).prompt(name).execute();
    }

    @EveryRevision
    void aPromptWithoutArgumentsListsNone(ProtocolVersion version) {
        assertThat(SERVER.tester(version)
                        .request("prompts/list")
                        .execute()
                        .result()
                        .get("prompts"))
                .isNotEmpty()
                .allSatisfy(
                        prompt -> assertThat(prompt.get("arguments").isArray()).isTrue());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "text",
                "characters",
                "content",
                "message",
                "optional",
                "mono",
                "monoOfOptional",
                "stage",
                "fluxOfOne",
                "fluxOfOptionals",
                "holey"
            })
    void aTextIsAMessageOfTheUser(String prompt) {
        for (ProtocolVersion version : Revisions.every()) {
            McpPromptResponse response = get(version, prompt);
            response.description().isEqualTo("Says a text");
            response.promptMessages().containsExactly(PromptMessage.user("a"));
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"mixed", "array", "flux", "monoOfList"})
    void severalMessagesKeepTheirOrder(String prompt) {
        for (ProtocolVersion version : Revisions.every()) {
            McpPromptResponse response = get(version, prompt);
            assertThat(response.result().has("description")).isFalse();
            response.promptMessages()
                    .containsExactly(PromptMessage.user("a"), PromptMessage.assistant("b"), PromptMessage.user("c"));
        }
    }

    @EveryRevision
    void aWholeResultIsSentAsItIs(ProtocolVersion version) {
        McpPromptResponse response = get(version, "whole");
        response.description().isEqualTo("Of this time");
        response.promptMessages().containsExactly(PromptMessage.assistant("b"));
        assertThat(response.result().at("/_meta/k").intValue()).isEqualTo(1);
        assertThat(response.result().has("ttlMs")).isFalse();
        get(version, "none").promptMessages().isEmpty();
    }

    @EveryRevision
    void contentIsAdaptedToTheRevision(ProtocolVersion version) {
        JsonNode messages = get(version, "kinds").result().get("messages");
        boolean links = version.isAtLeast(ProtocolVersion.V2025_06_18);
        assertThat(messages)
                .extracting(message -> message.at("/content/type").stringValue())
                .containsExactly("image", "audio", "resource", "resource", links ? "resource_link" : "text", "text");
        assertThat(messages.at("/0/content/data").stringValue()).isEqualTo("AQID");
        assertThat(messages.at("/3/content/resource/blob").stringValue()).isEqualTo("AQID");
        assertThat(messages.at("/4/content/" + (links ? "uri" : "text")).stringValue())
                .isEqualTo(links ? "orders://2" : "order 2: orders://2");
        assertThat(messages.at("/5/content").has("_meta")).isEqualTo(links);
    }

    @ParameterizedTest
    @ValueSource(strings = {"own", "ownInMono"})
    void aProtocolExceptionReachesTheClientUnchanged(String prompt) {
        try (RecordedLog log = new RecordedLog()) {
            for (ProtocolVersion version : Revisions.every()) {
                McpPromptResponse response = get(version, prompt);
                response.rejected(-31001).isEqualTo("Not today");
                assertThat(response.messages())
                        .extracting(message -> message.at("/error/data"))
                        .containsExactly(JsonMapper.shared().readTree("{\"day\": \"Sunday\"}"));
            }
            assertThat(log.worries()).isEmpty();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"nothing", "empty", "absent"})
    void aPromptWithoutAResultIsAnErrorThatIsNotLogged(String prompt) {
        try (RecordedLog log = new RecordedLog()) {
            for (ProtocolVersion version : Revisions.every()) {
                get(version, prompt).rejected(-32602).isEqualTo("There is no prompt for these arguments");
            }
            assertThat(log.worries()).isEmpty();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"throwing", "linkage", "monoError", "fluxError", "stageError", "number"})
    void anyOtherExceptionIsLoggedOnceWithTheIdForTheClient(String prompt) {
        for (ProtocolVersion version : Revisions.every()) {
            try (RecordedLog log = new RecordedLog()) {
                String message = get(version, prompt).rejected(-32603).actual();
                assertThat(message).matches("Internal error, reported as [0-9a-f]{8}");
                assertThat(log.worries())
                        .singleElement()
                        .asString()
                        .contains("Prompt '" + prompt + "' failed")
                        .contains(message.substring(message.length() - 8));
                assertThat(log.lines(Level.ERROR)).hasSize(1);
            }
        }
    }

    static Stream<Arguments> hanging() {
        return Revisions.every().stream()
                .flatMap(version -> Stream.of("hanging", "hangingMono").map(prompt -> Arguments.of(version, prompt)));
    }

    @ParameterizedTest
    @MethodSource("hanging")
    void aPromptIsStoppedAtItsTimeLimit(ProtocolVersion version, String prompt) {
        HASTY.tester(version)
                .prompt(prompt)
                .execute()
                .rejected(-32603)
                .startsWith("Prompt '" + prompt
                        + (prompt.equals("hanging") ? "' was stopped" : "' may still take effect")
                        + ": it did not finish within 50 ms");
    }

    @EveryRevision
    void listChangedIsDeclared(ProtocolVersion version) {
        JsonNode capabilities = Capabilities.of(SERVER, version);
        assertThat(capabilities.at("/prompts/listChanged").booleanValue()).isTrue();
        assertThat(capabilities.has("completions")).isTrue();
        assertThat(capabilities.has("resources")).isFalse();
    }
}
