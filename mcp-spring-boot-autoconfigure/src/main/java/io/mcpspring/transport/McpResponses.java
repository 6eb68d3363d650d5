package io.mcpspring.transport;

import io.mcpspring.protocol.JsonRpcMessage;
import io.mcpspring.protocol.JsonRpcResponse;
import io.mcpspring.protocol.McpJson;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import org.springframework.core.io.buffer.DataBuffer;
import org.springframework.core.io.buffer.DataBufferFactory;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.web.reactive.function.server.ServerResponse;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/**
 * Writes replies: as {@code application/json} when nothing has to be said before the responses, otherwise as a stream of
 * events. Each message is encoded once, into one buffer.
 */
final class McpResponses {

    private static final byte[] FIRST_COMMENT = utf8(":\n\n");

    private static final byte[] EVENT_START = utf8("data: ");

    private static final byte[] EVENT_END = utf8("\n\n");

    private McpResponses() {
    }

    static Mono<ServerResponse> write(Reply reply, Accepts accepts) {
        if (reply instanceof Reply.Messages messages) {
            return messages.responses() == 1 ? writeOne(messages, accepts) : writeSeveral(messages, accepts);
        }
        return ServerResponse.status(((Reply.Empty) reply).status()).build();
    }

    static Mono<ServerResponse> refuse(Refusal refusal) {
        return refuse(refusal, Map.of());
    }

    static Mono<ServerResponse> refuse(Refusal refusal, Map<String, String> headers) {
        return json(refusal.status(), headers,
                McpJson.write(new JsonRpcResponse.Failure(refusal.id(), refusal.error())));
    }

    private static Mono<ServerResponse> writeOne(Reply.Messages reply, Accepts accepts) {
        // The source must survive the choice: hence no cancelling, and single() rather than next().
        return reply.messages().switchOnFirst((first, all) -> {
            if (!(first.get() instanceof JsonRpcResponse response)) {
                return first.hasValue() ? stream(reply.headers(), all) : all.cast(ServerResponse.class);
            }
            // A refusal is JSON for all clients, as it is at the door.
            if (!accepts.json() && !reply.status().apply(response).isError()) {
                return stream(reply.headers(), all);
            }
            Encoded encoded = Encoded.of(response);
            HttpStatus status = reply.status().apply((JsonRpcResponse) encoded.message());
            return all.then(json(status, reply.headers(),
                    reply.batch() ? array(List.of(encoded.json())) : encoded.json()));
        }, false).single();
    }

    private static Mono<ServerResponse> writeSeveral(Reply.Messages reply, Accepts accepts) {
        LeadingResponses leading = new LeadingResponses(reply.responses());
        return reply.messages().bufferUntil(leading::isComplete).switchOnFirst((first, all) -> {
            List<JsonRpcMessage> start = first.get();
            if (start == null) {
                return all.cast(ServerResponse.class);
            }
            return accepts.json() && leading.isEverything()
                    ? all.then(json(HttpStatus.OK, reply.headers(),
                            array(start.stream().map(message -> Encoded.of(message).json()).toList())))
                    : stream(reply.headers(), all.concatMapIterable(group -> group));
        }, false).single();
    }

    private static Mono<ServerResponse> json(HttpStatus status, Map<String, String> headers, byte[] body) {
        return ServerResponse.status(status)
                .headers(target -> headers.forEach(target::set))
                .contentType(MediaType.APPLICATION_JSON)
                .contentLength(body.length)
                .body((message, context) -> message.writeWith(Mono.just(message.bufferFactory().wrap(body))));
    }

    private static Mono<ServerResponse> stream(Map<String, String> headers, Flux<JsonRpcMessage> messages) {
        return ServerResponse.ok()
                .headers(target -> headers.forEach(target::set))
                .header(HttpHeaders.CACHE_CONTROL, "no-cache, no-transform")
                .header("X-Accel-Buffering", "no")
                .contentType(MediaType.TEXT_EVENT_STREAM)
                .body((message, context) -> message.writeAndFlushWith(events(messages, message.bufferFactory())));
    }

    // A comment goes first: the headers leave the server only with the first bytes of the body.
    private static Flux<Mono<DataBuffer>> events(Flux<JsonRpcMessage> messages, DataBufferFactory buffers) {
        return Flux.concat(Mono.just(FIRST_COMMENT), messages.map(McpResponses::event))
                .map(bytes -> Mono.just(buffers.wrap(bytes)));
    }

    private static byte[] event(JsonRpcMessage message) {
        byte[] json = Encoded.of(message).json();
        ByteArrayOutputStream event = new ByteArrayOutputStream(json.length + EVENT_START.length + EVENT_END.length);
        event.writeBytes(EVENT_START);
        event.writeBytes(json);
        event.writeBytes(EVENT_END);
        return event.toByteArray();
    }

    private static byte[] array(List<byte[]> elements) {
        ByteArrayOutputStream array = new ByteArrayOutputStream();
        for (byte[] element : elements) {
            array.write(array.size() == 0 ? '[' : ',');
            array.writeBytes(element);
        }
        array.write(']');
        return array.toByteArray();
    }

    private static byte[] utf8(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    /** Groups the responses at the beginning of a reply, up to the first message that is none. */
    private static final class LeadingResponses {

        private final int expected;

        private int seen;

        private boolean interrupted;

        LeadingResponses(int expected) {
            this.expected = expected;
        }

        boolean isComplete(JsonRpcMessage message) {
            this.interrupted |= !(message instanceof JsonRpcResponse);
            seen++;
            return this.interrupted || seen == this.expected;
        }

        boolean isEverything() {
            return !interrupted && seen == expected;
        }
    }
}
