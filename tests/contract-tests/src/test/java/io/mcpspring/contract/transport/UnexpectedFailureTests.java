package io.mcpspring.contract.transport;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import io.mcpspring.entry.McpAccessDecision;
import io.mcpspring.entry.McpBlockingAccessRule;
import io.mcpspring.protocol.ProtocolVersion;
import io.mcpspring.support.EveryRevision;
import io.mcpspring.support.LegacyRevisions;
import io.mcpspring.support.McpTestClient;
import io.mcpspring.support.OnNetty;
import io.mcpspring.support.RawHttp;
import io.mcpspring.support.RecordedLog;
import io.mcpspring.support.TestServer;
import io.mcpspring.support.TestUsers;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.security.Principal;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Import;
import org.springframework.web.server.WebFilter;
import reactor.core.publisher.Mono;

/** Failures of the application before a request is dispatched, and of connections after that. */
class UnexpectedFailureTests {

    @Import(PlainTools.class)
    static class BrokenUsers {

        @Bean
        static TestUsers users() {
            return new TestUsers(request -> "broken".equals(request.getURI().getQuery()) ? new Broken() : null);
        }

        private static final class Broken implements Principal {

            @Override
            public String getName() {
                throw new NoClassDefFoundError("secret");
            }
        }
    }

    @EveryRevision
    @OnNetty("Spring MVC itself asks for the name of the user, and fails")
    void anErrorOfTheJvmIsAnInternalError(ProtocolVersion version) {
        TestServer server = TestServer.shared(BrokenUsers.class);
        McpTestClient client = server.client(version);
        for (String name : new String[] {"Ada", "x".repeat(110 * 1024)}) {
            try (RecordedLog log = new RecordedLog()) {
                assertInternalError(server, "POST /mcp?broken", client, greeting(client, name));
                assertThat(log.lines(Level.ERROR)).hasSize(1);
            }
        }
    }

    @LegacyRevisions
    @OnNetty("Spring MVC itself asks for the name of the user, and fails")
    void anErrorOfTheJvmIsAnInternalErrorOfGetAndDelete(ProtocolVersion version) {
        TestServer server = TestServer.shared(BrokenUsers.class);
        McpTestClient client = server.client(version);
        assertInternalError(server, "GET /mcp?broken", client, "");
        assertInternalError(server, "DELETE /mcp?broken", client, "");
    }

    private static void assertInternalError(TestServer server, String request, McpTestClient client, String body) {
        try (RawHttp connection = RawHttp.connect(server.port())) {
            connection.send(RawHttp.request(
                    request,
                    body.getBytes(StandardCharsets.UTF_8),
                    PlainTools.lines(client, "Mcp-Method: tools/call", "Mcp-Name: greet")));
            RawHttp.Response response = connection.receive();
            assertThat(response.status()).isEqualTo(500);
            assertThat(response.text()).contains("-32603").doesNotContain("secret");
        }
    }

    private static String greeting(McpTestClient client, String name) {
        return client.body("tools/call", PlainTools.callParams("greet", "name", name));
    }

    @Import(PlainTools.class)
    static class UnreachableUsers {

        @Bean
        static WebFilter users() {
            return (exchange, chain) -> chain.filter(exchange.mutate()
                    .principal(Mono.error(new IOException("Connection reset by peer")))
                    .build());
        }
    }

    @EveryRevision
    @OnNetty("A filter of a servlet container has no asynchronous user")
    void aLostConnectionOfABackendIsNotTakenForALostClient(ProtocolVersion version) {
        // The server under test would not open a session.
        McpTestClient client = TestServer.shared(PlainTools.class).client(version);
        TestServer server = TestServer.shared(UnreachableUsers.class);
        try (RecordedLog log = new RecordedLog()) {
            assertInternalError(server, "POST /mcp", client, greeting(client, "Ada"));
            assertThat(log.lines(Level.ERROR)).hasSize(1);
        }
    }

    @Import(PlainTools.class)
    static class SlowRule {

        private final CountDownLatch entered = new CountDownLatch(1);

        private final CountDownLatch lost = new CountDownLatch(1);

        /** Whether the rule was interrupted, or did not learn in time that the connection was lost. */
        private final CompletableFuture<Boolean> disturbed = new CompletableFuture<>();

        @Bean
        WebFilter lostConnections() {
            return (exchange, chain) -> chain.filter(exchange).doFinally(end -> {
                if (entered.getCount() == 0) {
                    lost.countDown();
                }
            });
        }

        @Bean
        McpBlockingAccessRule rule() {
            return (entry, request) -> {
                entered.countDown();
                try {
                    disturbed.complete(!lost.await(20, TimeUnit.SECONDS));
                } catch (InterruptedException ex) {
                    disturbed.complete(true);
                }
                return McpAccessDecision.granted();
            };
        }
    }

    @LegacyRevisions
    @OnNetty("A servlet container notices a lost client only when it writes")
    void theWorkForALargeLegacyRequestIsNotInterruptedWhenItsConnectionIsLost(ProtocolVersion version)
            throws Exception {
        try (TestServer server = TestServer.start(SlowRule.class)) {
            SlowRule rule = server.context().getBean(SlowRule.class);
            McpTestClient client = server.client(version);
            try (RawHttp connection = RawHttp.connect(server.port())) {
                connection.send(RawHttp.request(
                        "POST /mcp",
                        greeting(client, "x".repeat(110 * 1024)).getBytes(StandardCharsets.UTF_8),
                        PlainTools.lines(client)));
                assertThat(rule.entered.await(20, TimeUnit.SECONDS)).isTrue();
            }
            assertThat(rule.disturbed.get(30, TimeUnit.SECONDS)).isFalse();
        }
    }
}
