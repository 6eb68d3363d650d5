package io.mcpspring.exchange;

import io.mcpspring.Internal;
import io.mcpspring.protocol.ClientCapabilities;
import io.mcpspring.protocol.InputRequest;
import io.mcpspring.protocol.InputRequiredResult;
import io.mcpspring.protocol.JsonRpcError;
import io.mcpspring.protocol.JsonRpcMessage;
import io.mcpspring.protocol.JsonRpcNotification;
import io.mcpspring.protocol.JsonRpcRequest;
import io.mcpspring.protocol.JsonValue;
import io.mcpspring.protocol.LoggingLevel;
import io.mcpspring.protocol.McpProtocolException;
import io.mcpspring.protocol.ProtocolVersion;
import io.mcpspring.protocol.RequestId;
import io.mcpspring.protocol.RequestMethod;
import io.mcpspring.seal.CanonicalJson;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Schedulers;
import tools.jackson.databind.JsonNode;

/** A request in progress: its context, and the messages and questions to its client. */
@Internal
public final class Exchange {

    private final RequestId requestId;

    private final String method;

    private final String name;

    private final CallContext context;

    private final Consumer<JsonRpcMessage> client;

    private final Asking asking;

    private final TimeAsking timeAsking = new TimeAsking();

    private volatile Question.Keys keys = new Question.Keys();

    private final @Nullable ProgressReporter progress;

    private final Inquiry inquiry;

    private final Cancellation cancellation;

    private volatile boolean over;

    private volatile boolean refused;

    private volatile @Nullable String errorId;

    /** @throws McpProtocolException if the request contains invalid answers */
    public Exchange(JsonRpcRequest request, CallContext context, Asking asking, Consumer<JsonRpcMessage> client) {
        this.requestId = request.id();
        this.method = request.method();
        this.name = request.entry();
        this.cancellation = new Cancellation();
        this.context = context;
        this.client = client;
        this.asking = asking;
        this.progress = progress();
        this.inquiry = version().isModern() ? new Replay(request, this, asking.rounds()) : conversation();
    }

    /** Whether the constructor takes so much time for a request that it must not occupy a non-blocking thread. */
    public static boolean isSlow(JsonRpcRequest request) {
        return Replay.isSlow(request);
    }

    private Exchange(Exchange origin, TaskChannel channel) {
        this.requestId = origin.requestId;
        this.method = origin.method;
        this.name = origin.name;
        this.cancellation = origin.cancellation;
        this.context = origin.context.with(channel);
        this.client = origin::emit;
        this.asking = origin.asking;
        this.progress = origin.progress;
        this.inquiry = new TaskInquiry(origin.inquiry, conversation(), channel);
    }

    private Conversation conversation() {
        return new Conversation(this, asking, this::emit);
    }

    /**
     * Returns the same request for work that may continue after the response, as a task.
     *
     * @param channel asks the client on behalf of the task
     */
    public Exchange detached(TaskChannel channel) {
        return new Exchange(this, channel);
    }

    /** Whether the work may continue after the response. */
    public boolean isDetached() {
        return inquiry instanceof TaskInquiry;
    }

    private @Nullable ProgressReporter progress() {
        JsonNode token = context.meta().get("progressToken");
        return token != null && (token.isString() || token.isIntegralNumber()) && acceptsReports()
                ? new ProgressReporter(token, this::emit, Schedulers.parallel())
                : null;
    }

    // A stream of changes contains nothing else.
    private boolean acceptsReports() {
        return context.channel().acceptsStream() && !method.equals(RequestMethod.LISTEN.value());
    }

    String method() {
        return method;
    }

    /** Returns the name of the tool or prompt, or the URI of the resource; empty for other requests. */
    String name() {
        return name;
    }

    public CallContext context() {
        return context;
    }

    /** Notes the entry that the request uses, once it is known that the caller may use it. */
    public void admit(String entry) {
        RequestDetails observed = context.attribute(RequestDetails.class);
        if (observed != null) {
            observed.admit(entry);
        }
    }

    /** Notes that the client caused an error whose code does not show it. */
    public void blameClient(JsonRpcError error) {
        RequestDetails observed = context.attribute(RequestDetails.class);
        if (observed != null) {
            observed.blameClient(error);
        }
    }

    public RequestId requestId() {
        return requestId;
    }

    public ProtocolVersion version() {
        return context.protocolVersion();
    }

    /** Returns this exchange for methods that may wait. */
    public McpExchange blocking() {
        return new BlockingExchange(this);
    }

    /** Returns this exchange for methods that must not wait. */
    public ReactiveMcpExchange reactive() {
        return new ReactiveExchange(this);
    }

    /**
     * Returns the context of this request for a decision about another request of the same caller.
     *
     * @param other the method of the other request
     */
    public McpRequestContext contextFor(RequestMethod other) {
        return new ExchangeView(this) {
            @Override
            public String method() {
                return other.value();
            }
        };
    }

    void onCancel(Runnable action) {
        cancellation.add(action);
    }

    /** Notes that the request is refused because of a limit, whatever its result. */
    public void refuse() {
        refused = true;
    }

    public boolean isRefused() {
        return refused;
    }

    /** Notes the id under which an unexpected failure of the request was logged. */
    public void reportedAs(String id) {
        errorId = id;
    }

    public @Nullable String errorId() {
        return errorId;
    }

    /** Returns the time for which the request has waited for its client. */
    public TimeAsking timeAsking() {
        return timeAsking;
    }

    /**
     * Sends a message before the response; dropped if the client does not accept messages, or if the request has ended.
     */
    public void send(JsonRpcNotification notification) {
        if (context.channel().acceptsStream()) {
            emit(notification);
        }
    }

    /** Sends a message unless the request has ended; returns whether it did. */
    private synchronized boolean emit(JsonRpcMessage message) {
        boolean sends = !over;
        if (sends) {
            client.accept(message);
        }
        return sends;
    }

    /** Sends pending messages before the response and ignores later ones. */
    public void finish() {
        if (progress != null) {
            progress.finish();
        }
        // A message that is being sent must not follow the response.
        synchronized (this) {
            over = true;
        }
    }

    /** Ends the request without a response. Does not wait for a message that is being sent. */
    public void end() {
        over = true;
    }

    /**
     * Returns the result of a method, which is called again as long as it requires input.
     *
     * @param call makes a call, which converts what the method returns by the given function
     * @param result makes the result of what the method returns in the end
     * @param failed makes the result of a failure
     */
    public <R> Mono<R> untilAnswered(
            Function<Conversion<Mono<R>>, Mono<Mono<R>>> call,
            Conversion<R> result,
            Function<Throwable, Mono<R>> failed) {
        return new Attempts<>(call, result, failed).first().doOnCancel(cancellation::cancel);
    }

    /** Whether the answers so far are too large to be read on a non-blocking thread. */
    public boolean hasLargeAnswers() {
        return inquiry.hasLargeAnswers();
    }

    /** Whether this run ends with a question to the client, even if the method returns a result. */
    public boolean endsWithQuestion() {
        return inquiry.endsRequest();
    }

    /**
     * Returns the question with which this run ends.
     *
     * @throws McpProtocolException if the client gave an invalid answer to an earlier question
     */
    public InputRequiredResult question() {
        return inquiry.ending();
    }

    InputRequest request(Question<?> question) {
        return question.request(asking.forms(), version());
    }

    /** Returns a hash of the content of a question, independent of the revision. */
    String digest(Question<?> question) {
        return CanonicalJson.digest(JsonValue.of(question.request(asking.forms(), ProtocolVersion.newest()))
                .tree());
    }

    /**
     * Reserves a question's key for it.
     *
     * @throws IllegalStateException if the tool has asked another question under this key
     */
    void claimKey(Question<?> question) {
        keys.claim(question.key(), digest(question));
    }

    <A> A read(Question<A> question, JsonNode answer) {
        return question.read(answer, asking.forms());
    }

    public ClientCapabilities clientCapabilities() {
        return context.clientCapabilities();
    }

    /** Whether the result of the request is no longer awaited. */
    public boolean isCancelled() {
        return over || cancellation.isCancelled();
    }

    /** Reports the number of elements so far as progress. */
    public void progress(int count) {
        progress(count, null, null);
    }

    void progress(double done, @Nullable Double total, @Nullable String message) {
        if (progress != null) {
            progress.report(done, total, message);
        }
    }

    void log(LoggingLevel level, Object data) {
        if (acceptsReports()
                && context.channel().logLevel().filter(level::isAtLeast).isPresent()) {
            // Written at once, because the value may change while the message is pending.
            emit(new JsonRpcNotification("notifications/message", Map.of("level", level, "data", JsonValue.of(data))));
        }
    }

    void completeElicitation(String id) {
        if (version().hasElicitationCompletion()) {
            JsonRpcNotification complete =
                    new JsonRpcNotification("notifications/elicitation/complete", Map.of("elicitationId", id));
            if (!context.channel().acceptsStream() || !emit(complete)) {
                context.channel().sendAfterwards(complete);
            }
        }
    }

    void closeStream(Duration retryAfter) {
        if (!over) {
            context.channel().closeStream(retryAfter);
        }
    }

    Optional<JsonNode> answer(String key) {
        return inquiry.answer(key);
    }

    <A> Optional<A> answer(Question<A> question) {
        return inquiry.answer(question);
    }

    Optional<JsonNode> unaskedAnswer(String key) {
        return inquiry.unaskedAnswer(key);
    }

    Optional<String> state() {
        return inquiry.state();
    }

    /** Asks questions in one round, and returns the answers to all of them. */
    Mono<Answers> ask(Question<?>... several) {
        Question.requireKeys(several);
        return inquiry.ask(List.of(several));
    }

    <A> Mono<A> ask(Question<A> question) {
        return inquiry.ask(List.of(question)).map(answers -> answers.to(question));
    }

    /** Asks a question that gets the next free key. */
    <A> Mono<A> ask(Function<String, Question<A>> question) {
        return ask(question.apply(keys.next()));
    }

    /** The calls of a method for this request, until the client has given all answers that the method requires. */
    private final class Attempts<R> {

        private final Function<Conversion<Mono<R>>, Mono<Mono<R>>> call;

        private final Conversion<R> result;

        private final Function<Throwable, Mono<R>> failed;

        Attempts(
                Function<Conversion<Mono<R>>, Mono<Mono<R>>> call,
                Conversion<R> result,
                Function<Throwable, Mono<R>> failed) {
            this.call = call;
            this.result = result;
            this.failed = failed;
        }

        /** The first call, which is the only one of most requests. */
        Mono<R> first() {
            return attempt(this::repeatAfter);
        }

        private Mono<R> attempt(Function<InputRequired, Mono<R>> after) {
            return call.apply(value -> value instanceof InputRequired input
                            ? after.apply(input)
                            : Mono.just(result.convert(value)))
                    .flatMap(Function.identity())
                    .onErrorResume(failure -> threw(failure, after));
        }

        private Mono<R> threw(Throwable failure, Function<InputRequired, Mono<R>> after) {
            return failure instanceof McpUrlElicitationRequiredException required
                    ? required.in(Exchange.this).flatMap(after).onErrorResume(failed)
                    : failed.apply(failure);
        }

        // In a loop: if each call contained the next one, the stack would grow with their number.
        private Mono<R> repeatAfter(InputRequired input) {
            Mono<R> next = Mono.defer(() -> {
                keys = new Question.Keys();
                return attempt(this::answered);
            });
            return answered(input).switchIfEmpty(next.repeatWhenEmpty(Function.identity()));
        }

        /** Completes without a result when the client has answered. */
        private Mono<R> answered(InputRequired input) {
            return inquiry.require(input).then(Mono.empty());
        }
    }
}
