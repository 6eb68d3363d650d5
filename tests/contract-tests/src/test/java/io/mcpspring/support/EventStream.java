package io.mcpspring.support;

import static org.assertj.core.api.Assertions.assertThat;

import io.mcpspring.protocol.ProtocolVersion;
import io.mcpspring.test.ProtocolSchemas;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** A {@code text/event-stream}, read by its own thread. Every message was validated against the schema. */
public final class EventStream implements AutoCloseable {

    private static final Event END = new Event(null, null, null, null);

    /**
     * One event, or a comment.
     *
     * @param message {@code null} if there is no data, or empty data
     * @param data the data as received; {@code null} for a comment
     */
    public record Event(
            @Nullable String id,
            @Nullable JsonNode message,
            @Nullable Integer retry,
            @Nullable String data) {

        public boolean isComment() {
            return id == null && data == null && retry == null;
        }
    }

    private final BlockingQueue<Event> events = new LinkedBlockingQueue<>();

    private final HttpResponse<InputStream> response;

    private final ProtocolVersion version;

    private final @Nullable String method;

    private volatile @Nullable Throwable failure;

    EventStream(HttpResponse<InputStream> response, ProtocolVersion version, @Nullable String method) {
        this.response = response;
        this.version = version;
        this.method = method;
        assertThat(response.statusCode()).as("status").isEqualTo(200);
        assertThat(response.headers().firstValue("Content-Type")).hasValue("text/event-stream");
        Thread reader = new Thread(this::read, "event-stream-reader");
        reader.setDaemon(true);
        reader.start();
    }

    public @Nullable String header(String name) {
        return response.headers().firstValue(name).orElse(null);
    }

    /** Returns the next event or comment; fails if none arrives within ten seconds, or the stream has ended. */
    public Event next() {
        Event event = poll();
        assertThat(event).as("an event; reading ended with %s", failure).isNotSameAs(END);
        return event;
    }

    /** Returns the next message, without comments and empty events. */
    public JsonNode nextMessage() {
        return nextWithMessage().message();
    }

    /** Returns the next event that has a message. */
    public Event nextWithMessage() {
        Event event = next();
        while (event.message() == null) {
            event = next();
        }
        return event;
    }

    /** Returns all messages up to the end of the stream. */
    public List<JsonNode> rest() {
        List<JsonNode> messages = new ArrayList<>();
        restOfEvents().stream()
                .map(Event::message)
                .filter(message -> message != null)
                .forEach(messages::add);
        return messages;
    }

    /** Returns all events and comments up to the end of the stream. */
    public List<Event> restOfEvents() {
        List<Event> all = new ArrayList<>();
        for (Event event = poll(); event != END; event = poll()) {
            all.add(event);
        }
        return all;
    }

    /** Returns the events that have arrived and were not read yet. */
    public List<Event> arrived() {
        List<Event> all = new ArrayList<>();
        events.drainTo(all);
        all.remove(END);
        return all;
    }

    /** The failure that ended the reading, if it was not the end of the stream. */
    public @Nullable Throwable failure() {
        return failure;
    }

    @Override
    public void close() {
        try {
            response.body().close();
        } catch (IOException ex) {
            // The stream is closed in any case.
        }
    }

    private Event poll() {
        try {
            Event event = events.poll(20, TimeUnit.SECONDS);
            assertThat(event).as("an event in time").isNotNull();
            if (event == END) {
                events.add(END);
            }
            return event;
        } catch (InterruptedException ex) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(ex);
        }
    }

    private void read() {
        try (BufferedReader reader =
                new BufferedReader(new InputStreamReader(response.body(), StandardCharsets.UTF_8))) {
            List<String> lines = new ArrayList<>();
            for (String line = reader.readLine(); line != null; line = reader.readLine()) {
                if (line.isEmpty()) {
                    events.add(event(lines));
                    lines.clear();
                } else {
                    lines.add(line);
                }
            }
        } catch (Throwable ex) {
            failure = ex;
        } finally {
            events.add(END);
        }
    }

    private Event event(List<String> lines) {
        String id = null;
        String data = null;
        Integer retry = null;
        boolean typed = false;
        for (String line : lines) {
            if (line.startsWith("id:")) {
                id = line.substring(3).strip();
            } else if (line.startsWith("data:")) {
                assertThat(data).as("one line of data").isNull();
                data = line.substring(5).strip();
            } else if (line.startsWith("retry:")) {
                retry = Integer.valueOf(line.substring(6).strip());
            } else if (line.startsWith("event:")) {
                assertThat(line).isEqualTo("event: message");
                typed = true;
            } else {
                assertThat(line).as("a comment").startsWith(":");
            }
        }
        assertThat(typed).as("an event that has data has a type: %s", lines).isEqualTo(data != null && !data.isEmpty());
        JsonNode message =
                data == null || data.isEmpty() ? null : JsonMapper.shared().readTree(data);
        if (message != null) {
            ProtocolSchemas.checkReceived(version, method, message);
        }
        return new Event(id, message, retry, data);
    }
}
