package io.mcpspring.contract.audit;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import io.mcpspring.annotation.McpComplete;
import io.mcpspring.annotation.McpPrompt;
import io.mcpspring.annotation.McpResource;
import io.mcpspring.annotation.McpTool;
import io.mcpspring.audit.McpArgumentRedaction;
import io.mcpspring.audit.McpAuditEvent;
import io.mcpspring.audit.McpAuditEvent.Outcome;
import io.mcpspring.exchange.McpExchange;
import io.mcpspring.method.McpInterceptor;
import io.mcpspring.method.McpInvocation;
import io.mcpspring.protocol.Implementation;
import io.mcpspring.protocol.ProtocolVersion;
import io.mcpspring.session.SessionState;
import io.mcpspring.support.Answer;
import io.mcpspring.support.Dialogue;
import io.mcpspring.support.EveryRevision;
import io.mcpspring.support.McpTestClient;
import io.mcpspring.support.ModernRevisions;
import io.mcpspring.support.RecordedLog;
import io.mcpspring.support.TestServer;
import io.mcpspring.support.TestUsers;
import io.mcpspring.tool.McpToolException;
import java.nio.charset.StandardCharsets;
import java.security.Principal;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.springframework.boot.actuate.audit.AuditEvent;
import org.springframework.boot.actuate.audit.AuditEventRepository;
import org.springframework.boot.actuate.audit.InMemoryAuditEventRepository;
import org.springframework.boot.actuate.audit.listener.AuditListener;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Import;
import org.springframework.context.event.EventListener;
import org.springframework.security.oauth2.core.ClaimAccessor;
import reactor.core.publisher.Mono;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.IntNode;
import tools.jackson.databind.node.ObjectNode;

/** Every call is an event, in the application and in the log. */
class CallAuditTests {

    static class Entries {

        record Name(String name) {}

        record User(String name, Map<String, Object> claims) implements Principal, ClaimAccessor {

            @Override
            public String getName() {
                return name;
            }

            @Override
            public Map<String, Object> getClaims() {
                return claims;
            }
        }

        @McpTool
        String echo(String text, String password) {
            return text;
        }

        @McpTool
        String refuse() {
            throw new McpToolException("not today");
        }

        @McpTool
        String fail() {
            throw new IllegalStateException("secret");
        }

        @McpTool
        Mono<String> never() {
            return Mono.never();
        }

        @McpTool
        String ask(McpExchange exchange) {
            return exchange.elicit("Your name?", Name.class).toString();
        }

        @McpTool(confirm = "Delete it?")
        String delete() {
            return "Deleted";
        }

        @McpPrompt
        String greeting(String name) {
            return name;
        }

        @McpResource(uri = "text://{name}")
        String text(String name) {
            return name;
        }

        @McpComplete(prompt = "greeting")
        List<String> name(String name) {
            return List.of("Ada");
        }

        @Bean
        static Trail trail() {
            return new Trail();
        }

        @Bean
        static TestUsers users() {
            return new TestUsers(request -> {
                String user = request.getHeaders().getFirst("X-User");
                Map<String, Object> claims = new HashMap<>();
                claims.put("iss", request.getHeaders().getFirst("X-Issuer"));
                String client = request.getHeaders().getFirst("X-Client");
                claims.put("client_id", client);
                return user == null && client == null ? null : new User(user == null ? "" : user, claims);
            });
        }
    }

    private static final TestServer SERVER =
            TestServer.shared(Entries.class, "mcp.server.http.sse.keep-alive=300ms", "mcp.server.audit.arguments=text");

    private static final Trail TRAIL = SERVER.context().getBean(Trail.class);

    private static McpAuditEvent.Call call(Runnable request) {
        return TRAIL.next(McpAuditEvent.Call.class, request);
    }

    @EveryRevision
    void aCallOfAToolIsAnEvent(ProtocolVersion version) {
        McpTestClient client = SERVER.client(version);
        McpAuditEvent.Call call = call(() -> client.call("echo", "{\"text\": \"hello\", \"password\": \"secret\"}"));
        assertThat(call.kind()).isEqualTo(McpInvocation.Kind.TOOL);
        assertThat(call.name()).isEqualTo("echo");
        assertThat(call.outcome()).isEqualTo(Outcome.SUCCEEDED);
        assertThat(call.protocolVersion()).isEqualTo(version);
        assertThat(call.caller()).isEqualTo(new McpAuditEvent.Caller(null, null, "127.0.0.1"));
        // The test client states its name in the legacy era only.
        assertThat(call.client() == null).isEqualTo(version.isModern());
        assertThat(call.duration()).isPositive();
        assertThat(call.errorCode()).isNull();
        assertThat(call.errorId()).isNull();
        assertThat(call.traceId()).isNull();
        assertThat(call.arguments()).hasToString("{\"text\":\"hello\",\"password\":\"***\"}");
    }

    @EveryRevision
    void theEventHasALimitedNumberOfArguments(ProtocolVersion version) {
        String members = IntStream.range(0, 10_000)
                .mapToObj(i -> "\"%d%s\": 1".formatted(i, "x".repeat(300)))
                .collect(Collectors.joining(","));
        McpTestClient client = SERVER.client(version);
        McpAuditEvent.Call call = call(() -> client.call("echo", "{" + members + ", \"text\": \"hello\"}"));
        assertThat(call.arguments().size()).isEqualTo(101);
        assertThat(call.arguments().get("text").stringValue()).isEqualTo("hello");
        assertThat(call.arguments().propertyNames()).allMatch(name -> name.length() <= 259);
    }

    @EveryRevision
    void shorteningAnArgumentDividesNoCharacter(ProtocolVersion version) {
        String text = "x".repeat(255) + "\ud83d\ude00".repeat(2);
        McpTestClient client = SERVER.client(version);
        McpAuditEvent.Call call = call(
                () -> client.call("echo", "{\"text\": \"%s\", \"%s\": 1, \"password\": \"x\"}".formatted(text, text)));
        assertThat(new String(JsonMapper.shared().writeValueAsBytes(call.arguments()), StandardCharsets.UTF_8))
                .isEqualTo("{\"text\":\"%s...\",\"%s...\":\"***\",\"password\":\"***\"}"
                        .formatted("x".repeat(255), "x".repeat(255)));
    }

    @ModernRevisions
    void theEventHasLimitedTextsOfTheClient(ProtocolVersion version) {
        McpTestClient client = SERVER.client(version);
        ObjectNode params =
                JsonMapper.shared().readValue("{\"name\": \"refuse\", \"arguments\": {}}", ObjectNode.class);
        String info = "\"io.modelcontextprotocol/clientInfo\": {\"name\": \"%1$s\", \"version\": \"%1$s\"},"
                .formatted("x".repeat(5000));
        String capabilities = "\"io.modelcontextprotocol/clientCapabilities\"";
        String body = client.body("tools/call", params).replace(capabilities, info + capabilities);
        McpAuditEvent.Call call = call(() -> client.post(body, client.headers("tools/call", params)));
        String shortened = "x".repeat(256) + "...";
        assertThat(call.client()).isEqualTo(new Implementation(shortened, shortened));
    }

    @EveryRevision
    void theEventHasTheSizesOfRequestAndResult(ProtocolVersion version) {
        McpTestClient client = SERVER.client(version);
        // Each letter takes two bytes.
        String text = "\u00e9".repeat(1000);
        McpAuditEvent.Call call =
                call(() -> client.call("echo", "{\"text\": \"%s\", \"password\": \"x\"}".formatted(text)));
        assertThat(call.requestSize()).isBetween(2000L, 3000L);
        assertThat(call.resultSize()).isEqualTo(2000);
        McpAuditEvent.Call read = call(() -> client.request("resources/read", "{\"uri\": \"text://abc\"}"));
        assertThat(read.resultSize()).isEqualTo(3);
        McpAuditEvent.Call failed = call(() -> client.request("prompts/get", "{\"name\": \"greeting\"}"));
        assertThat(failed.requestSize()).isPositive();
        assertThat(failed.resultSize()).isNull();
    }

    @EveryRevision
    void promptsResourcesAndCompletionsAreEvents(ProtocolVersion version) {
        McpTestClient client = SERVER.client(version);
        McpAuditEvent.Call prompt = call(
                () -> client.request("prompts/get", "{\"name\": \"greeting\", \"arguments\": {\"name\": \"Ada\"}}"));
        assertThat(prompt.kind()).isEqualTo(McpInvocation.Kind.PROMPT);
        assertThat(prompt.name()).isEqualTo("greeting");
        McpAuditEvent.Call resource = call(() -> client.request("resources/read", "{\"uri\": \"text://a\"}"));
        assertThat(resource.kind()).isEqualTo(McpInvocation.Kind.RESOURCE);
        assertThat(resource.name()).isEqualTo("text://a");
        McpAuditEvent.Call completion = call(() -> client.request(
                "completion/complete",
                "{\"ref\": {\"type\": \"ref/prompt\", \"name\": \"greeting\"},"
                        + " \"argument\": {\"name\": \"name\", \"value\": \"A\"}}"));
        assertThat(completion.kind()).isEqualTo(McpInvocation.Kind.COMPLETION);
        assertThat(List.of(prompt, resource, completion))
                .extracting(McpAuditEvent.Call::resultSize)
                .containsExactly(3L, 1L, 3L);
        assertThat(List.of(prompt, resource, completion)).allMatch(call -> call.outcome() == Outcome.SUCCEEDED);
    }

    @EveryRevision
    void theEventStatesWhyACallFailed(ProtocolVersion version) {
        McpTestClient client = SERVER.client(version);
        McpAuditEvent.Call refused = call(() -> client.call("refuse"));
        assertThat(refused.outcome()).isEqualTo(Outcome.TOOL_ERROR);
        assertThat(refused.errorId()).isNull();
        Answer[] answer = new Answer[1];
        McpAuditEvent.Call failed = call(() -> answer[0] = client.call("fail"));
        assertThat(failed.outcome()).isEqualTo(Outcome.TOOL_ERROR);
        assertThat(failed.errorId()).isNotNull();
        assertThat(answer[0].contentText()).contains(failed.errorId());
        McpAuditEvent.Call wrong = call(() -> client.request("prompts/get", "{\"name\": \"greeting\"}"));
        assertThat(wrong.outcome()).isEqualTo(Outcome.PROTOCOL_ERROR);
        assertThat(wrong.errorCode()).isEqualTo(-32602);
    }

    @EveryRevision
    void aCallOfALostClientIsCancelled(ProtocolVersion version) {
        McpTestClient client = SERVER.client(version);
        McpAuditEvent.Call call = call(() -> {
            var stream = client.streamCall("never", "{}");
            if (version.isModern()) {
                stream.close();
            } else {
                client.notify("notifications/cancelled", "{\"requestId\": " + client.lastId() + "}");
            }
        });
        assertThat(call.outcome()).isEqualTo(Outcome.CANCELLED);
    }

    @ModernRevisions
    void aCallThatEndsWithAQuestionIsAnEvent(ProtocolVersion version) {
        int before = TRAIL.all(McpAuditEvent.Call.class).size();
        Dialogue.of(
                SERVER.clientWith(version, Dialogue.EVERYTHING),
                "ask",
                "{\"action\": \"accept\", \"content\": {\"name\": \"Ada\"}}");
        assertThat(TRAIL.await(McpAuditEvent.Call.class, before + 1).outcome()).isEqualTo(Outcome.ASKED);
        assertThat(TRAIL.await(McpAuditEvent.Call.class, before + 2).outcome()).isEqualTo(Outcome.SUCCEEDED);
    }

    @EveryRevision
    void aCallThatTheUserDoesNotConfirmIsRefused(ProtocolVersion version) {
        McpTestClient client = SERVER.clientWith(version, Dialogue.EVERYTHING);
        int before = TRAIL.all(McpAuditEvent.Call.class).size() + (version.isModern() ? 2 : 1);
        Dialogue.of(client, "delete", "{\"action\": \"accept\"}");
        assertThat(TRAIL.await(McpAuditEvent.Call.class, before).outcome()).isEqualTo(Outcome.SUCCEEDED);
        Dialogue.of(client, "delete", "{\"action\": \"decline\"}");
        assertThat(TRAIL.await(McpAuditEvent.Call.class, before + (version.isModern() ? 2 : 1))
                        .outcome())
                .isEqualTo(Outcome.REFUSED);
    }

    @Test
    void theEventNamesTheUser() {
        McpTestClient client = SERVER.client(ProtocolVersion.newest());
        McpAuditEvent.Call local = call(() -> client.call("refuse", "{}", Map.of("X-User", "50% | Ada")));
        assertThat(local.caller().name()).isEqualTo("50% | Ada");
        assertThat(local.caller().issuer()).isNull();
        Map<String, String> headers = Map.of("X-User", "50% | Ada", "X-Issuer", "https://id.example/a|b");
        McpAuditEvent.Call call = call(() -> client.call("refuse", "{}", headers));
        assertThat(call.caller().name()).isEqualTo("50% | Ada");
        assertThat(call.caller().issuer()).isEqualTo("https://id.example/a|b");
    }

    @Test
    void theEventNamesTheClientOfATokenWithoutAUser() {
        McpTestClient client = SERVER.client(ProtocolVersion.newest());
        McpAuditEvent.Call local = call(() -> client.call("refuse", "{}", Map.of("X-Client", "a|robot")));
        assertThat(local.caller()).isEqualTo(new McpAuditEvent.Caller("a|robot", null, "127.0.0.1"));
        Map<String, String> headers = Map.of("X-Client", "a|robot", "X-Issuer", "https://id.example/a|b");
        McpAuditEvent.Call call = call(() -> client.call("refuse", "{}", headers));
        assertThat(call.caller()).isEqualTo(new McpAuditEvent.Caller("a|robot", "https://id.example/a|b", "127.0.0.1"));
    }

    @Test
    void aCallIsALineOfTheLog() {
        try (RecordedLog log = new RecordedLog()) {
            SERVER.client(ProtocolVersion.newest()).request("resources/read", "{\"uri\": \"text://a%22b\"}");
            SessionState.until(() -> log.audit(Level.DEBUG).stream().anyMatch(line -> line.startsWith("call ")));
            assertThat(log.audit(Level.DEBUG))
                    .filteredOn(line -> line.startsWith("call "))
                    .singleElement()
                    .asString()
                    .matches("call kind=resource name=\"text://a%22b\" outcome=succeeded durationMs=\\d+"
                            + " requestBytes=\\d+ resultBytes=3 address=\"127.0.0.1\" protocol=\""
                            + ProtocolVersion.newest() + "\""
                            + " arguments=.*");
        }
    }

    static class Listening {

        private static final CountDownLatch RELEASED = new CountDownLatch(1);

        @McpTool
        String hello() {
            return "Hello";
        }

        @EventListener
        void block(McpAuditEvent.Call call) throws InterruptedException {
            RELEASED.await();
            throw new IllegalStateException("listener");
        }
    }

    @Test
    void aListenerNeitherDelaysNorBreaksACall() {
        try (TestServer server = TestServer.start(Listening.class);
                RecordedLog log = new RecordedLog()) {
            McpTestClient client = server.client(ProtocolVersion.newest());
            assertThat(client.call("hello").contentText()).isEqualTo("Hello");
            assertThat(client.call("hello").contentText()).isEqualTo("Hello");
            Listening.RELEASED.countDown();
            SessionState.until(() -> log.lines(Level.ERROR).size() == 2);
            assertThat(log.lines(Level.ERROR)).allMatch(line -> line.startsWith("A listener of audit events failed"));
        }
    }

    static class WithoutListener {

        private static final AtomicInteger RECORDED = new AtomicInteger();

        @McpTool
        String hello() {
            return "Hello";
        }

        @Bean
        static McpArgumentRedaction redaction() {
            return invocation -> IntNode.valueOf(RECORDED.incrementAndGet());
        }
    }

    @Test
    void onlyTheFirstCallIsRecordedUntilThereIsAListener() {
        try (TestServer server = TestServer.start(WithoutListener.class)) {
            McpTestClient client = server.client(ProtocolVersion.newest());
            client.call("hello");
            client.call("hello");
            client.call("hello");
            assertThat(WithoutListener.RECORDED).hasValue(1);
            server.context().addApplicationListener(event -> {});
            client.call("hello");
            assertThat(WithoutListener.RECORDED).hasValue(2);
        }
    }

    @Test
    void theEndOfTheServerDeliversPendingEvents() {
        Trail trail;
        try (TestServer server = TestServer.start(Entries.class)) {
            trail = server.context().getBean(Trail.class);
            McpTestClient client = server.client(ProtocolVersion.newest());
            client.call("refuse");
            client.call("fail");
        }
        assertThat(trail.all(McpAuditEvent.Call.class))
                .extracting(McpAuditEvent.Call::name)
                .containsExactly("refuse", "fail");
    }

    @Import(Trail.class)
    static class Reactive {

        @McpTool
        Mono<String> hello() {
            return Mono.just("Hello");
        }
    }

    @Test
    @Tag("change")
    void aPausedServerDeliversEventsBecauseItServesRequests() {
        try (TestServer server = TestServer.start(Reactive.class)) {
            Trail trail = server.context().getBean(Trail.class);
            McpTestClient client = server.client(ProtocolVersion.newest());
            server.context().pause();
            assertThat(trail.next(McpAuditEvent.Call.class, () -> client.call("hello"))
                            .name())
                    .isEqualTo("hello");
        }
    }

    static class Replaced {

        @McpTool
        String hello() {
            return "Hello";
        }

        @Bean
        static Trail trail() {
            return new Trail();
        }

        @Bean("io.mcpspring.callAudit")
        static McpInterceptor nothing() {
            return (invocation, chain) -> chain.proceed(invocation);
        }
    }

    @Test
    @Tag("change")
    void aBeanOfTheApplicationTakesThePlaceOfTheInterceptor() {
        Trail trail;
        try (TestServer server = TestServer.start(Replaced.class)) {
            trail = server.context().getBean(Trail.class);
            server.client(ProtocolVersion.newest()).call("hello");
        }
        // The end of the server waits for events.
        assertThat(trail.all(McpAuditEvent.Call.class)).isEmpty();
    }

    @Import(Entries.class)
    static class WithActuator {

        @Bean
        static AuditEventRepository repository() {
            return new InMemoryAuditEventRepository();
        }

        @Bean
        static AuditListener listener(AuditEventRepository repository) {
            return new AuditListener(repository);
        }

        @Bean
        static McpArgumentRedaction redaction() {
            return invocation -> invocation.arguments().get("text");
        }
    }

    @Test
    void actuatorKeepsTheEvents() {
        try (TestServer server = TestServer.start(WithActuator.class)) {
            server.client(ProtocolVersion.newest()).call("echo", "{\"text\": \"hello\", \"password\": \"x\"}");
            server.context().getBean(Trail.class).await(McpAuditEvent.Call.class, 1);
            AuditEventRepository repository = server.context().getBean(AuditEventRepository.class);
            SessionState.until(() -> !repository.find(null, null, "MCP_CALL").isEmpty());
            AuditEvent event = repository.find(null, null, "MCP_CALL").get(0);
            assertThat(event.getPrincipal()).isEqualTo("anonymous");
            assertThat(event.getData()).containsEntry("name", "echo").containsEntry("outcome", Outcome.SUCCEEDED);
            assertThat(event.getData().get("arguments")).hasToString("\"hello\"");
            assertThat(repository.find("server", null, "MCP_DEFINITIONS")).hasSize(1);
        }
    }

    @Import(WithActuator.class)
    static class WithBrokenListener {

        @EventListener
        void fail(McpAuditEvent.Call call) {
            throw new IllegalStateException("listener");
        }
    }

    @Test
    void actuatorKeepsEventsOfWhichAListenerOfTheApplicationFails() {
        try (TestServer server = TestServer.start(WithBrokenListener.class)) {
            server.client(ProtocolVersion.newest()).call("echo", "{\"text\": \"hello\", \"password\": \"x\"}");
            AuditEventRepository repository = server.context().getBean(AuditEventRepository.class);
            SessionState.until(() -> !repository.find(null, null, "MCP_CALL").isEmpty());
        }
    }
}
