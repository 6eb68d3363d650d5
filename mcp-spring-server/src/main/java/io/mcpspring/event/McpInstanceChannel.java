package io.mcpspring.event;

import java.util.function.Consumer;

/**
 * Carries messages between the instances of a server that share a secret: ended sessions, answers and cancellations
 * that arrived at another instance than the one that waits for them, and changes of lists. The default reaches this
 * process only; a bean of this type replaces it. Messages are sealed, so that programs without the secret can neither
 * read nor write them.
 */
public interface McpInstanceChannel {

    /**
     * Sends a message to all subscribers, in the order of publishing; those of the publisher may be left out. Called on
     * threads that serve requests, and must not wait. An exception is logged, and the message is lost.
     *
     * @param message the message, whose content is not part of the API; usually less than 1 KB; an answer of a client
     *     has at most 1 MB
     */
    void publish(byte[] message);

    /**
     * Registers a listener, once at the start.
     *
     * @param listener receives each message, on any thread
     */
    void subscribe(Consumer<byte[]> listener);

    /**
     * Checks whether messages can reach the other instances. Called for the health indicator {@code mcp}, which is off
     * by default; may block. The default finds nothing wrong.
     *
     * @throws RuntimeException if they cannot
     */
    default void check() {}
}
