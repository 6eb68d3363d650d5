package io.mcpspring.task;

import io.mcpspring.protocol.CallToolResult;
import io.mcpspring.protocol.GetTaskResult;
import io.mcpspring.protocol.JsonValue;
import io.mcpspring.protocol.McpProtocolException;
import io.mcpspring.protocol.McpResult;
import io.mcpspring.server.Exchange;
import io.mcpspring.server.InstanceMessage;
import io.mcpspring.server.Instances;
import io.mcpspring.server.ServerEvents;
import io.mcpspring.server.TaskChanged;
import java.time.Instant;
import java.time.InstantSource;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import reactor.core.publisher.Mono;
import tools.jackson.databind.JsonNode;

/** The tasks of this server: begins them, and finds them again. */
public final class Tasks implements AutoCloseable {

    /** The extension by which clients say that they know tasks. */
    public static final String EXTENSION = "io.modelcontextprotocol/tasks";

    static final long POLL_INTERVAL_MS = 1_000;

    private final Map<String, TaskRun> running = new ConcurrentHashMap<>();

    private final McpTaskStore store;

    private final TaskSettings settings;

    private final ServerEvents events;

    private final Instances instances;

    private final InstantSource clock;

    public Tasks(McpTaskStore store, TaskSettings settings, ServerEvents events, Instances instances,
            InstantSource clock) {
        this.store = store;
        this.settings = settings;
        this.events = events;
        this.instances = instances;
        this.clock = clock;
        instances.onMessage(InstanceMessage.TaskAnswered.class, answered -> answerHere(answered.task(),
                answered.responses()));
        instances.onMessage(InstanceMessage.TaskCancelled.class, cancelled -> cancelHere(cancelled.task()));
    }

    /** Whether the client of a request knows tasks. */
    public static boolean isKnownTo(Exchange exchange) {
        return exchange.version().isModern() && exchange.clientCapabilities().extensions().contains(EXTENSION);
    }

    /**
     * @throws McpProtocolException -32021 if the client of a request does not know tasks
     */
    public static void requireFrom(Exchange exchange) {
        if (!isKnownTo(exchange)) {
            throw McpProtocolException.missingClientCapability("This needs the extension " + EXTENSION
                    + ", which the client does not declare", Map.of("extensions", Map.of(EXTENSION, Map.of())));
        }
    }

    /**
     * The result of a call, if it is there at once; otherwise a task, as which the call goes on.
     *
     * @param work the call, with the exchange that it is to use
     */
    public Mono<McpResult> run(Exchange exchange, Function<Exchange, Mono<CallToolResult>> work) {
        return Mono.create(answer -> {
            if (running.size() >= settings.maxActive()) {
                answer.success(CallToolResult.error("Too many tasks are running. Try again later."));
            } else {
                new TaskRun(this, exchange, answer).start(work);
            }
        });
    }

    /** Whether there is a task with this id that a request's user may know of. */
    public boolean isKnown(String id, Exchange exchange) {
        return store.find(id).filter(task -> Objects.equals(task.user(), exchange.context().user())).isPresent();
    }

    /** A task of a request's user. */
    McpTask find(String id, Exchange exchange) {
        return store.find(id)
                .filter(task -> Objects.equals(task.user(), exchange.context().user()))
                .orElseThrow(() -> McpProtocolException.invalidParams("There is no such task"));
    }

    void answer(McpTask task, Map<String, JsonNode> responses) {
        if (!answerHere(task.id(), responses) && !task.status().isTerminal()) {
            instances.tell(new InstanceMessage.TaskAnswered(task.id(), responses));
        }
    }

    private boolean answerHere(String id, Map<String, JsonNode> responses) {
        Optional<TaskRun> run = Optional.ofNullable(running.get(id));
        run.ifPresent(task -> task.answer(responses));
        return run.isPresent();
    }

    void cancel(McpTask task) {
        if (!cancelHere(task.id()) && !task.status().isTerminal()) {
            instances.tell(new InstanceMessage.TaskCancelled(task.id()));
        }
    }

    private boolean cancelHere(String id) {
        Optional<TaskRun> run = Optional.ofNullable(running.get(id));
        run.ifPresent(TaskRun::cancel);
        return run.isPresent();
    }

    TaskSettings settings() {
        return settings;
    }

    Instant now() {
        return clock.instant();
    }

    void begin(McpTask task, TaskRun run) {
        store.save(task);
        running.put(task.id(), run);
    }

    void change(McpTask task) {
        if (task.status().isTerminal()) {
            running.remove(task.id());
        }
        store.save(task);
        Map<String, Object> params = new LinkedHashMap<>();
        JsonValue.of(shown(task)).tree().forEachEntry(params::put);
        events.publish(new TaskChanged(task.id(), params));
    }

    static GetTaskResult shown(McpTask task) {
        return new GetTaskResult(task.id(), task.status(), task.statusMessage(), task.createdAt(),
                task.lastUpdatedAt(), task.ttl().toMillis(), POLL_INTERVAL_MS, task.inputRequests(), task.result(),
                task.error());
    }

    /** Ends all that is running. */
    @Override
    public void close() {
        running.values().forEach(TaskRun::cancel);
    }
}
