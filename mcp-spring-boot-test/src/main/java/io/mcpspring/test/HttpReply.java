package io.mcpspring.test;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpHeaders;
import org.springframework.http.MediaType;
import tools.jackson.core.StreamReadFeature;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** An HTTP response, which a transport writes while the test reads it. */
final class HttpReply {

    private static final JsonMapper MAPPER = JsonMapper.builder()
            .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
            .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
            .build();

    /** A part of the response, in the order of arrival. */
    private sealed interface Part {

        record Head(int status, HttpHeaders headers) implements Part {}

        record Data(byte[] bytes) implements Part {}

        record End(@Nullable Throwable failure) implements Part {}
    }

    private final BlockingQueue<Part> parts = new LinkedBlockingQueue<>();

    private final Duration timeout;

    private volatile Runnable cancellation = () -> {};

    private Part.@Nullable Head head;

    private boolean ended;

    private final ByteArrayOutputStream body = new ByteArrayOutputStream();

    private final ByteArrayOutputStream line = new ByteArrayOutputStream();

    private final StringBuilder event = new StringBuilder();

    private final Deque<JsonNode> messages = new ArrayDeque<>();

    /** @param timeout how long a reader of the status or the headers waits for them */
    HttpReply(Duration timeout) {
        this.timeout = timeout;
    }

    void begin(int status, HttpHeaders headers) {
        parts.add(new Part.Head(status, headers));
    }

    void write(byte[] bytes) {
        parts.add(new Part.Data(bytes));
    }

    void end() {
        parts.add(new Part.End(null));
    }

    void fail(Throwable failure) {
        parts.add(new Part.End(failure));
    }

    /** Sets what ends the exchange early. */
    void onCancel(Runnable cancellation) {
        this.cancellation = cancellation;
    }

    void cancel() {
        cancellation.run();
    }

    int status() {
        return head().status();
    }

    HttpHeaders headers() {
        return head().headers();
    }

    /** Returns what has been read of the body. */
    String body() {
        return body.toString(StandardCharsets.UTF_8);
    }

    /**
     * Returns the next message; {@code null} after the last one, or if the body does not contain JSON. What else
     * arrives, such as a comment that keeps the connection open, does not extend the wait.
     */
    @Nullable
    JsonNode next(Deadline deadline) {
        head(deadline);
        boolean stream = is(MediaType.TEXT_EVENT_STREAM);
        while (messages.isEmpty() && !ended) {
            read(stream, deadline);
        }
        return messages.poll();
    }

    private Part.Head head() {
        return head(Deadline.of("a response", timeout));
    }

    private Part.Head head(Deadline deadline) {
        if (head == null) {
            if (!(take(deadline) instanceof Part.Head first)) {
                throw new AssertionError("The server ended the exchange without a response");
            }
            head = first;
        }
        return head;
    }

    private boolean is(MediaType type) {
        MediaType actual = headers().getContentType();
        return actual != null && actual.equalsTypeAndSubtype(type);
    }

    private void read(boolean stream, Deadline deadline) {
        Part part = take(deadline);
        if (part instanceof Part.Data data) {
            body.writeBytes(data.bytes());
            if (stream) {
                readEvents(data.bytes());
            }
        } else {
            ended = true;
            if (!stream && is(MediaType.APPLICATION_JSON) && body.size() > 0) {
                messages.add(MAPPER.readTree(body.toByteArray()));
            }
        }
    }

    private void readEvents(byte[] bytes) {
        for (byte next : bytes) {
            if (next == '\n') {
                readLine(line.toString(StandardCharsets.UTF_8).stripTrailing());
                line.reset();
            } else {
                line.write(next);
            }
        }
    }

    private void readLine(String text) {
        if (text.startsWith("data:")) {
            event.append(text.substring("data:".length()).strip());
        } else if (text.isEmpty() && !event.isEmpty()) {
            messages.add(MAPPER.readTree(event.toString()));
            event.setLength(0);
        }
    }

    private Part take(Deadline deadline) {
        try {
            Part part = parts.poll(deadline.remainingNanos(), TimeUnit.NANOSECONDS);
            if (part == null) {
                cancel();
                throw deadline.missed(body());
            }
            if (part instanceof Part.End end && end.failure() != null) {
                throw new AssertionError("The HTTP exchange failed: " + end.failure(), end.failure());
            }
            return part;
        } catch (InterruptedException ex) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("The thread was interrupted while it waited for the server", ex);
        }
    }
}
