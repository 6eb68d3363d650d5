package io.mcpspring.transport;

import io.mcpspring.server.StreamEvent;
import io.mcpspring.transport.ClientOutput.Block;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;
import org.springframework.http.server.reactive.ServerHttpResponse;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/** Writes a stream of events: each message at once, and a comment after every silence. */
final class EventStream {

    private static final byte[] COMMENT = utf8(":\n\n");

    /** Some clients ignore events without a type, and some fail on a type where there is no data. */
    private static final byte[] TYPE = utf8("event: message\n");

    private static final byte[] ID = utf8("id: ");

    private static final byte[] RETRY = utf8("retry: ");

    private static final byte[] DATA = utf8("data: ");

    private final Runnable taken;

    private boolean begun;

    private EventStream(Runnable taken) {
        this.taken = taken;
    }

    /**
     * Writes the events, each flushed at once.
     *
     * @param taken run whenever the connection has taken a response
     */
    static Mono<Void> write(
            Flux<StreamEvent> events, Runnable taken, HttpSettings.Sse settings, ServerHttpResponse response) {
        Flux<Block> blocks = Flux.defer(() -> {
            EventStream stream = new EventStream(taken);
            return events.mapNotNull(stream::block);
        });
        return ClientOutput.write(blocks, COMMENT, settings, response);
    }

    private @Nullable Block block(StreamEvent event) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream(event.json().length + 80);
        boolean priming = event.message() == null && event.id() != null;
        // Before all else comes something that takes the headers along.
        if (!begun && !priming) {
            bytes.writeBytes(COMMENT);
        }
        begun = true;
        if (event != StreamEvent.OPENING) {
            format(event, bytes);
        }
        return bytes.size() == 0 ? null : new Block(bytes.toByteArray(), event.isResponse() ? taken : () -> {});
    }

    private static void format(StreamEvent event, ByteArrayOutputStream bytes) {
        if (event.message() != null) {
            bytes.writeBytes(TYPE);
        }
        if (event.id() != null) {
            line(bytes, ID, utf8(event.id()));
        }
        if (event.retry() != null) {
            line(bytes, RETRY, utf8(Long.toString(event.retry().toMillis())));
        }
        // An event with an id and no message still has data: without any, clients do not take note of the id.
        if (event.message() != null || event.id() != null) {
            line(bytes, DATA, oneLine(event.json()));
        }
        bytes.write('\n');
    }

    // Only raw JSON of the application has line breaks, which are white space there; in the stream they end the data.
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
