package io.mcpspring.exchange;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.mcpspring.protocol.McpJson;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * What a modern client carries from one round of questions to the next, sealed.
 *
 * @param request digest of the request that it belongs to: user, method and parameters
 * @param expiresAt when it loses its validity, in seconds since 1970
 * @param asked digests of the questions of this round, by key
 * @param answers the answers of earlier rounds, by key
 * @param state what the tool keeps for itself
 */
@JsonInclude(JsonInclude.Include.NON_EMPTY)
record RequestState(
        String request,
        long expiresAt,
        Map<String, String> asked,
        Map<String, Answer> answers,
        @Nullable String state) {

    static final RequestState NONE = new RequestState("", 0, Map.of(), Map.of(), null);

    RequestState {
        asked = asked == null ? Map.of() : asked;
        answers = answers == null ? Map.of() : answers;
    }

    static RequestState of(byte[] json) {
        return McpJson.readValue(json, RequestState.class);
    }

    /**
     * An answer of the client.
     *
     * @param question digest of the question that the client was asked
     */
    record Answer(String question, JsonNode answer) {

        boolean fits(String digest) {
            return question.equals(digest);
        }
    }
}
