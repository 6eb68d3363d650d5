package io.mcpspring.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import tools.jackson.databind.JsonNode;

/** Instances and Redis are killed at random while clients of both eras call. */
@Tag("full")
class RandomFailuresTests {

    private static final int SECONDS = Integer.getInteger("mcp.tests.failures.seconds", 120);

    private static final int CLIENTS = Integer.getInteger("mcp.tests.failures.clients", 20);

    private static final String LEASE = "mcp.server.redis.lease=3s";

    private final List<String> wrong = new CopyOnWriteArrayList<>();

    private final List<String> tasks = new CopyOnWriteArrayList<>();

    private final AtomicLong calls = new AtomicLong();

    private final AtomicInteger cut = new AtomicInteger();

    /** Calls of the tool whose rate is 10 per hour. */
    private final AtomicInteger rare = new AtomicInteger();

    /** How often a count of calls may begin anew: in Redis, and in an instance while it cannot reach Redis. */
    private int counts = 4;

    private final List<InstanceProcess> processes = new ArrayList<>();

    private volatile boolean over;

    @Test
    @Timeout(value = 1, unit = TimeUnit.HOURS)
    void onlyRequestsWhoseConnectionIsCutFailAndRatesHold() throws Exception {
        ExecutorService clients = Executors.newFixedThreadPool(CLIENTS);
        try (RedisServer redis = RedisServer.create()) {
            IntStream.range(0, 3).forEach(instance -> processes.add(new InstanceProcess(redis.port(), LEASE)));
            IntStream.range(0, CLIENTS)
                    .forEach(client -> clients.execute(client % 2 == 0 ? this::modern : this::legacy));
            Random random = new Random(44);
            long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(SECONDS);
            while (System.nanoTime() < end) {
                TimeUnit.MILLISECONDS.sleep(1_000 + random.nextInt(3_000));
                counts++;
                if (random.nextInt(3) == 0) {
                    redis.kill();
                    TimeUnit.MILLISECONDS.sleep(random.nextInt(3_000));
                    redis.start();
                } else {
                    InstanceProcess process = processes.get(random.nextInt(3));
                    process.kill();
                    process.start();
                }
            }
            over = true;
            clients.shutdown();
            assertThat(clients.awaitTermination(60, TimeUnit.SECONDS)).isTrue();
            System.out.printf(
                    "%d calls, %d connections cut, %d tasks, %d calls within a rate that began %d times%n",
                    calls.get(), cut.get(), tasks.size(), rare.get(), counts);
            assertThat(wrong).isEmpty();
            assertThat(rare.get()).isPositive().isLessThanOrEqualTo(10 * counts + SECONDS / 90);
            assertThat(calls.get()).isGreaterThan(SECONDS * 10L);
            tasks.forEach(this::awaitEnd);
            await().atMost(Duration.ofSeconds(30))
                    .untilAsserted(() -> assertThat(redis.list("KEYS *"))
                            .allSatisfy(key -> assertThat(redis.command("PTTL " + key.replace(" ", "?")))
                                    .as(key)
                                    .matches(":[1-9]\\d*|:-2")));
        } finally {
            over = true;
            clients.shutdownNow();
            processes.forEach(InstanceProcess::close);
        }
    }

    private Instance any() {
        return processes
                .get(ThreadLocalRandom.current().nextInt(processes.size()))
                .instance();
    }

    private void modern() {
        Client client = Client.modern();
        while (!over) {
            attempt(() -> expect("hello", client.text(any(), "hello")));
            if (ThreadLocalRandom.current().nextInt(20) == 0) {
                attempt(() -> {
                    JsonNode answer = client.call(any(), "brief");
                    if (answer.at("/result/taskId").isString()) {
                        tasks.add(answer.at("/result/taskId").stringValue());
                    } else {
                        expect(
                                "The store of tasks cannot be reached. Try again later.",
                                answer.at("/error/message").asString(""));
                    }
                });
                attempt(() -> {
                    if (client.text(any(), "rare").equals("rare")) {
                        rare.incrementAndGet();
                    }
                });
            }
        }
    }

    private void legacy() {
        while (!over) {
            attempt(() -> {
                Client client = Client.legacy(any());
                for (int call = 0; call < 20 && !over; call++) {
                    attempt(() -> expect("hello", client.text(any(), "hello")));
                }
            });
        }
    }

    private void attempt(Runnable call) {
        try {
            call.run();
            calls.incrementAndGet();
        } catch (UncheckedIOException ex) {
            // The instance was killed, or is not there yet.
            cut.incrementAndGet();
        } catch (RuntimeException ex) {
            wrong.add(ex.toString());
        }
    }

    private void expect(String expected, String found) {
        if (!found.equals(expected)) {
            wrong.add("'" + found + "' instead of '" + expected + "'");
        }
    }

    /** A task ends: with its result, by an error because its instance has gone, or because all have lost it. */
    private void awaitEnd(String task) {
        Client client = Client.modern();
        await().pollDelay(Duration.ZERO).atMost(Duration.ofSeconds(30)).until(() -> {
            JsonNode found = client.task(any(), "tasks/get", task);
            return found.at("/error/code").asInt(0) == -32602
                    || List.of("completed", "failed", "cancelled")
                            .contains(found.at("/result/status").asString(""));
        });
    }
}
