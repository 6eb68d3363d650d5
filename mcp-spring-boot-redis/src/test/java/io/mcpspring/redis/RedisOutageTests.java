package io.mcpspring.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.mcpspring.event.McpInstanceChannel;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** What Redis does not answer for is served as far as an instance alone can, and is caught up with afterwards. */
@Tag("change")
class RedisOutageTests {

    private static final String UNAVAILABLE = "The store of tasks cannot be reached. Try again later.";

    private RedisServer redis;

    private Instance a;

    private Instance b;

    private final Client client = Client.modern();

    @BeforeEach
    void start() {
        Application.done = new CountDownLatch(1);
        Application.CANCELLED.drainPermits();
        redis = RedisServer.create();
        a = Instance.start(redis.port(), "mcp.server.redis.timeout=1s");
        b = Instance.start(redis.port(), "mcp.server.redis.timeout=1s");
    }

    @AfterEach
    void stop() {
        if (redis != null) {
            b.close();
            a.close();
            redis.close();
        }
    }

    private static String status(JsonNode task) {
        return task.at("/result/status").asString("");
    }

    @Test
    void instancesServeWithoutRedisAndShareAgainAfterwards() throws InterruptedException {
        String task = client.call(a, "work").at("/result/taskId").stringValue();
        Client session = Client.legacy(a);
        redis.kill();

        assertThat(client.text(a, "hello")).isEqualTo("hello");
        assertThat(session.text(b, "hello")).isEqualTo("hello");
        assertThat(session.endSession(a)).isEqualTo(204);
        assertThat(session.status(a, "tools/list")).isEqualTo(404);
        assertThat(client.call(a, "work").at("/error/message").asString()).isEqualTo(UNAVAILABLE);
        assertThat(Application.CANCELLED.tryAcquire(10, TimeUnit.SECONDS)).isTrue();
        JsonNode unknown = client.task(b, "tasks/get", task);
        assertThat(unknown.at("/error/code").asInt()).isEqualTo(-32603);
        assertThat(unknown.at("/error/message").asString()).isEqualTo(UNAVAILABLE);
        assertThat(status(client.task(a, "tasks/get", task))).isEqualTo("working");
        assertThat(IntStream.range(0, 12).mapToObj(call -> client.text(a, "rare")))
                .filteredOn("rare"::equals)
                .hasSize(10);
        McpInstanceChannel channel = a.bean(McpInstanceChannel.class);
        assertThatThrownBy(channel::check).hasMessageContaining("Redis");

        redis.start();
        awaitReachable(a);
        await().atMost(Duration.ofSeconds(5))
                .until(() -> status(client.task(b, "tasks/get", task)).equals("working"));
        await().until(() -> redis.command("ZCARD mcp:desk:{ended}").equals(":1"));
        await().until(() -> session.status(b, "tools/list") == 404);
        try (Instance later = Instance.start(redis.port())) {
            assertThat(session.status(later, "tools/list")).isEqualTo(404);
        }
        await().until(() -> {
            client.text(b, "rare");
            return redis.list("KEYS *rate*").findAny().isPresent();
        });
        await().until(() -> {
            client.task(b, "tasks/cancel", task);
            return Application.CANCELLED.tryAcquire(1, TimeUnit.SECONDS);
        });
    }

    @Test
    void theEndOfATaskIsSavedWhenRedisIsBack() {
        String task = client.call(a, "work").at("/result/taskId").stringValue();
        redis.kill();
        Application.done.countDown();
        await().until(() -> status(client.task(a, "tasks/get", task)).equals("completed"));
        redis.start();
        await().until(() -> status(client.task(b, "tasks/get", task)).equals("completed"));
    }

    @Test
    void anInstanceThatStartsWithoutRedisSharesWhenItIsThere() {
        redis.kill();
        try (Instance later = Instance.start(redis.port())) {
            assertThat(client.text(later, "hello")).isEqualTo("hello");
            redis.start();
            await().until(() -> client.call(later, "work").has("result"));
            String task = client.call(later, "work").at("/result/taskId").stringValue();
            await().until(() -> status(client.task(b, "tasks/get", task)).equals("working"));
        }
    }

    @Test
    void aRedisThatDoesNotAnswerDelaysOnlyWhatNeedsIt() {
        redis.pause();
        long begin = System.nanoTime();
        assertThat(client.text(a, "hello")).isEqualTo("hello");
        assertThat(sinceMillis(begin)).isLessThan(1_000);
        assertThat(client.call(a, "work").at("/error/message").asString()).isEqualTo(UNAVAILABLE);
        assertThat(IntStream.range(0, 12).mapToObj(call -> client.text(b, "rare")))
                .filteredOn("rare"::equals)
                .hasSize(10);
        assertThat(sinceMillis(begin)).isLessThan(10_000);
        redis.resume();
        awaitReachable(a);
        await().until(() -> client.call(a, "work").has("result"));
    }

    private static void awaitReachable(Instance instance) {
        await().atMost(Duration.ofSeconds(5)).ignoreExceptions().until(() -> {
            instance.bean(McpInstanceChannel.class).check();
            return true;
        });
    }

    private static long sinceMillis(long begin) {
        return TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - begin);
    }

    @Test
    @Tag("full")
    void whatRedisKeepsIsBounded() {
        RedisChannel channel = a.bean(RedisChannel.class);
        for (int number = 0; number < 100_000; number++) {
            channel.publish(new byte[300]);
            if (number % 500 == 0) {
                int sent = number;
                await().pollInterval(Duration.ofMillis(1)).until(() -> channel.published.sum() >= sent);
            }
        }
        RedisEndedSessions sessions = a.bean(RedisEndedSessions.class);
        for (int number = 0; number < 101_000; number++) {
            sessions.add("session " + number, Instant.now().plusSeconds(3_600));
            if (number % 500 == 0) {
                a.bean(McpInstanceChannel.class).check();
            }
        }
        await().until(() -> redis.command("ZCARD mcp:desk:{ended}").equals(":100000"));
        assertThat(Integer.parseInt(redis.command("XLEN mcp:desk:{channel}").substring(1)))
                .isLessThan(10_200);
        assertThat(redis.command("INFO memory").lines().filter(line -> line.startsWith("used_memory:")))
                .singleElement()
                .satisfies(line ->
                        assertThat(Long.parseLong(line.substring(12).strip())).isLessThan(40_000_000));
    }

    @Test
    void allMessagesArriveInTheirOrderAlthoughReadersLoseTheirConnections() {
        List<Integer> received = new CopyOnWriteArrayList<>();
        b.bean(McpInstanceChannel.class).subscribe(message -> received.add((int) message[0] << 8 | message[1] & 0xff));
        McpInstanceChannel channel = a.bean(McpInstanceChannel.class);
        RedisChannel counted = a.bean(RedisChannel.class);
        for (int number = 0; number < 3_000; number++) {
            channel.publish(new byte[] {(byte) (number >> 8), (byte) number});
            if (number % 1_000 == 500) {
                redis.list("CLIENT LIST")
                        .filter(connection -> connection.contains("cmd=xread"))
                        .map(connection -> connection.replaceAll("id=(\\d+) .*", "$1"))
                        .forEach(id -> redis.command("CLIENT KILL ID " + id));
            }
            if (number % 100 == 0) {
                int sent = number;
                await().pollInterval(Duration.ofMillis(1)).until(() -> counted.published.sum() >= sent);
            }
        }
        await().until(() -> received.size() == 3_000);
        assertThat(received).isSorted().doesNotHaveDuplicates();
        assertThat(counted.dropped.sum()).isZero();
    }
}
