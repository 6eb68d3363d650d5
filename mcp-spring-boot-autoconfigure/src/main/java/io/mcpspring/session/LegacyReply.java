package io.mcpspring.session;

import io.mcpspring.Internal;
import io.mcpspring.exchange.ClientChannel;
import io.mcpspring.protocol.JsonRpcError;
import io.mcpspring.protocol.JsonRpcMessage;
import io.mcpspring.protocol.JsonRpcRequest;
import io.mcpspring.protocol.JsonRpcResponse;
import io.mcpspring.server.StreamEvent;
import io.mcpspring.validation.Quoted;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Flux;
import reactor.core.scheduler.Schedulers;
import reactor.util.context.ContextView;

/** The answer to a POST of a legacy client: the work for its requests, and the stream that tells of it. */
@Internal
public final class LegacyReply {

    /** Begins the work for a request. */
    public interface Dispatch {

        Flux<JsonRpcMessage> of(JsonRpcRequest request, ClientChannel channel);
    }

    /** So many requests of a batch run at a time, those included whose responses wait for the client. */
    private static final int MAX_RUNNING = 8;

    private final @Nullable OpenSession session;

    private final LegacyStream stream;

    private final Queue<Runnable> waiting = new ConcurrentLinkedQueue<>();

    private List<JsonRpcMessage> messages;

    private final boolean acceptsStream;

    private final Dispatch dispatch;

    private final Consumer<JsonRpcMessage> unanswered;

    private int running;

    private int untaken;

    private boolean clientIsGone;

    LegacyReply(
            @Nullable OpenSession session,
            LegacyStream stream,
            List<JsonRpcMessage> messages,
            boolean acceptsStream,
            Dispatch dispatch,
            Consumer<JsonRpcMessage> unanswered) {
        this.session = session;
        this.stream = stream;
        this.messages = messages;
        this.acceptsStream = acceptsStream;
        this.dispatch = dispatch;
        this.unanswered = unanswered;
    }

    /** An answer that belongs to no session, so that nothing of it is remembered. */
    public static LegacyReply withoutSession(
            List<JsonRpcMessage> messages, int responses, boolean acceptsStream, Dispatch dispatch) {
        return new LegacyReply(
                null,
                LegacyStream.ofReply(responses, null, false, ended -> {}),
                messages,
                acceptsStream,
                dispatch,
                message -> {});
    }

    /** Begins the work, which goes on when nobody listens any more, and emits what there is to tell. */
    public Flux<StreamEvent> events() {
        return stream.begin(this::begin).doFinally(signal -> leave());
    }

    /** As {@link #events}, for a client that takes nothing but a stream. */
    public Flux<StreamEvent> streamed() {
        return stream.begin(context -> {
                    stream.open();
                    begin(context);
                })
                .doFinally(signal -> leave());
    }

    /** Makes a stream of the answer, though there is nothing to tell yet. */
    public void open() {
        stream.open();
    }

    // Every request is known before the first one runs, so that it can be cancelled.
    private void begin(ContextView context) {
        messages.forEach(message -> prepare(message, context));
        messages = List.of();
        proceed();
    }

    private void prepare(JsonRpcMessage message, ContextView context) {
        if (message instanceof JsonRpcRequest request) {
            prepare(request, context);
        } else if (message instanceof JsonRpcResponse.Failure failure) {
            waiting.add(() -> answer(failure));
        } else {
            unanswered.accept(message);
        }
    }

    private void prepare(JsonRpcRequest request, ContextView context) {
        RunningRequest running = new RunningRequest(request.id(), session, stream, context, this::ended);
        if (session == null || session.start(running)) {
            waiting.add(() -> {
                if (!running.isOver()) {
                    dispatch.of(request, new LegacyChannel(session, stream, acceptsStream))
                            .subscribe(running);
                }
            });
        } else {
            waiting.add(() -> answer(new JsonRpcResponse.Failure(
                    request.id(),
                    new JsonRpcError(
                            JsonRpcError.INVALID_REQUEST,
                            "A request with the id " + Quoted.of(request.id().toString()) + " is running already"))));
        }
    }

    private void answer(JsonRpcMessage response) {
        stream.send(response);
        ended(true);
    }

    private void proceed() {
        for (Runnable next = next(); next != null; next = next()) {
            next.run();
        }
    }

    private synchronized @Nullable Runnable next() {
        if (running + untaken >= MAX_RUNNING || waiting.isEmpty()) {
            return null;
        }
        running++;
        return waiting.remove();
    }

    private void ended(boolean answered) {
        synchronized (this) {
            running--;
            if (answered && !clientIsGone) {
                untaken++;
            }
        }
        proceedElsewhere();
    }

    /** The client has taken a response. */
    public void taken() {
        synchronized (this) {
            untaken = Math.max(0, untaken - 1);
        }
        proceedElsewhere();
    }

    // Nothing waits for a client any more.
    private void leave() {
        synchronized (this) {
            clientIsGone = true;
            untaken = 0;
        }
        proceedElsewhere();
    }

    // The caller may hold locks, and is at work for another request.
    private void proceedElsewhere() {
        if (!waiting.isEmpty()) {
            Schedulers.parallel().schedule(this::proceed);
        }
    }
}
