package io.mcpspring.test;

import java.util.HashMap;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** The answers of a test to the questions of the server. */
final class QuestionHandlers {

    private final TesterSettings settings;

    private final Map<String, Function<JsonNode, JsonNode>> handlers = new HashMap<>();

    QuestionHandlers(TesterSettings settings) {
        this.settings = settings;
    }

    /** @param answer returns the result for the parameters of a question */
    void put(String method, Function<JsonNode, JsonNode> answer) {
        handlers.put(method, answer);
    }

    /** Returns the result for a question; {@code null} if the test does not answer such questions. */
    @Nullable
    JsonNode answer(JsonNode question) {
        Function<JsonNode, JsonNode> handler =
                handlers.get(question.get("method").stringValue());
        if (handler == null) {
            return null;
        }
        JsonNode result = handler.apply(question.path("params"));
        ProtocolSchemas.checkAnswer(settings.version(), question, result);
        return result;
    }
}
