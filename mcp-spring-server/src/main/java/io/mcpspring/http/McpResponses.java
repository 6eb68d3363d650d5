package io.mcpspring.http;

import io.mcpspring.connection.ClientOutput.Block;
import io.mcpspring.connection.ClientWriter;
import io.mcpspring.http.ReplyEvents.Decision;
import io.mcpspring.http.ReplyEvents.Patience;
import io.mcpspring.protocol.JsonRpcResponse;
import io.mcpspring.protocol.McpJson;
import io.mcpspring.protocol.MessageBytes;
import io.mcpspring.server.Deadlines;
import io.mcpspring.server.StreamEvent;
import java.io.ByteArrayOutputStream;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.web.reactive.function.server.ServerResponse;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/**
 * Writes replies: as {@code application/json} if no message has to be sent before the responses, otherwise as a stream
 * of events. The responses of a batch are collected up to a maximum size; a larger batch is written response by
 * response. If all requests were cancelled, the reply is an empty stream, or 202 if the client does not accept streams.
 */
final class McpResponses {

    private static final long MAX_COLLECTED_BYTES = 1024 * 1024;

    private final ClientWriter writer;

    private final @Nullable Patience patience;

    McpResponses(ClientWriter writer) {
        Duration keepAlive = writer.settings().keepAlive();
        this.writer = writer;
        this.patience = keepAlive.isZero() ? null : new Patience(keepAlive, new Deadlines());
    }

    /** @param challenge creates the challenge for a caller that lacks some of these scopes */
    Mono<ServerResponse> write(Reply reply, Accepts accepts, Function<List<String>, String> challenge) {
        if (reply instanceof Reply.Responses responses) {
            return write(responses, accepts, challenge);
        }
        if (reply instanceof Reply.Stream stream) {
            // Waits for the first event, so that a refusal can still set the status.
            return ReplyEvents.of(stream.events(), first -> Decision.STREAM, () -> {}, null)
                    .flatMap(events -> stream(Map.of(), events.all(), () -> {}));
        }
        return ServerResponse.status(((Reply.Empty) reply).status()).build();
    }

    static Mono<ServerResponse> refuse(Refusal refusal) {
        return ServerResponse.status(refusal.status())
                .headers(target -> refusal.headers().forEach(target::set))
                .contentType(MediaType.APPLICATION_JSON)
                .bodyValue(McpJson.write(new JsonRpcResponse.Failure(refusal.id(), refusal.error()))
                        .toArray());
    }

    private Mono<ServerResponse> write(
            Reply.Responses reply, Accepts accepts, Function<List<String>, String> challenge) {
        Reply.Responses form = reply.withoutEvents();
        return ReplyEvents.of(
                        reply.events(),
                        first -> decide(first, form, accepts),
                        form.onStream(),
                        accepts.stream() ? patience : null)
                .flatMap(events -> respond(events, form, accepts, challenge));
    }

    private static Decision decide(List<StreamEvent> first, Reply.Responses form, Accepts accepts) {
        if (isInterrupted(first)) {
            return Decision.STREAM;
        }
        if (first.size() >= form.responses()) {
            return Decision.RESPOND;
        }
        if (first.stream().mapToLong(StreamEvent::size).sum() > MAX_COLLECTED_BYTES) {
            return accepts.stream() ? Decision.STREAM : Decision.RESPOND;
        }
        form.onAccepted().run();
        return Decision.WAIT;
    }

    /** Whether another message has to be sent before all responses are available. */
    private static boolean isInterrupted(List<StreamEvent> first) {
        return !first.get(first.size() - 1).isResponse();
    }

    private Mono<ServerResponse> respond(
            ReplyEvents events, Reply.Responses form, Accepts accepts, Function<List<String>, String> challenge) {
        List<StreamEvent> first = events.first();
        if (first.isEmpty()) {
            return accepts.stream() ? stream(form.headers(), events.all(), () -> {}) : withoutResponse(form);
        }
        if (!isInterrupted(first)) {
            if (!form.batch()) {
                StreamEvent.Message only = (StreamEvent.Message) first.get(0);
                if (!only.requiredScopes().isEmpty()) {
                    return forbidden(form, challenge.apply(only.requiredScopes()), only.json());
                }
                HttpStatus status = form.status().apply(only.errorCode());
                // An error status has a JSON body for all clients, like the refusal of an unread request.
                if (accepts.json() || status.isError()) {
                    return json(status, form.headers(), only.json());
                }
            } else if (accepts.json() && (events.isComplete() || first.size() >= form.responses())) {
                return json(HttpStatus.OK, form.headers(), array(first));
            } else if (!accepts.stream()) {
                return largeArray(events, form);
            }
        }
        return stream(form.headers(), events.all(), onAccepted(first, form));
    }

    /** Answers requests that have all been cancelled, for a client that does not accept an empty stream. */
    private static Mono<ServerResponse> withoutResponse(Reply.Responses form) {
        return ServerResponse.accepted()
                .headers(target -> form.headers().forEach(target::set))
                .build();
    }

    private Mono<ServerResponse> forbidden(Reply.Responses form, String challenge, MessageBytes body) {
        Map<String, String> headers = new HashMap<>(form.headers());
        headers.put(HttpHeaders.WWW_AUTHENTICATE, challenge);
        return json(HttpStatus.FORBIDDEN, headers, body);
    }

    /**
     * Returns the action for a response that the connection has accepted. It ignores all collected responses but the
     * last one, because they have been counted as accepted when they were collected.
     */
    private static Runnable onAccepted(List<StreamEvent> first, Reply.Responses form) {
        AtomicInteger collected = new AtomicInteger(first.size() - 1);
        return () -> {
            if (collected.getAndDecrement() <= 0) {
                form.onAccepted().run();
            }
        };
    }

    private Mono<ServerResponse> largeArray(ReplyEvents events, Reply.Responses form) {
        Runnable onAccepted = onAccepted(events.first(), form);
        Flux<StreamEvent> responses = events.all();
        return ServerResponse.ok()
                .headers(target -> form.headers().forEach(target::set))
                .contentType(MediaType.APPLICATION_JSON)
                .body((message, context) -> writer.write(
                        responses
                                .index((index, response) -> new Block(element(index, response), onAccepted))
                                .concatWithValues(new Block(new byte[] {']'})),
                        null,
                        message));
    }

    private static byte[] element(long index, StreamEvent response) {
        byte[] json = ((StreamEvent.Message) response).json().toArray();
        byte[] element = new byte[json.length + 1];
        element[0] = (byte) (index == 0 ? '[' : ',');
        System.arraycopy(json, 0, element, 1, json.length);
        return element;
    }

    private Mono<ServerResponse> json(HttpStatus status, Map<String, String> headers, MessageBytes body) {
        return Mono.just(new JsonResponse(status, headers, body, writer));
    }

    private Mono<ServerResponse> stream(Map<String, String> headers, Flux<StreamEvent> events, Runnable onAccepted) {
        return ServerResponse.ok()
                .headers(target -> headers.forEach(target::set))
                .header(HttpHeaders.CACHE_CONTROL, "no-cache, no-transform")
                .header("X-Accel-Buffering", "no")
                .contentType(MediaType.TEXT_EVENT_STREAM)
                .body((message, context) -> EventStream.write(events, onAccepted, writer, message));
    }

    private static MessageBytes array(List<StreamEvent> elements) {
        ByteArrayOutputStream array = new ByteArrayOutputStream();
        for (StreamEvent element : elements) {
            array.write(array.size() == 0 ? '[' : ',');
            array.writeBytes(((StreamEvent.Message) element).json().toArray());
        }
        array.write(']');
        return MessageBytes.of(array.toByteArray());
    }
}
