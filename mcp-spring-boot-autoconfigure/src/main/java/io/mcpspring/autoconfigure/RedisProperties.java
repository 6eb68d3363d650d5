package io.mcpspring.autoconfigure;

import io.mcpspring.Internal;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.util.Assert;

/**
 * What instances share in Redis, with the dependency mcp-spring-boot-redis.
 *
 * @param enabled Whether to share the state of the server in Redis, with the dependency mcp-spring-boot-redis
 * @param keyPrefix Prefix of all keys, without braces. By default 'mcp:', the name of the server, and a colon
 * @param timeout Maximum time for a command
 * @param lease Time after which an instance may have crashed that does not renew its lease. Its tasks fail after
 *     another such time
 * @param channel Whether instances exchange messages, and share which sessions have ended
 * @param tasks Whether instances share their tasks
 * @param rates Whether rates are counted for all instances together
 */
@Internal
public record RedisProperties(
        @DefaultValue("true") boolean enabled,
        @Nullable String keyPrefix,
        @DefaultValue("2s") Duration timeout,
        @DefaultValue("15s") Duration lease,
        @DefaultValue("true") boolean channel,
        @DefaultValue("true") boolean tasks,
        @DefaultValue("true") boolean rates) {

    // Spring calls a public constructor.
    public RedisProperties {
        Assert.isTrue(
                keyPrefix == null || keyPrefix.matches("[^{}]+"),
                "mcp.server.redis.key-prefix must have characters other than braces");
        PropertyChecks.atLeast("1ms", "mcp.server.redis.timeout", timeout);
        PropertyChecks.atLeast("1s", "mcp.server.redis.lease", lease);
    }
}
