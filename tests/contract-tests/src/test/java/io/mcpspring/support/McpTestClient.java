package io.mcpspring.support;

import static org.assertj.core.api.Assertions.assertThat;

import io.mcpspring.protocol.ProtocolVersion;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/**
 * A client of one revision over real HTTP. Its requests are correct unless a test changes the headers or the body. In a
 * legacy revision it has opened a session.
 */
public final class McpTestClient {

    private static final HttpClient HTTP = HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .connectTimeout(Duration.ofSeconds(20))
            .build();

    private static final JsonMapper MAPPER = JsonMapper.builder()
            .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
            .build();

    private final AtomicInteger ids = new AtomicInteger();

    private final URI endpoint;

    private final ProtocolVersion version;

    private @Nullable String sessionId;

    private final ObjectNode capabilities;

    public McpTestClient(URI endpoint, ProtocolVersion version, String capabilities) {
        this.endpoint = endpoint;
        this.version = version;
        this.capabilities = (ObjectNode) MAPPER.readTree(capabilities);
        if (!version.isModern()) {
            open();
        }
    }

    public ProtocolVersion version() {
        return version;
    }

    /** Returns the id of the legacy session; {@code null} if there is none. */
    public @Nullable String sessionId() {
        return sessionId;
    }

    /** Calls a tool with arguments given as JSON. */
    public Answer call(String tool, String arguments) {
        return call(tool, arguments, Map.of());
    }

    /** Calls a tool with arguments given as JSON, and with headers in addition to those of the revision. */
    public Answer call(String tool, String arguments, Map<String, String> moreHeaders) {
        ObjectNode params = MAPPER.createObjectNode().put("name", tool);
        params.set("arguments", MAPPER.readTree(arguments));
        Map<String, String> headers = headers("tools/call", params);
        headers.putAll(moreHeaders);
        return post(body("tools/call", params), headers, "tools/call");
    }

    /** Calls a tool without arguments. */
    public Answer call(String tool) {
        return request("tools/call", MAPPER.createObjectNode().put("name", tool));
    }

    /** Reads a resource. */
    public Answer read(String uri) {
        return request("resources/read", MAPPER.createObjectNode().put("uri", uri));
    }

    // Encodes values that cannot be in a header, as the revision demands.
    private static String visible(String value) {
        return value.chars().allMatch(character -> character > 0x20 && character < 0x7f)
                ? value
                : "=?base64?" + Base64.getEncoder().encodeToString(value.getBytes(StandardCharsets.UTF_8)) + "?=";
    }

    /** Sends a request with parameters given as JSON, and the headers of the revision. */
    public Answer request(String method, String params) {
        return request(method, (ObjectNode) MAPPER.readTree(params));
    }

    public Answer request(String method, ObjectNode params) {
        return post(body(method, params), headers(method, params), method);
    }

    /** Returns a request of this revision as JSON. */
    public String body(String method, ObjectNode params) {
        ObjectNode message = MAPPER.createObjectNode()
                .put("jsonrpc", "2.0")
                .put("id", ids.incrementAndGet())
                .put("method", method);
        message.set("params", params);
        if (version.isModern()) {
            ObjectNode meta = params.withObject("_meta");
            meta.put("io.modelcontextprotocol/protocolVersion", version.value());
            if (!meta.has("io.modelcontextprotocol/clientCapabilities")) {
                meta.set("io.modelcontextprotocol/clientCapabilities", capabilities);
            }
        }
        return message.toString();
    }

    /** Returns the headers of a request of this revision. */
    public Map<String, String> headers(String method, ObjectNode params) {
        Map<String, String> headers = headers();
        if (version.isModern()) {
            headers.put("Mcp-Method", method);
            String subject = params.path(
                            method.equals("resources/read") ? "uri" : method.startsWith("tasks/") ? "taskId" : "name")
                    .stringValue(null);
            if (subject != null && !method.endsWith("/list")) {
                headers.put("Mcp-Name", visible(subject));
            }
        }
        return headers;
    }

    /** Returns the headers of every message of this revision. */
    public Map<String, String> headers() {
        Map<String, String> headers = new LinkedHashMap<>();
        headers.put("Content-Type", "application/json");
        headers.put("Accept", "application/json, text/event-stream");
        if (version.isAtLeast(ProtocolVersion.V2025_06_18)) {
            headers.put("MCP-Protocol-Version", version.value());
        }
        if (sessionId != null) {
            headers.put("Mcp-Session-Id", sessionId);
        }
        return headers;
    }

    /** Sends a request and reads its response while it arrives; the response must be a stream. */
    public EventStream stream(String method, String params) {
        return stream(method, (ObjectNode) MAPPER.readTree(params));
    }

    public EventStream stream(String method, ObjectNode params) {
        return open("POST", BodyPublishers.ofString(body(method, params)), headers(method, params), method);
    }

    /** Posts a body and reads the response while it arrives; the response must be a stream. */
    public EventStream stream(String body, Map<String, String> headers) {
        return open("POST", BodyPublishers.ofString(body), headers, null);
    }

    /** Calls a tool and reads the response while it arrives; the response must be a stream. */
    public EventStream streamCall(String tool, String arguments) {
        return stream("tools/call", "{\"name\": \"%s\", \"arguments\": %s}".formatted(tool, arguments));
    }

    /** Calls a tool with a progress token and reads the response while it arrives; the response must be a stream. */
    public EventStream streamCall(String tool, String arguments, String progressToken) {
        return stream(
                "tools/call",
                "{\"name\": \"%s\", \"arguments\": %s, \"_meta\": {\"progressToken\": %s}}"
                        .formatted(tool, arguments, progressToken));
    }

    /** Opens the stream of a legacy session. */
    public EventStream listen() {
        return open("GET", BodyPublishers.noBody(), headers(), null);
    }

    /** Opens a stream by GET with these headers. */
    public EventStream get(Map<String, String> headers) {
        return open("GET", BodyPublishers.noBody(), headers, null);
    }

    /** Resumes a stream of a legacy session. */
    public EventStream resume(String lastEventId) {
        Map<String, String> headers = headers();
        headers.put("Last-Event-ID", lastEventId);
        return open("GET", BodyPublishers.noBody(), headers, null);
    }

    /** Returns the id of the last request. */
    public int lastId() {
        return ids.get();
    }

    /** Answers a request of the server, in a legacy revision; fails unless the answer is accepted. */
    public void respond(JsonNode request, String result) {
        assertThat(post("{\"jsonrpc\": \"2.0\", \"id\": %s, \"result\": %s}".formatted(request.get("id"), result))
                        .status())
                .isEqualTo(202);
    }

    /** Sends a notification; fails unless it is accepted. */
    public void notify(String method, String params) {
        assertThat(post("{\"jsonrpc\": \"2.0\", \"method\": \"%s\", \"params\": %s}".formatted(method, params))
                        .status())
                .isEqualTo(202);
    }

    private EventStream open(
            String httpMethod, HttpRequest.BodyPublisher body, Map<String, String> headers, @Nullable String method) {
        HttpRequest.Builder request = HttpRequest.newBuilder(endpoint).method(httpMethod, body);
        headers.forEach(request::header);
        try {
            return new EventStream(HTTP.send(request.build(), BodyHandlers.ofInputStream()), version, method);
        } catch (IOException ex) {
            throw new UncheckedIOException(ex);
        } catch (InterruptedException ex) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(ex);
        }
    }

    /** Posts a body with the given headers. */
    public Answer post(String body, Map<String, String> headers) {
        return post(body, headers, null);
    }

    /** Posts a body with the usual headers. */
    public Answer post(String body) {
        return post(body, headers());
    }

    private Answer post(String body, Map<String, String> headers, @Nullable String method) {
        return exchange("POST", HttpRequest.BodyPublishers.ofString(body), headers, method);
    }

    /** Sends a request without a body by this HTTP method. */
    public Answer send(String httpMethod, Map<String, String> headers) {
        return exchange(httpMethod, BodyPublishers.noBody(), headers, null);
    }

    private Answer exchange(
            String httpMethod, HttpRequest.BodyPublisher body, Map<String, String> headers, @Nullable String method) {
        HttpRequest.Builder request =
                HttpRequest.newBuilder(endpoint).timeout(Duration.ofSeconds(20)).method(httpMethod, body);
        headers.forEach(request::header);
        try {
            return Answer.of(HTTP.send(request.build(), BodyHandlers.ofByteArray()), version, method);
        } catch (IOException ex) {
            throw new UncheckedIOException(ex);
        } catch (InterruptedException ex) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(ex);
        }
    }

    private void open() {
        Answer answer = request("initialize", """
                {"protocolVersion": "%s", "capabilities": %s, "clientInfo": {"name": "test", "version": "1"}}
                """.formatted(version, capabilities));
        assertThat(answer.status()).isEqualTo(200);
        assertThat(answer.result().get("protocolVersion").stringValue()).isEqualTo(version.value());
        this.sessionId = answer.header("Mcp-Session-Id");
        assertThat(post("{\"jsonrpc\": \"2.0\", \"method\": \"notifications/initialized\"}")
                        .status())
                .isEqualTo(202);
    }
}
