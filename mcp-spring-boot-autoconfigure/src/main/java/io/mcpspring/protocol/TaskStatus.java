package io.mcpspring.protocol;

import com.fasterxml.jackson.annotation.JsonProperty;

/** Where a task stands. */
public enum TaskStatus {
    @JsonProperty("working")
    WORKING,

    /** The client has to answer a question. */
    @JsonProperty("input_required")
    INPUT_REQUIRED,

    /** There is a result, which may say that the tool failed. */
    @JsonProperty("completed")
    COMPLETED,

    /** There is an error of the protocol. */
    @JsonProperty("failed")
    FAILED,

    @JsonProperty("cancelled")
    CANCELLED;

    /** Whether the task never changes again. */
    public boolean isTerminal() {
        return this == COMPLETED || this == FAILED || this == CANCELLED;
    }
}
