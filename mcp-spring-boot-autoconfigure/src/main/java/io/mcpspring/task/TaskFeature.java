package io.mcpspring.task;

import io.mcpspring.Internal;
import io.mcpspring.event.ServerEvent;
import io.mcpspring.event.TaskChanged;
import io.mcpspring.exchange.Exchange;
import io.mcpspring.protocol.ProtocolVersion;
import io.mcpspring.protocol.ServerCapabilities;
import io.mcpspring.server.Feature;
import io.mcpspring.server.McpRequestHandler;
import io.mcpspring.server.ResultSeal;
import java.util.List;
import java.util.function.BooleanSupplier;

/** Serves the requests of clients about tasks. */
@Internal
public final class TaskFeature implements Feature {

    private final Tasks tasks;

    private final BooleanSupplier offered;

    /** @param offered whether calls can become tasks at present */
    public TaskFeature(Tasks tasks, BooleanSupplier offered) {
        this.tasks = tasks;
        this.offered = offered;
    }

    @Override
    public List<McpRequestHandler<?>> handlers(ResultSeal seal) {
        return List.copyOf(TaskHandler.all(tasks, offered));
    }

    @Override
    public void describe(ServerCapabilities.Builder capabilities, ProtocolVersion version) {
        if (version.hasTasks() && offered.getAsBoolean()) {
            capabilities.extension(Tasks.EXTENSION);
        }
    }

    @Override
    public boolean offers(ServerEvent event, Exchange exchange) {
        if (!(event instanceof TaskChanged changed)) {
            return false;
        }
        Tasks.requireFrom(exchange);
        return tasks.isKnown(changed.taskId(), exchange);
    }
}
