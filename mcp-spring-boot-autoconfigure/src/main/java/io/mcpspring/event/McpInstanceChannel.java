package io.mcpspring.event;

import java.util.function.Consumer;

/**
 * Carries messages between the instances of a server that share a secret: ended sessions, answers and cancellations
 * that arrived at another instance than the one that waits for them, changes of lists. The default connects the servers
 * of one process; a bean of this type replaces it. A publisher on the channel can act for every client, so that access
 * to the channel must be restricted to the instances.
 */
public interface McpInstanceChannel {

    /**
     * Delivers a message to all subscribers, in the order of publishing; those of the publisher may be left out. Called
     * on the threads that serve requests, so that it must not block. If it throws, the exception is logged and the
     * message is lost.
     */
    void publish(byte[] message);

    /** Calls the listener with each message, from any thread. */
    void subscribe(Consumer<byte[]> listener);
}
