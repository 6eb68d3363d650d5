package io.mcpspring.contract.asking;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mcpspring.annotation.McpPrompt;
import io.mcpspring.annotation.McpResource;
import io.mcpspring.annotation.McpTool;
import io.mcpspring.exchange.McpExchange;
import io.mcpspring.exchange.McpRequestContext;
import io.mcpspring.exchange.McpUrlElicitationRequiredException;
import io.mcpspring.exchange.Question;
import io.mcpspring.exchange.ReactiveMcpExchange;
import io.mcpspring.protocol.ProtocolVersion;
import io.mcpspring.protocol.UrlElicitation;
import io.mcpspring.support.Answer;
import io.mcpspring.support.Dialogue;
import io.mcpspring.support.EventStream;
import io.mcpspring.support.EveryRevision;
import io.mcpspring.support.McpTestClient;
import io.mcpspring.support.TestServer;
import java.net.URI;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import reactor.core.publisher.Mono;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** A user is asked to visit a web page, and the client learns when the user is done. */
class AskingUrlTests {

    private static final String URL = "{\"elicitation\": {\"url\": {}}}";

    private static final String ACCEPT = "{\"action\": \"accept\"}";

    private static final UrlElicitation SIGN_IN =
            new UrlElicitation("sign-in-7", "Please sign in", URI.create("https://example.com/in?x=1"));

    private static final AtomicReference<McpRequestContext> LAST = new AtomicReference<>();

    private static volatile boolean signedIn;

    static class Required {

        private static String work(McpRequestContext exchange) {
            LAST.set(exchange);
            if (!signedIn) {
                throw new McpUrlElicitationRequiredException(SIGN_IN);
            }
            return "done";
        }
    }

    static class Tools {

        @McpTool(description = "Asks")
        String asks(McpExchange exchange) {
            boolean accepted = exchange.elicitUrl(SIGN_IN).isAccepted();
            exchange.completeElicitation(SIGN_IN.id());
            return "accepted: " + accepted;
        }

        @McpTool(description = "Asks")
        Mono<String> asksReactive(ReactiveMcpExchange exchange) {
            return exchange.elicitUrl(SIGN_IN).map(answer -> {
                exchange.completeElicitation(SIGN_IN.id());
                return "accepted: " + answer.isAccepted();
            });
        }

        @McpTool(description = "Requires")
        String requires(McpExchange exchange) {
            return Required.work(exchange);
        }

        @McpTool(description = "Requires")
        Mono<String> requiresReactive(ReactiveMcpExchange exchange) {
            return Mono.fromSupplier(() -> Required.work(exchange));
        }

        @McpPrompt
        String prompt(McpExchange exchange) {
            return Required.work(exchange);
        }

        @McpResource(uri = "doc://it")
        String resource(McpExchange exchange) {
            return Required.work(exchange);
        }
    }

    private static final TestServer SERVER = TestServer.shared(Tools.class);

    @BeforeEach
    void signOut() {
        signedIn = false;
    }

    @ParameterizedTest
    @ValueSource(strings = {"asks", "asksReactive"})
    void theCompletionNotificationHasTheIdOfTheQuestion(String tool) {
        McpTestClient client = SERVER.clientWith(ProtocolVersion.V2025_11_25, URL);
        try (EventStream stream = client.streamCall(tool, "{}")) {
            JsonNode question = stream.nextMessage();
            assertThat(question.get("params")).isEqualTo(JsonMapper.shared().readTree("""
                            {"mode": "url", "message": "Please sign in", "url": "https://example.com/in?x=1",
                                "elicitationId": "sign-in-7"}
                            """));
            client.respond(question, ACCEPT);
            assertThat(stream.nextMessage())
                    .hasToString(
                            "{\"jsonrpc\":\"2.0\","
                                    + "\"method\":\"notifications/elicitation/complete\",\"params\":{\"elicitationId\":\"sign-in-7\"}}");
            assertThat(stream.nextMessage().at("/result/content/0/text").stringValue())
                    .isEqualTo("accepted: true");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"asks", "asksReactive"})
    void in20260728ThereIsNoIdAndNoCompletionNotification(String tool) {
        Dialogue dialogue = Dialogue.of(SERVER.clientWith(ProtocolVersion.V2026_07_28, URL), tool, ACCEPT);
        assertThat(dialogue.questions())
                .singleElement()
                .satisfies(question ->
                        assertThat(question.get("params").has("elicitationId")).isFalse());
        assertThat(dialogue.text()).isEqualTo("accepted: true");
    }

    private static Answer send(McpTestClient client, String what) {
        return switch (what) {
            case "prompt" -> client.request("prompts/get", "{\"name\": \"prompt\"}");
            case "resource" -> client.request("resources/read", "{\"uri\": \"doc://it\"}");
            default -> client.call(what, "{}");
        };
    }

    @ParameterizedTest
    @ValueSource(strings = {"requires", "requiresReactive", "prompt", "resource"})
    void aRequestThatRequiresAVisitEndsWithAnErrorOf20251125(String what) {
        McpTestClient client = SERVER.clientWith(ProtocolVersion.V2025_11_25, URL);

        Answer refused = send(client, what);
        assertThat(refused.errorCode()).as(refused.text()).isEqualTo(-32042);
        assertThat(refused.status()).isEqualTo(200);
        assertThat(refused.error().get("message").stringValue()).isEqualTo("The user must visit a web page first");
        assertThat(refused.error().get("data")).isEqualTo(JsonMapper.shared().readTree("""
                {"elicitations": [{"mode": "url", "elicitationId": "sign-in-7", "message": "Please sign in",
                  "url": "https://example.com/in?x=1"}]}"""));

        try (EventStream listening = client.listen()) {
            signedIn = true;
            LAST.get().completeElicitation(SIGN_IN.id());
            JsonNode complete = listening.nextMessage();
            assertThat(complete.get("method").stringValue()).isEqualTo("notifications/elicitation/complete");
            assertThat(complete.at("/params/elicitationId").stringValue()).isEqualTo("sign-in-7");
        }
        assertThat(send(client, what).text()).contains("done");
    }

    @ParameterizedTest
    @EnumSource(
            value = ProtocolVersion.class,
            names = {"V2025_03_26", "V2025_06_18"})
    @Tag("legacy")
    void olderRevisionsHaveNoSuchError(ProtocolVersion version) {
        for (String what : List.of("requires", "requiresReactive", "prompt", "resource")) {
            Answer refused = send(SERVER.clientWith(version, URL), what);
            assertThat(refused.text())
                    .contains("The user must visit a web page first, and " + version + " has no error")
                    .doesNotContain("-32042", "example.com");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"requires", "requiresReactive", "prompt", "resource"})
    void aRequestThatRequiresAVisitIsInputRequiredIn20260728(String what) {
        McpTestClient client = SERVER.clientWith(ProtocolVersion.V2026_07_28, URL);

        Answer required = send(client, what);
        assertThat(Dialogue.isInputRequired(required.json()))
                .as(required.text())
                .isTrue();
        assertThat(required.result().at("/inputRequests/sign-in-7/params/url").stringValue())
                .isEqualTo("https://example.com/in?x=1");

        signedIn = true;
        if (what.startsWith("requires")) {
            ObjectNode responses = (ObjectNode) JsonMapper.shared().readTree("{\"sign-in-7\": " + ACCEPT + "}");
            assertThat(Dialogue.call(
                                    client,
                                    what,
                                    "{}",
                                    responses,
                                    required.result().get("requestState"))
                            .contentText())
                    .isEqualTo("done");
        }
        LAST.get().completeElicitation(SIGN_IN.id());
    }

    @EveryRevision
    void aClientWithoutTheCapabilityGetsNoUrl(ProtocolVersion version) {
        for (String what : List.of("requires", "requiresReactive", "prompt", "resource")) {
            Answer refused = send(SERVER.clientWith(version, "{\"elicitation\": {}}"), what);
            assertThat(refused.text()).contains("elicitation.url").doesNotContain("example.com");
        }
    }

    @Test
    void anInvalidUrlIsRefused() {
        URI relative = URI.create("/in");
        assertThatThrownBy(() -> UrlElicitation.of("Sign in", relative)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> Question.elicitUrl("key", "Sign in", relative))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> new UrlElicitation(" ", "Sign in", SIGN_IN.url()))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> new McpUrlElicitationRequiredException()).isInstanceOf(IllegalArgumentException.class);
        assertThat(UrlElicitation.of("Sign in", SIGN_IN.url()).id())
                .isNotEqualTo(UrlElicitation.of("Sign in", SIGN_IN.url()).id());
    }
}
