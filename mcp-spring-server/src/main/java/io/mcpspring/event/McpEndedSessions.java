package io.mcpspring.event;

import java.time.Instant;
import java.util.function.Consumer;

/**
 * Keeps which sessions their clients have ended, for instances that start later. Without a bean of this type, the id of
 * such a session is valid again on an instance that starts afterwards, until the id expires.
 */
public interface McpEndedSessions {

    /**
     * Adds a session. Called on threads that serve requests, and must not wait. An exception is logged.
     *
     * @param session identifies the session; its id cannot be made of it
     * @param expiresAt the time after which the id of the session is not valid in any case
     */
    void add(String session, Instant expiresAt);

    /**
     * Passes on the sessions that were added and have not expired. Called once at the start, and may block. An
     * exception is logged.
     *
     * @param listener receives each session, from any instance, and may receive it several times: also later, if this
     *     instance may have missed some
     */
    void load(Consumer<String> listener);
}
