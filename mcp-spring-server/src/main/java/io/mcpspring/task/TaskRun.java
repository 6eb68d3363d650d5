package io.mcpspring.task;

import io.mcpspring.UserCode;
import io.mcpspring.exchange.CallerThread;
import io.mcpspring.exchange.Exchange;
import io.mcpspring.exchange.McpClientCapabilityException;
import io.mcpspring.exchange.RequestHeaders;
import io.mcpspring.exchange.TaskChannel;
import io.mcpspring.protocol.CallToolResult;
import io.mcpspring.protocol.CreateTaskResult;
import io.mcpspring.protocol.InputRequest;
import io.mcpspring.protocol.JsonRpcError;
import io.mcpspring.protocol.JsonValue;
import io.mcpspring.protocol.McpProtocolException;
import io.mcpspring.protocol.McpResult;
import io.mcpspring.server.Deadlines;
import io.mcpspring.server.ErrorReport;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CancellationException;
import java.util.function.Consumer;
import java.util.function.Function;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.jspecify.annotations.Nullable;
import reactor.core.Disposable;
import reactor.core.Disposables;
import reactor.core.publisher.Mono;
import reactor.core.publisher.MonoSink;
import reactor.core.scheduler.Schedulers;
import reactor.util.context.Context;
import tools.jackson.databind.JsonNode;

/**
 * One call that may become a task: it does if it takes longer than {@link #MOMENT}, or if it waits for an answer of its
 * client. Until the client has been sent the task, the end of the request ends the call; afterwards only the end of the
 * task does.
 */
final class TaskRun implements TaskChannel {

    private static final Log logger = LogFactory.getLog(TaskRun.class);

    /** Time to wait for the result before the response is a task. */
    private static final Duration MOMENT = Duration.ofMillis(250);

    /** A question that waits for its answer. */
    private record Waiting(InputRequest question, MonoSink<JsonNode> answer) {}

    private final Tasks tasks;

    private final Exchange request;

    private final MonoSink<McpResult> answer;

    private final Exchange exchange;

    private final Disposable.Swap work = Disposables.swap();

    /** The timers, and the registration for the shutdown. */
    private final Disposable.Composite signals = Disposables.composite();

    private final Map<String, Waiting> waiting = new LinkedHashMap<>();

    private int lastQuestion;

    private boolean over;

    private boolean keptAsRequest;

    private volatile boolean announced;

    private @Nullable McpTask task;

    TaskRun(Tasks tasks, Exchange request, MonoSink<McpResult> answer) {
        this.tasks = tasks;
        this.request = request;
        this.answer = answer;
        this.exchange = request.detached(this);
    }

    void start(Function<Exchange, Mono<CallToolResult>> call) {
        answer.onDispose(this::onDisconnect);
        RequestHeaders headers = request.context().attribute(RequestHeaders.class);
        if (headers != null) {
            headers.retain();
        }
        signals.add(Deadlines.after(MOMENT, this::becomeTask));
        Context context = Context.of(answer.contextView()).delete(CallerThread.class);
        work.update(UserCode.mono(() -> call.apply(exchange)).subscribe(this::complete, this::fail, null, context));
    }

    /** The task, if the call has become one. */
    synchronized @Nullable McpTask task() {
        return task;
    }

    @Override
    public boolean isTask() {
        return task() != null;
    }

    @Override
    public synchronized boolean keepAsRequest() {
        keptAsRequest |= task == null;
        return keptAsRequest;
    }

    // Also called when the request has been answered. A client that disconnects before it knows the task has cancelled
    // its request.
    private void onDisconnect() {
        if (!endRequest() && !announced) {
            cancel();
        }
    }

    private void becomeTask() {
        if (isTask()) {
            return;
        }
        // Registered before the task can be found, so that every task is cancelled when the shutdown begins.
        signals.add(tasks.shutdown.onBegin(this::cancel));
        synchronized (this) {
            // A task that begins during the shutdown would be cancelled at once.
            if (over || keptAsRequest || task != null || tasks.shutdown.hasBegun()) {
                return;
            }
            task = McpTask.begun(
                    UUID.randomUUID().toString(),
                    request.context().userId(),
                    request.context().memory().caller(),
                    request.name(),
                    tasks.settings.ttl(),
                    tasks.now());
            tasks.begin(task, this);
            signals.add(Deadlines.after(tasks.settings.ttl(), this::expire));
        }
    }

    /** Answers the request with the task, after it has been saved. */
    void announce(McpTask begun) {
        announced = true;
        answer.success(new CreateTaskResult(begun.forClients()));
    }

    /** Ends the call because the task cannot be stored. */
    void saveFailed(Throwable failure) {
        cancel();
        answer.error(failure);
    }

    /**
     * Ends the call because another instance has ended the task.
     *
     * @return {@code false} if the call is over already
     */
    boolean supersede() {
        return endTask(tasks::remove);
    }

    private void complete(CallToolResult result) {
        if (endRequest()) {
            answer.success(result);
        } else {
            UserCode.run(() -> complete(JsonValue.of(result)), this::fail);
        }
    }

    private void complete(JsonValue result) {
        if (result.utf8().length > tasks.settings.maxResultBytes()) {
            throw new McpProtocolException(
                    JsonRpcError.INTERNAL_ERROR,
                    "The result of the task is larger than " + tasks.settings.maxResultBytes() + " bytes");
        }
        endTask(begun -> change(begun.completed(result, tasks.now())));
    }

    private void fail(Throwable failure) {
        if (endRequest()) {
            answer.error(failure);
        } else {
            JsonRpcError error = error(failure);
            endTask(begun -> change(begun.failed(error, tasks.now())));
        }
    }

    // Written now, like a result: if the data cannot be written, requests for the task would fail otherwise.
    private JsonRpcError error(Throwable failure) {
        JsonRpcError error = ErrorReport.error(logger, "A task failed", failure, request.version());
        return UserCode.call(
                () -> error.data() == null
                        ? error
                        : new JsonRpcError(error.code(), error.message(), JsonValue.of(error.data())),
                unwritable ->
                        ErrorReport.internalError(logger, "The error of a task could not be written", unwritable));
    }

    private void expire() {
        JsonRpcError expired = new JsonRpcError(
                JsonRpcError.INTERNAL_ERROR, "The task exceeded its time to live, but may still take effect");
        endTask(begun -> change(begun.failed(expired, tasks.now())));
    }

    void cancel() {
        endTask(begun -> change(begun.cancelled(tasks.now())));
    }

    /** Ends the call with its request, unless it has become a task. */
    private boolean endRequest() {
        boolean ends;
        synchronized (this) {
            if (!keepAsRequest()) {
                return false;
            }
            ends = !over;
            end();
        }
        if (ends) {
            stop();
            tasks.release();
        }
        return true;
    }

    /**
     * Ends the call, if it is a task that has not ended.
     *
     * @param ending ends the task
     */
    private boolean endTask(Consumer<McpTask> ending) {
        synchronized (this) {
            if (over || task == null) {
                return false;
            }
            end();
            ending.accept(task);
        }
        // Neither a timer nor another request waits for code of the application.
        Schedulers.boundedElastic().schedule(this::stop);
        return true;
    }

    // Both at once, so that a call that cannot ask any more is known to be cancelled.
    private void end() {
        over = true;
        exchange.end();
    }

    // Not called under the lock, because cancelling runs code of the application.
    private void stop() {
        signals.dispose();
        ErrorReport.attempt(logger, "A call could not be cancelled", work::dispose);
    }

    private void change(McpTask to) {
        task = to;
        tasks.change(to);
    }

    @Override
    public Mono<JsonNode> ask(InputRequest question) {
        return Mono.create(sink -> {
            becomeTask();
            String key = remember(question, sink);
            if (key == null) {
                sink.error(cannotAsk());
            } else {
                sink.onDispose(() -> take(key));
            }
        });
    }

    private RuntimeException cannotAsk() {
        return tasks.shutdown.hasBegun()
                ? new McpClientCapabilityException("The client cannot be asked: the server is shutting down")
                : new CancellationException("The call was cancelled");
    }

    private synchronized @Nullable String remember(InputRequest question, MonoSink<JsonNode> sink) {
        if (over || task == null) {
            return null;
        }
        String key = "q" + ++lastQuestion;
        waiting.put(key, new Waiting(question, sink));
        changeQuestions(task);
        return key;
    }

    /** Passes answers on to their open questions; other answers are ignored. */
    void answer(Map<String, JsonNode> responses) {
        responses.forEach((key, response) -> {
            Waiting question = take(key);
            if (question != null) {
                question.answer().success(response);
            }
        });
    }

    private synchronized @Nullable Waiting take(String key) {
        Waiting question = waiting.remove(key);
        if (question != null && !over && task != null) {
            changeQuestions(task);
        }
        return question;
    }

    private void changeQuestions(McpTask from) {
        Map<String, InputRequest> open = new LinkedHashMap<>();
        waiting.forEach((key, question) -> open.put(key, question.question()));
        change(from.waiting(open, tasks.now()));
    }
}
