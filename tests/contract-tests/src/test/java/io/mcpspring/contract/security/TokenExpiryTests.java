package io.mcpspring.contract.security;

import static org.assertj.core.api.Assertions.assertThat;

import io.mcpspring.annotation.McpTool;
import io.mcpspring.protocol.ProtocolVersion;
import io.mcpspring.support.EventStream;
import io.mcpspring.support.LegacyRevisions;
import io.mcpspring.support.McpTestClient;
import io.mcpspring.support.ModernRevisions;
import io.mcpspring.support.TestServer;
import io.mcpspring.support.TestUsers;
import io.mcpspring.tool.McpToolDefinition;
import io.mcpspring.tool.McpTools;
import java.security.Principal;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.http.HttpRequest;
import org.springframework.security.authentication.UsernamePasswordAuthenticationToken;
import org.springframework.security.oauth2.core.OAuth2AccessToken;
import org.springframework.web.util.UriComponentsBuilder;
import reactor.core.publisher.Mono;
import tools.jackson.databind.JsonNode;

/** Streams on which a caller listens end when its token expires; running calls are finished. */
class TokenExpiryTests {

    private static final Duration SOON = Duration.ofMillis(500);

    private final TestServer server = TestServer.shared(Application.class);

    private McpTestClient withTokenFor(ProtocolVersion version, Duration time) {
        return server.client(version, "/mcp?expires=" + Instant.now().plus(time).toEpochMilli());
    }

    @LegacyRevisions
    void theStreamOfASessionEnds(ProtocolVersion version) {
        try (EventStream stream = withTokenFor(version, SOON).listen()) {
            stream.restOfEvents();
            assertThat(stream.failure()).isNull();
        }
    }

    @ModernRevisions
    void aSubscriptionEndsWithItsResult(ProtocolVersion version) {
        try (EventStream stream = withTokenFor(version, SOON).stream(
                "subscriptions/listen", "{\"notifications\": {\"toolsListChanged\": true}}")) {
            List<JsonNode> messages = stream.rest();
            assertThat(messages.get(0).get("method").stringValue())
                    .isEqualTo("notifications/subscriptions/acknowledged");
            assertThat(messages.get(messages.size() - 1).has("result")).isTrue();
        }
    }

    @LegacyRevisions
    void aStreamWithALaterExpiryGoesOn(ProtocolVersion version) {
        assertGoesOn(version, Duration.ofDays(400_000));
    }

    /** Clocks differ, and servers accept a token for some time after its expiry. */
    @LegacyRevisions
    void aStreamThatIsOpenedWithAnExpiredTokenGoesOn(ProtocolVersion version) {
        assertGoesOn(version, Duration.ofSeconds(-30));
    }

    private static void assertGoesOn(ProtocolVersion version, Duration time) {
        try (TestServer own = TestServer.start(Application.class);
                EventStream stream = own.client(
                                version,
                                "/mcp?expires=" + Instant.now().plus(time).toEpochMilli())
                        .listen()) {
            own.context()
                    .getBean(McpTools.class)
                    .update(changes -> changes.add(McpToolDefinition.named("late")
                            .call((arguments, exchange) -> "")
                            .build()));
            assertThat(stream.nextMessage().get("method").stringValue()).isEqualTo("notifications/tools/list_changed");
        }
    }

    @Test
    void aRunningCallIsFinished() {
        assertThat(withTokenFor(ProtocolVersion.newest(), Duration.ofMillis(200))
                        .call("slow")
                        .contentText())
                .isEqualTo("finished");
    }

    static class Tools {

        @McpTool
        Mono<String> slow() {
            return Mono.just("finished").delayElement(Duration.ofMillis(600));
        }
    }

    @Configuration(proxyBeanMethods = false)
    @Import(Tools.class)
    static class Application {

        @Bean
        TestUsers users() {
            return new TestUsers(Application::user);
        }

        private static @Nullable Principal user(HttpRequest request) {
            String expires = UriComponentsBuilder.fromUri(request.getURI())
                    .build()
                    .getQueryParams()
                    .getFirst("expires");
            Instant expiry = Instant.ofEpochMilli(Long.parseLong(expires));
            OAuth2AccessToken token =
                    new OAuth2AccessToken(OAuth2AccessToken.TokenType.BEARER, "token", Instant.EPOCH, expiry);
            return UsernamePasswordAuthenticationToken.authenticated("ada", token, List.of());
        }
    }
}
