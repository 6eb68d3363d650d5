package io.mcpspring.exchange;

import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** Reads the result of an {@code elicitation/create}. */
final class ElicitAnswer {

    private ElicitAnswer() {}

    /** @param content reads the accepted form */
    static <T extends @Nullable Object> ElicitResult<T> read(JsonNode answer, Function<JsonNode, T> content) {
        return switch (answer.path("action").asString("")) {
            case "accept" -> new ElicitResult.Accepted<>(content.apply(answer.path("content")));
            case "decline" -> new ElicitResult.Declined<>();
            case "cancel" -> new ElicitResult.Cancelled<>();
            default -> throw new MalformedAnswerException("action must be accept, decline or cancel");
        };
    }
}
