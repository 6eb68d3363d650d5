package io.mcpspring.contract.audit;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import io.mcpspring.annotation.McpPrompt;
import io.mcpspring.annotation.McpTool;
import io.mcpspring.audit.McpAuditEvent;
import io.mcpspring.contract.security.Users;
import io.mcpspring.entry.McpAccessDecision;
import io.mcpspring.entry.McpAccessRule;
import io.mcpspring.exchange.McpExchange;
import io.mcpspring.protocol.ProtocolVersion;
import io.mcpspring.support.Answer;
import io.mcpspring.support.EventStream;
import io.mcpspring.support.EveryRevision;
import io.mcpspring.support.LegacyRevisions;
import io.mcpspring.support.McpTestClient;
import io.mcpspring.support.ModernRevisions;
import io.mcpspring.support.RawHttp;
import io.mcpspring.support.RecordedLog;
import io.mcpspring.support.TestServer;
import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Semaphore;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.security.access.AccessDeniedException;
import org.springframework.security.access.prepost.PreAuthorize;
import org.springframework.security.authentication.AuthenticationServiceException;
import org.springframework.security.authentication.BadCredentialsException;
import org.springframework.security.config.annotation.method.configuration.EnableMethodSecurity;
import reactor.core.publisher.Mono;

/** Requests that are refused for the security of the server are events. */
class RefusalAuditTests {

    private static final TestServer SERVER = TestServer.shared(
            CallAuditTests.Entries.class,
            "mcp.server.http.allowed-hosts=localhost,api.example",
            "mcp.server.http.max-request-size=10KB",
            "mcp.server.http.sse.max-listening-streams=1");

    private static final Trail TRAIL = SERVER.context().getBean(Trail.class);

    private static McpAuditEvent.Refusal refusal(Runnable request) {
        return TRAIL.next(McpAuditEvent.Refusal.class, request);
    }

    private static Answer post(McpTestClient client, String header, String value) {
        Map<String, String> headers = new HashMap<>(client.headers());
        headers.put(header, value);
        return client.post("{\"jsonrpc\": \"2.0\", \"id\": 1, \"method\": \"ping\", \"params\": {}}", headers);
    }

    @Test
    void anOriginThatIsNotAllowed() {
        McpTestClient client = SERVER.client(ProtocolVersion.V2025_11_25);
        try (RecordedLog log = new RecordedLog()) {
            McpAuditEvent.Refusal refusal = refusal(() -> assertThat(
                            post(client, "Origin", "https://evil.example").status())
                    .isEqualTo(403));
            assertThat(refusal.reason()).isEqualTo("origin");
            assertThat(refusal.caller().address()).isEqualTo("127.0.0.1");
            assertThat(refusal.detail()).startsWith("The Origin is not allowed");
            assertThat(log.audit(Level.INFO)).anyMatch(line -> line.startsWith("refusal reason=\"origin\" detail="));
        }
    }

    @LegacyRevisions
    void aSessionOfAnotherUser(ProtocolVersion version) {
        McpTestClient client = SERVER.client(version);
        McpAuditEvent.Refusal refusal =
                refusal(() -> assertThat(post(client, "X-User", "eve").status()).isEqualTo(404));
        assertThat(refusal.reason()).isEqualTo("session");
        assertThat(refusal.caller().name()).isEqualTo("eve");
        McpAuditEvent.Refusal ofDelete = refusal(() -> {
            Map<String, String> headers = new HashMap<>(client.headers());
            headers.put("X-User", "eve");
            assertThat(client.send("DELETE", headers).status()).isEqualTo(404);
        });
        assertThat(ofDelete.reason()).isEqualTo("session");
    }

    @Test
    void aForgedState() {
        McpTestClient client = SERVER.client(ProtocolVersion.V2026_07_28);
        McpAuditEvent.Refusal refusal = refusal(() ->
                client.request("tools/call", "{\"name\": \"ask\", \"arguments\": {}, \"requestState\": \"forged\"}"));
        assertThat(refusal.reason()).isEqualTo("state");
    }

    static class Bounded {

        private static final Semaphore STARTED = new Semaphore(0);

        private static final Semaphore END = new Semaphore(0);

        @McpTool(task = McpTool.TaskSupport.OPTIONAL)
        Mono<String> never() {
            return Mono.never();
        }

        @McpTool
        String await(McpExchange exchange) throws InterruptedException {
            STARTED.release();
            END.acquire();
            return "done";
        }

        @McpTool
        String secret() {
            return "secret";
        }

        @Bean
        static McpAccessRule rule() {
            return (entry, request) ->
                    Mono.just(entry.name().equals("secret") ? McpAccessDecision.hidden() : McpAccessDecision.granted());
        }

        @Bean
        static Trail trail() {
            return new Trail();
        }
    }

    private static TestServer bounded() {
        return TestServer.shared(
                Bounded.class,
                "mcp.server.tasks.max-active=1",
                "mcp.server.execution.pool.max-size=1",
                "mcp.server.execution.pool.queue-capacity=0");
    }

    @EveryRevision
    void anEntryThatTheCallerMayNotUse(ProtocolVersion version) {
        TestServer server = bounded();
        McpTestClient client = server.client(version);
        McpAuditEvent.Refusal refusal =
                server.context().getBean(Trail.class).next(McpAuditEvent.Refusal.class, () -> client.call("secret"));
        assertThat(refusal.reason()).isEqualTo("access");
        assertThat(refusal.detail()).isEqualTo("The caller may not use TOOL 'secret'");
    }

    @Configuration(proxyBeanMethods = false)
    @EnableMethodSecurity
    @Import(Users.class)
    static class Undecided {

        @Bean
        Ledger ledger() {
            return new Ledger();
        }

        @Bean
        Accounts accounts() {
            return new Accounts();
        }

        @Bean
        Trail trail() {
            return new Trail();
        }
    }

    /** A service of the application, which secures itself. */
    static class Ledger {

        @PreAuthorize("#way != 'annotation'")
        public String entries(String way) {
            throw way.equals("outage")
                    ? new AuthenticationServiceException("secret reason")
                    : way.equals("login")
                            ? new BadCredentialsException("secret reason")
                            : new AccessDeniedException("secret reason");
        }
    }

    /** A result that secures itself. */
    static class Balance {

        public int getAmount() {
            throw new AccessDeniedException("secret reason");
        }
    }

    static class Accounts {

        @Autowired
        private Ledger ledger;

        /** @param way how access is denied */
        @McpTool
        String entries(String way) {
            return ledger.entries(way);
        }

        @McpTool
        Balance balance() {
            return new Balance();
        }

        @McpTool
        String wrapped() {
            throw new IllegalStateException(new AccessDeniedException("secret reason"));
        }

        @McpTool
        String wrappedWithItsCause() {
            throw new IllegalStateException(new AccessDeniedException("secret reason", new IOException("no answer")));
        }

        @McpTool
        Mono<String> reactiveEntries(String way) {
            return Mono.fromSupplier(() -> ledger.entries(way));
        }

        @McpPrompt
        String summary(String way) {
            return ledger.entries(way);
        }

        @McpTool
        @PreAuthorize("#owner == authentication.name")
        String account(String owner) {
            return "account of " + owner;
        }
    }

    @EveryRevision
    void argumentsThatTheCallerMayNotUse(ProtocolVersion version) {
        TestServer server = TestServer.shared(Undecided.class);
        McpTestClient client = server.client(version, Users.path("eve"));
        McpAuditEvent.Refusal refusal = server.context()
                .getBean(Trail.class)
                .next(McpAuditEvent.Refusal.class, () -> client.call("account", "{\"owner\": \"ada\"}"));
        assertThat(refusal.reason()).isEqualTo("access");
        assertThat(refusal.caller().name()).isEqualTo("eve");
        assertThat(refusal.detail()).isEqualTo("Method security denied this call of TOOL 'account'");
    }

    @EveryRevision
    void whatTheCodeOfAnEntryMayNotDoForTheCaller(ProtocolVersion version) {
        // One server for each revision, because the events of a server are limited.
        TestServer server = TestServer.shared(Undecided.class, "mcp.server.name=" + version);
        Trail trail = server.context().getBean(Trail.class);
        McpTestClient client = server.client(version, Users.path("eve"));
        try (RecordedLog log = new RecordedLog()) {
            for (String tool : List.of("entries", "reactiveEntries")) {
                for (String way : List.of("annotation", "code", "login")) {
                    McpAuditEvent.Refusal refusal = trail.next(McpAuditEvent.Refusal.class, () -> {
                        Answer answer = client.call(tool, "{\"way\": \"" + way + "\"}");
                        assertThat(answer.isToolError()).isTrue();
                        assertThat(answer.contentText())
                                .isEqualTo("Access denied: the caller is not allowed to do this");
                    });
                    assertThat(refusal.reason()).isEqualTo("access");
                    assertThat(refusal.caller().name()).isEqualTo("eve");
                }
            }
            McpAuditEvent.Call call = trail.next(
                    McpAuditEvent.Call.class,
                    () -> assertThat(client.request(
                                            "prompts/get",
                                            "{\"name\": \"summary\", \"arguments\": {\"way\": \"code\"}}")
                                    .errorCode())
                            .isEqualTo(-32603));
            assertThat(call.outcome()).isEqualTo(McpAuditEvent.Outcome.REFUSED);
            assertThat(call.errorId()).isNull();
            assertThat(log.lines(Level.ERROR)).isEmpty();
        }
    }

    @EveryRevision
    void whatAResultMayNotShowTheCaller(ProtocolVersion version) {
        McpTestClient client = TestServer.shared(Undecided.class).client(version, Users.path("eve"));
        try (RecordedLog log = new RecordedLog()) {
            for (String tool : List.of("balance", "wrapped", "wrappedWithItsCause")) {
                Answer answer = client.call(tool);
                assertThat(answer.isToolError()).isTrue();
                assertThat(answer.contentText()).isEqualTo("Access denied: the caller is not allowed to do this");
            }
            assertThat(log.lines(Level.ERROR)).isEmpty();
        }
    }

    @Test
    void anOutageOfTheLoginIsNoDenial() {
        McpTestClient client =
                TestServer.shared(Undecided.class).client(ProtocolVersion.V2026_07_28, Users.path("eve"));
        try (RecordedLog log = new RecordedLog()) {
            Answer answer = client.call("entries", "{\"way\": \"outage\"}");
            assertThat(answer.isToolError()).isTrue();
            assertThat(answer.contentText()).doesNotContain("denied", "secret");
            assertThat(log.lines(Level.ERROR)).isNotEmpty();
        }
    }

    @Test
    void aBodyBeyondTheLimit() {
        // Without the body: a connection that is closed before a body is read may lose the response.
        McpAuditEvent.Refusal refusal = refusal(() -> assertThat(RawHttp.send(
                                SERVER.port(), "POST /mcp", "Content-Type: application/json", "Content-Length: 20000")
                        .status())
                .isEqualTo(413));
        assertThat(refusal.reason()).isEqualTo("limit");
        assertThat(refusal.detail()).startsWith("The request is larger than 10240 bytes");
    }

    @Test
    void aSubscriptionBeyondTheLimit() {
        McpTestClient client = SERVER.client(ProtocolVersion.V2026_07_28);
        String filter = "{\"notifications\": {\"toolsListChanged\": true}}";
        try (EventStream open = client.stream("subscriptions/listen", filter)) {
            open.nextMessage();
            McpAuditEvent.Refusal refusal = refusal(() -> client.request("subscriptions/listen", filter));
            assertThat(refusal.reason()).isEqualTo("limit");
            assertThat(refusal.detail()).startsWith("Too many clients listen to events");
        }
    }

    @ModernRevisions
    void aTaskBeyondTheLimit(ProtocolVersion version) {
        TestServer server = bounded();
        Trail trail = server.context().getBean(Trail.class);
        McpTestClient client = server.clientWith(version, "{\"extensions\": {\"io.modelcontextprotocol/tasks\": {}}}");
        String task = client.call("never").result().get("taskId").stringValue();
        McpAuditEvent.Refusal refusal = trail.next(McpAuditEvent.Refusal.class, () -> client.call("never"));
        assertThat(refusal.reason()).isEqualTo("limit");
        assertThat(refusal.detail()).startsWith("Too many tasks are running");
        client.request("tasks/cancel", "{\"taskId\": \"" + task + "\"}");
    }

    @EveryRevision
    void aCallForWhichNoThreadIsFree(ProtocolVersion version) throws Exception {
        TestServer server = bounded();
        Trail trail = server.context().getBean(Trail.class);
        McpTestClient client = server.client(version);
        Bounded.STARTED.drainPermits();
        CompletableFuture<?> running = CompletableFuture.supplyAsync(() -> client.call("await"));
        try {
            Bounded.STARTED.acquire();
            McpAuditEvent.Refusal refusal = trail.next(McpAuditEvent.Refusal.class, () -> client.call("await"));
            assertThat(refusal.reason()).isEqualTo("limit");
            assertThat(refusal.detail()).startsWith("The server is busy");
        } finally {
            Bounded.END.release();
            running.join();
        }
    }

    @Test
    void anApplicationWhoseBeansAreLazyRecordsRefusals() {
        try (TestServer server =
                TestServer.start(CallAuditTests.Entries.class, "spring.main.lazy-initialization=true")) {
            McpTestClient client = server.client(ProtocolVersion.V2025_11_25);
            Trail trail = server.context().getBean(Trail.class);
            McpAuditEvent.Refusal refusal =
                    trail.next(McpAuditEvent.Refusal.class, () -> post(client, "Origin", "https://evil.example"));
            assertThat(refusal.reason()).isEqualTo("origin");
        }
    }

    @Test
    void aFloodOfRefusalsIsNotAFloodOfEvents() {
        Trail trail;
        try (TestServer server = TestServer.start(CallAuditTests.Entries.class)) {
            McpTestClient client = server.client(ProtocolVersion.V2025_11_25);
            trail = server.context().getBean(Trail.class);
            for (int i = 0; i < 30; i++) {
                post(client, "Origin", "https://evil.example");
            }
        }
        // A slow machine may need more than one period.
        assertThat(trail.all(McpAuditEvent.Refusal.class)).hasSizeBetween(20, 29);
    }
}
