package io.mcpspring.task;

import io.mcpspring.Internal;
import io.mcpspring.UserCode;
import io.mcpspring.event.InstanceMessage;
import io.mcpspring.event.Instances;
import io.mcpspring.event.ServerEvents;
import io.mcpspring.event.TaskChanged;
import io.mcpspring.exchange.Exchange;
import io.mcpspring.protocol.CallToolResult;
import io.mcpspring.protocol.JsonValue;
import io.mcpspring.protocol.McpProtocolException;
import io.mcpspring.protocol.McpResult;
import io.mcpspring.server.ErrorReport;
import io.mcpspring.server.OwnThread;
import io.mcpspring.server.Refusals;
import io.mcpspring.server.Shutdown;
import java.time.Instant;
import java.time.InstantSource;
import java.util.LinkedHashMap;
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
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Schedulers;
import tools.jackson.databind.JsonNode;

/** Begins, finds, changes and cancels the tasks of this server. */
@Internal
public final class Tasks implements AutoCloseable {

    /** The extension by which clients declare that they support tasks. */
    public static final String EXTENSION = "io.modelcontextprotocol/tasks";

    private static final String TOO_MANY = "Too many tasks are running. Try again later.";

    private static final Log logger = LogFactory.getLog(Tasks.class);

    private final Map<String, TaskRun> running = new ConcurrentHashMap<>();

    /** Preserves the order of updates, and keeps slow stores off the threads of requests. */
    private final ThreadPoolTaskExecutor writer = thread("mcp-tasks-");

    /** A new task must not wait until all streams have the results of others. */
    private final ThreadPoolTaskExecutor announcer = thread("mcp-events-");

    private final Semaphore free;

    private final McpTaskStore store;

    /** Ended tasks that the store failed to save. */
    final InMemoryTaskStore unsaved;

    final TaskSettings settings;

    private final ServerEvents events;

    private final Instances instances;

    final Shutdown shutdown;

    private final Refusals refusals;

    private final InstantSource clock;

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
        this.events = events;
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
        instances.onMessage(InstanceMessage.TaskSaved.class, this::announce);
    }

    private static ThreadPoolTaskExecutor thread(String namePrefix) {
        return OwnThread.named(
                namePrefix,
                Integer.MAX_VALUE,
                () -> logger.debug("A task was not saved or announced because the server has shut down"));
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
                exchange.refuse();
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
                .or(() -> unsaved.find(id))
                .or(() -> store.find(id))
                .filter(task -> Objects.equals(task.user(), exchange.context().user()));
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
                .subscribe(null, run::abandon, () -> run.announce(task));
    }

    /** Saves the task and publishes its state. Frees the place of an ended task after that. */
    void change(McpTask task) {
        writer.execute(() -> {
            try {
                save(task);
            } finally {
                if (task.status().isTerminal()) {
                    running.remove(task.id());
                    free.release();
                }
            }
            announcer.execute(() -> announce(task));
        });
    }

    private void announce(McpTask task) {
        Map<String, Object> params = params(task);
        events.publishHere(new TaskChanged(task.id(), params));
        instances.publish(new InstanceMessage.TaskSaved(task.id(), task.result() == null ? params : null));
    }

    /** Publishes a task of another instance, which has saved it. */
    private void announce(InstanceMessage.TaskSaved saved) {
        if (events.awaitedTasks().contains(saved.task())) {
            announcer.execute(() -> UserCode.run(
                    () -> Optional.ofNullable(saved.state())
                            .or(() -> store.find(saved.task()).map(Tasks::params))
                            .ifPresent(params -> events.publishHere(new TaskChanged(saved.task(), params))),
                    failure -> ErrorReport.log(logger, "Task " + saved.task() + " could not be announced", failure)));
        }
    }

    private void save(McpTask task) {
        UserCode.run(() -> store.save(task), failure -> {
            ErrorReport.log(logger, "Task " + task.id() + " could not be saved", failure);
            if (task.status().isTerminal()) {
                unsaved.save(task);
            }
        });
    }

    // Each member is written once for all streams.
    private static Map<String, Object> params(McpTask task) {
        Map<String, Object> params = new LinkedHashMap<>();
        JsonValue.of(task.withoutResult().forClients())
                .tree()
                .forEachEntry((name, value) -> params.put(name, JsonValue.of(value)));
        if (task.result() != null) {
            params.put("result", task.result());
        }
        return params;
    }

    /** Saves the remaining changes. */
    @Override
    public void close() {
        writer.shutdown();
        announcer.shutdown();
    }
}
