package io.mcpspring.event;

import java.util.function.Consumer;

/**
 * Carries messages between the instances of a server that share a secret: ended sessions, answers and cancellations
 * that arrived at another instance than the one that waits for them, changes of lists. The default reaches the own
 * process only; a bean of this type takes its place. Who can publish on the channel speaks for every client, so it has
 * to be as trusted as the instances themselves.
 */
public interface McpInstanceChannel {

    /**
     * Hands a message to all subscribers, in the order of publishing; those of the publisher may be left out. Called on
     * the threads that serve requests, so it must not wait. What it throws is logged, and the message is lost.
     */
    void publish(byte[] message);

    /** Calls the listener with each message, from any thread. */
    void subscribe(Consumer<byte[]> listener);
}
