package io.mcpspring.session;

import io.mcpspring.protocol.JsonRpcError;
import io.mcpspring.protocol.JsonRpcMessage;
import io.mcpspring.protocol.JsonRpcRequest;
import io.mcpspring.protocol.JsonRpcResponse;
import io.mcpspring.server.ClientChannel;
import io.mcpspring.server.Quoted;
import io.mcpspring.server.StreamEvent;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Flux;
import reactor.util.context.ContextView;

/** The answer to a POST of a legacy client: the work for its requests, and the stream that tells of it. */
public final class LegacyReply {

    /** Begins the work for a request. */
    public interface Dispatch {

        Flux<JsonRpcMessage> of(JsonRpcRequest request, ClientChannel channel);
    }

    private final @Nullable OpenSession session;

    private final LegacyStream stream;

    private final List<JsonRpcMessage> messages;

    private final boolean acceptsStream;

    private final Dispatch dispatch;

    private final Consumer<JsonRpcMessage> unanswered;

    LegacyReply(@Nullable OpenSession session, LegacyStream stream, List<JsonRpcMessage> messages,
            boolean acceptsStream, Dispatch dispatch, Consumer<JsonRpcMessage> unanswered) {
        this.session = session;
        this.stream = stream;
        this.messages = messages;
        this.acceptsStream = acceptsStream;
        this.dispatch = dispatch;
        this.unanswered = unanswered;
    }

    /** An answer that belongs to no session, so that nothing of it is remembered. */
    public static LegacyReply withoutSession(List<JsonRpcMessage> messages, int responses, boolean acceptsStream,
            Dispatch dispatch) {
        return new LegacyReply(null, LegacyStream.ofReply(responses, null, false, ended -> { }), messages,
                acceptsStream, dispatch, message -> { });
    }

    /** Begins the work, which goes on when nobody listens any more, and emits what there is to tell. */
    public Flux<StreamEvent> events() {
        return stream.begin(this::begin);
    }

    /** As {@link #events}, for a client that takes nothing but a stream. */
    public Flux<StreamEvent> streamed() {
        return stream.begin(context -> {
            stream.open();
            begin(context);
        });
    }

    /** Makes a stream of the answer, though there is nothing to tell yet. */
    public void open() {
        stream.open();
    }

    private void begin(ContextView context) {
        messages.forEach(message -> begin(message, context));
    }

    private void begin(JsonRpcMessage message, ContextView context) {
        if (message instanceof JsonRpcRequest request) {
            begin(request, context);
        } else if (message instanceof JsonRpcResponse.Failure failure) {
            stream.send(failure);
        } else {
            unanswered.accept(message);
        }
    }

    private void begin(JsonRpcRequest request, ContextView context) {
        RunningRequest running = new RunningRequest(request.id(), session, stream, context);
        if (session == null || session.start(running)) {
            dispatch.of(request, new LegacyChannel(session, stream, acceptsStream)).subscribe(running);
        } else {
            stream.send(new JsonRpcResponse.Failure(request.id(), new JsonRpcError(JsonRpcError.INVALID_REQUEST,
                    "A request with the id " + Quoted.of(request.id().toString()) + " is running already")));
        }
    }
}
