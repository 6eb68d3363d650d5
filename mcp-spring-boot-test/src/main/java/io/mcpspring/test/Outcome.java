package io.mcpspring.test;

import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpHeaders;
import tools.jackson.databind.JsonNode;

/**
 * What a request has led to.
 *
 * @param request the last request, if it was repeated
 * @param messages the messages of the server, in the order of arrival
 * @param response {@code null} if there is none
 */
record Outcome(
        TesterSettings settings,
        JsonNode request,
        int status,
        HttpHeaders headers,
        String body,
        List<JsonNode> messages,
        List<JsonNode> questions,
        @Nullable JsonNode response) {

    private static final int SHOWN = 4000;

    /** Returns the result; fails if the request was refused. */
    JsonNode result() {
        JsonNode result = response == null ? null : response.get("result");
        if (result == null) {
            throw failure(response == null ? "The response contains no message" : "The request was refused");
        }
        return result;
    }

    /** Returns the error; fails if there is none. */
    JsonNode error() {
        JsonNode error = response == null ? null : response.get("error");
        if (error == null) {
            throw failure(response == null ? "The response contains no message" : "The request was not refused");
        }
        return error;
    }

    /** Returns the parameters of the notifications of a method. */
    Stream<JsonNode> notifications(String method) {
        return messages.stream()
                .filter(message -> message.path("method").asString("").equals(method))
                .map(message -> message.path("params"));
    }

    AssertionError failure(String problem) {
        return new AssertionError(problem + System.lineSeparator() + description());
    }

    /** Returns the exchange as part of the message of a failed assertion. */
    String description() {
        String received = response == null ? body : response.toString();
        return "%s in revision %s%nRequest:  %s%nResponse: %s %s%n"
                .formatted(
                        request.get("method").stringValue(),
                        settings.version(),
                        cut(request.toString()),
                        status,
                        cut(received));
    }

    private static String cut(String text) {
        return text.length() <= SHOWN ? text : text.substring(0, SHOWN) + "... (" + text.length() + " characters)";
    }
}
