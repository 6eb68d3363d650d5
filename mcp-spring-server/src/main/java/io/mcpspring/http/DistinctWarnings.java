package io.mcpspring.http;

import io.mcpspring.Internal;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.commons.logging.Log;

/** Warnings about values that clients choose: each is logged once, and a limited number of them. */
@Internal
public final class DistinctWarnings {

    private static final int LIMIT = 100;

    private final Log logger;

    private final Set<String> logged = ConcurrentHashMap.newKeySet();

    public DistinctWarnings(Log logger) {
        this.logger = logger;
    }

    public void log(String warning) {
        if (logged.size() < LIMIT && logged.add(warning)) {
            logger.warn(warning);
        }
    }
}
