package io.mcpspring.test;

import org.assertj.core.api.ListAssert;
import tools.jackson.databind.JsonNode;

/** The response to the request of proposals for an argument. */
public final class McpCompletionResponse extends McpTestResponse {

    McpCompletionResponse(Outcome outcome) {
        super(outcome);
    }

    /**
     * Starts an assertion of the proposed values.
     *
     * @return the assertion
     */
    public ListAssert<String> values() {
        return list(result().at("/completion/values")
                .valueStream()
                .map(JsonNode::stringValue)
                .toList());
    }
}
