package io.mcpspring.protocol;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.mcpspring.Internal;
import java.util.Map;

/**
 * In the modern era: the client has to answer these requests and then to repeat its own.
 *
 * @param inputRequests what the client is asked for, by key
 * @param requestState what the client returns unseen
 */
@JsonInclude(JsonInclude.Include.NON_EMPTY)
@Internal
public record InputRequiredResult(Map<String, InputRequest> inputRequests, String requestState) implements TypedResult {

    @Override
    public String resultType() {
        return "input_required";
    }
}
