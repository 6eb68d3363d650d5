package io.mcpspring.test;

import io.mcpspring.protocol.LoggingLevel;
import io.mcpspring.protocol.ProtocolVersion;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpHeaders;
import org.springframework.http.MediaType;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** A client of one revision: the form of its messages, its headers, and its session in the legacy era. */
final class ProtocolClient {

    private static final String META = "io.modelcontextprotocol/";

    private final TesterSettings settings;

    private final HttpTransport transport;

    private final AtomicInteger ids = new AtomicInteger();

    private final AtomicInteger progressTokens = new AtomicInteger();

    private boolean open;

    private volatile @Nullable String sessionId;

    ProtocolClient(TesterSettings settings) {
        this.settings = settings;
        this.transport = settings.endpoint().connect(settings.principal());
        this.open = !hasSession();
    }

    TesterSettings settings() {
        return settings;
    }

    ProtocolVersion version() {
        return settings.version();
    }

    /** Whether requests belong to a session, which the first one opens. */
    boolean hasSession() {
        return version().isLegacy();
    }

    /** Returns a token that no other request of this client has. */
    String progressToken() {
        return "progress-" + progressTokens.incrementAndGet();
    }

    static ObjectNode object() {
        return JsonMapper.shared().createObjectNode();
    }

    /** Returns a request with the next id, and in the modern era with the data of the client. */
    ObjectNode request(String method, ObjectNode params) {
        ObjectNode message =
                object().put("jsonrpc", "2.0").put("id", ids.incrementAndGet()).put("method", method);
        message.set("params", params);
        if (version().isModern()) {
            ObjectNode meta = params.withObjectProperty("_meta");
            meta.put(META + "protocolVersion", version().value());
            meta.set(META + "clientInfo", clientInfo());
            meta.set(META + "clientCapabilities", settings.declaration());
            LoggingLevel level = settings.logLevel();
            if (level != null) {
                meta.put(META + "logLevel", level.value());
            }
        }
        return message;
    }

    /** Sends a request. In the legacy era a session precedes it; if that is refused, returns the refusal. */
    HttpReply send(ObjectNode request, HttpHeaders headers) {
        HttpReply refusal = open();
        return refusal != null ? refusal : post(request, headers);
    }

    /** Sends a request without further headers, and returns its result; fails if it is refused. */
    JsonNode result(String method, ObjectNode params) {
        return run(method, params).finish().result();
    }

    /** Sends a request without further headers. */
    RequestRun run(String method, ObjectNode params) {
        return new RequestRun(this, method, params, HttpHeaders.EMPTY, new QuestionHandlers(settings));
    }

    /** Returns the entries of all pages of a list. */
    List<JsonNode> list(String method, String member) {
        List<JsonNode> entries = new ArrayList<>();
        JsonNode cursor = null;
        do {
            ObjectNode params = object();
            if (cursor != null) {
                params.set("cursor", cursor);
            }
            JsonNode page = result(method, params);
            page.path(member).forEach(entries::add);
            cursor = page.get("nextCursor");
        } while (cursor != null);
        return entries;
    }

    /** Opens the stream of a session, in the legacy era. */
    HttpReply listen() {
        HttpReply refusal = open();
        if (refusal != null) {
            return refusal;
        }
        HttpHeaders headers = headers(object());
        headers.remove(HttpHeaders.CONTENT_TYPE);
        headers.setAccept(List.of(MediaType.TEXT_EVENT_STREAM));
        return transport.get(headers, settings.timeout());
    }

    void notify(String method, ObjectNode params) {
        ObjectNode message = object().put("jsonrpc", "2.0").put("method", method);
        message.set("params", params);
        accepted(message, post(message, HttpHeaders.EMPTY));
    }

    /** Answers a question in the legacy era. */
    void respond(JsonNode question, JsonNode result) {
        ObjectNode message = object().put("jsonrpc", "2.0");
        message.set("id", question.get("id"));
        message.set("result", result);
        accepted(message, transport.post(headers(message), bytes(message), settings.timeout()));
    }

    private void accepted(JsonNode message, HttpReply reply) {
        if (reply.status() != 202) {
            JsonNode body = reply.next(settings.deadline("a body"));
            throw new AssertionError("The server answered a message with the status %s instead of 202: %s%nMessage: %s"
                    .formatted(reply.status(), body == null ? reply.body() : body, message));
        }
    }

    private synchronized @Nullable HttpReply open() {
        if (open) {
            return null;
        }
        ObjectNode params = object().put("protocolVersion", version().value());
        params.set("capabilities", settings.declaration());
        params.set("clientInfo", clientInfo());
        HttpReply reply = post(request("initialize", params), HttpHeaders.EMPTY);
        if (reply.status() != 200) {
            return reply;
        }
        verify(reply.next(settings.deadline("the response to 'initialize'")));
        sessionId = reply.headers().getFirst("Mcp-Session-Id");
        open = true;
        notify("notifications/initialized", object());
        LoggingLevel level = settings.logLevel();
        if (level != null) {
            result("logging/setLevel", object().put("level", level.value()));
        }
        return null;
    }

    private void verify(@Nullable JsonNode response) {
        if (response == null) {
            throw new AssertionError("The response to 'initialize' contains no message");
        }
        ProtocolSchemas.checkReceived(version(), "initialize", response);
        String offered = response.at("/result/protocolVersion").asString("");
        if (!offered.equals(version().value())) {
            throw new AssertionError("The server does not accept revision %s. It answered 'initialize' with: %s"
                    .formatted(version(), response));
        }
    }

    private static ObjectNode clientInfo() {
        return object().put("name", "mcp-spring-boot-test").put("version", "1");
    }

    private HttpReply post(ObjectNode message, HttpHeaders further) {
        ProtocolSchemas.checkSent(version(), message);
        HttpHeaders headers = headers(message);
        further.forEach(headers::put);
        return transport.post(headers, bytes(message), settings.timeout());
    }

    private static byte[] bytes(JsonNode message) {
        return message.toString().getBytes(StandardCharsets.UTF_8);
    }

    private HttpHeaders headers(JsonNode message) {
        HttpHeaders headers = new HttpHeaders();
        headers.setContentType(MediaType.APPLICATION_JSON);
        headers.setAccept(List.of(MediaType.APPLICATION_JSON, MediaType.TEXT_EVENT_STREAM));
        String session = sessionId;
        if (session != null) {
            headers.set("Mcp-Session-Id", session);
        }
        if (version().hasVersionHeader()) {
            headers.set("MCP-Protocol-Version", version().value());
        }
        if (version().isModern()) {
            String method = message.get("method").stringValue();
            headers.set("Mcp-Method", method);
            String name = name(method, message.path("params"));
            if (name != null) {
                headers.set("Mcp-Name", visible(name));
            }
        }
        settings.headers().forEach(headers::put);
        return headers;
    }

    private static @Nullable String name(String method, JsonNode params) {
        return switch (method) {
            case "tools/call", "prompts/get" -> params.path("name").stringValue(null);
            case "resources/read" -> params.path("uri").stringValue(null);
            case "tasks/get", "tasks/update", "tasks/cancel" ->
                params.path("taskId").stringValue(null);
            default -> null;
        };
    }

    /** Encodes a value that cannot be in a header as the modern era requires it. */
    static String visible(String value) {
        boolean plain = value.chars().allMatch(character -> character > 0x20 && character < 0x7f)
                && !value.startsWith("=?base64?");
        return plain
                ? value
                : "=?base64?" + Base64.getEncoder().encodeToString(value.getBytes(StandardCharsets.UTF_8)) + "?=";
    }
}
