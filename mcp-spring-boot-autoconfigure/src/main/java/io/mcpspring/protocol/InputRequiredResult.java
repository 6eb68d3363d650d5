package io.mcpspring.protocol;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.util.Map;

/**
 * In 2026-07-28: the request cannot be answered before the client has answered these requests; it then repeats its own.
 *
 * @param inputRequests what the client is asked for, by key
 * @param requestState what the client returns unseen
 */
@JsonInclude(JsonInclude.Include.NON_EMPTY)
public record InputRequiredResult(Map<String, InputRequest> inputRequests, String requestState)
        implements TypedResult {}
