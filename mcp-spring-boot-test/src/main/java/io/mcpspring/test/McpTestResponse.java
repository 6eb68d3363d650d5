package io.mcpspring.test;

import io.mcpspring.protocol.LoggingLevel;
import java.util.List;
import org.assertj.core.api.AbstractIntegerAssert;
import org.assertj.core.api.AbstractStringAssert;
import org.assertj.core.api.Assertions;
import org.assertj.core.api.ListAssert;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpHeaders;
import tools.jackson.databind.JsonNode;

/**
 * The response to a request, with the messages that preceded it. Methods that start an assertion of AssertJ describe
 * the request and the response if the assertion fails.
 */
public sealed class McpTestResponse
        permits McpCompletionResponse, McpPromptResponse, McpResourceResponse, McpToolResponse {

    private final Outcome outcome;

    McpTestResponse(Outcome outcome) {
        this.outcome = outcome;
    }

    final Outcome outcome() {
        return outcome;
    }

    /**
     * Starts an assertion of the HTTP status.
     *
     * @return the assertion
     */
    public AbstractIntegerAssert<?> httpStatus() {
        return Assertions.assertThat(outcome.status()).as(outcome::description);
    }

    /**
     * Returns the HTTP headers of the response.
     *
     * @return the headers
     */
    public HttpHeaders httpHeaders() {
        return outcome.headers();
    }

    /**
     * Returns the result of the request as JSON.
     *
     * @return the result
     * @throws AssertionError if the request was refused
     */
    public JsonNode result() {
        return outcome.result();
    }

    /**
     * Fails unless the server refused the request by a JSON-RPC error, and starts an assertion of its message. The
     * failure of a tool is not such an error: see {@link McpToolResponse#error()}.
     *
     * @return an assertion of the message of the error
     */
    public AbstractStringAssert<?> rejected() {
        return Assertions.assertThat(outcome.error().path("message").asString(""))
                .as(outcome::description);
    }

    /**
     * Fails unless the server refused the request by a JSON-RPC error of this code, and starts an assertion of its
     * message.
     *
     * @param code the code, for instance -32602 for invalid parameters
     * @return an assertion of the message of the error
     */
    public AbstractStringAssert<?> rejected(int code) {
        JsonNode error = outcome.error();
        Assertions.assertThat(error.get("code").intValue())
                .as(outcome::description)
                .isEqualTo(code);
        return rejected();
    }

    /**
     * Starts an assertion of the notifications of progress that preceded the response.
     *
     * @return the assertion
     */
    public ListAssert<Progress> progress() {
        return list(outcome.notifications("notifications/progress")
                .map(Progress::of)
                .toList());
    }

    /**
     * Starts an assertion of the log messages that preceded the response. In the modern era a client receives none
     * unless it {@linkplain McpTester.Builder#logLevel asks for them}.
     *
     * @return the assertion
     */
    public ListAssert<LogMessage> logs() {
        return list(outcome.notifications("notifications/message")
                .map(LogMessage::of)
                .toList());
    }

    /**
     * Returns the questions that the server asked during the request, each with {@code method} and {@code params}.
     *
     * @return the questions
     */
    public List<JsonNode> questions() {
        return outcome.questions();
    }

    /**
     * Returns all messages that the server sent for the request, the response last.
     *
     * @return the messages
     */
    public List<JsonNode> messages() {
        return outcome.messages();
    }

    final AbstractStringAssert<?> string(String actual) {
        return Assertions.assertThat(actual).as(outcome::description);
    }

    final <T> ListAssert<T> list(List<? extends T> actual) {
        return Assertions.<T>assertThat(actual).as(outcome::description);
    }

    @Override
    public String toString() {
        return outcome.description();
    }

    /**
     * A notification of the progress of a request.
     *
     * @param progress the progress so far
     * @param total the progress at the end; {@code null} if it is unknown
     * @param message a text for users; {@code null} for none
     */
    public record Progress(
            double progress,
            @Nullable Double total,
            @Nullable String message) {

        static Progress of(JsonNode params) {
            return new Progress(
                    params.get("progress").doubleValue(),
                    params.has("total") ? params.get("total").doubleValue() : null,
                    params.path("message").stringValue(null));
        }
    }

    /**
     * A log message for the client.
     *
     * @param level the severity
     * @param logger the name of the logger; {@code null} for none
     * @param data the message, a text or any other JSON value
     */
    public record LogMessage(LoggingLevel level, @Nullable String logger, JsonNode data) {

        static LogMessage of(JsonNode params) {
            return new LogMessage(
                    LoggingLevel.of(params.get("level").stringValue()).orElseThrow(),
                    params.path("logger").stringValue(null),
                    params.path("data"));
        }
    }
}
