package io.mcpspring.exchange;

import io.mcpspring.Internal;
import io.mcpspring.protocol.McpJson;
import io.mcpspring.protocol.McpProtocolException;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/**
 * Seals what a modern client carries from one round of questions to the next, and opens it again for the same request
 * of the same user.
 */
@Internal
public final class InputRounds {

    private static final String PURPOSE = "requestState";

    /** How much a client has to carry; nothing longer was sealed here. */
    private static final int MAX_CHARACTERS = 256 * 1024;

    private final Sealer sealer;

    private final Duration timeToAnswer;

    private final InstantSource clock;

    /** @param timeToAnswer for how long a client may come back with its answers */
    public InputRounds(Sealer sealer, Duration timeToAnswer, InstantSource clock) {
        this.sealer = sealer;
        this.timeToAnswer = timeToAnswer;
        this.clock = clock;
    }

    /** @throws McpProtocolException if the client's answers are too long to be kept */
    String seal(RequestState state) {
        String sealed = sealer.seal(
                PURPOSE,
                McpJson.writeValue(new RequestState(
                        state.request(),
                        clock.instant().plus(timeToAnswer).getEpochSecond(),
                        state.asked(),
                        state.answers(),
                        state.state())));
        if (sealed.length() > MAX_CHARACTERS) {
            throw McpProtocolException.invalidParams("The answers of all rounds are too long");
        }
        return sealed;
    }

    /**
     * @param request digest of the request that brings the state
     * @throws McpProtocolException if it was sealed for something else, by somebody else, or too long ago
     */
    RequestState open(JsonNode sealed, String request) {
        return Optional.ofNullable(sealed.stringValue(null))
                .filter(text -> text.length() <= MAX_CHARACTERS)
                .flatMap(text -> sealer.open(PURPOSE, text))
                .map(RequestState::of)
                .filter(state -> state.request().equals(request))
                .filter(state -> clock.instant().getEpochSecond() <= state.expiresAt())
                .orElseThrow(() -> McpProtocolException.invalidParams("requestState does not belong to this request, or"
                        + " is no longer valid; repeat the request without it"));
    }

    /** Tells requests apart by what they want and who wants it, not by their form. */
    static String digest(String method, ObjectNode params, @Nullable String user) {
        ObjectNode request =
                JsonNodeFactory.instance.objectNode().put("method", method).put("user", user);
        request.set("params", params.deepCopy().remove(Replay.NOT_SALIENT));
        return CanonicalJson.digest(request);
    }
}
