package io.mcpspring.exchange;

import io.mcpspring.Internal;
import io.mcpspring.UserCode;
import io.mcpspring.protocol.InputRequiredResult;
import io.mcpspring.protocol.JsonRpcMessage;
import io.mcpspring.protocol.JsonRpcNotification;
import io.mcpspring.protocol.JsonRpcRequest;
import io.mcpspring.protocol.McpProtocolException;
import io.mcpspring.protocol.ProtocolVersion;
import io.mcpspring.protocol.RequestId;
import io.mcpspring.protocol.RequestMethod;
import io.mcpspring.validation.CheckingTime;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import reactor.core.Disposable;
import reactor.core.Disposables;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Schedulers;
import tools.jackson.databind.JsonNode;

/** A request in progress: its context, and the messages and questions to its client. */
@Internal
public final class Exchange {

    /**
     * Turns the value of a method into a result.
     *
     * @param <R> the result
     */
    public interface Conversion<R> {

        /**
         * Runs code of the application (getters, streams, files), so it may block and throw anything.
         *
         * @param value the value that the method returned
         */
        R convert(@Nullable Object value) throws Exception;
    }

    /** Ends a run; the next one has the answers. */
    static final class RunRequiresInput extends RuntimeException {

        private final transient InputRequired input;

        RunRequiresInput(InputRequired input) {
            super("The client must answer first", null, false, false);
            this.input = input;
        }
    }

    private final RequestId requestId;

    final String method;

    private final String name;

    private final CallContext context;

    private final Consumer<JsonRpcMessage> client;

    private final TimeAsking timeAsking = new TimeAsking();

    private volatile CheckingTime checkingTime = new CheckingTime();

    private final @Nullable ProgressReporter progress;

    final ClientQuestions questions;

    /** The cancellation of the latest run: an interceptor may call the method again. */
    volatile Disposable.Composite cancellation;

    private volatile boolean over;

    private volatile boolean refused;

    private volatile @Nullable String errorId;

    /** @throws McpProtocolException if the request contains invalid answers */
    public Exchange(
            JsonRpcRequest request, CallContext context, QuestionServices asking, Consumer<JsonRpcMessage> client) {
        this.requestId = request.id();
        this.method = request.method();
        this.name = request.entry();
        this.cancellation = Disposables.composite();
        this.context = context;
        this.client = client;
        JsonNode token = context.meta().get("progressToken");
        this.progress = token != null && (token.isString() || token.isIntegralNumber()) && acceptsReports()
                ? new ProgressReporter(token, this::emit, Schedulers.parallel())
                : null;
        this.questions = version().isModern()
                ? new ReplayedQuestions(request, this, asking)
                : new WaitingQuestions(this, asking);
    }

    private Exchange(Exchange origin, TaskChannel channel) {
        this.requestId = origin.requestId;
        this.method = origin.method;
        this.name = origin.name;
        this.cancellation = origin.cancellation;
        this.context = origin.context;
        this.client = origin::emit;
        this.progress = origin.progress;
        this.checkingTime = origin.checkingTime;
        this.questions = new TaskQuestions(this, origin.questions, channel);
    }

    /**
     * Returns the same request for work that may continue after the response, as a task.
     *
     * @param channel asks the client on behalf of the task
     */
    public Exchange detached(TaskChannel channel) {
        return new Exchange(this, channel);
    }

    /** Returns the time in which this run checks, converts and matches the values of the request. */
    public CheckingTime checkingTime() {
        return checkingTime;
    }

    /** Whether the work may continue after the response. */
    public boolean isDetached() {
        return questions instanceof TaskQuestions;
    }

    // A stream of changes contains nothing else.
    boolean acceptsReports() {
        return context.channel().acceptsStream() && !method.equals(RequestMethod.LISTEN.value());
    }

    /** Returns the name of the tool or prompt, or the URI of the resource; empty for other requests. */
    public String name() {
        return name;
    }

    public CallContext context() {
        return context;
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

    /** Notes that the request is refused because of a limit or a denial. Its result does not change that. */
    public void markRefused() {
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
     * Sends a message before the response.
     *
     * @return {@code false} if the client does not accept messages, or if the request has ended
     */
    public boolean send(JsonRpcNotification notification) {
        return context.channel().acceptsStream() && emit(notification);
    }

    synchronized boolean emit(JsonRpcMessage message) {
        boolean sends = !over;
        if (sends) {
            client.accept(message);
        }
        return sends;
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

    /** Whether the request was answered or cancelled; a method of it may also be cancelled alone, and called again. */
    public boolean isOver() {
        return over;
    }

    /** Whether the result of the request is no longer awaited. */
    public boolean isCancelled() {
        return over || cancellation.isDisposed();
    }

    /**
     * Returns the answer to a question that is asked before a method is called. Without an answer, the run ends by an
     * exception, so that no thread waits.
     */
    public <A> A required(Question<A> question) {
        return questions.answer(question).orElseThrow(() -> new RunRequiresInput(InputRequired.of(question)));
    }

    /**
     * Returns the result of a method, which is called again as long as it requires input.
     *
     * @param call makes a call, which converts what the method returns by the given function
     * @param result makes the result of what the method returns in the end
     * @param failed makes the result of a failure
     */
    public <R> Mono<R> untilAnswered(
            Function<Conversion<R>, Mono<R>> call, Conversion<R> result, Function<Throwable, Mono<R>> failed) {
        if (cancellation.isDisposed()) {
            // An interceptor calls the method again.
            cancellation = Disposables.composite();
        }
        Mono<R> run = call.apply(value -> {
            if (value instanceof InputRequired input) {
                throw new RunRequiresInput(input);
            }
            return result.convert(value);
        });
        // In a loop: if each call contained the next one, the stack would grow with their number.
        return run.onErrorResume(first ->
                        resumed(first, failed).switchIfEmpty(next(run, failed).repeatWhenEmpty(Function.identity())))
                .doOnCancel(cancellation::dispose);
    }

    private <R> Mono<R> next(Mono<R> run, Function<Throwable, Mono<R>> failed) {
        return Mono.defer(() -> {
            questions.restart();
            checkingTime = new CheckingTime();
            return run.onErrorResume(thrown -> resumed(thrown, failed));
        });
    }

    /** Returns the result of a failure; empty if the run has failed for lack of input, which is there now. */
    private <R> Mono<R> resumed(Throwable thrown, Function<Throwable, Mono<R>> failed) {
        Throwable unwrapped = UserCode.unwrapped(thrown);
        Throwable failure = unwrapped instanceof McpUrlElicitationRequiredException page ? page.in(this) : unwrapped;
        return failure instanceof RunRequiresInput required
                ? questions.require(required.input).then(Mono.<R>empty()).onErrorResume(failed)
                : failed.apply(failure);
    }

    /** Whether this run ends with a question to the client, even if the method returns a result. */
    public boolean endsWithQuestion() {
        return questions.endsRequest();
    }

    /**
     * Returns the question with which this run ends.
     *
     * @throws McpProtocolException if the client gave an invalid answer to an earlier question
     */
    public InputRequiredResult question() {
        return questions.ending();
    }
}
