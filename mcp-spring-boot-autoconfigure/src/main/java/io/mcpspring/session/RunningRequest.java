package io.mcpspring.session;

import io.mcpspring.protocol.JsonRpcMessage;
import io.mcpspring.protocol.JsonRpcResponse;
import io.mcpspring.protocol.RequestId;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.BaseSubscriber;
import reactor.util.context.Context;
import reactor.util.context.ContextView;

/** The work for a request, which depends on no connection: it ends with its response, or is cancelled by the client. */
final class RunningRequest extends BaseSubscriber<JsonRpcMessage> {

    private final RequestId id;

    private final @Nullable OpenSession session;

    private final LegacyStream stream;

    private final Context context;

    private final Consumer<Boolean> onEnd;

    private final AtomicBoolean over = new AtomicBoolean();

    /** @param onEnd is told whether the request was answered, or cancelled */
    RunningRequest(
            RequestId id,
            @Nullable OpenSession session,
            LegacyStream stream,
            ContextView context,
            Consumer<Boolean> onEnd) {
        this.id = id;
        this.session = session;
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

    /** Whether it was answered or cancelled. */
    boolean isOver() {
        return over.get();
    }

    /** Stops the work; no response follows. */
    void cancelByClient() {
        if (ends()) {
            dispose();
            stream.expectLess();
            onEnd.accept(false);
        }
    }

    private boolean ends() {
        boolean first = over.compareAndSet(false, true);
        if (first && session != null) {
            session.finish(this);
        }
        return first;
    }
}
