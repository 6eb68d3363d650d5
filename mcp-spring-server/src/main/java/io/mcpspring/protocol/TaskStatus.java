package io.mcpspring.protocol;

import com.fasterxml.jackson.annotation.JsonProperty;

/** The status of a task. The protocol may add constants. */
public enum TaskStatus {
    /** The call is running. */
    @JsonProperty("working")
    WORKING,

    /** The client has to answer a question. */
    @JsonProperty("input_required")
    INPUT_REQUIRED,

    /** The task has a result, which may be an error of the tool. */
    @JsonProperty("completed")
    COMPLETED,

    /** There is an error of the protocol. */
    @JsonProperty("failed")
    FAILED,

    /** The client, or the end of the server, has cancelled the call. */
    @JsonProperty("cancelled")
    CANCELLED;

    /** {@return whether the task never changes again} */
    public boolean isTerminal() {
        return this == COMPLETED || this == FAILED || this == CANCELLED;
    }
}
