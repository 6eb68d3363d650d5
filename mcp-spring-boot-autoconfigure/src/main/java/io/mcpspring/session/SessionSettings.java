package io.mcpspring.session;

import io.mcpspring.Internal;
import io.mcpspring.protocol.LoggingLevel;
import java.time.Duration;

/**
 * Limits of what is remembered of legacy clients.
 *
 * @param maxAge how long a session id is valid
 * @param idleTimeout how long something is remembered of a session that is not used
 * @param maxOpen of how many sessions something is remembered at a time
 * @param maxStreams how many streams of its own a session has at a time
 * @param eventsMaxSize how many bytes of events are kept for a session, for clients that come back
 * @param eventsTtl how long they are kept
 * @param requestTimeout how long a client has to answer a request of the server
 * @param maxPending how many such requests a session has open at a time
 * @param logLevel the lowest level at which a client gets log messages that did not say
 */
@Internal
public record SessionSettings(
        Duration maxAge,
        Duration idleTimeout,
        int maxOpen,
        int maxStreams,
        long eventsMaxSize,
        Duration eventsTtl,
        Duration requestTimeout,
        int maxPending,
        LoggingLevel logLevel) {}
