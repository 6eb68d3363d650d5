package io.mcpspring.exchange;

import java.util.function.Function;
import tools.jackson.databind.JsonNode;

/** Reads the result of an {@code elicitation/create}. */
final class ElicitAnswer {

    private ElicitAnswer() {}

    /** @param content makes the accepted form */
    static <T> ElicitResult<T> read(JsonNode answer, Function<JsonNode, ElicitResult.Accepted<T>> content) {
        return switch (answer.path("action").asString("")) {
            case "accept" -> content.apply(answer.path("content"));
            case "decline" -> new ElicitResult.Declined<>();
            case "cancel" -> new ElicitResult.Cancelled<>();
            default -> throw new MalformedAnswerException("action must be accept, decline or cancel");
        };
    }
}
