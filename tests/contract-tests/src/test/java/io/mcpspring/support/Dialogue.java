package io.mcpspring.support;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/**
 * The call of a tool that asks questions, up to the response, by a client that answers in the form of its revision.
 *
 * @param questions the questions, each with {@code method} and {@code params}
 * @param response the last message
 */
public record Dialogue(List<JsonNode> questions, JsonNode response) {

    public static final String EVERYTHING = """
            {"elicitation": {"form": {}, "url": {}}, "sampling": {"tools": {}}, "roots": {}}""";

    private static final int MAX_ROUNDS = 10;

    /** Answers each question with the next of the results, and expects that there are no more questions. */
    public static Dialogue of(McpTestClient client, String tool, String... results) {
        List<String> left = new ArrayList<>(List.of(results));
        Dialogue dialogue = of(client, tool, question -> left.remove(0));
        assertThat(left).as("unexpected results").isEmpty();
        return dialogue;
    }

    public static Dialogue of(McpTestClient client, String tool, Function<JsonNode, String> user) {
        List<JsonNode> questions = new ArrayList<>();
        JsonNode response = client.version().isModern()
                ? repeat(client, tool, user, questions)
                : converse(client, tool, user, questions);
        return new Dialogue(questions, response);
    }

    private static JsonNode repeat(
            McpTestClient client, String tool, Function<JsonNode, String> user, List<JsonNode> questions) {
        Answer answer = call(client, tool, "{}", null, null);
        for (int round = 0; round < MAX_ROUNDS && isInputRequired(answer.json()); round++) {
            ObjectNode responses = JsonMapper.shared().createObjectNode();
            answer.result().path("inputRequests").forEachEntry((key, question) -> {
                questions.add(question);
                responses.set(key, JsonMapper.shared().readTree(user.apply(question)));
            });
            answer = call(client, tool, "{}", responses, answer.result().get("requestState"));
        }
        return answer.json();
    }

    private static JsonNode converse(
            McpTestClient client, String tool, Function<JsonNode, String> user, List<JsonNode> questions) {
        try (EventStream stream = client.streamCall(tool, "{}")) {
            JsonNode message = stream.nextMessage();
            while (message.has("method")) {
                if (message.has("id")) {
                    questions.add(message);
                    client.respond(message, user.apply(message));
                }
                message = stream.nextMessage();
            }
            assertThat(stream.rest()).isEmpty();
            return message;
        }
    }

    /** Sends one round of a client of 2026-07-28. */
    public static Answer call(McpTestClient client, String tool, String arguments, JsonNode responses, JsonNode state) {
        ObjectNode params = JsonMapper.shared().createObjectNode().put("name", tool);
        params.set("arguments", JsonMapper.shared().readTree(arguments));
        if (responses != null) {
            params.set("inputResponses", responses);
        }
        if (state != null) {
            params.set("requestState", state);
        }
        return client.request("tools/call", params);
    }

    public static boolean isInputRequired(JsonNode response) {
        return response.at("/result/resultType").asString("").equals("input_required");
    }

    /** Returns the text of the result. */
    public String text() {
        return response.at("/result/content/0/text").asString(response.toString());
    }

    public boolean isToolError() {
        return response.at("/result/isError").booleanValue(false);
    }

    public static String accept(String content) {
        return "{\"action\": \"accept\", \"content\": " + content + "}";
    }
}
