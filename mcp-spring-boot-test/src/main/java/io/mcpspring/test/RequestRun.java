package io.mcpspring.test;

import io.mcpspring.protocol.JsonRpcError;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpHeaders;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * A request up to its response. The questions of the server are answered in the form of the revision: by messages
 * within the session, or by repeating the request.
 */
final class RequestRun {

    private final ProtocolClient client;

    private final String method;

    private final HttpHeaders headers;

    private final QuestionHandlers handlers;

    private final List<JsonNode> messages = new ArrayList<>();

    private final List<JsonNode> questions = new ArrayList<>();

    private ObjectNode request;

    private HttpReply reply;

    private @Nullable JsonNode response;

    private boolean mirrored;

    private @Nullable TaskRun task;

    /** Sends the request. */
    RequestRun(
            ProtocolClient client, String method, ObjectNode params, HttpHeaders headers, QuestionHandlers handlers) {
        this.client = client;
        this.method = method;
        this.headers = HttpHeaders.copyOf(headers);
        this.handlers = handlers;
        this.request = client.request(method, params);
        this.reply = client.send(request, this.headers);
    }

    /**
     * Returns the next message, after it was answered if it is a question; {@code null} after the response. A failure
     * ends the request, for which the server would wait when the test has stopped it.
     */
    @Nullable
    JsonNode next(Deadline deadline) {
        try {
            return read(deadline);
        } catch (RuntimeException | AssertionError failure) {
            try {
                cancel();
            } catch (RuntimeException | AssertionError alsoFailed) {
                failure.addSuppressed(alsoFailed);
            }
            throw failure;
        }
    }

    private @Nullable JsonNode read(Deadline deadline) {
        JsonNode message = response == null ? received(deadline) : null;
        if (message == null) {
            return null;
        }
        ProtocolSchemas.checkReceived(client.version(), method, message);
        messages.add(message);
        if (message.has("method")) {
            if (message.has("id")) {
                client.respond(message, answer(message));
            }
        } else if (message.at("/result/resultType").asString("").equals("input_required")) {
            repeatWithAnswers(message.get("result"));
        } else if (message.at("/result/resultType").asString("").equals("task")) {
            task = new TaskRun(client, message.at("/result/taskId").stringValue(), this::answer);
        } else if (isMissingHeaders(message)) {
            repeatWithHeaders();
        } else {
            response = message;
        }
        return message;
    }

    private @Nullable JsonNode received(Deadline deadline) {
        return task == null ? reply.next(deadline) : task.response(request.get("id"));
    }

    Outcome finish() {
        String awaited = "the next message for '" + method + "'";
        while (next(deadline(awaited)) != null) {
            // Reads all messages.
        }
        return outcome();
    }

    /** Returns what has been received so far. */
    Outcome outcome() {
        return new Outcome(
                client.settings(),
                request,
                reply.status(),
                reply.headers(),
                reply.body(),
                List.copyOf(messages),
                List.copyOf(questions),
                response);
    }

    Deadline deadline(String awaited) {
        return client.settings().deadline(awaited);
    }

    void cancel() {
        if (task != null) {
            task.cancel();
        } else if (client.hasSession()) {
            ObjectNode params = ProtocolClient.object();
            params.set("requestId", request.get("id"));
            client.notify("notifications/cancelled", params);
        } else {
            reply.cancel();
        }
    }

    private JsonNode answer(JsonNode question) {
        questions.add(question);
        JsonNode answer = handlers.answer(question);
        if (answer == null) {
            throw new AssertionError(("The server asked a question, and the test does not answer it. Add onElicitation,"
                            + " onSampling or roots to the request, or remove the capability from the client.%n"
                            + "Question: %s%nRequest: %s")
                    .formatted(question, request));
        }
        return answer;
    }

    private void repeatWithAnswers(JsonNode result) {
        ObjectNode responses = ProtocolClient.object();
        result.path("inputRequests").forEachEntry((key, question) -> responses.set(key, answer(question)));
        ObjectNode params = (ObjectNode) request.get("params").deepCopy();
        params.remove("requestState");
        params.set("inputResponses", responses);
        if (result.has("requestState")) {
            params.set("requestState", result.get("requestState"));
        }
        send(params);
    }

    // Only the definition of a tool states which arguments are repeated in headers.
    private boolean isMissingHeaders(JsonNode message) {
        return !mirrored
                && method.equals("tools/call")
                && message.at("/error/code").asInt(0) == JsonRpcError.HEADER_MISMATCH;
    }

    private void repeatWithHeaders() {
        mirrored = true;
        JsonNode params = request.get("params");
        client.list("tools/list", "tools").stream()
                .filter(tool -> tool.get("name").equals(params.get("name")))
                .forEach(tool ->
                        headers.putAll(MirroredArguments.headers(tool.get("inputSchema"), params.path("arguments"))));
        send((ObjectNode) params.deepCopy());
    }

    private void send(ObjectNode params) {
        request = client.request(method, params);
        reply = client.send(request, headers);
    }
}
