package io.mcpspring.actuate;

import io.mcpspring.Internal;
import io.mcpspring.event.McpInstanceChannel;
import io.mcpspring.task.McpTaskStore;
import org.springframework.boot.health.contributor.AbstractHealthIndicator;
import org.springframework.boot.health.contributor.Health;

/** Whether the channel and the store that the instances of the server share can be reached. */
@Internal
public final class SharedStateHealth extends AbstractHealthIndicator {

    private static final String NO_TASK = "health";

    private final McpInstanceChannel channel;

    private final McpTaskStore store;

    public SharedStateHealth(McpInstanceChannel channel, McpTaskStore store) {
        this.channel = channel;
        this.store = store;
    }

    @Override
    protected void doHealthCheck(Health.Builder builder) {
        channel.check();
        store.find(NO_TASK);
        builder.up();
    }
}
