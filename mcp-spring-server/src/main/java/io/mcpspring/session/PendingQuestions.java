package io.mcpspring.session;

import io.mcpspring.exchange.McpClientCapabilityException;
import io.mcpspring.protocol.InputRequest;
import io.mcpspring.protocol.JsonRpcError;
import io.mcpspring.protocol.JsonRpcMessage;
import io.mcpspring.protocol.JsonRpcNotification;
import io.mcpspring.protocol.JsonRpcRequest;
import io.mcpspring.protocol.RequestId;
import java.util.HexFormat;
import java.util.Map;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.Consumer;
import java.util.regex.Pattern;
import reactor.core.publisher.Mono;
import reactor.core.publisher.MonoSink;
import reactor.core.scheduler.Schedulers;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;
import tools.jackson.databind.node.StringNode;

/** The requests of the server that a session's client has not answered yet. */
final class PendingQuestions {

    private static final Pattern ID = Pattern.compile("[0-9a-f]{8}-\\d{1,10}");

    private final int limit;

    private final Map<RequestId, MonoSink<JsonNode>> pending = new ConcurrentHashMap<>();

    private int last;

    private boolean closed;

    PendingQuestions(int limit) {
        this.limit = limit;
    }

    /** Sends a question and returns the client's answer to it. */
    Mono<JsonNode> ask(InputRequest question, Consumer<JsonRpcMessage> client) {
        return Mono.create(answer -> {
            RequestId id = add(answer);
            answer.onCancel(() -> cancel(id, client)).onDispose(() -> pending.remove(id));
            client.accept(new JsonRpcRequest(id, question.method(), question.params()));
        });
    }

    private void cancel(RequestId id, Consumer<JsonRpcMessage> client) {
        if (pending.remove(id) != null) {
            client.accept(new JsonRpcNotification(
                    "notifications/cancelled", Map.of("requestId", id, "reason", "The answer is no longer awaited")));
        }
    }

    private synchronized RequestId add(MonoSink<JsonNode> answer) {
        if (closed) {
            // Not an exception that a method may catch to go on without an answer.
            throw new CancellationException("The session has ended");
        }
        if (pending.size() >= limit) {
            throw new McpClientCapabilityException(
                    "The client cannot be asked: it has not answered " + limit + " earlier questions");
        }
        // Random, so that the ids differ between instances, and after the state of the session has been dropped.
        String prefix = HexFormat.of().toHexDigits(ThreadLocalRandom.current().nextInt());
        RequestId id = new RequestId(StringNode.valueOf(prefix + "-" + ++last));
        pending.put(id, answer);
        return id;
    }

    /** Whether an id has the form that {@link #ask} uses, on this instance or another one. */
    static boolean isQuestionId(RequestId id) {
        return id.value().isString() && ID.matcher(id.value().stringValue()).matches();
    }

    /**
     * Passes on an answer.
     *
     * @return {@code false} if this instance did not ask the question, or if it is no longer pending
     */
    boolean answer(ObjectNode response) {
        MonoSink<JsonNode> question = pending.remove(new RequestId(response.path("id")));
        if (question == null) {
            return false;
        }
        JsonNode result = response.path("result");
        if (result.isObject()) {
            question.success(result);
        } else {
            JsonNode error = response.path("error");
            RuntimeException refusal = McpClientCapabilityException.answeredByError(
                    error.path("code").asInt(JsonRpcError.INTERNAL_ERROR),
                    error.path("message").asString("no reason given"));
            // The request that brings it must neither wait for the call nor cancel it.
            Schedulers.boundedElastic().schedule(() -> question.error(refusal));
        }
        return true;
    }

    /** Forgets all pending questions, whose requests have been cancelled, and rejects further ones. */
    synchronized void close() {
        closed = true;
        pending.clear();
    }
}
