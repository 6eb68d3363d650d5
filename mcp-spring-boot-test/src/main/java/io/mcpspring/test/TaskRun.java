package io.mcpspring.test;

import java.util.HashSet;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** A task up to its end. The questions of the server are answered by updates of the task. */
final class TaskRun {

    private static final long LONGEST_PAUSE_MILLIS = 50;

    private final ProtocolClient client;

    private final String id;

    private final Function<JsonNode, JsonNode> answers;

    private final Set<String> answered = new HashSet<>();

    /** @param answers returns the answer to a question, or fails if the test has none */
    TaskRun(ProtocolClient client, String id, Function<JsonNode, JsonNode> answers) {
        this.client = client;
        this.id = id;
        this.answers = answers;
    }

    /** Waits for the end of the task and returns its outcome as the response to the request that began it. */
    JsonNode response(JsonNode requestId) {
        long end = System.nanoTime() + client.settings().timeout().toNanos();
        while (System.nanoTime() < end) {
            JsonNode state = client.result("tasks/get", params());
            JsonNode response = response(requestId, state);
            if (response != null) {
                return response;
            }
            if (answer(state.path("inputRequests"))) {
                end = System.nanoTime() + client.settings().timeout().toNanos();
            }
            pause(state.get("pollIntervalMs").longValue());
        }
        throw new AssertionError("The task %s did not end or ask within %s"
                .formatted(id, client.settings().timeout()));
    }

    private static @Nullable JsonNode response(JsonNode requestId, JsonNode state) {
        ObjectNode response = ProtocolClient.object().put("jsonrpc", "2.0");
        response.set("id", requestId);
        return switch (state.get("status").stringValue()) {
            // The type of a result is a part of responses alone.
            case "completed" ->
                response.set("result", ((ObjectNode) state.get("result")).put("resultType", "complete"));
            case "failed" -> response.set("error", state.get("error"));
            case "cancelled" -> throw new AssertionError("The task was cancelled: " + state);
            default -> null;
        };
    }

    private boolean answer(JsonNode questions) {
        ObjectNode responses = ProtocolClient.object();
        questions.forEachEntry((key, question) -> {
            if (answered.add(key)) {
                responses.set(key, answers.apply(question));
            }
        });
        if (!responses.isEmpty()) {
            ObjectNode params = params();
            params.set("inputResponses", responses);
            client.result("tasks/update", params);
        }
        return !responses.isEmpty();
    }

    // Not as long as the server proposes to clients in production, because tests are to be quick.
    private static void pause(long proposedMillis) {
        try {
            Thread.sleep(Math.min(LONGEST_PAUSE_MILLIS, proposedMillis));
        } catch (InterruptedException ex) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("The thread was interrupted while it waited for a task", ex);
        }
    }

    void cancel() {
        client.result("tasks/cancel", params());
    }

    private ObjectNode params() {
        return ProtocolClient.object().put("taskId", id);
    }
}
