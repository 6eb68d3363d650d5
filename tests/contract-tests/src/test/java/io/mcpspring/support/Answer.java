package io.mcpspring.support;

import static org.assertj.core.api.Assertions.assertThat;

import io.mcpspring.protocol.ProtocolVersion;
import io.mcpspring.test.ProtocolSchemas;
import java.net.http.HttpHeaders;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * An HTTP response. Its JSON body, or the messages of its stream of events, were validated against the schema of their
 * revision.
 */
public final class Answer {

    private static final JsonMapper MAPPER = JsonMapper.builder()
            .enable(DeserializationFeature.FAIL_ON_READING_DUP_TREE_KEY)
            .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
            .build();

    private final HttpResponse<byte[]> response;

    private final @Nullable JsonNode json;

    private final List<JsonNode> messages;

    private Answer(HttpResponse<byte[]> response, @Nullable JsonNode json, List<JsonNode> messages) {
        this.response = response;
        this.json = json;
        this.messages = messages;
    }

    static Answer of(HttpResponse<byte[]> response, ProtocolVersion version, @Nullable String method) {
        String type = response.headers().firstValue("Content-Type").orElse("");
        if (type.equals("text/event-stream")) {
            return ofStream(response, version, method);
        }
        boolean isJson = type.startsWith("application/json");
        JsonNode body = isJson ? MAPPER.readTree(response.body()) : null;
        Answer answer = new Answer(response, body, isJson ? List.of(body) : List.of());
        if (isJson) {
            assertThat(answer.text()).as("a message is one line").doesNotContain("\n");
            JsonNode json = answer.json();
            (json.isArray() ? json : List.of(json))
                    .forEach(
                            message -> ProtocolSchemas.checkReceived(version, json.isArray() ? null : method, message));
        }
        return answer;
    }

    private static Answer ofStream(HttpResponse<byte[]> response, ProtocolVersion version, @Nullable String method) {
        List<JsonNode> messages = new String(response.body(), StandardCharsets.UTF_8)
                .lines()
                .filter(line -> line.startsWith("data:") && line.length() > 6)
                .map(line -> MAPPER.readTree(line.substring(5)))
                .toList();
        messages.forEach(message -> ProtocolSchemas.checkReceived(version, method, message));
        JsonNode last = messages.isEmpty() ? null : messages.get(messages.size() - 1);
        return new Answer(response, last == null || last.has("method") ? null : last, messages);
    }

    /** Whether the response is a stream of events. */
    public boolean isStream() {
        return "text/event-stream".equals(header("Content-Type"));
    }

    /** Returns all messages, in order: those before the response, and the response. */
    public List<JsonNode> messages() {
        return messages;
    }

    /** Returns the notifications of this method that precede the response. */
    public List<JsonNode> notifications(String method) {
        return messages.stream()
                .filter(message -> message.path("method").asString("").equals(method))
                .toList();
    }

    public int status() {
        return response.statusCode();
    }

    public HttpHeaders headers() {
        return response.headers();
    }

    public @Nullable String header(String name) {
        return headers().firstValue(name).orElse(null);
    }

    public byte[] bytes() {
        return response.body();
    }

    public String text() {
        return new String(bytes(), StandardCharsets.UTF_8);
    }

    /** Returns the body as JSON, or the response at the end of a stream; fails if there is neither. */
    public JsonNode json() {
        assertThat(json).as("JSON body, status %s, body %s", status(), text()).isNotNull();
        return json;
    }

    /** Returns the result; fails if the response is an error. */
    public JsonNode result() {
        assertThat(json().get("result")).as("result in %s", text()).isNotNull();
        return json().get("result");
    }

    /** Returns the error; fails if the response is a result. */
    public JsonNode error() {
        assertThat(json().get("error")).as("error in %s", text()).isNotNull();
        return json().get("error");
    }

    public int errorCode() {
        return error().get("code").intValue();
    }

    /** Returns the text of the first content block of a tool's result. */
    public String contentText() {
        return result().at("/content/0/text").stringValue();
    }

    /** Whether the result of a tool is an error. */
    public boolean isToolError() {
        return result().path("isError").booleanValue(false);
    }
}
