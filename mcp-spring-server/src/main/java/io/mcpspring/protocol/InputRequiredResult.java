package io.mcpspring.protocol;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.mcpspring.Internal;
import java.util.Map;

/**
 * In the modern era: the client must answer these requests and then repeat its own.
 *
 * @param inputRequests the requests to the client, by key
 * @param requestState the opaque state that the client returns
 */
@JsonInclude(JsonInclude.Include.NON_EMPTY)
@Internal
public record InputRequiredResult(Map<String, InputRequest> inputRequests, String requestState) implements TypedResult {

    @Override
    public String resultType() {
        return "input_required";
    }
}
