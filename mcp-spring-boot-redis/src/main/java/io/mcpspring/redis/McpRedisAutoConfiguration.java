package io.mcpspring.redis;

import io.mcpspring.McpConfigurationException;
import io.mcpspring.actuate.SharedState;
import io.mcpspring.autoconfigure.McpServerAutoConfiguration;
import io.mcpspring.autoconfigure.RedisProperties;
import io.mcpspring.event.McpEndedSessions;
import io.mcpspring.event.McpInstanceChannel;
import io.mcpspring.limit.McpRateLimiter;
import io.mcpspring.seal.Sealer;
import io.mcpspring.task.McpTaskStore;
import io.micrometer.core.instrument.binder.MeterBinder;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import org.springframework.beans.factory.ListableBeanFactory;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBooleanProperty;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnWebApplication;
import org.springframework.boot.context.properties.bind.Bindable;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.data.redis.autoconfigure.DataRedisAutoConfiguration;
import org.springframework.boot.data.redis.autoconfigure.DataRedisConnectionDetails;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.ImportRuntimeHints;
import org.springframework.core.env.Environment;
import org.springframework.data.redis.connection.RedisConnectionFactory;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;
import org.springframework.util.StringUtils;

/** Auto-configuration of what instances share in Redis; beans of the application take the place of each part. */
@AutoConfiguration(after = DataRedisAutoConfiguration.class, before = McpServerAutoConfiguration.class)
@ConditionalOnWebApplication
@ConditionalOnBooleanProperty(name = "mcp.server.enabled", matchIfMissing = true)
@ConditionalOnBooleanProperty(name = "mcp.server.redis.enabled", matchIfMissing = true)
@ImportRuntimeHints(RedisHints.class)
public final class McpRedisAutoConfiguration {

    private final RedisProperties properties;

    private final Environment environment;

    McpRedisAutoConfiguration(Environment environment) {
        this.properties = Binder.get(environment).bindOrCreate("mcp.server.redis", RedisProperties.class);
        this.environment = environment;
    }

    @Bean("io.mcpspring.redis.keys")
    Keys mcpRedisKeys() {
        String name = Stream.of("mcp.server.name", "spring.application.name")
                .map(environment::getProperty)
                .filter(StringUtils::hasText)
                .findFirst()
                .orElse("mcp-server")
                .replaceAll("[{}]", "_");
        return new Keys(Objects.requireNonNullElse(properties.keyPrefix(), "mcp:" + name + ":"));
    }

    @Bean("io.mcpspring.redis.link")
    RedisLink mcpRedisLink(
            ObjectProvider<RedisConnectionFactory> factories, ObjectProvider<DataRedisConnectionDetails> details) {
        if (!(factories.getIfUnique() instanceof LettuceConnectionFactory lettuce)) {
            throw new McpConfigurationException(
                    "mcp-spring-boot-redis needs one LettuceConnectionFactory, as Spring Boot makes it.",
                    "Use Lettuce as the client of Redis and mark one of several connection factories as @Primary, or"
                            + " set mcp.server.redis.enabled=false.");
        }
        if (details.stream().anyMatch(servers -> servers.getMasterReplica() != null)) {
            throw new McpConfigurationException(
                    "mcp-spring-boot-redis cannot use a fixed list of a master and its replicas, because it does not"
                            + " follow a new master.",
                    "Set spring.data.redis.sentinel, cluster or host in place of spring.data.redis.masterreplica, or"
                            + " set mcp.server.redis.enabled=false.");
        }
        return new RedisLink(lettuce, properties.timeout());
    }

    @Bean("io.mcpspring.redis.channel")
    @ConditionalOnMissingBean(McpInstanceChannel.class)
    @ConditionalOnBooleanProperty(name = "mcp.server.redis.channel", matchIfMissing = true)
    RedisChannel mcpRedisChannel(RedisLink link, Keys keys) {
        sealer();
        return new RedisChannel(link, keys);
    }

    @Bean("io.mcpspring.redis.endedSessions")
    @ConditionalOnMissingBean(McpEndedSessions.class)
    @ConditionalOnBooleanProperty(name = "mcp.server.redis.channel", matchIfMissing = true)
    RedisEndedSessions mcpRedisEndedSessions(RedisLink link, Keys keys) {
        return new RedisEndedSessions(link, keys);
    }

    @Bean("io.mcpspring.redis.taskStore")
    @ConditionalOnMissingBean(McpTaskStore.class)
    @ConditionalOnBooleanProperty(name = "mcp.server.redis.tasks", matchIfMissing = true)
    RedisTaskStore mcpRedisTaskStore(RedisLink link, Keys keys) {
        return new RedisTaskStore(link, keys, sealer(), properties);
    }

    @Bean("io.mcpspring.redis.rateLimiter")
    @ConditionalOnMissingBean(McpRateLimiter.class)
    @ConditionalOnBooleanProperty(name = "mcp.server.redis.rates", matchIfMissing = true)
    RedisRateLimiter mcpRedisRateLimiter(RedisLink link, Keys keys) {
        return new RedisRateLimiter(link, keys);
    }

    @Bean("io.mcpspring.redis.state")
    SharedState mcpRedisState(RedisLink link, Keys keys, ListableBeanFactory beans) {
        Map<String, Class<?>> parts = Map.of(
                "messages", RedisChannel.class,
                "endedSessions", RedisEndedSessions.class,
                "tasks", RedisTaskStore.class,
                "rates", RedisRateLimiter.class);
        return () -> Map.of(
                "engine",
                "redis",
                "keyPrefix",
                keys.prefix(),
                "connected",
                link.isConnected(),
                "state",
                parts.keySet().stream()
                        .filter(part -> beans.getBeanNamesForType(parts.get(part), false, false).length > 0)
                        .sorted()
                        .toList());
    }

    /** The meters, with Micrometer. */
    @Configuration(proxyBeanMethods = false)
    @ConditionalOnClass(MeterBinder.class)
    static class MeterConfiguration {

        @Bean("io.mcpspring.redis.meters")
        RedisMeters mcpRedisMeters(RedisLink link, ObjectProvider<RedisChannel> channel) {
            return new RedisMeters(link, channel.getIfAvailable());
        }
    }

    private Sealer sealer() {
        String secret = environment.getProperty("mcp.server.secret");
        if (!StringUtils.hasText(secret)) {
            throw new McpConfigurationException(
                    "mcp.server.secret is not set, so that no instance could read what another one stores in Redis.",
                    "Set the same mcp.server.secret on all instances, or set mcp.server.redis.enabled=false.");
        }
        List<String> secrets = new ArrayList<>();
        secrets.add(secret);
        secrets.addAll(Binder.get(environment)
                .bind("mcp.server.previous-secrets", Bindable.listOf(String.class))
                .orElse(List.of()));
        return new Sealer(secrets);
    }
}
