package io.mcpspring.transport;

import io.mcpspring.protocol.JsonRpcResponse;
import io.mcpspring.protocol.McpJson;
import io.mcpspring.server.StreamEvent;
import java.io.ByteArrayOutputStream;
import java.util.List;
import java.util.Map;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.web.reactive.function.server.ServerResponse;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/**
 * Writes replies: as {@code application/json} when nothing has to be said before the responses, otherwise as a stream of
 * events.
 */
final class McpResponses {

    private final HttpSettings.Sse sse;

    McpResponses(HttpSettings.Sse sse) {
        this.sse = sse;
    }

    Mono<ServerResponse> write(Reply reply, Accepts accepts) {
        if (reply instanceof Reply.Responses several) {
            return several.responses() == 1 ? writeOne(several, accepts) : writeSeveral(several, accepts);
        }
        if (reply instanceof Reply.Stream stream) {
            // Waits for the first event, so that a refusal still has its status.
            return stream.events().switchOnFirst((first, all) ->
                    first.hasValue() ? stream(Map.of(), all) : all.cast(ServerResponse.class), false)
                    .switchIfEmpty(stream(Map.of(), Flux.empty())).single();
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

    private Mono<ServerResponse> writeOne(Reply.Responses reply, Accepts accepts) {
        // The source must survive the choice: hence no cancelling, and single() rather than next().
        return reply.events().switchOnFirst((first, all) -> {
            StreamEvent event = first.get();
            if (event == null) {
                return all.cast(ServerResponse.class);
            }
            if (!(event.message() instanceof JsonRpcResponse response)) {
                return stream(reply.headers(), all);
            }
            // A refusal is JSON for all clients, as it is at the door.
            HttpStatus status = reply.status().apply(response);
            if (!accepts.json() && !status.isError()) {
                return stream(reply.headers(), all);
            }
            return all.then(json(status, reply.headers(), reply.batch() ? array(List.of(event)) : event.json()));
        }, false).switchIfEmpty(stream(reply.headers(), Flux.empty())).single();
    }

    private Mono<ServerResponse> writeSeveral(Reply.Responses reply, Accepts accepts) {
        LeadingResponses leading = new LeadingResponses(reply.responses());
        return reply.events().bufferUntil(leading::isComplete).switchOnFirst((first, all) -> {
            List<StreamEvent> start = first.get();
            if (start == null) {
                return all.cast(ServerResponse.class);
            }
            return accepts.json() && !leading.interrupted
                    ? all.then(json(HttpStatus.OK, reply.headers(), array(start)))
                    : stream(reply.headers(), all.concatMapIterable(group -> group));
        }, false).switchIfEmpty(stream(reply.headers(), Flux.empty())).single();
    }

    private static Mono<ServerResponse> json(HttpStatus status, Map<String, String> headers, byte[] body) {
        return ServerResponse.status(status)
                .headers(target -> headers.forEach(target::set))
                .contentType(MediaType.APPLICATION_JSON)
                .contentLength(body.length)
                .body((message, context) -> message.writeWith(Mono.just(message.bufferFactory().wrap(body))));
    }

    private Mono<ServerResponse> stream(Map<String, String> headers, Flux<StreamEvent> events) {
        return ServerResponse.ok()
                .headers(target -> headers.forEach(target::set))
                .header(HttpHeaders.CACHE_CONTROL, "no-cache, no-transform")
                .header("X-Accel-Buffering", "no")
                .contentType(MediaType.TEXT_EVENT_STREAM)
                .body((message, context) -> EventStream.write(events, sse, message));
    }

    private static byte[] array(List<StreamEvent> elements) {
        ByteArrayOutputStream array = new ByteArrayOutputStream();
        for (StreamEvent element : elements) {
            array.write(array.size() == 0 ? '[' : ',');
            array.writeBytes(element.json());
        }
        array.write(']');
        return array.toByteArray();
    }

    /** Groups the responses at the beginning of a reply, up to the first event that is none. */
    private static final class LeadingResponses {

        private final int expected;

        private int seen;

        private boolean interrupted;

        LeadingResponses(int expected) {
            this.expected = expected;
        }

        boolean isComplete(StreamEvent event) {
            interrupted |= !event.isResponse();
            seen++;
            return interrupted || seen >= expected;
        }
    }
}
