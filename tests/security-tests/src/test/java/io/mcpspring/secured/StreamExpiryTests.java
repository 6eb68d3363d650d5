package io.mcpspring.secured;

import static io.mcpspring.secured.SecuredServer.AUTHORIZATION;
import static org.assertj.core.api.Assertions.assertThat;

import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A stream on which a caller listens ends with its access token. */
@Timeout(60)
class StreamExpiryTests {

    private static final String[] JSON = {
        "Content-Type", "application/json", "Accept", "application/json, text/event-stream"
    };

    private static String token(SecuredServer server, Instant expiry) {
        return AUTHORIZATION.token(claims ->
                claims.subject("ada").audience(List.of(server.url("/mcp"))).expiresAt(expiry));
    }

    private static HttpResponse<String> send(
            SecuredServer server, String token, String method, String body, String... headers) {
        return server.send(
                "/mcp",
                request -> request.headers(JSON)
                        .headers(headers)
                        .header("Authorization", "Bearer " + token)
                        .method(method, HttpRequest.BodyPublishers.ofString(body)));
    }

    @Test
    void aSubscriptionEndsWithTheTokenOfItsCaller() {
        SecuredServer server = SecuredServer.withTokens();
        Instant expiry = Instant.now().plusSeconds(3);
        HttpResponse<String> stream = send(
                server,
                token(server, expiry),
                "POST",
                """
                {"jsonrpc": "2.0", "id": 1, "method": "subscriptions/listen", "params": {
                  "notifications": {"toolsListChanged": true}, "_meta": {
                  "io.modelcontextprotocol/protocolVersion": "2026-07-28",
                  "io.modelcontextprotocol/clientCapabilities": {}}}}""",
                "MCP-Protocol-Version",
                "2026-07-28",
                "Mcp-Method",
                "subscriptions/listen");
        assertThat(stream.body()).contains("notifications/subscriptions/acknowledged", "\"result\"");
        // A JWT has whole seconds.
        assertThat(Instant.now()).isAfter(expiry.minusSeconds(1));
    }

    @Test
    void theStreamOfASessionEndsWithTheTokenOfItsCaller() {
        SecuredServer server = SecuredServer.withTokens();
        String session = send(server, server.token("ada"), "POST", """
                {"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": {"protocolVersion": "2025-11-25",
                  "capabilities": {}, "clientInfo": {"name": "test", "version": "1"}}}""", "X-Test", "")
                .headers()
                .firstValue("Mcp-Session-Id")
                .orElseThrow();
        Instant expiry = Instant.now().plusSeconds(3);
        HttpResponse<String> stream = server.send(
                "/mcp",
                request -> request.headers(
                        "Accept",
                        "text/event-stream",
                        "Mcp-Session-Id",
                        session,
                        "MCP-Protocol-Version",
                        "2025-11-25",
                        "Authorization",
                        "Bearer " + token(server, expiry)));
        assertThat(stream.statusCode()).isEqualTo(200);
        assertThat(Instant.now()).isAfter(expiry.minusSeconds(1));
    }
}
