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

    private static final byte[] END = utf8("\n\n");

    /**
     * Events have a type only if they have data: some clients ignore events without a type, and others fail on a type
     * without data.
     */
    private static final String TYPE = "event: message\n";

    private static final byte[] WITHOUT_ID = utf8(TYPE + "data: ");

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
        if (event instanceof StreamEvent.Message message) {
            bytes.writeBytes(message.id() == null ? WITHOUT_ID : utf8(TYPE + "id: " + message.id() + "\ndata: "));
            bytes.writeBytes(oneLine(message.json().toArray()));
            bytes.writeBytes(END);
        } else if (event instanceof StreamEvent.Priming priming) {
            // Clients ignore the id of an event that has no data line.
            bytes.writeBytes(utf8("id: " + priming.id() + "\ndata: \n\n"));
        } else if (event instanceof StreamEvent.Retry retry) {
            bytes.writeBytes(utf8("retry: " + retry.delay().toMillis() + "\n\n"));
        }
        return bytes.size() == 0 ? null : bytes.toByteArray();
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

    private static byte[] utf8(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
