package io.mcpspring.exchange;

import io.mcpspring.Internal;

/** The way to the client of a call that may become a task. */
@Internal
public interface TaskChannel extends ClientChannel {

    /** Whether the call has become a task. */
    boolean isTask();

    /**
     * Prevents that the call becomes a task, unless it is one already.
     *
     * @return whether the call ends with its request
     */
    boolean keepAsRequest();
}
