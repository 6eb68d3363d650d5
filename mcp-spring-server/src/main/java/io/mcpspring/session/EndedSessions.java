package io.mcpspring.session;

import io.mcpspring.Internal;
import io.mcpspring.event.McpEndedSessions;
import io.mcpspring.server.Deadlines;
import io.mcpspring.server.ErrorReport;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Consumer;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.jspecify.annotations.Nullable;

/** The sessions that were ended, and whose ids may not have expired; of too many, the oldest are forgotten. */
@Internal
public final class EndedSessions {

    static final int MAX = 100_000;

    private static final Log logger = LogFactory.getLog(EndedSessions.class);

    /** When they were ended, by their keys. */
    final Map<String, Instant> ended = Collections.synchronizedMap(new LinkedHashMap<>() {
        @Override
        protected boolean removeEldestEntry(Map.Entry<String, Instant> oldest) {
            return size() > MAX;
        }
    });

    private final InstantSource steadyClock = Deadlines.steadyClock();

    private final Duration maxAge;

    private final @Nullable McpEndedSessions shared;

    /** @param shared keeps them for instances that start later; {@code null} if nothing does */
    public EndedSessions(Duration maxAge, @Nullable McpEndedSessions shared) {
        this.maxAge = maxAge;
        this.shared = shared;
    }

    /** Passes on the sessions that were ended before this instance started. */
    void load(Consumer<String> listener) {
        if (shared != null) {
            ErrorReport.attempt(logger, "The ended sessions could not be loaded", () -> shared.load(listener));
        }
    }

    boolean contains(String key) {
        return ended.containsKey(key);
    }

    /** Adds a session that a client has ended on any instance. */
    void add(String key) {
        ended.putIfAbsent(key, steadyClock.instant());
    }

    /** Keeps a session, which its client has ended on this instance, for instances that start later. */
    void keep(LegacySession session) {
        if (shared != null) {
            ErrorReport.attempt(
                    logger,
                    "The end of a session could not be kept for other instances",
                    () -> shared.add(session.key(), session.openedAt().plus(maxAge)));
        }
    }

    void sweep() {
        Instant now = steadyClock.instant();
        ended.values().removeIf(end -> Duration.between(end, now).compareTo(maxAge) > 0);
    }
}
