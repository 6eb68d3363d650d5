package io.mcpspring.protocol;

import tools.jackson.databind.EnumNamingStrategies;
import tools.jackson.databind.annotation.EnumNaming;

/** The status of a task. The protocol may add constants. */
@EnumNaming(EnumNamingStrategies.SnakeCaseStrategy.class)
public enum TaskStatus {
    /** The call is running. */
    WORKING,

    /** The client has to answer a question. */
    INPUT_REQUIRED,

    /** The task has a result, which may be an error of the tool. */
    COMPLETED,

    /** There is an error of the protocol. */
    FAILED,

    /** The client, or the end of the server, has cancelled the call. */
    CANCELLED;

    /** {@return whether the task never changes again} */
    public boolean isTerminal() {
        return this == COMPLETED || this == FAILED || this == CANCELLED;
    }
}
