package io.mcpspring.webmvc;

import io.mcpspring.exchange.CallerThread;
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

/** The replies that are not complete, and the threads that work occupies: each is checked at intervals. */
final class ServletReplies {

    private static final Log logger = LogFactory.getLog(ServletReplies.class);

    private static final Duration INTERVAL = Duration.ofMillis(250);

    private final Set<ServletReply> open = ConcurrentHashMap.newKeySet();

    /** The threads that work occupies, which may last longer than its reply. */
    private final Set<CallerThread> occupied = ConcurrentHashMap.newKeySet();

    private final AtomicBoolean checking = new AtomicBoolean();

    final McpHttpHandler handler;

    final StreamSettings settings;

    ServletReplies(McpHttpHandler handler, StreamSettings settings) {
        this.handler = handler;
        this.settings = settings;
    }

    /** Adds a reply whose work begins on the thread of the container. */
    void add(ServletReply reply, CallerThread thread) {
        occupied.add(thread);
        open.add(reply);
        checkLater();
    }

    /** Ends the use of the thread of the container. */
    void leave(CallerThread thread) {
        thread.leave();
        occupied.remove(thread);
    }

    void remove(ServletReply reply) {
        open.remove(reply);
        reply.output.unsent.release();
    }

    private void checkLater() {
        if (!checking.get() && checking.compareAndSet(false, true)) {
            Deadlines.after(INTERVAL, this::check);
        }
    }

    private void check() {
        occupied.forEach(thread -> ErrorReport.attempt(logger, "Work could not be ended", thread::check));
        open.forEach(reply -> ErrorReport.attempt(logger, "A reply could not be checked", reply::check));
        checking.set(false);
        if (!open.isEmpty() || !occupied.isEmpty()) {
            checkLater();
        }
    }
}
