package io.mcpspring.exchange;

import io.mcpspring.Internal;
import io.mcpspring.protocol.LoggingLevel;
import io.mcpspring.protocol.McpProtocolException;

/** What a legacy session remembers between the requests of its client. */
@Internal
public interface ClientSession {

    /** Identifies the session on all instances of the server. */
    String key();

    /** Sets the lowest level at which the client gets log messages. */
    void logLevel(LoggingLevel level);

    /**
     * Notifies the client of events with this topic from now on.
     *
     * @throws McpProtocolException if the session, or all sessions together, have too many subscriptions
     */
    void subscribe(String topic);

    void unsubscribe(String topic);
}
