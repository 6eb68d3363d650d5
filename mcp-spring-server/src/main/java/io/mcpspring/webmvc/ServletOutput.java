package io.mcpspring.webmvc;

import io.mcpspring.http.EventFormat;
import io.mcpspring.http.McpHttpResponse.Events;
import io.mcpspring.http.McpHttpResponse.Whole;
import io.mcpspring.http.StreamSettings;
import io.mcpspring.memory.RequestMemory;
import io.mcpspring.protocol.MessageBytes;
import io.mcpspring.server.StreamEvent;
import jakarta.servlet.ServletOutputStream;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.function.Function;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpHeaders;

/**
 * The bytes that a {@link ServletReply} has for its client, guarded by its lock except where said. The first event
 * decides whether the response is whole, or a stream.
 */
final class ServletOutput {

    private static final Log logger = LogFactory.getLog(ServletOutput.class);

    /** Size of one write. Partial progress shows that the client is reading. */
    private static final int PART_BYTES = 64 * 1024;

    /** More bytes than the buffer size may be pending for this time, up to this many times as many. */
    private static final Duration BURST_TIME = Duration.ofSeconds(1);

    private static final long MAX_BURST = 16;

    /** The time in which work may return after its response is complete. */
    private static final Duration TIME_TO_RETURN = Duration.ofSeconds(1);

    private final HttpServletRequest request;

    private final HttpServletResponse response;

    private final StreamSettings settings;

    private final Queue<ByteBuffer> pending = new ArrayDeque<>(1);

    /** The memory of the blocks that wait or are being written, other than a small whole response. */
    RequestMemory unsent = RequestMemory.UNCOUNTED;

    private long pendingBytes;

    /** Decides on the form of the response; {@code null} when it is decided. */
    private @Nullable Function<@Nullable StreamEvent, @Nullable Whole> plain;

    /** Runs before an undecided response becomes a stream at the keep-alive time; {@code null} if it does not. */
    private @Nullable Runnable onStream;

    private Map<String, String> headers = Map.of();

    private @Nullable Whole whole;

    private @Nullable EventFormat format;

    private boolean complete;

    private volatile boolean cut;

    private boolean begun;

    private boolean unflushed;

    private boolean probing = true;

    private long lastBlock = System.nanoTime();

    /** Set by writes without the lock, too. */
    private volatile long lastProgress = lastBlock;

    ServletOutput(HttpServletRequest request, HttpServletResponse response, StreamSettings settings) {
        this.request = request;
        this.response = response;
        this.settings = settings;
    }

    /** Begins with events, of which the first one decides. */
    void begin(Events events) {
        plain = events.plain();
        onStream = settings.keepAlive().isZero() ? null : events.onStream();
        headers = events.headers();
        unsent = events.memory().ofResponse();
    }

    /** Sets a whole response, which is complete. Only ends a response that has begun. */
    void set(Whole known) {
        forgetWork();
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
    void add(StreamEvent event) {
        decide(event);
        byte[] bytes = format == null || complete ? null : format.format(event);
        if (bytes == null) {
            return;
        }
        // Before the event is added, because one event may be larger than the buffer.
        if (isTooMuch() || !unsent.take(bytes.length)) {
            cut();
        } else {
            add(ByteBuffer.wrap(bytes));
        }
    }

    /** Ends the events. */
    void complete() {
        decide(null);
        complete = true;
    }

    /** Ends the events by a failure, which is the response if there is none yet. */
    void fail(Whole failed) {
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
        forgetWork();
        if (known != null) {
            set(known);
        } else {
            format = new EventFormat();
        }
    }

    private void forgetWork() {
        plain = null;
        onStream = null;
    }

    /** Ends a stream, and drops what its client has not read. A body of known length must not be cut. */
    private void cut() {
        if (!cut) {
            logger.debug("A client does not read its response");
        }
        cut = true;
        if (format != null) {
            drop();
            complete = true;
        }
    }

    private void drop() {
        pending.forEach(block -> unsent.giveBack(block.limit()));
        pending.clear();
        pendingBytes = 0;
    }

    /** Ends the output if the client has read nothing for the write timeout. */
    void cutIfStalled() {
        if (!pending.isEmpty()
                && System.nanoTime() - lastProgress > settings.writeTimeout().toNanos()) {
            cut();
        }
    }

    /** Whether the output has ended because the client reads too slowly. */
    boolean isCut() {
        return cut;
    }

    /** Whether the response is known to be whole, or a stream. */
    boolean isDecided() {
        return whole != null || format != null;
    }

    /** Returns what to run before the response becomes a stream; {@code null} if it does not become one now. */
    @Nullable
    Runnable overdue() {
        return isOlderThan(settings.keepAlive()) ? onStream : null;
    }

    boolean isComplete() {
        return complete;
    }

    private void add(ByteBuffer bytes) {
        lastBlock = System.nanoTime();
        if (pending.isEmpty()) {
            lastProgress = lastBlock;
        }
        pending.add(bytes);
        pendingBytes += bytes.remaining();
    }

    long pendingBytes() {
        return pendingBytes;
    }

    /** Sets the status and the headers before the first write. */
    private void begin() {
        if (begun) {
            return;
        }
        begun = true;
        if (whole == null) {
            headers.forEach(response::setHeader);
            return;
        }
        begin(whole, response);
        if (!isHttp1()) {
            // HTTP/2 does not have this header, and clients refuse it.
            response.setHeader(HttpHeaders.CONNECTION, null);
        }
    }

    private boolean isHttp1() {
        return request.getProtocol().startsWith("HTTP/1");
    }

    /** Sets the status and the headers of a whole response. */
    static void begin(Whole whole, HttpServletResponse response) {
        response.setStatus(whole.status().value());
        whole.headers().forEach(response::setHeader);
        if (whole.body() != null) {
            response.setContentLength(whole.body().size());
        }
    }

    /**
     * Writes what the container takes without waiting.
     *
     * @return {@code false} if the container has to take the rest later, which it tells its listener
     */
    boolean writeReady() throws IOException {
        begin();
        ServletOutputStream output = response.getOutputStream();
        while (output.isReady()) {
            if (!pending.isEmpty()) {
                ByteBuffer first = pending.element();
                int before = first.remaining();
                writePart(output, first);
                pendingBytes -= before - first.remaining();
                unflushed = true;
                if (!first.hasRemaining()) {
                    unsent.giveBack(pending.remove().limit());
                }
            } else if (unflushed && !complete) {
                unflushed = false;
                output.flush();
            } else {
                return true;
            }
        }
        return false;
    }

    /** Takes the pending bytes, to {@link #write} them. */
    List<ByteBuffer> take() {
        begin();
        List<ByteBuffer> taken = List.copyOf(pending);
        pending.clear();
        pendingBytes = 0;
        return taken;
    }

    /** Whether something is to be written while the work of the request continues. */
    boolean isDueInPlace() {
        return isDecided() && (complete ? isOlderThan(TIME_TO_RETURN) : !pending.isEmpty());
    }

    /** Takes the pending bytes while the work of the request continues, also after its response is complete. */
    List<ByteBuffer> takeInPlace() {
        if (whole != null && isHttp1()) {
            response.setHeader(HttpHeaders.CONNECTION, "close");
        }
        return take();
    }

    /** Writes blocks, and waits for the client if necessary. Does not need the lock. */
    void write(List<ByteBuffer> blocks) throws IOException {
        ServletOutputStream output = response.getOutputStream();
        for (ByteBuffer block : blocks) {
            while (block.hasRemaining()) {
                writePart(output, block);
            }
            unsent.giveBack(block.limit());
        }
    }

    private void writePart(ServletOutputStream output, ByteBuffer block) throws IOException {
        int length = Math.min(PART_BYTES, block.remaining());
        int offset = block.arrayOffset() + block.position();
        block.position(block.position() + length);
        output.write(block.array(), offset, length);
        lastProgress = System.nanoTime();
    }

    /** Whether the client reads too slowly. A block that is being written may be larger than the buffer. */
    private boolean isTooMuch() {
        ByteBuffer first = pending.peek();
        return first != null
                && pendingBytes > settings.bufferSize()
                && (pendingBytes - first.remaining() > settings.bufferSize() * MAX_BURST
                        || System.nanoTime() - lastProgress > BURST_TIME.toNanos());
    }

    /**
     * Adds a comment if one is due: after the keep-alive time. A loss is detected only by the second of two writes, so
     * that another comment follows the first block and each comment.
     */
    void comment() {
        if (settings.keepAlive().isZero() || format == null || complete || !pending.isEmpty()) {
            return;
        }
        boolean second = probing && begun;
        boolean idle = isOlderThan(settings.keepAlive());
        probing = !second && (probing || idle);
        if (second || idle) {
            add(ByteBuffer.wrap(EventFormat.comment()));
        }
    }

    /** Whether nothing was added for a time. */
    boolean isOlderThan(Duration time) {
        return System.nanoTime() - lastBlock >= time.toNanos();
    }
}
