package io.mcpspring.redis;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** A client of one revision that sends each request to any instance. */
final class Client {

    static final String LEGACY = "2025-11-25";

    static final String MODERN = "2026-07-28";

    private static final HttpClient HTTP = HttpClient.newHttpClient();

    private static final AtomicInteger IDS = new AtomicInteger();

    private static final ObjectNode CAPABILITIES =
            (ObjectNode) JsonMapper.shared().readTree("""
            {"roots": {}, "extensions": {"io.modelcontextprotocol/tasks": {}}}""");

    private final String version;

    private @Nullable String session;

    private Client(String version) {
        this.version = version;
    }

    static Client modern() {
        return new Client(MODERN);
    }

    /** Returns a client with a session, begun on an instance. */
    static Client legacy(Instance instance) {
        Client client = new Client(LEGACY);
        HttpResponse<String> response = client.send(instance, "POST", client.body("initialize", """
                {"protocolVersion": "2025-11-25", "capabilities": {"roots": {}},
                 "clientInfo": {"name": "test", "version": "1"}}"""), Map.of());
        client.session = response.headers().firstValue("Mcp-Session-Id").orElseThrow();
        return client;
    }

    JsonNode call(Instance instance, String tool) {
        return request(instance, "tools/call", "{\"name\": \"" + tool + "\"}");
    }

    String text(Instance instance, String tool) {
        return call(instance, tool).at("/result/content/0/text").asString("");
    }

    JsonNode task(Instance instance, String method, String task) {
        return request(instance, method, "{\"taskId\": \"" + task + "\"}");
    }

    JsonNode request(Instance instance, String method, String params) {
        String body = body(method, params);
        String answer = send(instance, "POST", body, headers(body)).body();
        return JsonMapper.shared().readTree(answer.startsWith("{") ? answer : last(answer));
    }

    private static String last(String events) {
        return events.lines()
                .filter(line -> line.startsWith("data:"))
                .map(line -> line.substring(5))
                .filter(data -> !data.isBlank())
                .reduce("{}", (first, second) -> second);
    }

    /** Returns the HTTP status of a request. */
    int status(Instance instance, String method) {
        String body = body(method, "{}");
        return send(instance, "POST", body, headers(body)).statusCode();
    }

    int post(Instance instance, String message) {
        return send(instance, "POST", message, Map.of()).statusCode();
    }

    int endSession(Instance instance) {
        return send(instance, "DELETE", "", Map.of()).statusCode();
    }

    /** Sends a request and reads the events of its response. */
    Events stream(Instance instance, String method, String params) {
        String body = body(method, params);
        try {
            HttpResponse<java.io.InputStream> response = HTTP.send(
                    message(instance, "POST", body, headers(body)), HttpResponse.BodyHandlers.ofInputStream());
            assertThat(response.statusCode()).isEqualTo(200);
            return new Events(new BufferedReader(new InputStreamReader(response.body(), StandardCharsets.UTF_8)));
        } catch (IOException ex) {
            throw new UncheckedIOException(ex);
        } catch (InterruptedException ex) {
            throw new IllegalStateException(ex);
        }
    }

    /** The messages of a stream. */
    record Events(BufferedReader lines) implements AutoCloseable {

        JsonNode next() {
            try {
                for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                    if (line.startsWith("data:") && !line.substring(5).isBlank()) {
                        return JsonMapper.shared().readTree(line.substring(5));
                    }
                }
                throw new IllegalStateException("The stream has ended");
            } catch (IOException ex) {
                throw new UncheckedIOException(ex);
            }
        }

        @Override
        public void close() {
            try {
                lines.close();
            } catch (IOException ex) {
                throw new UncheckedIOException(ex);
            }
        }
    }

    private String body(String method, String params) {
        ObjectNode content = (ObjectNode) JsonMapper.shared().readTree(params);
        if (version.equals(MODERN)) {
            ObjectNode meta = content.withObject("_meta");
            meta.put("io.modelcontextprotocol/protocolVersion", MODERN);
            meta.set("io.modelcontextprotocol/clientCapabilities", CAPABILITIES);
        }
        ObjectNode message = JsonMapper.shared()
                .createObjectNode()
                .put("jsonrpc", "2.0")
                .put("id", IDS.incrementAndGet())
                .put("method", method);
        message.set("params", content);
        return message.toString();
    }

    static int lastId() {
        return IDS.get();
    }

    private Map<String, String> headers(String body) {
        JsonNode message = JsonMapper.shared().readTree(body);
        Map<String, String> headers = new LinkedHashMap<>();
        if (version.equals(MODERN)) {
            headers.put("Mcp-Method", message.get("method").stringValue());
            Arrays.asList("name", "taskId").forEach(name -> {
                if (message.get("params").has(name)) {
                    headers.put("Mcp-Name", message.get("params").get(name).stringValue());
                }
            });
        }
        return headers;
    }

    private HttpResponse<String> send(Instance instance, String method, String body, Map<String, String> headers) {
        try {
            return HTTP.send(message(instance, method, body, headers), HttpResponse.BodyHandlers.ofString());
        } catch (IOException ex) {
            throw new UncheckedIOException(ex);
        } catch (InterruptedException ex) {
            throw new IllegalStateException(ex);
        }
    }

    private HttpRequest message(Instance instance, String method, String body, Map<String, String> headers) {
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + instance.port() + "/mcp"))
                .timeout(Duration.ofSeconds(60))
                .header("Content-Type", "application/json")
                .header("Accept", "application/json, text/event-stream")
                .header("MCP-Protocol-Version", version)
                .method(method, HttpRequest.BodyPublishers.ofString(body));
        headers.forEach(request::header);
        if (session != null) {
            request.header("Mcp-Session-Id", session);
        }
        return request.build();
    }
}
