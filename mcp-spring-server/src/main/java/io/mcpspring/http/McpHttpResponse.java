package io.mcpspring.http;

import io.mcpspring.Internal;
import io.mcpspring.memory.RequestMemory;
import io.mcpspring.protocol.MessageBytes;
import io.mcpspring.server.StreamEvent;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import reactor.core.publisher.Flux;

/** The response to a {@link McpHttpRequest}, which the adapter of a web framework writes. */
@Internal
public sealed interface McpHttpResponse {

    /**
     * A response of known length.
     *
     * @param body {@code null} for none
     */
    record Whole(
            HttpStatus status,
            Map<String, String> headers,
            @Nullable MessageBytes body) implements McpHttpResponse {

        /** Returns a response without a body. */
        public static Whole empty(HttpStatus status) {
            return new Whole(status, Map.of(), null);
        }

        /** Returns the response in place of one that finds no memory: 503. */
        public static Whole busy() {
            return RequestRefusedException.busy(StreamEvent.Message.NO_MEMORY.message())
                    .response();
        }

        /** Returns a response with a text as its body. */
        public static Whole text(HttpStatus status, Map<String, String> headers, String type, String text) {
            Map<String, String> all = new LinkedHashMap<>(headers);
            all.put(HttpHeaders.CONTENT_TYPE, type);
            return new Whole(status, all, MessageBytes.of(text.getBytes(StandardCharsets.UTF_8)));
        }
    }

    /**
     * A response that the first event decides on: it is whole, or a stream of all events.
     *
     * @param headers the headers of a stream
     * @param events the events; they are cancelled when the client disconnects
     * @param plain returns the whole response for the first event, or for {@code null} if there is none; {@code null}
     *     for a stream
     * @param onStream run before the response becomes a stream because the first event takes longer than the keep-alive
     *     time, after which proxies and clients close idle connections; {@code null} if it does not become one
     * @param memory the memory of the request, which knows that of the response
     */
    record Events(
            Map<String, String> headers,
            Flux<StreamEvent> events,
            Function<@Nullable StreamEvent, @Nullable Whole> plain,
            @Nullable Runnable onStream,
            RequestMemory memory)
            implements McpHttpResponse {}
}
