package io.mcpspring.exchange;

import io.mcpspring.Internal;
import io.mcpspring.protocol.McpJson;
import io.mcpspring.protocol.McpProtocolException;
import io.mcpspring.seal.CanonicalJson;
import io.mcpspring.seal.Sealer;
import java.time.Duration;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/**
 * Seals the state that a modern client returns with the next round of questions, and opens it for the same request of
 * the same user.
 *
 * @param timeToAnswer how long a client may take to answer
 */
@Internal
public record InputRounds(Sealer sealer, Duration timeToAnswer, InstantSource clock) {

    private static final String PURPOSE = "requestState";

    /** Maximum length of a sealed state. */
    private static final int MAX_CHARACTERS = 256 * 1024;

    /** @throws McpProtocolException if the client's answers are too long to be kept */
    String seal(String request, Map<String, String> asked, Map<String, Answer> answers, @Nullable String state) {
        long expiresAt = clock.instant().plus(timeToAnswer).getEpochSecond();
        String sealed = sealer.seal(PURPOSE, McpJson.writeValue(new State(request, expiresAt, asked, answers, state)));
        if (sealed.length() > MAX_CHARACTERS) {
            throw McpProtocolException.invalidParams("The state and all answers of a call are too long together");
        }
        return sealed;
    }

    /**
     * @param request computes the digest of the request that contains the state; not used unless the state is genuine
     * @throws McpProtocolException if it was sealed for another request, by another server, or has expired
     */
    State open(JsonNode sealed, Supplier<String> request) {
        return Optional.ofNullable(sealed.stringValue(null))
                .filter(text -> text.length() <= MAX_CHARACTERS)
                .flatMap(text -> sealer.open(PURPOSE, text))
                .map(json -> McpJson.readValue(json, State.class))
                .filter(state -> clock.instant().getEpochSecond() <= state.expiresAt())
                .filter(state -> state.request().equals(request.get()))
                .orElseThrow(() -> McpProtocolException.invalidParams("requestState does not belong to this request, or"
                        + " is no longer valid; repeat the request without it"));
    }

    /**
     * Reads the {@code inputResponses} of a request.
     *
     * @throws McpProtocolException if they are not an object of objects
     */
    public static Map<String, JsonNode> responses(JsonNode json) {
        if (!json.isObject() || !json.valueStream().allMatch(JsonNode::isObject)) {
            throw McpProtocolException.invalidParams("'inputResponses' must be an object of objects");
        }
        Map<String, JsonNode> responses = new LinkedHashMap<>();
        json.forEachEntry(responses::put);
        return responses;
    }

    /** Identifies a request by its user, method and parameters, independently of how the JSON is written. */
    static String digest(String method, ObjectNode params, @Nullable String user) {
        ObjectNode request =
                JsonNodeFactory.instance.objectNode().put("method", method).put("user", user);
        request.putObject("params").setAll(params).remove(ReplayedQuestions.TRANSIENT);
        return CanonicalJson.digest(request);
    }

    /**
     * The sealed state that a modern client returns with the next round of questions.
     *
     * @param request digest of the request: user, method and parameters
     * @param expiresAt when the state expires, in seconds since 1970
     * @param asked digests of the questions of this round, by key
     * @param answers the answers of earlier rounds, by key
     * @param state the state of an {@link InputRequired}
     */
    record State(
            String request,
            long expiresAt,
            Map<String, String> asked,
            Map<String, Answer> answers,
            @Nullable String state) {

        static final State NONE = new State("", 0, Map.of(), Map.of(), null);

        /** Returns the answers of earlier rounds, and those of the client to the questions of this round. */
        Map<String, Answer> answersWith(Map<String, JsonNode> responses) {
            if (responses.isEmpty()) {
                return answers;
            }
            Map<String, Answer> all = new HashMap<>(answers);
            asked.forEach((key, question) -> {
                if (responses.containsKey(key)) {
                    all.put(key, new Answer(question, responses.get(key)));
                }
            });
            return all;
        }
    }

    /**
     * An answer of the client.
     *
     * @param question digest of the question that the client was asked
     */
    record Answer(String question, JsonNode answer) {}
}
