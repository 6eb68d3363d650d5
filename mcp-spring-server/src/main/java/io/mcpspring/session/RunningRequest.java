package io.mcpspring.session;

import io.mcpspring.UserCode;
import io.mcpspring.protocol.JsonRpcMessage;
import io.mcpspring.protocol.JsonRpcRequest;
import io.mcpspring.protocol.JsonRpcResponse;
import io.mcpspring.protocol.RequestId;
import io.mcpspring.server.ErrorReport;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Function;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.BaseSubscriber;
import reactor.core.publisher.Flux;
import reactor.util.context.Context;
import reactor.util.context.ContextView;

/**
 * The work for a request. It outlives the connection and ends when the response is sent or the client cancels the
 * request.
 */
final class RunningRequest extends BaseSubscriber<JsonRpcMessage> {

    private enum State {
        WAITING,

        RUNNING,

        /** The request has been answered or cancelled. */
        OVER
    }

    private static final Log logger = LogFactory.getLog(RunningRequest.class);

    private final RequestId id;

    /** Forgotten when the work has begun, because its parameters may be large. */
    private @Nullable JsonRpcRequest request;

    private final OpenSession session;

    private final LegacyReply reply;

    private final Context context;

    private final AtomicReference<State> state = new AtomicReference<>(State.WAITING);

    RunningRequest(JsonRpcRequest request, OpenSession session, LegacyReply reply, ContextView context) {
        this.id = request.id();
        this.request = request;
        this.session = session;
        this.reply = reply;
        this.context = Context.of(context);
    }

    RequestId id() {
        return id;
    }

    /**
     * Runs the work.
     *
     * @return {@code false} if the client has cancelled the request
     */
    boolean run(Function<JsonRpcRequest, Flux<JsonRpcMessage>> work) {
        JsonRpcRequest begun = request;
        request = null;
        if (begun == null || !state.compareAndSet(State.WAITING, State.RUNNING)) {
            return false;
        }
        UserCode.run(() -> work.apply(begun).subscribe(this), this::hookOnError);
        return true;
    }

    @Override
    public Context currentContext() {
        return context;
    }

    @Override
    protected void hookOnNext(JsonRpcMessage message) {
        if (!(message instanceof JsonRpcResponse)) {
            reply.send(message);
        } else if (end() != State.OVER) {
            answer(message);
        }
    }

    @Override
    protected void hookOnComplete() {
        if (state.get() != State.OVER) {
            hookOnError(new IllegalStateException("The request ended without a response"));
        }
    }

    @Override
    protected void hookOnError(Throwable failure) {
        if (end() != State.OVER) {
            answer(new JsonRpcResponse.Failure(
                    id, ErrorReport.internalError(logger, "A request could not be served", failure)));
        } else {
            ErrorReport.logLate(logger, "A request failed", failure);
        }
    }

    private void answer(JsonRpcMessage response) {
        try {
            reply.send(response);
        } finally {
            reply.requestEnded();
        }
    }

    /** Stops the work; no response follows. */
    void cancelByClient() {
        State before = end();
        if (before == State.RUNNING) {
            ErrorReport.attempt(logger, "A request could not be cancelled", this::dispose);
            reply.requestEnded();
        }
    }

    private State end() {
        State before = state.getAndSet(State.OVER);
        if (before != State.OVER) {
            session.end(this);
        }
        return before;
    }
}
