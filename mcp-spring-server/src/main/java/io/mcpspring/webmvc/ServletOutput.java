package io.mcpspring.webmvc;

import io.mcpspring.http.EventFormat;
import io.mcpspring.http.McpHttpResponse.Events;
import io.mcpspring.http.McpHttpResponse.Whole;
import io.mcpspring.http.StreamSettings;
import io.mcpspring.memory.RequestMemory;
import io.mcpspring.protocol.MessageBytes;
import io.mcpspring.server.StreamEvent;
import jakarta.servlet.ServletOutputStream;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Map;
import java.util.Queue;
import java.util.function.Function;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpHeaders;

/**
 * The bytes that a {@link ServletReply} has for its client. The first event decides whether the response is whole, or a
 * stream. One thread at a time writes, while others add events.
 */
final class ServletOutput {

    private static final Log logger = LogFactory.getLog(ServletOutput.class);

    /**
     * Size of one write, of which partial progress shows that the client is reading. A larger response is not written
     * on the thread of the container, which would wait for a slow client.
     */
    private static final int PART_BYTES = 64 * 1024;

    /** The time in which work may return after its response is complete. */
    private static final Duration TIME_TO_RETURN = Duration.ofSeconds(1);

    private final HttpServletResponse response;

    final boolean http1;

    private final String protocol;

    private final StreamSettings settings;

    /** Parts of at most {@link #PART_BYTES}. */
    private final Queue<ByteBuffer> pending = new ArrayDeque<>(1);

    /** The memory of the pending parts, other than those of a small whole response. */
    RequestMemory unsent = RequestMemory.UNCOUNTED;

    private long pendingBytes;

    private long largestBlock;

    /** Decides on the form of the response; {@code null} when it is decided. */
    private @Nullable Function<@Nullable StreamEvent, @Nullable Whole> plain;

    /** Runs before an undecided response becomes a stream at the keep-alive time; {@code null} if it does not. */
    private @Nullable Runnable onStream;

    private Map<String, String> headers = Map.of();

    private @Nullable Whole whole;

    private @Nullable EventFormat format;

    private boolean complete;

    private boolean cut;

    private boolean begun;

    private boolean immediate;

    /** Used by the writing thread alone. */
    private boolean unflushed;

    private boolean probing = true;

    private long lastBlock = System.nanoTime();

    private volatile long lastProgress = lastBlock;

    ServletOutput(WebMvcRequest request, HttpServletResponse response, StreamSettings settings) {
        this.response = response;
        this.http1 = request.isHttp1();
        this.protocol = request.servletRequest.getProtocol();
        this.settings = settings;
    }

    /** Begins with events, of which the first one decides. */
    void begin(Events events) {
        // The body may have taken long to arrive.
        lastBlock = System.nanoTime();
        plain = events.plain();
        onStream = settings.keepAlive().isZero() ? null : events.onStream();
        headers = events.headers();
        unsent = events.memory().ofResponse();
    }

    /** Sets a whole response, which is complete. Only ends a response that has begun. */
    synchronized void set(Whole known) {
        plain = null;
        onStream = null;
        complete = true;
        if (begun) {
            return;
        }
        drop();
        lastBlock = System.nanoTime();
        MessageBytes body = known.body();
        boolean fits = body == null || body.size() <= PART_BYTES || unsent.take(body.size());
        whole = fits ? known : Whole.busy();
        if (whole.body() != null) {
            whole.body().buffers().forEach(this::add);
        }
    }

    /** Adds an event, unless the response is complete. Ends a stream whose client reads too slowly. */
    synchronized void add(StreamEvent event) {
        decide(event);
        byte[] bytes = format == null || complete ? null : format.format(event);
        if (bytes == null) {
            return;
        }
        // The largest block does not count, because one event may be larger than the buffer.
        if (pendingBytes - largestBlock > settings.bufferSize() || !unsent.take(bytes.length)) {
            giveUp();
        } else {
            add(ByteBuffer.wrap(bytes));
        }
    }

    /** Ends the events. */
    synchronized void complete() {
        decide(null);
        complete = true;
    }

    /** Ends the events by a failure, which is the response if there is none yet. */
    synchronized void fail(Whole failed) {
        if (!isDecided()) {
            set(failed);
        }
        complete = true;
    }

    private void decide(@Nullable StreamEvent first) {
        if (plain == null) {
            return;
        }
        Whole known = plain.apply(first);
        if (known != null) {
            set(known);
            return;
        }
        plain = null;
        onStream = null;
        format = new EventFormat();
    }

    private void add(ByteBuffer block) {
        lastBlock = System.nanoTime();
        if (pending.isEmpty()) {
            lastProgress = lastBlock;
        }
        for (int from = block.position(); from < block.limit(); from += PART_BYTES) {
            pending.add(block.slice(from, Math.min(PART_BYTES, block.limit() - from)));
        }
        pendingBytes += block.remaining();
        largestBlock = Math.max(largestBlock, block.remaining());
    }

    /** Gives up if the client has read nothing for the write timeout. Returns whether bytes wait for the client. */
    synchronized boolean checkProgress() {
        boolean waiting = !pending.isEmpty();
        if (waiting
                && System.nanoTime() - lastProgress > settings.writeTimeout().toNanos()) {
            giveUp();
        }
        return waiting;
    }

    /** Ends the response, and drops what its client has not read. Over HTTP/1.1, a known length must not be cut. */
    private void giveUp() {
        if (!cut) {
            logger.debug("A client does not read its response");
        }
        cut = true;
        if (format != null || !http1) {
            drop();
            complete = true;
        }
    }

    private void drop() {
        pending.clear();
        pendingBytes = 0;
        unsent.drop();
    }

    /** Whether the client reads too slowly, so that the work for it ends. */
    synchronized boolean isTooSlow() {
        return cut;
    }

    /** Whether the response is known to be whole, or a stream. */
    private boolean isDecided() {
        return whole != null || format != null;
    }

    /** Whether the response is complete, and small enough to wait for a client that reads it. */
    synchronized boolean isSmall() {
        return complete && pendingBytes <= PART_BYTES;
    }

    /** Whether all of the response is written. */
    private synchronized boolean isWritten() {
        return complete && pending.isEmpty();
    }

    /** Lets a whole response be sent at once: Tomcat would first read the rest of the body of its request. */
    synchronized void sendAtOnce() {
        immediate = true;
    }

    /** Returns what to run before the response becomes a stream; {@code null} if it does not become one now. */
    synchronized @Nullable Runnable overdue() {
        return isOlderThan(settings.keepAlive()) ? onStream : null;
    }

    /**
     * Adds a comment if one is due: after the keep-alive time. A loss is detected only by the second of two writes, so
     * that another comment follows the first block and each comment.
     */
    synchronized void comment() {
        if (settings.keepAlive().isZero() || format == null || complete || !pending.isEmpty()) {
            return;
        }
        boolean idle = isOlderThan(settings.keepAlive());
        if (idle || probing && begun) {
            probing = idle;
            add(ByteBuffer.wrap(EventFormat.comment()));
        }
    }

    /** Whether something is to be written while the work of the request continues. */
    synchronized boolean isDueInPlace() {
        return isDecided() && (complete ? isOlderThan(TIME_TO_RETURN) : !pending.isEmpty());
    }

    /** Whether nothing was added for a time. */
    private boolean isOlderThan(Duration time) {
        return System.nanoTime() - lastBlock >= time.toNanos();
    }

    /**
     * Writes what is pending while the work of the request continues, also after its response is complete. Waits for
     * the client if necessary.
     *
     * @return whether all of the response is written
     */
    boolean writeInPlace() throws IOException {
        synchronized (this) {
            if (!begun && http1) {
                // Nothing reads another request of the connection before the work returns.
                response.setHeader(HttpHeaders.CONNECTION, "close");
                if (whole == null && protocol.equals("HTTP/1.1")) {
                    // Makes the container mark the end of a stream, which it otherwise would leave to the connection.
                    response.setTrailerFields(Map::of);
                }
            }
        }
        boolean written = write(true);
        if (written) {
            // Clients of HTTP/2, and of a stream, wait for an end, which would follow when the work returns.
            response.getOutputStream().close();
        }
        response.flushBuffer();
        return written;
    }

    /**
     * Writes what is pending.
     *
     * @param waits whether to wait for the client; otherwise writes what the container takes at once
     * @return whether all of the response is written; if not, either there is nothing more to write yet, or the
     *     container tells its listener when it can take the rest
     */
    boolean write(boolean waits) throws IOException {
        ServletOutputStream target = response.getOutputStream();
        // Not where it is not needed, because a filter that keeps the response may write it by the container's writer.
        ServletOutputStream container = waits ? target : ServletAsync.ofContainer(response);
        while (waits || container.isReady()) {
            ByteBuffer part = next();
            if (part != null) {
                target.write(part.array(), part.arrayOffset(), part.remaining());
                lastProgress = System.nanoTime();
                unflushed = true;
            } else if (unflushed && (!isWritten() || immediate)) {
                unflushed = false;
                target.flush();
                if (target != container && container.isReady()) {
                    // The stream of a filter need not pass on the flush.
                    container.flush();
                }
            } else {
                return isWritten();
            }
        }
        return false;
    }

    /** Takes the next part, and begins the response; {@code null} if there is none. */
    private synchronized @Nullable ByteBuffer next() {
        if (!begun && isDecided()) {
            begin();
        }
        ByteBuffer part = pending.poll();
        if (part != null) {
            pendingBytes -= part.remaining();
            unsent.giveBack(part.remaining());
        }
        return part;
    }

    /** Sets the status and the headers before the first write. */
    private void begin() {
        begun = true;
        Whole known = whole;
        if (known == null) {
            headers.forEach(response::setHeader);
        } else {
            response.setStatus(known.status().value());
            known.headers().forEach(response::setHeader);
            if (known.body() != null) {
                response.setContentLength(known.body().size());
            }
        }
        if (!http1 && response.containsHeader(HttpHeaders.CONNECTION)) {
            // HTTP/2 does not have this header, and clients refuse it.
            response.setHeader(HttpHeaders.CONNECTION, null);
        }
    }
}
