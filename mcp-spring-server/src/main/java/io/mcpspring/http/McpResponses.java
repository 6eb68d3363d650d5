package io.mcpspring.http;

import io.mcpspring.connection.ClientWriter;
import io.mcpspring.http.ReplyEvents.Patience;
import io.mcpspring.protocol.JsonRpcResponse;
import io.mcpspring.protocol.McpJson;
import io.mcpspring.protocol.MessageBytes;
import io.mcpspring.server.Deadlines;
import io.mcpspring.server.StreamEvent;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.web.reactive.function.server.ServerResponse;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/**
 * Writes replies: as {@code application/json} if no message has to be sent before the response, otherwise as a stream
 * of events. If all requests were cancelled, the reply is an empty stream, or 202 if the client does not accept
 * streams.
 */
final class McpResponses {

    private final ClientWriter writer;

    private final @Nullable Patience patience;

    McpResponses(ClientWriter writer, Deadlines deadlines) {
        Duration keepAlive = writer.settings().keepAlive();
        this.writer = writer;
        this.patience = keepAlive.isZero() ? null : new Patience(keepAlive, deadlines);
    }

    /** @param challenge creates the challenge for a caller that lacks some of these scopes */
    Mono<ServerResponse> write(Reply reply, Accepts accepts, Function<List<String>, String> challenge) {
        if (reply instanceof Reply.Response response) {
            return write(response, accepts, challenge);
        }
        if (reply instanceof Reply.Stream stream) {
            return write(stream.events());
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
            Reply.Response reply, Accepts accepts, Function<List<String>, String> challenge) {
        Reply.Form form = reply.form();
        return Mono.deferContextual(context -> {
            ReplyEvents events = new ReplyEvents(context);
            return events.begin(reply.begin().get(), accepts.stream() ? patience : null)
                    .flatMap(first -> respond(first, events, form, accepts, challenge))
                    .switchIfEmpty(Mono.defer(() -> withoutResponse(form, accepts)));
        });
    }

    // Waits for the first event, so that a refusal can still set the status.
    private Mono<ServerResponse> write(Flux<StreamEvent> stream) {
        return Mono.deferContextual(context -> {
            ReplyEvents events = new ReplyEvents(context);
            return events.begin(new Reply.Work(stream, () -> {}), null)
                    .flatMap(first -> stream(Map.of(), events.all(first)))
                    .switchIfEmpty(Mono.defer(() -> stream(Map.of(), Flux.empty())));
        });
    }

    private Mono<ServerResponse> respond(
            StreamEvent first,
            ReplyEvents events,
            Reply.Form form,
            Accepts accepts,
            Function<List<String>, String> challenge) {
        if (first instanceof StreamEvent.Message response && response.isResponse()) {
            if (!response.requiredScopes().isEmpty()) {
                return forbidden(form, challenge.apply(response.requiredScopes()), response.json());
            }
            HttpStatus status = form.status().apply(response.errorCode());
            // An error status has a JSON body for all clients, like the refusal of an unread request.
            if (accepts.json() || status.isError()) {
                return Mono.just(new JsonResponse(status, form.headers(), response.json(), writer));
            }
        }
        return stream(form.headers(), events.all(first));
    }

    private Mono<ServerResponse> withoutResponse(Reply.Form form, Accepts accepts) {
        return accepts.stream()
                ? stream(form.headers(), Flux.empty())
                : ServerResponse.accepted()
                        .headers(target -> form.headers().forEach(target::set))
                        .build();
    }

    private Mono<ServerResponse> forbidden(Reply.Form form, String challenge, MessageBytes body) {
        Map<String, String> headers = new HashMap<>(form.headers());
        headers.put(HttpHeaders.WWW_AUTHENTICATE, challenge);
        return Mono.just(new JsonResponse(HttpStatus.FORBIDDEN, headers, body, writer));
    }

    private Mono<ServerResponse> stream(Map<String, String> headers, Flux<StreamEvent> events) {
        return ServerResponse.ok()
                .headers(target -> headers.forEach(target::set))
                .header(HttpHeaders.CACHE_CONTROL, "no-cache, no-transform")
                .header("X-Accel-Buffering", "no")
                .contentType(MediaType.TEXT_EVENT_STREAM)
                .body((message, context) -> EventStream.write(events, writer, message));
    }
}
