package io.mcpspring.task;

import io.mcpspring.protocol.CallToolResult;
import io.mcpspring.protocol.CreateTaskResult;
import io.mcpspring.protocol.InputRequest;
import io.mcpspring.protocol.JsonRpcError;
import io.mcpspring.protocol.JsonRpcMessage;
import io.mcpspring.protocol.JsonValue;
import io.mcpspring.protocol.LoggingLevel;
import io.mcpspring.protocol.McpProtocolException;
import io.mcpspring.protocol.McpResult;
import io.mcpspring.server.ClientChannel;
import io.mcpspring.server.ErrorReport;
import io.mcpspring.server.Exchange;
import io.mcpspring.server.McpClientException;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.UnaryOperator;
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
 * One call that may become a task: when it is not done within a moment, or when it asks its client and waits. Until then
 * it belongs to the request, afterwards to nobody but the task.
 */
final class TaskRun implements ClientChannel {

    private static final Log logger = LogFactory.getLog(TaskRun.class);

    /** How long a result is waited for before the client is sent off with a task. */
    private static final Duration MOMENT = Duration.ofMillis(250);

    private final Tasks tasks;

    private final Exchange request;

    private final MonoSink<McpResult> answer;

    private final Exchange exchange;

    private final Disposable.Swap work = Disposables.swap();

    private final Disposable.Swap timer = Disposables.swap();

    private final Disposable.Swap shutdown = Disposables.swap();

    private final Map<String, InputRequest> open = new LinkedHashMap<>();

    private final Map<String, MonoSink<JsonNode>> waiting = new LinkedHashMap<>();

    private int lastQuestion;

    private boolean over;

    private @Nullable McpTask task;

    TaskRun(Tasks tasks, Exchange request, MonoSink<McpResult> answer) {
        this.tasks = tasks;
        this.request = request;
        this.answer = answer;
        this.exchange = request.detached(this, () -> task() != null);
    }

    void start(Function<Exchange, Mono<CallToolResult>> call) {
        answer.onDispose(this::leave);
        try {
            work.update(Mono.defer(() -> call.apply(exchange)).subscribe(this::complete, this::fail, null,
                    Context.of(answer.contextView())));
        }
        // Reactor has no signal for JVM errors.
        catch (Throwable failure) {
            fail(failure);
        }
        schedule(this::become, MOMENT);
    }

    private synchronized void schedule(Runnable next, Duration delay) {
        if (!over) {
            timer.update(Schedulers.parallel().schedule(next, delay.toMillis(), TimeUnit.MILLISECONDS));
        }
    }

    /** The task, if the call has become one. */
    synchronized @Nullable McpTask task() {
        return task;
    }

    // The client that is gone before there is a task has cancelled its request.
    private void leave() {
        synchronized (this) {
            if (over || task != null) {
                return;
            }
            over = true;
        }
        stop();
    }

    private void become() {
        synchronized (this) {
            // What becomes a task when the server ends would not come far.
            if (over || task != null || request.endsWithQuestion() || tasks.shutdown().hasBegun()) {
                return;
            }
            task = McpTask.begun(UUID.randomUUID().toString(), request.context().user(), tasks.settings().ttl(),
                    tasks.now());
            tasks.begin(task, this);
        }
        schedule(this::expire, tasks.settings().ttl());
        shutdown.update(tasks.shutdown().onBegin(this::cancel));
    }

    /** The task can be found: the client may know. */
    void announce(McpTask begun) {
        answer.success(new CreateTaskResult(begun.id(), begun.status(), begun.createdAt(), begun.lastUpdatedAt(),
                begun.ttl().toMillis(), Tasks.POLL_INTERVAL_MS));
    }

    /** The task cannot be kept, so that there is none. */
    void abandon(Throwable failure) {
        cancel();
        answer.error(failure);
    }

    private void complete(CallToolResult result) {
        if (!settle(begun -> begun.completed(JsonValue.of(result).tree(), tasks.now()))) {
            answer.success(result);
        }
    }

    private void fail(Throwable failure) {
        if (!settle(begun -> begun.failed(error(failure), tasks.now()))) {
            answer.error(failure);
        }
    }

    private static JsonRpcError error(Throwable failure) {
        return failure instanceof McpProtocolException refused ? refused.error()
                : ErrorReport.internalError(logger, "A task failed", failure);
    }

    private void expire() {
        settle(begun -> begun.failed(new JsonRpcError(JsonRpcError.INTERNAL_ERROR, "The task took too long"),
                tasks.now()));
    }

    void cancel() {
        settle(begun -> begun.cancelled(tasks.now()));
    }

    /** Ends the call, and the task in this way if there is one; whether there is. */
    private boolean settle(UnaryOperator<McpTask> ending) {
        synchronized (this) {
            if (over) {
                return task != null;
            }
            if (task != null) {
                change(ending.apply(task));
            }
            over = true;
        }
        stop();
        return task() != null;
    }

    // Cancelling runs code of others, which must not happen under the lock.
    private void stop() {
        timer.dispose();
        shutdown.dispose();
        exchange.end();
        work.dispose();
        tasks.release();
    }

    private void change(McpTask to) {
        task = to;
        tasks.change(to);
    }

    @Override
    public boolean acceptsStream() {
        return request.context().channel().acceptsStream();
    }

    @Override
    public Optional<LoggingLevel> logLevel() {
        return request.context().channel().logLevel();
    }

    @Override
    public void closeStream(Duration retryAfter) {
        // The client asks again anyway.
    }

    /** A question makes a task of the call, and waits there for its answer. */
    @Override
    public Mono<JsonNode> ask(InputRequest question, Consumer<JsonRpcMessage> stream) {
        return Mono.create(sink -> {
            become();
            String key = remember(question, sink);
            if (key == null) {
                sink.error(new McpClientException("The task has ended"));
            } else {
                sink.onDispose(() -> forget(key));
            }
        });
    }

    private synchronized @Nullable String remember(InputRequest question, MonoSink<JsonNode> sink) {
        if (over || task == null) {
            return null;
        }
        String key = "q" + ++lastQuestion;
        open.put(key, question);
        waiting.put(key, sink);
        change(task.waiting(new LinkedHashMap<>(open), tasks.now()));
        return key;
    }

    private synchronized void forget(String key) {
        close(key);
        waiting.remove(key);
    }

    /** Takes the answers to open questions; others are ignored. */
    void answer(Map<String, JsonNode> responses) {
        responses.forEach((key, response) -> {
            MonoSink<JsonNode> question = take(key);
            if (question != null) {
                question.success(response);
            }
        });
    }

    private synchronized @Nullable MonoSink<JsonNode> take(String key) {
        MonoSink<JsonNode> question = waiting.remove(key);
        if (question != null) {
            close(key);
        }
        return question;
    }

    private void close(String key) {
        if (open.remove(key) != null && !over && task != null) {
            change(task.waiting(new LinkedHashMap<>(open), tasks.now()));
        }
    }
}
