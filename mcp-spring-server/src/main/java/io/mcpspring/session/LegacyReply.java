package io.mcpspring.session;

import io.mcpspring.Internal;
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
import io.mcpspring.server.StreamEvent;
import io.mcpspring.validation.Quoted;
import java.io.ByteArrayOutputStream;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import reactor.core.Disposable;
import reactor.core.Disposables;
import reactor.core.publisher.Flux;
import reactor.core.publisher.FluxSink.OverflowStrategy;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Schedulers;
import reactor.util.context.ContextView;
import tools.jackson.databind.JsonNode;

/**
 * The reply to a POST of a legacy client: runs its requests one after the other. It becomes a stream if other messages
 * are sent before the responses, or if they take long. The responses to a batch are collected and sent as one array,
 * unless the reply becomes a stream, which it also does if they are large.
 */
@Internal
public final class LegacyReply extends LegacyStream implements ClientChannel {

    private static final int MAX_COLLECTED_BYTES = 1024 * 1024;

    /** Begins the work for a request. */
    public interface Dispatch {

        Flux<JsonRpcMessage> of(JsonRpcRequest request, ClientChannel channel);
    }

    private final OpenSession session;

    private final boolean batch;

    private final boolean acceptsStream;

    private final Dispatch dispatch;

    private final Consumer<JsonRpcMessage> unanswered;

    /** The requests that wait for the end of the previous one. */
    private final Queue<RunningRequest> waiting = new ArrayDeque<>(1);

    private final List<StreamEvent.Message> collected = new ArrayList<>(0);

    private long collectedBytes;

    private List<JsonRpcMessage> messages;

    private Disposable held = Disposables.disposed();

    private RequestMemory memory = RequestMemory.UNCOUNTED;

    /**
     * @param messages requests, the responses to invalid requests, and messages without a response, in their order
     * @param batch whether the responses are sent as an array
     * @param acceptsStream whether the client accepts messages before the responses
     * @param unanswered receives the messages without a response
     */
    LegacyReply(
            OpenSession session,
            Runnable onEnd,
            List<JsonRpcMessage> messages,
            boolean batch,
            boolean acceptsStream,
            Dispatch dispatch,
            Consumer<JsonRpcMessage> unanswered) {
        super(EventId.randomStream(), session.streams, onEnd);
        this.session = session;
        this.messages = messages;
        this.batch = batch;
        this.acceptsStream = acceptsStream;
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
     * @param stream whether the reply is a stream in any case
     */
    public Flux<StreamEvent> events(RequestMemory memory, boolean stream) {
        return begin(
                context -> {
                    if (stream) {
                        open();
                    }
                    begin(memory, context);
                },
                OverflowStrategy.IGNORE);
    }

    // All requests are registered before the first one runs, so that each can be cancelled.
    private void begin(RequestMemory memory, ContextView context) {
        this.memory = memory;
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
            RunningRequest running = new RunningRequest(request, session, this, context);
            if (session.begin(running)) {
                waiting.add(running);
            } else {
                send(failure(
                        request,
                        "A request with the id " + Quoted.of(request.id().toString()) + " is running already"));
            }
        } else if (message instanceof JsonRpcResponse.Failure failure) {
            send(failure);
        } else {
            unanswered.accept(message);
        }
    }

    private static JsonRpcResponse.Failure failure(JsonRpcRequest request, String problem) {
        return new JsonRpcResponse.Failure(request.id(), new JsonRpcError(JsonRpcError.INVALID_REQUEST, problem));
    }

    private void proceed() {
        for (RunningRequest next = waiting.poll(); next != null; next = waiting.poll()) {
            boolean last = waiting.isEmpty();
            if (next.run(this::messages)) {
                // The request that runs holds the memory itself.
                if (last) {
                    held.dispose();
                }
                return;
            }
        }
        held.dispose();
        complete();
    }

    private Flux<JsonRpcMessage> messages(JsonRpcRequest request) {
        return isFull()
                ? Flux.just(failure(request, "The responses to the batch are too large: send this request again"))
                : dispatch.of(request, this);
    }

    /** Notes that a request has been answered, or was cancelled and gets no response. */
    void requestEnded() {
        if (waiting.isEmpty()) {
            complete();
        } else {
            // On another thread, because the caller may hold locks and serves another request. Not on one of the
            // parallel scheduler, because timers would wait for the requests.
            Schedulers.boundedElastic().schedule(this::proceed);
        }
    }

    /** Sends a message; a response is not kept for clients that reconnect, and has no event id, if it becomes JSON. */
    @Override
    synchronized void send(JsonRpcMessage message) {
        if (!(message instanceof JsonRpcResponse)) {
            super.send(message);
        } else if (isOpen()) {
            sendAndKeep(written(message));
        } else if (!isEnded()) {
            answer(written(message));
        }
    }

    private StreamEvent.Message written(JsonRpcMessage response) {
        return StreamEvent.Message.of(response, UnaryOperator.identity(), memory);
    }

    private void answer(StreamEvent.Message response) {
        if (!batch) {
            sendNow(response);
            return;
        }
        collected.add(response);
        collectedBytes += response.size();
        if (acceptsStream && isFull()) {
            open();
        }
    }

    /** Whether no further responses can be collected. */
    synchronized boolean isFull() {
        return !isOpen() && collectedBytes > MAX_COLLECTED_BYTES;
    }

    @Override
    void onOpen() {
        collected.forEach(this::sendAndKeep);
        collected.clear();
    }

    private synchronized void complete() {
        if (!isEnded() && !collected.isEmpty()) {
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
