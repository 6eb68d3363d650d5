package io.mcpspring.session;

import io.mcpspring.Internal;
import io.mcpspring.protocol.LoggingLevel;
import java.time.Duration;

/**
 * Limits of the state of legacy sessions.
 *
 * @param maxAge time for which a session id is valid
 * @param idleTimeout time for which the state of an unused session is kept
 * @param maxOpen maximum number of sessions whose state is kept while they are not in use
 * @param maxStreams maximum number of stand-alone streams of a session
 * @param eventsMaxSize maximum number of bytes of events kept for a session, so that its client can resume streams
 * @param eventsTtl time for which events are kept
 * @param maxPending maximum number of pending requests of the server in a session
 * @param logLevel the lowest level of log messages for clients that have not set one
 */
@Internal
public record SessionSettings(
        Duration maxAge,
        Duration idleTimeout,
        int maxOpen,
        int maxStreams,
        long eventsMaxSize,
        Duration eventsTtl,
        int maxPending,
        LoggingLevel logLevel) {}
