package io.mcpspring.session;

import io.mcpspring.Internal;
import io.mcpspring.exchange.ClientChannel;
import io.mcpspring.memory.RequestMemory;
import io.mcpspring.protocol.JsonRpcError;
import io.mcpspring.protocol.JsonRpcMessage;
import io.mcpspring.protocol.JsonRpcRequest;
import io.mcpspring.protocol.JsonRpcResponse;
import io.mcpspring.server.StreamEvent;
import io.mcpspring.validation.Quoted;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Queue;
import java.util.function.Consumer;
import reactor.core.Disposable;
import reactor.core.Disposables;
import reactor.core.publisher.Flux;
import reactor.core.publisher.FluxSink.OverflowStrategy;
import reactor.core.scheduler.Schedulers;
import reactor.util.context.ContextView;

/**
 * The reply to a POST of a legacy client: runs its requests one after the other, and sends their messages on one
 * stream.
 */
@Internal
public final class LegacyReply {

    /** Begins the work for a request. */
    public interface Dispatch {

        Flux<JsonRpcMessage> of(JsonRpcRequest request, ClientChannel channel);
    }

    /** A request that waits for the end of the previous one. */
    private record Waiting(JsonRpcRequest request, RunningRequest running) {}

    private final OpenSession session;

    private final ReplyStream stream;

    private final ClientChannel channel;

    private final Dispatch dispatch;

    private final Consumer<JsonRpcMessage> unanswered;

    private final Queue<Waiting> waiting = new ArrayDeque<>(1);

    private List<JsonRpcMessage> messages;

    private Disposable held = Disposables.disposed();

    /** @param unanswered receives the messages without a response */
    LegacyReply(
            OpenSession session,
            ReplyStream stream,
            ClientChannel channel,
            List<JsonRpcMessage> messages,
            Dispatch dispatch,
            Consumer<JsonRpcMessage> unanswered) {
        this.session = session;
        this.stream = stream;
        this.channel = channel;
        this.messages = messages;
        this.dispatch = dispatch;
        this.unanswered = unanswered;
    }

    /** Whether the server responds to a message. */
    public static boolean answers(JsonRpcMessage message) {
        return message instanceof JsonRpcRequest || message instanceof JsonRpcResponse.Failure;
    }

    /**
     * Runs the requests and emits their messages, for a subscriber that requests all of them at once. The requests
     * continue when the client disconnects.
     *
     * @param memory the memory of the requests, held until the last one has begun
     */
    public Flux<StreamEvent> events(RequestMemory memory) {
        return stream.begin(context -> begin(memory, context), OverflowStrategy.IGNORE);
    }

    /** As {@link #events}, for a client that accepts streams only. */
    public Flux<StreamEvent> streamed(RequestMemory memory) {
        return stream.begin(
                context -> {
                    stream.open();
                    begin(memory, context);
                },
                OverflowStrategy.IGNORE);
    }

    /** Turns the reply into a stream, unless it is one already. */
    public void open() {
        stream.open();
    }

    // All requests are registered before the first one runs, so that each can be cancelled.
    private void begin(RequestMemory memory, ContextView context) {
        held = memory.hold();
        try {
            messages.forEach(message -> prepare(message, context));
            messages = List.of();
            proceed();
        } catch (RuntimeException | Error failure) {
            held.dispose();
            throw failure;
        }
    }

    private void prepare(JsonRpcMessage message, ContextView context) {
        if (message instanceof JsonRpcRequest request) {
            RunningRequest running = new RunningRequest(request.id(), session, stream, context, this::proceedElsewhere);
            if (session.running().add(running)) {
                waiting.add(new Waiting(request, running));
            } else {
                stream.send(failure(
                        request,
                        "A request with the id " + Quoted.of(request.id().toString()) + " is running already"));
            }
        } else if (message instanceof JsonRpcResponse.Failure failure) {
            stream.send(failure);
        } else {
            unanswered.accept(message);
        }
    }

    private static JsonRpcResponse.Failure failure(JsonRpcRequest request, String problem) {
        return new JsonRpcResponse.Failure(request.id(), new JsonRpcError(JsonRpcError.INVALID_REQUEST, problem));
    }

    private void proceed() {
        Waiting next = waiting.poll();
        while (next != null && !next.running().begin()) {
            next = waiting.poll();
        }
        boolean last = waiting.isEmpty();
        if (next != null) {
            JsonRpcRequest request = next.request();
            next.running().run(() -> messages(request));
        }
        // The request that runs holds the memory itself.
        if (last) {
            held.dispose();
        }
    }

    private Flux<JsonRpcMessage> messages(JsonRpcRequest request) {
        return stream.isFull()
                ? Flux.just(failure(request, "The responses to the batch are too large: send this request again"))
                : dispatch.of(request, channel);
    }

    // On another thread, because the caller may hold locks and serves another request. Not on one of the parallel
    // scheduler, because timers would wait for the requests.
    private void proceedElsewhere() {
        if (!waiting.isEmpty()) {
            Schedulers.boundedElastic().schedule(this::proceed);
        }
    }
}
