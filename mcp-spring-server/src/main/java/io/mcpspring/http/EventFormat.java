package io.mcpspring.http;

import io.mcpspring.Internal;
import io.mcpspring.server.StreamEvent;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/** Formats the events of one stream as {@code text/event-stream}. */
@Internal
public final class EventFormat {

    private static final byte[] COMMENT = utf8(":\n\n");

    /**
     * Written only for events with data: some clients ignore events without a type, and others fail on a type without
     * data.
     */
    private static final byte[] TYPE = utf8("event: message\n");

    private static final byte[] ID = utf8("id: ");

    private static final byte[] RETRY = utf8("retry: ");

    private static final byte[] DATA = utf8("data: ");

    private static final byte[] NO_DATA = {};

    private boolean begun;

    /** Returns what is written if there is no event for the keep-alive time; must not be changed. */
    public static byte[] comment() {
        return COMMENT;
    }

    /** Returns the bytes of the next event; {@code null} if there are none. */
    public byte @Nullable [] format(StreamEvent event) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream(event.size() + 80);
        // Begins with a comment, because the headers are only sent together with the first bytes.
        if (!begun && !(event instanceof StreamEvent.Priming)) {
            bytes.writeBytes(COMMENT);
        }
        begun = true;
        format(event, bytes);
        return bytes.size() == 0 ? null : bytes.toByteArray();
    }

    private static void format(StreamEvent event, ByteArrayOutputStream bytes) {
        if (event instanceof StreamEvent.Opening) {
            return;
        }
        if (event instanceof StreamEvent.Message message) {
            bytes.writeBytes(TYPE);
            if (message.id() != null) {
                line(bytes, ID, utf8(message.id()));
            }
            line(bytes, DATA, oneLine(message.json().toArray()));
        } else if (event instanceof StreamEvent.Priming priming) {
            line(bytes, ID, utf8(priming.id()));
            // Clients ignore the id of an event that has no data line.
            line(bytes, DATA, NO_DATA);
        } else if (event instanceof StreamEvent.Retry retry) {
            line(bytes, RETRY, utf8(Long.toString(retry.delay().toMillis())));
        }
        bytes.write('\n');
    }

    // Raw JSON of the application may contain line breaks. They are white space in JSON, but would end the data line of
    // an event.
    private static byte[] oneLine(byte[] json) {
        byte[] line = json;
        for (int i = 0; i < json.length; i++) {
            if (json[i] == '\n' || json[i] == '\r') {
                if (line == json) {
                    line = json.clone();
                }
                line[i] = ' ';
            }
        }
        return line;
    }

    private static void line(ByteArrayOutputStream bytes, byte[] field, byte[] value) {
        bytes.writeBytes(field);
        bytes.writeBytes(value);
        bytes.write('\n');
    }

    private static byte[] utf8(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
