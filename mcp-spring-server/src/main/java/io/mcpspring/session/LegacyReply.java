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
import org.jspecify.annotations.Nullable;
import reactor.core.Disposable;
import reactor.core.Disposables;
import reactor.core.publisher.Flux;
import reactor.core.publisher.FluxSink.OverflowStrategy;
import reactor.core.scheduler.Schedulers;
import reactor.util.context.ContextView;

/** The reply to a POST of a legacy client: runs its requests and sends their messages on one stream. */
@Internal
public final class LegacyReply {

    /** Begins the work for a request. */
    public interface Dispatch {

        Flux<JsonRpcMessage> of(JsonRpcRequest request, ClientChannel channel);
    }

    /**
     * Maximum number of requests of a batch that run at the same time, including those whose responses the connection
     * has not accepted yet.
     */
    private static final int MAX_RUNNING = 8;

    /** What waits for its turn to be answered. */
    private sealed interface Waiting {

        record Request(JsonRpcRequest request, RunningRequest running) implements Waiting {}

        record Refused(JsonRpcResponse.Failure answer) implements Waiting {}
    }

    private final RequestScope scope;

    private final ReplyStream stream;

    private final Queue<Waiting> waiting = new ArrayDeque<>(1);

    private List<JsonRpcMessage> messages;

    private final boolean acceptsStream;

    private final Dispatch dispatch;

    private final Consumer<JsonRpcMessage> unanswered;

    private int running;

    private int unaccepted;

    private boolean disconnected;

    private Disposable held = Disposables.disposed();

    LegacyReply(
            RequestScope scope,
            ReplyStream stream,
            List<JsonRpcMessage> messages,
            boolean acceptsStream,
            Dispatch dispatch,
            Consumer<JsonRpcMessage> unanswered) {
        this.scope = scope;
        this.stream = stream;
        this.messages = messages;
        this.acceptsStream = acceptsStream;
        this.dispatch = dispatch;
        this.unanswered = unanswered;
    }

    /**
     * Runs the requests and emits their messages, for a subscriber that requests all of them at once. The requests
     * continue when the client disconnects.
     *
     * @param memory the memory of the requests, held until the last one has begun
     */
    public Flux<StreamEvent> events(RequestMemory memory) {
        return events(memory, this::begin);
    }

    /** As {@link #events}, for a client that accepts streams only. */
    public Flux<StreamEvent> streamed(RequestMemory memory) {
        return events(memory, context -> {
            stream.open();
            begin(context);
        });
    }

    private Flux<StreamEvent> events(RequestMemory memory, Consumer<ContextView> work) {
        return stream.begin(
                context -> {
                    held = memory.hold();
                    try {
                        work.accept(context);
                    } catch (RuntimeException | Error failure) {
                        held.dispose();
                        throw failure;
                    }
                },
                this::onDisconnect,
                OverflowStrategy.IGNORE);
    }

    /** Turns the reply into a stream, unless it is one already. */
    public void open() {
        stream.open();
    }

    // All requests are registered before the first one runs, so that each can be cancelled.
    private void begin(ContextView context) {
        messages.forEach(message -> prepare(message, context));
        messages = List.of();
        proceed();
    }

    private void prepare(JsonRpcMessage message, ContextView context) {
        if (message instanceof JsonRpcRequest request) {
            prepare(request, context);
        } else if (message instanceof JsonRpcResponse.Failure failure) {
            enqueue(new Waiting.Refused(failure));
        } else {
            unanswered.accept(message);
        }
    }

    private void prepare(JsonRpcRequest request, ContextView context) {
        RunningRequest running = new RunningRequest(request.id(), scope, stream, context, this::ended);
        if (scope.start(running)) {
            enqueue(new Waiting.Request(request, running));
        } else {
            enqueue(new Waiting.Refused(new JsonRpcResponse.Failure(
                    request.id(),
                    new JsonRpcError(
                            JsonRpcError.INVALID_REQUEST,
                            "A request with the id " + Quoted.of(request.id().toString()) + " is running already"))));
        }
    }

    private synchronized void enqueue(Waiting turn) {
        waiting.add(turn);
    }

    private synchronized boolean isWaiting() {
        return !waiting.isEmpty();
    }

    private void proceed() {
        for (Waiting next = next(); next != null; next = next()) {
            if (next instanceof Waiting.Request request) {
                request.running().run(() -> dispatch.of(request.request(), scope.channel(stream, acceptsStream)));
            } else if (next instanceof Waiting.Refused refused) {
                stream.send(refused.answer());
                ended(true);
            }
        }
        // Each request that runs holds the memory itself.
        if (!isWaiting()) {
            held.dispose();
        }
    }

    /** Returns what may run now; counted until it has {@link #ended}. */
    private synchronized @Nullable Waiting next() {
        if (running + unaccepted >= MAX_RUNNING) {
            return null;
        }
        Waiting next = waiting.poll();
        while (next instanceof Waiting.Request request && !request.running().begin()) {
            next = waiting.poll();
        }
        if (next != null) {
            running++;
        }
        return next;
    }

    private void ended(boolean answered) {
        synchronized (this) {
            running--;
            if (answered && !disconnected) {
                unaccepted++;
            }
        }
        proceedAsync();
    }

    /** Notes that the connection has accepted a response. */
    public void accepted() {
        synchronized (this) {
            if (!disconnected) {
                // Negative for a moment if the response is accepted before its request has ended.
                unaccepted--;
            }
        }
        proceedAsync();
    }

    // Responses are no longer accepted, so they must not delay the remaining requests.
    private void onDisconnect() {
        synchronized (this) {
            disconnected = true;
            unaccepted = 0;
        }
        proceedAsync();
    }

    // On another thread, because the caller may hold locks and serves another request. Not on one of the parallel
    // scheduler, because timers would wait for the requests.
    private void proceedAsync() {
        if (isWaiting()) {
            Schedulers.boundedElastic().schedule(this::proceed);
        }
    }
}
