package io.mcpspring.exchange;

import io.mcpspring.Internal;

/** How a call that may become a task asks its client. */
@Internal
public interface TaskChannel extends ClientChannel {

    /** Whether the call has become a task. */
    boolean isTask();

    /**
     * Decides that the call does not become a task any more, unless it is one already.
     *
     * @return whether the call ends with its request
     */
    boolean stayRequest();
}
