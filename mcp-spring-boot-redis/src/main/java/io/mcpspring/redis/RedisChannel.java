package io.mcpspring.redis;

import io.lettuce.core.XAddArgs;
import io.mcpspring.event.McpInstanceChannel;
import io.mcpspring.server.OncePerMinute;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Consumer;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.jspecify.annotations.Nullable;

/**
 * A stream that every instance reads as a whole. Unlike a message of Redis's publish and subscribe, one that is sent
 * while the connection of a reader is lost arrives later.
 */
final class RedisChannel implements McpInstanceChannel, RedisLink.Upkeep, AutoCloseable {

    static final String MESSAGE = "m";

    private static final Log logger = LogFactory.getLog(RedisChannel.class);

    private static final int MAX_MESSAGES = 10_000;

    private static final long MAX_AGE = Duration.ofMinutes(2).toMillis();

    private static final int TRIM_SECONDS = 10;

    /** As large as the answer of a client that the server passes on. */
    private static final int MAX_MESSAGE_BYTES = 1024 * 1024;

    /** The bytes of the messages in Redis. */
    private static final int MAX_BYTES = 64 * 1024 * 1024;

    /** The bytes of the messages that wait for Redis. */
    private static final int MAX_OPEN_BYTES = 16 * 1024 * 1024;

    /** So that 1,024 small messages wait at most. */
    private static final int MIN_ROOM = MAX_OPEN_BYTES / 1_024;

    private static final Script TRIM = new Script("trim-channel.lua");

    final LongAdder published = new LongAdder();

    final LongAdder dropped = new LongAdder();

    private final Semaphore open = new Semaphore(MAX_OPEN_BYTES);

    private final OncePerMinute losses = new OncePerMinute();

    private final RedisLink link;

    private final Keys keys;

    private final StreamReader reader;

    private int untilTrim;

    RedisChannel(RedisLink link, Keys keys) {
        this.link = link;
        this.keys = keys;
        this.reader = new StreamReader(link, keys.channel(), StreamReader.BLOCK);
        link.add(this);
    }

    @Override
    public void publish(byte[] message) {
        if (message.length > MAX_MESSAGE_BYTES) {
            lost("it has " + message.length + " bytes, and may have " + MAX_MESSAGE_BYTES);
            return;
        }
        int room = Math.max(message.length, MIN_ROOM);
        if (!open.tryAcquire(room)) {
            lost("too many others wait for Redis");
            return;
        }
        XAddArgs bound = XAddArgs.Builder.maxlen(MAX_MESSAGES).approximateTrimming();
        try {
            link.commands()
                    .xadd(keys.channel(), bound, Map.of(MESSAGE, message))
                    .whenComplete((id, failure) -> sent(room, failure));
        } catch (RuntimeException failure) {
            sent(room, failure);
        }
    }

    private void sent(int room, @Nullable Throwable failure) {
        open.release(room);
        if (failure == null) {
            published.increment();
        } else {
            lost(failure.toString());
        }
    }

    private void lost(String reason) {
        dropped.increment();
        if (losses.isFirst()) {
            logger.warn("A message to the other instances was lost: " + reason);
        }
    }

    @Override
    public void subscribe(Consumer<byte[]> listener) {
        reader.add(listener);
    }

    long read() {
        return reader.read.sum();
    }

    /** Returns how long after its publication the last message was read. */
    Duration lag() {
        return reader.lag();
    }

    @Override
    public void check() {
        link.await(link.commands().ping());
        reader.check();
    }

    @Override
    public void keep() {
        if (untilTrim-- <= 0) {
            untilTrim = TRIM_SECONDS;
            link.await(TRIM.run(link, List.of(keys.channel()), MAX_AGE, MAX_BYTES));
        }
    }

    @Override
    public void close() {
        reader.close();
    }
}
