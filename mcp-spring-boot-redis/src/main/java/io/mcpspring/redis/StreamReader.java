package io.mcpspring.redis;

import io.lettuce.core.Limit;
import io.lettuce.core.Range;
import io.lettuce.core.StreamMessage;
import io.lettuce.core.XReadArgs;
import io.lettuce.core.api.StatefulConnection;
import io.lettuce.core.cluster.api.async.RedisClusterAsyncCommands;
import io.mcpspring.UserCode;
import io.mcpspring.server.OncePerMinute;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Consumer;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;

/** Reads a stream from its end on, with a thread and a connection of its own; continues after a lost connection. */
final class StreamReader implements AutoCloseable {

    private static final Log logger = LogFactory.getLog(StreamReader.class);

    static final Duration BLOCK = Duration.ofSeconds(5);

    /** A connection without an answer until then is lost. */
    static final Duration TIMEOUT = Duration.ofSeconds(7);

    private static final Duration MAX_SILENCE = Duration.ofSeconds(10);

    private static final Duration PAUSE = Duration.ofSeconds(1);

    private static final Duration START = Duration.ofSeconds(2);

    private static final int MAX_AT_ONCE = 16;

    private static final String BEGIN = "0-0";

    private static final Comparator<String> ORDER =
            Comparator.<String>comparingLong(id -> part(id, 0)).thenComparingLong(id -> part(id, 1));

    final LongAdder read = new LongAdder();

    private final List<Consumer<byte[]>> listeners = new CopyOnWriteArrayList<>();

    private final CountDownLatch positioned = new CountDownLatch(1);

    private final Thread thread = new Thread(this::run, "mcp-redis-reader");

    private final RedisLink link;

    private final String stream;

    private final Duration block;

    /** The id of the last message; empty before the first connection. */
    private String last = "";

    private final OncePerMinute failures = new OncePerMinute();

    private volatile long answered = System.nanoTime();

    /** How late messages are read, by the clocks of Redis and of this instance; zero if none waits. */
    private volatile Duration lag = Duration.ZERO;

    private volatile boolean closed;

    /** @param block how long a read waits for messages */
    StreamReader(RedisLink link, String stream, Duration block) {
        this.link = link;
        this.stream = stream;
        this.block = block;
        thread.setDaemon(true);
    }

    /** Adds a listener; waits a moment, so that it gets what is published from now on. */
    synchronized void add(Consumer<byte[]> listener) {
        listeners.add(listener);
        if (thread.getState() == Thread.State.NEW) {
            thread.start();
        }
        try {
            if (link.isConnected() && !positioned.await(START.toMillis(), TimeUnit.MILLISECONDS)) {
                logger.debug("The messages of other instances are not read yet");
            }
        } catch (InterruptedException ex) {
            Thread.currentThread().interrupt();
        }
    }

    private void run() {
        while (!closed) {
            try (StatefulConnection<String, byte[]> connection = link.connect()) {
                readAll(RedisLink.commands(connection));
            } catch (Throwable failure) {
                if (!closed && link.isConnected() && failures.isFirst()) {
                    logger.warn("The messages of other instances cannot be read: " + failure);
                }
                pause();
            }
        }
    }

    private void readAll(RedisClusterAsyncCommands<String, byte[]> commands) {
        last = start(commands);
        positioned.countDown();
        // The first one does not wait, so that a check soon knows of a reader that has recovered.
        for (Duration wait = Duration.ofMillis(1); !closed; wait = block) {
            next(commands, wait).forEach(this::receive);
        }
    }

    @SuppressWarnings("unchecked")
    private List<StreamMessage<String, byte[]>> next(
            RedisClusterAsyncCommands<String, byte[]> commands, Duration wait) {
        XReadArgs bound = XReadArgs.Builder.block(wait).count(MAX_AT_ONCE);
        List<StreamMessage<String, byte[]>> messages =
                RedisLink.await(commands.xread(bound, XReadArgs.StreamOffset.from(stream, last)), TIMEOUT);
        answered = System.nanoTime();
        if (messages.isEmpty()) {
            lag = Duration.ZERO;
        }
        return messages;
    }

    /** @throws IllegalStateException if messages are not read */
    void check() {
        if (System.nanoTime() - answered > MAX_SILENCE.toNanos()) {
            throw new IllegalStateException("The messages of other instances in Redis cannot be read");
        }
    }

    Duration lag() {
        return lag;
    }

    /** Returns the id after which to read. If the newest one is older than the last, Redis has lost messages. */
    private String start(RedisClusterAsyncCommands<String, byte[]> commands) {
        String newest = RedisLink.await(commands.xrevrange(stream, Range.unbounded(), Limit.from(1)), TIMEOUT).stream()
                .map(StreamMessage::getId)
                .findFirst()
                .orElse(BEGIN);
        return last.isEmpty() || ORDER.compare(newest, last) < 0 ? newest : last;
    }

    private static long part(String id, int index) {
        return Long.parseLong(id.split("-")[index]);
    }

    private void receive(StreamMessage<String, byte[]> message) {
        last = message.getId();
        read.increment();
        lag = Duration.ofMillis(Math.max(0, System.currentTimeMillis() - part(last, 0)));
        byte[] content = message.getBody().get(RedisChannel.MESSAGE);
        if (content != null) {
            listeners.forEach(listener -> UserCode.run(
                    () -> listener.accept(content),
                    failure -> logger.warn("A message of another instance could not be processed: " + failure)));
        }
    }

    private void pause() {
        try {
            if (!closed) {
                Thread.sleep(PAUSE.toMillis());
            }
        } catch (InterruptedException ex) {
            closed = true;
        }
    }

    @Override
    public void close() {
        closed = true;
        thread.interrupt();
        try {
            thread.join(START.toMillis());
        } catch (InterruptedException ex) {
            Thread.currentThread().interrupt();
        }
    }
}
