package io.mcpspring.support;

import static org.assertj.core.api.Assertions.assertThat;

import io.mcpspring.protocol.ProtocolVersion;
import java.net.http.HttpHeaders;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * What came back over HTTP; a JSON body, or the messages of a stream of events, were held against the schema of their
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
                    .forEach(message -> SpecSchemas.check(version, json.isArray() ? null : method, message));
        }
        return answer;
    }

    private static Answer ofStream(HttpResponse<byte[]> response, ProtocolVersion version, @Nullable String method) {
        List<JsonNode> messages = new String(response.body(), StandardCharsets.UTF_8)
                .lines()
                .filter(line -> line.startsWith("data:") && line.length() > 6)
                .map(line -> MAPPER.readTree(line.substring(5)))
                .toList();
        messages.forEach(message -> SpecSchemas.check(version, message.has("method") ? null : method, message));
        JsonNode last = messages.isEmpty() ? null : messages.get(messages.size() - 1);
        return new Answer(response, last == null || last.has("method") ? null : last, messages);
    }

    /** Whether the answer came as a stream of events. */
    public boolean isStream() {
        return "text/event-stream".equals(header("Content-Type"));
    }

    /** All messages, in order: those before the response, and the response. */
    public List<JsonNode> messages() {
        return messages;
    }

    /** The notifications of this method that came before the response. */
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

    /** The body as JSON, or the response at the end of a stream; fails if it is something else. */
    public JsonNode json() {
        assertThat(json).as("JSON body, status %s, body %s", status(), text()).isNotNull();
        return json;
    }

    /** The result; fails if the answer is an error. */
    public JsonNode result() {
        assertThat(json().get("result")).as("result in %s", text()).isNotNull();
        return json().get("result");
    }

    /** The error; fails if the answer is a result. */
    public JsonNode error() {
        assertThat(json().get("error")).as("error in %s", text()).isNotNull();
        return json().get("error");
    }

    public int errorCode() {
        return error().get("code").intValue();
    }

    /** The text of the first content block of a tool's result. */
    public String contentText() {
        return result().at("/content/0/text").stringValue();
    }

    /** Whether a tool said that it failed. */
    public boolean isToolError() {
        return result().path("isError").booleanValue(false);
    }
}
