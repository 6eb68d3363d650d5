package io.mcpspring.webmvc;

import io.mcpspring.http.McpHttpHandler;
import io.mcpspring.http.StreamSettings;
import io.mcpspring.server.Deadlines;
import io.mcpspring.server.ErrorReport;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;

/** The replies that are not complete, each of which is checked at intervals. */
final class ServletReplies {

    private static final Log logger = LogFactory.getLog(ServletReplies.class);

    private static final Duration INTERVAL = Duration.ofMillis(250);

    private final Set<ServletReply> open = ConcurrentHashMap.newKeySet();

    private final AtomicBoolean checking = new AtomicBoolean();

    final McpHttpHandler handler;

    final StreamSettings settings;

    ServletReplies(McpHttpHandler handler, StreamSettings settings) {
        this.handler = handler;
        this.settings = settings;
    }

    void add(ServletReply reply) {
        open.add(reply);
        if (!checking.get() && checking.compareAndSet(false, true)) {
            Deadlines.after(INTERVAL, this::check);
        }
    }

    void remove(ServletReply reply) {
        open.remove(reply);
        reply.output.unsent.release();
    }

    private void check() {
        open.forEach(reply -> ErrorReport.attempt(logger, "A reply could not be checked", reply::check));
        checking.set(false);
        if (!open.isEmpty() && checking.compareAndSet(false, true)) {
            Deadlines.after(INTERVAL, this::check);
        }
    }
}
