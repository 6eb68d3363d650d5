package io.mcpspring.redis;

import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.TimeGauge;
import io.micrometer.core.instrument.binder.MeterBinder;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.ToDoubleFunction;
import org.jspecify.annotations.Nullable;

/** The messages of the channel, the scripts, and whether Redis is connected. */
record RedisMeters(RedisLink link, @Nullable RedisChannel channel) implements MeterBinder {

    @Override
    public void bindTo(MeterRegistry registry) {
        if (channel != null) {
            messages(registry, channel, "published", ofChannel -> ofChannel.published.sum());
            messages(registry, channel, "dropped", ofChannel -> ofChannel.dropped.sum());
            messages(registry, channel, "read", RedisChannel::read);
            TimeGauge.builder(
                            "mcp.server.redis.lag",
                            channel,
                            TimeUnit.MILLISECONDS,
                            ofChannel -> ofChannel.lag().toMillis())
                    .description("Time from the publication of the last message to its receipt")
                    .register(registry);
        }
        scripts(registry, "executed", link.executed);
        scripts(registry, "refused", link.refused);
        Gauge.builder("mcp.server.redis.connected", link, connection -> connection.isConnected() ? 1 : 0)
                .description("Whether this instance has a connection to Redis")
                .register(registry);
    }

    private static void messages(
            MeterRegistry registry, RedisChannel channel, String outcome, ToDoubleFunction<RedisChannel> number) {
        FunctionCounter.builder("mcp.server.redis.messages", channel, number)
                .tag("outcome", outcome)
                .description("Messages between instances")
                .register(registry);
    }

    private static void scripts(MeterRegistry registry, String outcome, LongAdder number) {
        FunctionCounter.builder("mcp.server.redis.scripts", number, LongAdder::sum)
                .tag("outcome", outcome)
                .description("Scripts that save tasks, end sessions, count calls and trim messages")
                .register(registry);
    }
}
