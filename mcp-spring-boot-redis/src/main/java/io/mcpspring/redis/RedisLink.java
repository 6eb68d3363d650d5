package io.mcpspring.redis;

import io.lettuce.core.AbstractRedisClient;
import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisCommandExecutionException;
import io.lettuce.core.RedisException;
import io.lettuce.core.RedisReadOnlyException;
import io.lettuce.core.api.StatefulConnection;
import io.lettuce.core.api.StatefulRedisConnection;
import io.lettuce.core.cluster.RedisClusterClient;
import io.lettuce.core.cluster.api.StatefulRedisClusterConnection;
import io.lettuce.core.cluster.api.async.RedisClusterAsyncCommands;
import io.lettuce.core.codec.ByteArrayCodec;
import io.lettuce.core.codec.RedisCodec;
import io.lettuce.core.codec.StringCodec;
import io.mcpspring.UserCode;
import io.mcpspring.server.OncePerMinute;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Function;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.jspecify.annotations.Nullable;
import org.springframework.core.NestedExceptionUtils;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;

/**
 * The connection for commands, which is made anew each second while there is none. What depends on a connection is
 * called on one thread: after each connection, and each second.
 */
final class RedisLink implements AutoCloseable {

    /** What depends on a connection. */
    interface Upkeep {

        /** Called with a connection, each second. */
        void keep();

        /** Called before, if the connection is a new one. */
        default void connected() {}
    }

    private static final Log logger = LogFactory.getLog(RedisLink.class);

    private static final RedisCodec<String, byte[]> CODEC = RedisCodec.of(StringCodec.UTF8, ByteArrayCodec.INSTANCE);

    /** The scripts that Redis has executed, and those that failed or found no connection. */
    final LongAdder executed = new LongAdder();

    final LongAdder refused = new LongAdder();

    private final LettuceConnectionFactory clients;

    private final Duration timeout;

    private final List<Upkeep> upkeep = new CopyOnWriteArrayList<>();

    private final OncePerMinute failures = new OncePerMinute();

    private final ScheduledExecutorService keeper = Executors.newSingleThreadScheduledExecutor(work -> {
        Thread thread = new Thread(work, "mcp-redis");
        thread.setDaemon(true);
        return thread;
    });

    private volatile @Nullable StatefulConnection<String, byte[]> connection;

    /** What has been told of the connection; used by the thread of the keeper. */
    private final Set<Upkeep> announced = new HashSet<>();

    RedisLink(LettuceConnectionFactory application, Duration timeout) {
        this.clients = OwnClient.of(application, timeout);
        this.timeout = timeout;
        clients.afterPropertiesSet();
        clients.start();
        // So that what the server loads at its start can be loaded.
        keep();
        keeper.scheduleWithFixedDelay(this::keep, 1, 1, TimeUnit.SECONDS);
    }

    void add(Upkeep part) {
        upkeep.add(part);
        keeper.execute(() -> keep(part));
    }

    private void keep() {
        attempt(() -> {
            if (!isConnected()) {
                disconnect();
                connection = connect();
                announced.clear();
            }
        });
        upkeep.forEach(this::keep);
    }

    private void keep(Upkeep part) {
        if (isConnected()) {
            attempt(() -> {
                if (!announced.contains(part)) {
                    part.connected();
                    announced.add(part);
                }
                part.keep();
            });
        }
    }

    // A connection that gets no answers is not a connection, nor one to a server that has become a replica.
    private void attempt(Runnable work) {
        UserCode.run(work, failure -> {
            Throwable cause = NestedExceptionUtils.getMostSpecificCause(failure);
            boolean refused =
                    cause instanceof RedisCommandExecutionException && !(cause instanceof RedisReadOnlyException);
            if (!refused) {
                disconnect();
            }
            if (failures.isFirst()) {
                logger.warn(
                        refused
                                ? "Redis refused a command, so that a part of the state is not shared: " + cause
                                : "Redis cannot be used, so that the instances are not connected: " + failure);
            }
        });
    }

    private void disconnect() {
        StatefulConnection<String, byte[]> lost = connection;
        connection = null;
        if (lost != null) {
            lost.closeAsync();
        }
    }

    boolean isConnected() {
        StatefulConnection<String, byte[]> current = connection;
        return current != null && current.isOpen();
    }

    /** Returns a new connection, which the caller closes. */
    StatefulConnection<String, byte[]> connect() {
        AbstractRedisClient client = clients.getRequiredNativeClient();
        return client instanceof RedisClusterClient cluster
                ? cluster.connect(CODEC)
                : ((RedisClient) client).connect(CODEC);
    }

    static RedisClusterAsyncCommands<String, byte[]> commands(StatefulConnection<String, byte[]> connection) {
        return connection instanceof StatefulRedisClusterConnection<String, byte[]> cluster
                ? cluster.async()
                : ((StatefulRedisConnection<String, byte[]>) connection).async();
    }

    /** @throws RedisException if there is no connection */
    RedisClusterAsyncCommands<String, byte[]> commands() {
        StatefulConnection<String, byte[]> current = connection;
        if (current == null || !current.isOpen()) {
            throw new RedisException("Redis is not connected");
        }
        return commands(current);
    }

    /**
     * Returns the answer to a script, which is counted.
     *
     * @throws RedisException if there is no connection
     */
    CompletionStage<Long> counted(Function<RedisClusterAsyncCommands<String, byte[]>, CompletionStage<Long>> script) {
        try {
            return script.apply(commands())
                    .whenComplete((answer, failure) -> (failure == null ? executed : refused).increment());
        } catch (RedisException notConnected) {
            refused.increment();
            throw notConnected;
        }
    }

    /** @throws RedisException if there is no answer in time, or if it is an error */
    <T extends @Nullable Object> T await(CompletionStage<T> answer) {
        return await(answer, timeout);
    }

    static <T extends @Nullable Object> T await(CompletionStage<T> answer, Duration time) {
        try {
            // The client has a time limit of its own, which is as long.
            return answer.toCompletableFuture().get(time.toMillis() + 500, TimeUnit.MILLISECONDS);
        } catch (ExecutionException | TimeoutException ex) {
            throw new RedisException(
                    "Redis has not executed a command: " + (ex.getCause() == null ? ex : ex.getCause()), ex);
        } catch (InterruptedException ex) {
            Thread.currentThread().interrupt();
            throw new RedisException("A command of Redis was interrupted", ex);
        }
    }

    @Override
    public void close() {
        keeper.shutdownNow();
        // This closes the connections, too.
        clients.destroy();
        clients.getClientConfiguration().getClientResources().ifPresent(resources -> resources.shutdown());
    }
}
