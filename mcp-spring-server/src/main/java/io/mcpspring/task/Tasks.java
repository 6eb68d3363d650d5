package io.mcpspring.task;

import io.mcpspring.Internal;
import io.mcpspring.UserCode;
import io.mcpspring.event.InstanceMessage;
import io.mcpspring.event.Instances;
import io.mcpspring.event.ServerEvents;
import io.mcpspring.exchange.Exchange;
import io.mcpspring.protocol.CallToolResult;
import io.mcpspring.protocol.JsonRpcError;
import io.mcpspring.protocol.McpProtocolException;
import io.mcpspring.protocol.McpResult;
import io.mcpspring.server.ErrorReport;
import io.mcpspring.server.OncePerMinute;
import io.mcpspring.server.OwnThread;
import io.mcpspring.server.Refusals;
import io.mcpspring.server.Shutdown;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import java.util.function.Function;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.springframework.scheduling.concurrent.ThreadPoolTaskExecutor;
import reactor.core.Disposable;
import reactor.core.Disposables;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Schedulers;
import tools.jackson.databind.JsonNode;

/** Begins, finds, changes and cancels the tasks of this server. */
@Internal
public final class Tasks implements AutoCloseable {

    /** The extension by which clients declare that they support tasks. */
    public static final String EXTENSION = "io.modelcontextprotocol/tasks";

    private static final JsonRpcError ABANDONED = new JsonRpcError(
            JsonRpcError.INTERNAL_ERROR, "The instance that ran the task has ended; the task may have taken effect");

    private static final Duration WATCH_PERIOD = Duration.ofSeconds(5);

    private static final String TOO_MANY = "Too many tasks are running. Try again later.";

    private static final Log logger = LogFactory.getLog(Tasks.class);

    private final Map<String, TaskRun> running = new ConcurrentHashMap<>();

    /** Preserves the order of updates, and keeps slow stores off the threads of requests. */
    private final ThreadPoolTaskExecutor writer = OwnThread.named(
            "mcp-tasks-",
            Integer.MAX_VALUE,
            () -> logger.debug("A task was not saved because the server has shut down"));

    private final Semaphore free;

    private final McpTaskStore store;

    /** Ended tasks that the store failed to save. */
    final InMemoryTaskStore unsaved;

    final TaskSettings settings;

    private final TaskChanges changes;

    private final Instances instances;

    final Shutdown shutdown;

    private final Refusals refusals;

    private final InstantSource clock;

    private final OncePerMinute watchFailures = new OncePerMinute();

    private final Disposable watch;

    private volatile boolean begun;

    public Tasks(
            McpTaskStore store,
            TaskSettings settings,
            ServerEvents events,
            Instances instances,
            Shutdown shutdown,
            Refusals refusals,
            InstantSource clock) {
        this.store = store;
        this.unsaved = new InMemoryTaskStore();
        this.settings = settings;
        this.changes = new TaskChanges(store, events, instances);
        this.instances = instances;
        this.shutdown = shutdown;
        this.refusals = refusals;
        this.clock = clock;
        this.free = new Semaphore(settings.maxActive());
        instances.onMessage(
                InstanceMessage.TaskAnswered.class,
                answered -> onThisInstance(answered.task(), run -> run.answer(answered.responses())));
        instances.onMessage(
                InstanceMessage.TaskCancelled.class, cancelled -> onThisInstance(cancelled.task(), TaskRun::cancel));
        instances.onMessage(InstanceMessage.TaskSaved.class, this::receive);
        this.watch = store instanceof InMemoryTaskStore
                ? Disposables.disposed()
                : Flux.interval(WATCH_PERIOD, Schedulers.boundedElastic()).subscribe(tick -> endAbandoned());
    }

    /** Whether the client of a request supports tasks. */
    public static boolean isKnownTo(Exchange exchange) {
        return exchange.version().hasTasks()
                && exchange.context().clientCapabilities().extensions().contains(EXTENSION);
    }

    /** @throws McpProtocolException -32021 if the client of a request does not support tasks */
    public static void requireFrom(Exchange exchange) {
        if (!isKnownTo(exchange)) {
            throw McpProtocolException.missingClientCapability(
                    "The client must declare the extension " + EXTENSION,
                    Map.of("extensions", Map.of(EXTENSION, Map.of())));
        }
    }

    /**
     * Returns the result of a call if it is available within a moment; otherwise a task, in which the call continues.
     *
     * @param work makes the call with the given exchange
     */
    public Mono<McpResult> run(Exchange exchange, Function<Exchange, Mono<CallToolResult>> work) {
        return Mono.create(answer -> {
            if (free.tryAcquire()) {
                new TaskRun(this, exchange, answer).start(work);
            } else {
                exchange.markRefused();
                refusals.report(Refusals.Reason.LIMIT, exchange.context(), TOO_MANY);
                answer.success(CallToolResult.error(TOO_MANY));
            }
        });
    }

    /** Frees the place of a call that ended without becoming a task. */
    void release() {
        free.release();
    }

    /** Returns the number of running calls that are tasks or may become tasks. */
    public int active() {
        return settings.maxActive() - free.availablePermits();
    }

    /** Whether there may be tasks, even if no tool supports them at present. */
    boolean mayExist() {
        // Other instances may save tasks in a store of the application.
        return begun || !(store instanceof InMemoryTaskStore);
    }

    /** Returns the error for a task that does not exist, or that the caller must not know. */
    public static McpProtocolException unknown() {
        return McpProtocolException.invalidParams("The task does not exist");
    }

    /** Finds a task of the request's user; may block. */
    Optional<McpTask> find(String id, Exchange exchange) {
        // A task that runs in this instance has the newest state.
        return Optional.ofNullable(running.get(id))
                .map(TaskRun::task)
                .or(() -> unsaved(id))
                .or(() -> store.find(id))
                .filter(task -> Objects.equals(task.user(), exchange.context().userId()))
                .map(this::endedIfAbandoned);
    }

    /** An end in the store, which another instance has saved, is the one that clients of the others see. */
    private Optional<McpTask> unsaved(String id) {
        return unsaved.find(id)
                .map(task -> UserCode.call(() -> store.find(id), failure -> Optional.<McpTask>empty())
                        .filter(stored -> stored.status().isTerminal())
                        .orElse(task));
    }

    private McpTask endedIfAbandoned(McpTask task) {
        return isElsewhere(task.id()) && !task.status().isTerminal() && store.isAbandoned(task.id())
                ? endAbandoned(task)
                : task;
    }

    private boolean isElsewhere(String id) {
        return !running.containsKey(id);
    }

    /** Fails a task whose instance has gone; returns the end of the task, which may be that of another instance. */
    private McpTask endAbandoned(McpTask task) {
        McpTask failed = task.failed(ABANDONED, now());
        if (!store.save(failed)) {
            return store.find(task.id()).orElse(failed);
        }
        changes.publish(failed);
        return failed;
    }

    /** Fails the abandoned tasks that clients of this instance listen to. */
    private void endAbandoned() {
        UserCode.run(
                () -> changes.awaited().stream()
                        .filter(id -> isElsewhere(id) && store.isAbandoned(id))
                        .forEach(id -> store.find(id)
                                .filter(task -> !task.status().isTerminal())
                                .ifPresent(this::endAbandoned)),
                failure -> {
                    if (watchFailures.isFirst()) {
                        ErrorReport.log(logger, "The task store could not find abandoned tasks", failure);
                    }
                });
    }

    /** @throws McpProtocolException if the task runs in another instance, and the answers are too large for it */
    void answer(McpTask task, Map<String, JsonNode> responses) {
        if (onThisInstance(task.id(), run -> run.answer(responses))
                || task.status().isTerminal()) {
            return;
        }
        instances.publishAnswer(new InstanceMessage.TaskAnswered(task.id(), responses));
    }

    void cancel(McpTask task) {
        if (!onThisInstance(task.id(), TaskRun::cancel) && !task.status().isTerminal()) {
            instances.publish(new InstanceMessage.TaskCancelled(task.id()));
        }
    }

    /** Returns {@code false} if the task does not run on this instance. */
    private boolean onThisInstance(String id, Consumer<TaskRun> action) {
        Optional<TaskRun> run = Optional.ofNullable(running.get(id));
        run.ifPresent(action);
        return run.isPresent();
    }

    Instant now() {
        return clock.instant();
    }

    void begin(McpTask task, TaskRun run) {
        begun = true;
        running.put(task.id(), run);
        // If the store fails, the request is answered with an error.
        UserCode.<Void>mono(() -> {
                    store.save(task);
                    return Mono.empty();
                })
                .subscribeOn(Schedulers.fromExecutor(writer))
                .timeout(
                        settings.saveTimeout(),
                        Mono.error(() -> new TimeoutException("The task store did not save a new task within "
                                + settings.saveTimeout().toSeconds() + " s")))
                .subscribe(null, run::saveFailed, () -> run.announce(task));
    }

    /** Saves the task and publishes its state. Frees the place of an ended task after that. */
    void change(McpTask task) {
        writer.execute(() -> {
            boolean saved = false;
            try {
                saved = save(task);
            } finally {
                if (task.status().isTerminal()) {
                    remove(task);
                }
            }
            if (saved) {
                changes.publish(task);
            } else {
                supersede(task.id());
            }
        });
    }

    /** Frees the place of a task. */
    void remove(McpTask task) {
        running.remove(task.id());
        free.release();
    }

    private void supersede(String id) {
        if (Optional.ofNullable(running.get(id)).filter(TaskRun::supersede).isPresent()) {
            logger.warn("Task " + id + " was ended by another instance, so that its call is cancelled");
        }
    }

    private void receive(InstanceMessage.TaskSaved saved) {
        // Another instance took a task of this one for abandoned.
        supersede(saved.task());
        unsaved.forget(saved.task());
        changes.publish(saved);
    }

    private boolean save(McpTask task) {
        return UserCode.call(() -> store.save(task), failure -> {
            ErrorReport.log(logger, "Task " + task.id() + " could not be saved", failure);
            if (task.status().isTerminal()) {
                unsaved.save(task);
            }
            return true;
        });
    }

    /** Saves the remaining changes. */
    @Override
    public void close() {
        watch.dispose();
        writer.shutdown();
        changes.close();
    }
}
