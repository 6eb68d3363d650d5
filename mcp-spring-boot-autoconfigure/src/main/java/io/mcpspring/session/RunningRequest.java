package io.mcpspring.session;

import io.mcpspring.protocol.JsonRpcMessage;
import io.mcpspring.protocol.JsonRpcResponse;
import io.mcpspring.protocol.RequestId;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import reactor.core.publisher.BaseSubscriber;
import reactor.util.context.Context;
import reactor.util.context.ContextView;

/**
 * The work for a request. It outlives the connection and ends when the response is sent or the client cancels the
 * request.
 */
final class RunningRequest extends BaseSubscriber<JsonRpcMessage> {

    private final RequestId id;

    private final RequestScope scope;

    private final ReplyStream stream;

    private final Context context;

    private final Consumer<Boolean> onEnd;

    private final AtomicBoolean over = new AtomicBoolean();

    /** @param onEnd run at the end; its argument is {@code false} if the request was cancelled */
    RunningRequest(RequestId id, RequestScope scope, ReplyStream stream, ContextView context, Consumer<Boolean> onEnd) {
        this.id = id;
        this.scope = scope;
        this.stream = stream;
        this.context = Context.of(context);
        this.onEnd = onEnd;
    }

    RequestId id() {
        return id;
    }

    @Override
    public Context currentContext() {
        return context;
    }

    @Override
    protected void hookOnNext(JsonRpcMessage message) {
        if (!(message instanceof JsonRpcResponse)) {
            stream.send(message);
        } else if (ends()) {
            stream.send(message);
            onEnd.accept(true);
        }
    }

    /** Whether the request has been answered or cancelled. */
    boolean isOver() {
        return over.get();
    }

    /** Stops the work; no response follows. */
    void cancelByClient() {
        if (ends()) {
            dispose();
            stream.decrementExpectedResponses();
            onEnd.accept(false);
        }
    }

    private boolean ends() {
        boolean first = over.compareAndSet(false, true);
        if (first) {
            scope.finish(this);
        }
        return first;
    }
}
