package io.mcpspring.contract.limit;

import static org.assertj.core.api.Assertions.assertThat;

import io.mcpspring.annotation.McpPrompt;
import io.mcpspring.annotation.McpResource;
import io.mcpspring.annotation.McpTool;
import io.mcpspring.audit.McpAuditEvent;
import io.mcpspring.method.McpInterceptor;
import io.mcpspring.protocol.ProtocolVersion;
import io.mcpspring.session.SessionState;
import io.mcpspring.support.Answer;
import io.mcpspring.support.EventStream;
import io.mcpspring.support.EveryRevision;
import io.mcpspring.support.LegacyRevisions;
import io.mcpspring.support.McpTestClient;
import io.mcpspring.support.TestServer;
import io.mcpspring.support.TestUsers;
import io.mcpspring.tool.McpToolDefinition;
import io.mcpspring.tool.McpTools;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Import;
import org.springframework.context.event.EventListener;
import org.springframework.security.authentication.AnonymousAuthenticationToken;
import org.springframework.security.core.authority.AuthorityUtils;

/** Calls beyond a limit are refused, and all others are served. */
class CallLimitsTests {

    private static final String TRY_AGAIN = "Too many calls\\. Try again in \\d+ s\\.";

    static class Entries {

        private final Semaphore waiting = new Semaphore(0);

        private final Semaphore released = new Semaphore(0);

        private final List<McpAuditEvent> events = new CopyOnWriteArrayList<>();

        @McpTool
        String hello() {
            return "Hello";
        }

        @McpTool
        String other() {
            return "Other";
        }

        @McpTool
        String slow() throws InterruptedException {
            waiting.release();
            released.acquire();
            return "slow";
        }

        @McpTool(rate = "1/1h")
        String rare() {
            return "Rare";
        }

        @McpTool(rate = "1/1h", maxConcurrency = 5)
        String relaxed() {
            return "Relaxed";
        }

        @McpPrompt(rate = "1/1h")
        String rarePrompt() {
            return "Rare";
        }

        @McpResource(uri = "rare://{name}", rate = "1/1h")
        String rareResource(String name) {
            return name;
        }

        @Bean
        static McpToolDefinition defined() {
            return McpToolDefinition.named("defined")
                    .rate("1/1h")
                    .call((arguments, exchange) -> "Defined")
                    .build();
        }

        @McpPrompt
        String greeting() {
            return "Hello";
        }

        @McpResource(uri = "text://{name}")
        String text(String name) {
            return name;
        }

        @EventListener
        void record(McpAuditEvent event) {
            events.add(event);
        }

        @Bean
        static TestUsers users() {
            return TestUsers.ofQuery();
        }
    }

    private static McpTestClient client(TestServer server, ProtocolVersion version, String user) {
        return server.client(version, "/mcp?user=" + user + version);
    }

    private static TestServer rates() {
        return TestServer.shared(
                Entries.class,
                "mcp.server.limits.rate=6/1h",
                "mcp.server.limits.entries[0].name=hello",
                "mcp.server.limits.entries[0].rate=2/1h",
                "mcp.server.limits.entries[1].name=greeting",
                "mcp.server.limits.entries[1].rate=1/1h",
                "mcp.server.limits.entries[2].name=text://{name}",
                "mcp.server.limits.entries[2].rate=1/1h");
    }

    @EveryRevision
    void theRateOfAnEntryAppliesToEachCaller(ProtocolVersion version) {
        McpTestClient ada = client(rates(), version, "ada");
        assertThat(ada.call("hello").contentText()).isEqualTo("Hello");
        assertThat(ada.call("hello").contentText()).isEqualTo("Hello");
        Answer refused = ada.call("hello");
        assertThat(refused.isToolError()).isTrue();
        assertThat(refused.contentText()).matches(TRY_AGAIN);
        assertThat(ada.call("other").contentText()).isEqualTo("Other");
        assertThat(client(rates(), version, "bob").call("hello").contentText()).isEqualTo("Hello");
    }

    @EveryRevision
    void thePromptsAndResourcesOfACallerHaveRates(ProtocolVersion version) {
        McpTestClient client = client(rates(), version, "eve");
        client.request("prompts/get", "{\"name\": \"greeting\"}").result();
        Answer prompt = client.request("prompts/get", "{\"name\": \"greeting\"}");
        assertThat(prompt.errorCode()).isEqualTo(-32603);
        assertThat(prompt.error().get("message").stringValue()).matches(TRY_AGAIN);
        client.request("resources/read", "{\"uri\": \"text://one\"}").result();
        Answer resource = client.request("resources/read", "{\"uri\": \"text://two\"}");
        assertThat(resource.error().get("message").stringValue()).matches(TRY_AGAIN);
    }

    @EveryRevision
    void theRateOfACallerAppliesToAllEntriesTogether(ProtocolVersion version) {
        McpTestClient client = client(rates(), version, "joe");
        for (int i = 0; i < 6; i++) {
            assertThat(client.call("other").contentText()).isEqualTo("Other");
        }
        assertThat(client.call("other").contentText()).matches(TRY_AGAIN);
        assertThat(client.call("hello").contentText()).matches(TRY_AGAIN);
    }

    @EveryRevision
    void aCallThatTheRateOfItsCallerRefusesDoesNotCountTowardsTheRateOfItsEntry(ProtocolVersion version) {
        TestServer server = TestServer.shared(
                Entries.class,
                "mcp.server.limits.rate=1/400ms",
                "mcp.server.limits.entries[0].name=hello",
                "mcp.server.limits.entries[0].rate=2/1h");
        McpTestClient client = client(server, version, "ada");
        assertThat(client.call("other").contentText()).isEqualTo("Other");
        AtomicInteger performed = new AtomicInteger();
        SessionState.until(
                () -> client.call("hello").contentText().equals("Hello") && performed.incrementAndGet() == 2);
    }

    @EveryRevision
    void aCallThatTheRateOfItsEntryRefusesDoesNotCountTowardsTheRateOfItsCaller(ProtocolVersion version) {
        McpTestClient client = client(rates(), version, "sue");
        for (int i = 0; i < 2; i++) {
            assertThat(client.call("hello").contentText()).isEqualTo("Hello");
        }
        for (int i = 0; i < 5; i++) {
            assertThat(client.call("hello").contentText()).matches(TRY_AGAIN);
        }
        assertThat(client.call("other").contentText()).isEqualTo("Other");
    }

    @EveryRevision
    void theLongerTimeIsStatedIfTheRatesOfTheCallerAndTheEntryAreExceeded(ProtocolVersion version) {
        TestServer server = TestServer.shared(
                Entries.class,
                "mcp.server.limits.rate=2/2h",
                "mcp.server.limits.entries[0].name=hello",
                "mcp.server.limits.entries[0].rate=1/100h",
                "mcp.server.limits.entries[1].name=other",
                "mcp.server.limits.entries[1].rate=1/1m");
        McpTestClient client = client(server, version, "ada");
        assertThat(client.call("hello").contentText()).isEqualTo("Hello");
        assertThat(client.call("other").contentText()).isEqualTo("Other");
        assertThat(client.call("hello").contentText()).matches("Too many calls\\. Try again in 3[56]\\d{4} s\\.");
        assertThat(client.call("other").contentText()).matches("Too many calls\\. Try again in 3[56]\\d{2} s\\.");
    }

    private static TestServer declared() {
        return TestServer.shared(
                Entries.class,
                // With the first comment, a client has the head of the response, and servers detect that one has left.
                "mcp.server.http.sse.keep-alive=300ms",
                "mcp.server.limits.entries[0].name=relaxed",
                "mcp.server.limits.entries[0].rate=2/1h",
                "mcp.server.limits.entries[1].name=slow",
                "mcp.server.limits.entries[1].max-concurrency=1");
    }

    @EveryRevision
    void entriesDeclareTheirLimits(ProtocolVersion version) {
        McpTestClient client = client(declared(), version, "ada");
        assertThat(client.call("rare").contentText()).isEqualTo("Rare");
        assertThat(client.call("rare").contentText()).matches(TRY_AGAIN);
        assertThat(client.call("defined").contentText()).isEqualTo("Defined");
        assertThat(client.call("defined").contentText()).matches(TRY_AGAIN);
        client.request("prompts/get", "{\"name\": \"rarePrompt\"}").result();
        assertThat(client.request("prompts/get", "{\"name\": \"rarePrompt\"}").errorCode())
                .isEqualTo(-32603);
        client.request("resources/read", "{\"uri\": \"rare://one\"}").result();
        assertThat(client.request("resources/read", "{\"uri\": \"rare://two\"}").errorCode())
                .isEqualTo(-32603);
        assertThat(client.call("relaxed").contentText()).isEqualTo("Relaxed");
        assertThat(client.call("relaxed").contentText()).isEqualTo("Relaxed");
        assertThat(client.call("relaxed").contentText()).matches(TRY_AGAIN);
    }

    private static TestServer oneAnHour() {
        return TestServer.shared(
                Entries.class, "mcp.server.limits.rate=1/1h", "mcp.server.limits.initialize-rate=1/1h");
    }

    @Test
    void anonymousCallersShareTheRateOfTheirAddress() {
        TestServer server = oneAnHour();
        assertThat(server.client(ProtocolVersion.V2026_07_28).call("hello").contentText())
                .isEqualTo("Hello");
        assertThat(server.client(ProtocolVersion.V2025_11_25).call("hello").contentText())
                .matches(TRY_AGAIN);
    }

    @Test
    void callersWithTheAnonymousTokenOfSpringSecurityAreNotOneUser() throws Exception {
        try (TestServer server = TestServer.start(
                Anonymous.class, "mcp.server.limits.rate=1/1h", "server.forward-headers-strategy=framework")) {
            assertThat(forwarded(server, "192.0.2.1")).contains("Hello");
            assertThat(forwarded(server, "192.0.2.2")).contains("Hello");
            assertThat(forwarded(server, "192.0.2.1")).contains("Too many calls");
        }
    }

    static class Anonymous {

        @McpTool
        String hello() {
            return "Hello";
        }

        @Bean
        static TestUsers users() {
            return new TestUsers(request -> new AnonymousAuthenticationToken(
                    "key", "anonymousUser", AuthorityUtils.createAuthorityList("ROLE_ANONYMOUS")));
        }
    }

    @EveryRevision
    void refusedCallsAreAuditEvents(ProtocolVersion version) {
        // Of many refusals, not all are events; on this server there are few.
        TestServer server = oneAnHour();
        McpTestClient client = client(server, version, "audited");
        client.call("hello");
        client.call("hello");
        String user = "audited" + version;
        SessionState.until(() -> server.context().getBean(Entries.class).events.stream()
                .anyMatch(event -> event instanceof McpAuditEvent.Refusal refusal
                        && refusal.reason().equals("limit")
                        && user.equals(refusal.caller().name())
                        && refusal.detail().matches(TRY_AGAIN)));
    }

    private static TestServer behindProxy() {
        return TestServer.shared(
                Entries.class, "mcp.server.limits.rate=1/1h", "server.forward-headers-strategy=framework");
    }

    @Test
    void forwardedAddressesAreDistinguished() throws Exception {
        TestServer server = behindProxy();
        assertThat(forwarded(server, "192.0.2.1")).contains("Hello");
        assertThat(forwarded(server, "192.0.2.2")).contains("Hello");
        assertThat(forwarded(server, "192.0.2.1")).contains("Too many calls");
        // Addresses of one network.
        assertThat(forwarded(server, "\"[2001:db8:1:2::1]\"")).contains("Hello");
        assertThat(forwarded(server, "\"[2001:db8:1:2::2]\"")).contains("Too many calls");
        assertThat(forwarded(server, "\"[2001:db8:1:3::1]\"")).contains("Hello");
    }

    @Test
    void forwardedTextsThatAreNotAddressesAreOneCaller() throws Exception {
        TestServer server = behindProxy();
        assertThat(forwarded(server, "unknown")).contains("Hello");
        assertThat(forwarded(server, "_" + "x".repeat(1000))).contains("Too many calls");
        assertThat(forwarded(server, "192.0.2.3")).contains("Hello");
    }

    @Test
    @Tag("change")
    void aCloudPlatformForwardsAddresses() throws Exception {
        try (TestServer server = TestServer.start(
                Entries.class, "mcp.server.limits.rate=1/1h", "spring.main.cloud-platform=kubernetes")) {
            assertThat(forwarded(server, "192.0.2.1")).contains("Hello");
            assertThat(forwarded(server, "192.0.2.2")).contains("Hello");
        }
    }

    private static String forwarded(TestServer server, String address) throws Exception {
        HttpRequest request = HttpRequest.newBuilder(URI.create("http://localhost:" + server.port() + "/mcp"))
                .header("Forwarded", "for=" + address)
                // The header that Tomcat knows itself.
                .header("X-Forwarded-For", address)
                .header("Content-Type", "application/json")
                .header("Accept", "application/json, text/event-stream")
                .header("MCP-Protocol-Version", "2026-07-28")
                .header("Mcp-Method", "tools/call")
                .header("Mcp-Name", "hello")
                .POST(HttpRequest.BodyPublishers.ofString("""
                        {"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": "hello",
                         "arguments": {}, "_meta": {"io.modelcontextprotocol/protocolVersion": "2026-07-28",
                         "io.modelcontextprotocol/clientCapabilities": {}}}}
                        """))
                .build();
        return HttpClient.newHttpClient()
                .send(request, HttpResponse.BodyHandlers.ofString())
                .body();
    }

    @Test
    void concurrentCallsAreLimited() throws InterruptedException {
        try (TestServer server = TestServer.start(
                Entries.class,
                "mcp.server.limits.max-concurrency=3",
                "mcp.server.limits.max-concurrency-per-caller=2",
                "mcp.server.limits.entries[0].name=hello",
                "mcp.server.limits.entries[0].max-concurrency=1",
                "mcp.server.limits.entries[1].name=slow",
                "mcp.server.limits.entries[1].max-concurrency=3")) {
            Entries entries = server.context().getBean(Entries.class);
            McpTestClient ada = client(server, ProtocolVersion.V2026_07_28, "ada");
            McpTestClient bob = client(server, ProtocolVersion.V2025_11_25, "bob");
            CompletableFuture<Answer> first = CompletableFuture.supplyAsync(() -> ada.call("slow"));
            entries.waiting.acquire();
            assertThat(ada.call("hello").contentText()).isEqualTo("Hello");
            CompletableFuture<Answer> second = CompletableFuture.supplyAsync(
                    () -> client(server, ProtocolVersion.V2026_07_28, "ada").call("slow"));
            entries.waiting.acquire();
            assertThat(ada.call("hello").contentText()).startsWith("Too many of your calls are running.");
            CompletableFuture<Answer> third = CompletableFuture.supplyAsync(() -> bob.call("slow"));
            entries.waiting.acquire();
            McpTestClient eve = client(server, ProtocolVersion.V2026_07_28, "eve");
            Answer refused = eve.call("slow");
            assertThat(refused.isToolError()).isTrue();
            assertThat(refused.contentText()).startsWith("Too many calls of 'slow' are running.");
            assertThat(eve.call("hello").contentText()).startsWith("The server is busy.");
            entries.released.release(3);
            assertThat(List.of(first.join(), second.join(), third.join()))
                    .allMatch(answer -> answer.contentText().equals("slow"));
            assertThat(eve.call("hello").contentText()).isEqualTo("Hello");
            SessionState.until(() -> entries.events.stream()
                            .filter(event -> event instanceof McpAuditEvent.Call call
                                    && call.outcome() == McpAuditEvent.Outcome.REFUSED)
                            .count()
                    >= 3);
        }
    }

    @Test
    void aCancelledCallMakesRoomForAnother() throws InterruptedException {
        TestServer server = declared();
        Entries entries = server.context().getBean(Entries.class);
        McpTestClient client = server.client(ProtocolVersion.V2026_07_28);
        EventStream lost = client.streamCall("slow", "{}");
        entries.waiting.acquire();
        lost.close();
        SessionState.until(() -> entries.events.stream()
                .anyMatch(event ->
                        event instanceof McpAuditEvent.Call call && call.outcome() == McpAuditEvent.Outcome.CANCELLED));
        entries.released.release(2);
        SessionState.until(() -> client.call("slow").contentText().equals("slow"));
    }

    @Test
    void anEntryThatIsReplacedHasItsNewRateAtOnce() {
        TestServer server = declared();
        McpTestClient client = server.client(ProtocolVersion.V2026_07_28);
        McpTools tools = server.context().getBean(McpTools.class);
        for (String rate : List.of("1/1h", "2/1h")) {
            McpToolDefinition definition = McpToolDefinition.named("replaced")
                    .description("Has a rate")
                    .rate(rate)
                    .call((arguments, exchange) -> "done")
                    .build();
            tools.update(changes -> changes.removeIfPresent("replaced").add(definition));
            assertThat(client.call("replaced").contentText()).isEqualTo("done");
        }
        assertThat(client.call("replaced").contentText()).isEqualTo("done");
        assertThat(client.call("replaced").contentText()).matches(TRY_AGAIN);
    }

    @LegacyRevisions
    void theRateOfInitializeIsLimited(ProtocolVersion version) {
        TestServer server = oneAnHour();
        McpTestClient client = client(server, version, "ada");
        Answer refused = client.post("""
                {"jsonrpc": "2.0", "id": 7, "method": "initialize", "params": {"protocolVersion": "%s",
                 "capabilities": {}, "clientInfo": {"name": "test", "version": "1"}}}
                """.formatted(version));
        assertThat(refused.status()).isEqualTo(429);
        assertThat(Integer.parseInt(refused.header("Retry-After"))).isBetween(1, 3600);
        assertThat(refused.errorCode()).isEqualTo(-32600);
        assertThat(refused.json().get("id").intValue()).isEqualTo(7);
        assertThat(client.call("hello").contentText()).isEqualTo("Hello");
        List<McpAuditEvent> events = server.context().getBean(Entries.class).events;
        SessionState.until(() -> events.stream()
                .anyMatch(event -> event instanceof McpAuditEvent.Refusal refusal
                        && refusal.reason().equals("limit")
                        && ("ada" + version).equals(refusal.caller().name())));
    }

    @Import(Entries.class)
    static class Replaced {

        @Bean("io.mcpspring.callLimiter")
        static McpInterceptor noLimits() {
            return (invocation, chain) -> chain.proceed(invocation);
        }
    }

    @Test
    @Tag("change")
    void aBeanOfTheApplicationTakesThePlaceOfTheInterceptor() {
        try (TestServer server = TestServer.start(Replaced.class, "mcp.server.limits.rate=1/1h")) {
            McpTestClient client = server.client(ProtocolVersion.V2026_07_28);
            assertThat(client.call("hello").contentText()).isEqualTo("Hello");
            assertThat(client.call("hello").contentText()).isEqualTo("Hello");
        }
    }
}
