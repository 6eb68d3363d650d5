package io.mcpspring.session;

import io.mcpspring.Internal;
import io.mcpspring.event.McpEndedSessions;
import io.mcpspring.server.ErrorReport;
import java.time.Duration;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.jspecify.annotations.Nullable;

/** The last sessions that were ended, whose ids are not valid although they may not have expired. */
@Internal
public final class EndedSessions {

    static final int MAX = 100_000;

    private static final Log logger = LogFactory.getLog(EndedSessions.class);

    final Set<String> keys = Collections.synchronizedSet(Collections.newSetFromMap(new LinkedHashMap<>() {
        @Override
        protected boolean removeEldestEntry(Map.Entry<String, Boolean> oldest) {
            return size() > MAX;
        }
    }));

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
        return keys.contains(key);
    }

    /** Adds a session that a client has ended on any instance. */
    void add(String key) {
        keys.add(key);
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
}
