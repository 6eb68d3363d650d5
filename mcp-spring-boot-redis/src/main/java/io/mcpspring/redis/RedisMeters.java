package io.mcpspring.redis;

import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.binder.MeterBinder;
import java.util.function.ToDoubleFunction;
import org.jspecify.annotations.Nullable;

/** The messages of the channel, and whether Redis is connected. */
record RedisMeters(RedisLink link, @Nullable RedisChannel channel) implements MeterBinder {

    @Override
    public void bindTo(MeterRegistry registry) {
        if (channel != null) {
            count(registry, channel, "published", ofChannel -> ofChannel.published.sum());
            count(registry, channel, "dropped", ofChannel -> ofChannel.dropped.sum());
            count(registry, channel, "read", RedisChannel::read);
        }
        Gauge.builder("mcp.server.redis.connected", link, connection -> connection.isConnected() ? 1 : 0)
                .description("Whether this instance has a connection to Redis")
                .register(registry);
    }

    private static void count(
            MeterRegistry registry, RedisChannel channel, String outcome, ToDoubleFunction<RedisChannel> number) {
        FunctionCounter.builder("mcp.server.redis.messages", channel, number)
                .tag("outcome", outcome)
                .description("Messages between instances")
                .register(registry);
    }
}
