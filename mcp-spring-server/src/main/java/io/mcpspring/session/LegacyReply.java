package io.mcpspring.session;

import io.mcpspring.Internal;
import io.mcpspring.UserCode;
import io.mcpspring.exchange.ClientChannel;
import io.mcpspring.exchange.McpClientCapabilityException;
import io.mcpspring.memory.RequestMemory;
import io.mcpspring.protocol.InputRequest;
import io.mcpspring.protocol.JsonRpcError;
import io.mcpspring.protocol.JsonRpcMessage;
import io.mcpspring.protocol.JsonRpcNotification;
import io.mcpspring.protocol.JsonRpcRequest;
import io.mcpspring.protocol.JsonRpcResponse;
import io.mcpspring.protocol.LoggingLevel;
import io.mcpspring.protocol.MessageBytes;
import io.mcpspring.protocol.RequestId;
import io.mcpspring.server.ErrorReport;
import io.mcpspring.server.StreamEvent;
import io.mcpspring.validation.Quoted;
import java.io.ByteArrayOutputStream;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.jspecify.annotations.Nullable;
import reactor.core.Disposable;
import reactor.core.Disposables;
import reactor.core.publisher.BaseSubscriber;
import reactor.core.publisher.Flux;
import reactor.core.publisher.FluxSink.OverflowStrategy;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Schedulers;
import reactor.util.context.Context;
import reactor.util.context.ContextView;
import tools.jackson.databind.JsonNode;

/**
 * The reply to a POST of a legacy client: runs its requests one after the other. It becomes a stream if other messages
 * are sent before the responses, or if they take long. The responses to a batch are collected and sent as one array,
 * unless the reply becomes a stream, which it also does if they are large.
 */
@Internal
public final class LegacyReply extends LegacyStream implements ClientChannel {

    private static final Log logger = LogFactory.getLog(LegacyReply.class);

    private static final int MAX_COLLECTED_BYTES = 1024 * 1024;

    /** Begins the work for a request. */
    public interface Dispatch {

        Flux<JsonRpcMessage> of(JsonRpcRequest request, ClientChannel channel);
    }

    /**
     * A request that its session knows until it is answered or cancelled, whichever comes first. Its work outlives the
     * connection.
     */
    final class RunningRequest extends BaseSubscriber<JsonRpcMessage> {

        final RequestId id;

        /** Emptied when the work begins, because its parameters may be large, or when the request is cancelled. */
        private final AtomicReference<@Nullable JsonRpcRequest> waiting;

        RunningRequest(JsonRpcRequest request) {
            this.id = request.id();
            this.waiting = new AtomicReference<>(request);
        }

        /**
         * Begins the work.
         *
         * @return {@code false} if the client has cancelled the request
         */
        private boolean run() {
            JsonRpcRequest request = waiting.getAndSet(null);
            if (request == null) {
                return false;
            }
            UserCode.run(() -> work(request).subscribe(this), this::onError);
            return true;
        }

        @Override
        public Context currentContext() {
            return context;
        }

        @Override
        protected void hookOnNext(JsonRpcMessage message) {
            if (!(message instanceof JsonRpcResponse)) {
                send(message);
            } else if (session.end(this)) {
                answer(message);
            }
        }

        @Override
        protected void hookOnError(Throwable failure) {
            if (session.end(this)) {
                answer(new JsonRpcResponse.Failure(
                        id, ErrorReport.internalError(logger, "A request could not be served", failure)));
            }
        }

        private void answer(JsonRpcMessage response) {
            try {
                send(response);
            } finally {
                requestEnded();
            }
        }

        /** Stops the work; to be called when the session no longer knows the request. No response follows. */
        void cancelByClient() {
            if (waiting.getAndSet(null) == null) {
                ErrorReport.attempt(logger, "A request could not be cancelled", this::dispose);
                requestEnded();
            }
        }
    }

    private final OpenSession session;

    private final boolean batch;

    private final boolean acceptsStream;

    private final RequestMemory memory;

    private final Dispatch dispatch;

    /** The requests that wait for the end of the previous one. */
    private final Queue<RunningRequest> requests = new ArrayDeque<>(1);

    private final List<StreamEvent.Message> collected = new ArrayList<>(0);

    private long collectedBytes;

    private List<JsonRpcMessage> messages;

    private Disposable held = Disposables.disposed();

    private Context context = Context.empty();

    /**
     * @param messages requests, and the responses to invalid requests; other messages are ignored
     * @param batch whether the responses are sent as an array
     * @param acceptsStream whether the client accepts messages before the responses
     * @param memory the memory of the requests, held until all of them have ended
     */
    LegacyReply(
            OpenSession session,
            Runnable onEnd,
            List<JsonRpcMessage> messages,
            boolean batch,
            boolean acceptsStream,
            RequestMemory memory,
            Dispatch dispatch) {
        super(EventId.randomStream(), session.streams, onEnd);
        this.session = session;
        this.messages = messages;
        this.batch = batch;
        this.acceptsStream = acceptsStream;
        this.memory = memory;
        this.dispatch = dispatch;
    }

    /** Whether the server responds to a message. */
    public static boolean answers(JsonRpcMessage message) {
        return message instanceof JsonRpcRequest || message instanceof JsonRpcResponse.Failure;
    }

    /**
     * Runs the requests and emits their messages, for a subscriber that requests all of them at once. The requests
     * continue when the client disconnects.
     *
     * @param stream whether the reply is a stream in any case
     */
    public Flux<StreamEvent> events(boolean stream) {
        return begin(subscriber -> begin(stream, subscriber), OverflowStrategy.IGNORE);
    }

    // All requests are registered before the first one runs, so that each can be cancelled.
    private void begin(boolean stream, ContextView subscriber) {
        context = Context.of(subscriber);
        held = memory.hold();
        if (stream) {
            open();
        }
        messages.forEach(this::register);
        messages = List.of();
        proceed();
    }

    private void register(JsonRpcMessage message) {
        if (message instanceof JsonRpcRequest request) {
            RunningRequest running = new RunningRequest(request);
            if (session.begin(running)) {
                requests.add(running);
            } else {
                String id = Quoted.of(request.id().toString());
                send(failure(request, "A request with the id " + id + " is running already"));
            }
        } else if (message instanceof JsonRpcResponse.Failure failure) {
            send(failure);
        }
    }

    private static JsonRpcResponse.Failure failure(JsonRpcRequest request, String problem) {
        return new JsonRpcResponse.Failure(request.id(), new JsonRpcError(JsonRpcError.INVALID_REQUEST, problem));
    }

    /** Runs the next request that has not been cancelled. */
    private void proceed() {
        RunningRequest next = requests.poll();
        while (next != null && !next.run()) {
            next = requests.poll();
        }
        if (next == null) {
            complete();
        }
    }

    /** Notes that a request has been answered, or was cancelled and gets no response. */
    void requestEnded() {
        if (requests.isEmpty()) {
            complete();
        } else {
            // On another thread, because the caller may hold locks and serves another request. Not on one of the
            // parallel scheduler, because timers would wait for the requests.
            Schedulers.boundedElastic().schedule(this::proceed);
        }
    }

    private Flux<JsonRpcMessage> work(JsonRpcRequest request) {
        return isFull()
                ? Flux.just(failure(request, "The responses to the batch are too large: send this request again"))
                : dispatch.of(request, this);
    }

    /** Sends a message; a response is not kept for clients that reconnect, and has no event id, if it becomes JSON. */
    @Override
    synchronized void send(JsonRpcMessage message) {
        if (!(message instanceof JsonRpcResponse)) {
            super.send(message);
            return;
        }
        StreamEvent.Message response = StreamEvent.Message.of(message, UnaryOperator.identity(), memory);
        if (isOpen()) {
            sendAndKeep(response);
        } else if (batch) {
            collect(response);
        } else {
            sendNow(response);
        }
    }

    private void collect(StreamEvent.Message response) {
        collected.add(response);
        collectedBytes += response.size();
        if (acceptsStream && isFull()) {
            open();
        }
    }

    /** Whether no further responses can be collected. */
    synchronized boolean isFull() {
        return collectedBytes > MAX_COLLECTED_BYTES;
    }

    @Override
    void onOpen() {
        collected.forEach(this::sendAndKeep);
        collected.clear();
        collectedBytes = 0;
    }

    private synchronized void complete() {
        held.dispose();
        if (!collected.isEmpty()) {
            ByteArrayOutputStream array = new ByteArrayOutputStream();
            for (StreamEvent.Message response : collected) {
                array.write(array.size() == 0 ? '[' : ',');
                array.writeBytes(response.json().toArray());
            }
            array.write(']');
            sendNow(new StreamEvent.Message(null, null, 0, List.of(), MessageBytes.of(array.toByteArray())));
        }
        end();
    }

    @Override
    public boolean acceptsStream() {
        return acceptsStream;
    }

    @Override
    public Optional<LoggingLevel> logLevel() {
        return Optional.of(session.logLevel());
    }

    @Override
    public Optional<ClientChannel.Session> session() {
        return Optional.of(session);
    }

    @Override
    public Mono<JsonNode> ask(InputRequest question, Consumer<JsonRpcMessage> client) {
        return acceptsStream
                ? session.questions.ask(question, client)
                : Mono.error(new McpClientCapabilityException(
                        "The client cannot be asked: it does not accept text/event-stream"));
    }

    @Override
    public void sendAfterwards(JsonRpcNotification notification) {
        session.send(notification);
    }

    @Override
    public void closeStream(Duration retryAfter) {
        if (acceptsStream) {
            closeConnection(retryAfter);
        }
    }
}
