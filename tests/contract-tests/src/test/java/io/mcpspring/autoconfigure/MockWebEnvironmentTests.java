package io.mcpspring.autoconfigure;

import static org.assertj.core.api.Assertions.assertThat;

import io.mcpspring.annotation.McpTool;
import io.mcpspring.exchange.McpExchange;
import io.mcpspring.protocol.ProtocolVersion;
import io.mcpspring.support.EveryRevision;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.webtestclient.autoconfigure.AutoConfigureWebTestClient;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.ParameterizedTypeReference;
import org.springframework.http.MediaType;
import org.springframework.http.codec.ServerSentEvent;
import org.springframework.test.web.reactive.server.FluxExchangeResult;
import org.springframework.test.web.reactive.server.WebTestClient;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** A test with a mock web environment, as users of WebFlux write it, gets every kind of response. */
@SpringBootTest(properties = {"mcp.server.http.sse.keep-alive=100ms", "spring.main.web-application-type=reactive"})
@AutoConfigureWebTestClient(timeout = "30s")
class MockWebEnvironmentTests {

    @Configuration(proxyBeanMethods = false)
    @EnableAutoConfiguration
    static class Application {

        @Bean
        Tools tools() {
            return new Tools();
        }
    }

    private static final Semaphore RELEASED = new Semaphore(0);

    static class Tools {

        @McpTool(description = "Counts and reports its progress")
        String count(McpExchange exchange, int to) {
            for (int i = 1; i <= to; i++) {
                exchange.progress(i, (double) to, null);
            }
            return "counted";
        }

        @McpTool(description = "Takes longer than clients are left without a sign of life")
        String slow() throws InterruptedException {
            return RELEASED.tryAcquire(30, TimeUnit.SECONDS) ? "done" : "The client has seen no sign of life";
        }
    }

    @Autowired
    private WebTestClient client;

    @EveryRevision
    void aResponseIsJson(ProtocolVersion version) {
        JsonNode answer = post(version, "count", "{\"to\": 3}", "")
                .returnResult(JsonNode.class)
                .getResponseBody()
                .blockFirst(Duration.ofSeconds(30));
        assertThat(answer.at("/result/content/0/text").stringValue()).isEqualTo("counted");
    }

    @EveryRevision
    void progressTurnsTheResponseIntoAStream(ProtocolVersion version) {
        List<JsonNode> messages = messages(post(version, "count", "{\"to\": 3}", "\"progressToken\": 1"));
        assertThat(messages).hasSizeGreaterThan(1);
        assertThat(messages.get(0).get("method").stringValue()).isEqualTo("notifications/progress");
        assertThat(messages.get(messages.size() - 1)
                        .at("/result/content/0/text")
                        .stringValue())
                .isEqualTo("counted");
    }

    @EveryRevision
    void aSlowResponseIsAStream(ProtocolVersion version) {
        // Returns when the response has begun.
        WebTestClient.ResponseSpec answer = post(version, "slow", "{}", "");
        RELEASED.release();
        assertThat(messages(answer))
                .singleElement()
                .matches(message ->
                        message.at("/result/content/0/text").stringValue().equals("done"));
    }

    @Test
    void aClientReceivesEvents() {
        FluxExchangeResult<ServerSentEvent<String>> result = post(
                        ProtocolVersion.V2026_07_28,
                        "subscriptions/listen",
                        "\"notifications\": {\"toolsListChanged\": true}, \"_meta\": {%s}"
                                .formatted(meta(ProtocolVersion.V2026_07_28)),
                        null,
                        null)
                .returnResult(EVENT);
        ServerSentEvent<String> first =
                result.getResponseBody().filter(event -> event.data() != null).blockFirst(Duration.ofSeconds(30));
        assertThat(first.data()).contains("notifications/subscriptions/acknowledged");
    }

    private static final ParameterizedTypeReference<ServerSentEvent<String>> EVENT =
            new ParameterizedTypeReference<>() {};

    private static List<JsonNode> messages(WebTestClient.ResponseSpec answer) {
        return answer.expectHeader()
                .contentTypeCompatibleWith(MediaType.TEXT_EVENT_STREAM)
                .returnResult(EVENT)
                .getResponseBody()
                .mapNotNull(ServerSentEvent::data)
                .filter(data -> !data.isEmpty())
                .map(JsonMapper.shared()::readTree)
                .collectList()
                .block(Duration.ofSeconds(30));
    }

    private WebTestClient.ResponseSpec post(ProtocolVersion version, String tool, String arguments, String meta) {
        String all = version.isModern() ? meta(version) + (meta.isEmpty() ? "" : ", " + meta) : meta;
        return post(
                version,
                "tools/call",
                "\"name\": \"%s\", \"arguments\": %s, \"_meta\": {%s}".formatted(tool, arguments, all),
                tool,
                version.isModern() ? null : session(version));
    }

    private WebTestClient.ResponseSpec post(
            ProtocolVersion version, String method, String params, String name, String session) {
        return client.post()
                .uri("/mcp")
                .contentType(MediaType.APPLICATION_JSON)
                .accept(MediaType.APPLICATION_JSON, MediaType.TEXT_EVENT_STREAM)
                .headers(headers -> {
                    headers.set("MCP-Protocol-Version", version.value());
                    headers.set("Mcp-Method", method);
                    if (name != null) {
                        headers.set("Mcp-Name", name);
                    }
                    if (session != null) {
                        headers.set("Mcp-Session-Id", session);
                    }
                })
                .bodyValue("{\"jsonrpc\": \"2.0\", \"id\": 1, \"method\": \"%s\", \"params\": {%s}}"
                        .formatted(method, params))
                .exchange()
                .expectStatus()
                .isOk();
    }

    private String session(ProtocolVersion version) {
        return post(
                        version,
                        "initialize",
                        "\"protocolVersion\": \"%s\", \"capabilities\": {}, \"clientInfo\": ".formatted(version.value())
                                + "{\"name\": \"test\", \"version\": \"1\"}",
                        null,
                        null)
                .returnResult(String.class)
                .getResponseHeaders()
                .getFirst("Mcp-Session-Id");
    }

    private static String meta(ProtocolVersion version) {
        return "\"io.modelcontextprotocol/protocolVersion\": \"%s\", \"io.modelcontextprotocol/clientCapabilities\": {}"
                .formatted(version.value());
    }
}
