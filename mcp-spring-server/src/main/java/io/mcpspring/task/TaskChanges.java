package io.mcpspring.task;

import io.mcpspring.UserCode;
import io.mcpspring.event.InstanceMessage;
import io.mcpspring.event.Instances;
import io.mcpspring.event.ServerEvents;
import io.mcpspring.event.TaskChanged;
import io.mcpspring.protocol.JsonValue;
import io.mcpspring.server.ErrorReport;
import io.mcpspring.server.OwnThread;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.springframework.scheduling.concurrent.ThreadPoolTaskExecutor;

/** Publishes the states of tasks to the clients that listen to them, on this instance and on others. */
final class TaskChanges implements AutoCloseable {

    private static final Log logger = LogFactory.getLog(TaskChanges.class);

    /** A new task must not wait until all streams have the results of others. */
    private final ThreadPoolTaskExecutor announcer = OwnThread.named(
            "mcp-events-",
            Integer.MAX_VALUE,
            () -> logger.debug("A task was not announced because the server has shut down"));

    private final McpTaskStore store;

    private final ServerEvents events;

    private final Instances instances;

    TaskChanges(McpTaskStore store, ServerEvents events, Instances instances) {
        this.store = store;
        this.events = events;
        this.instances = instances;
    }

    /** The tasks that clients of this instance listen to. */
    Set<String> awaited() {
        return events.awaitedTasks();
    }

    /** Publishes a task that this instance has saved. The message to the others has no result, which may be large. */
    void publish(McpTask task) {
        announcer.execute(() -> {
            Map<String, Object> params = params(task);
            events.publishHere(new TaskChanged(task.id(), params));
            instances.publish(new InstanceMessage.TaskSaved(task.id(), task.result() == null ? params : null));
        });
    }

    /** Publishes a task that another instance has saved. */
    void publish(InstanceMessage.TaskSaved saved) {
        if (awaited().contains(saved.task())) {
            announcer.execute(() -> UserCode.run(
                    () -> Optional.ofNullable(saved.state())
                            .or(() -> store.find(saved.task()).map(TaskChanges::params))
                            .ifPresent(params -> events.publishHere(new TaskChanged(saved.task(), params))),
                    failure -> ErrorReport.log(logger, "Task " + saved.task() + " could not be announced", failure)));
        }
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

    @Override
    public void close() {
        announcer.shutdown();
    }
}
