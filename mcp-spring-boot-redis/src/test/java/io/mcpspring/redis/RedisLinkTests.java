package io.mcpspring.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.lettuce.core.cluster.api.async.RedisClusterAsyncCommands;
import io.lettuce.core.resource.ClientResources;
import io.lettuce.core.resource.NettyCustomizer;
import io.mcpspring.limit.McpRateLimiter.Rate;
import io.netty.bootstrap.Bootstrap;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.springframework.data.redis.connection.RedisClusterConfiguration;
import org.springframework.data.redis.connection.RedisStandaloneConfiguration;
import org.springframework.data.redis.connection.lettuce.LettuceClientConfiguration;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;

/** The parts that use Redis, without an application. */
class RedisLinkTests {

    private final Keys keys = new Keys("test:");

    private RedisServer redis;

    private RedisLink link;

    private void start(String... options) {
        redis = RedisServer.create(options);
        link(new LettuceConnectionFactory("127.0.0.1", redis.port()));
    }

    private void link(LettuceConnectionFactory application) {
        link = new RedisLink(application, Duration.ofSeconds(1));
    }

    @AfterEach
    void stop() {
        if (link != null) {
            link.close();
        }
        if (redis != null) {
            redis.close();
        }
    }

    @Test
    void ratesAreCountedInRedisAgainAlthoughCallsContinue() {
        start();
        RedisRateLimiter limiter = new RedisRateLimiter(link, keys);
        redis.pause();
        assertThat(isCounted(limiter)).isFalse();
        assertThat(isCounted(limiter)).isFalse();
        redis.resume();
        await().pollInterval(Duration.ofMillis(5)).until(() -> isCounted(limiter));
    }

    @Test
    void ratesAreCountedByTheClockOfRedisAlone() {
        start();
        RedisRateLimiter limiter = new RedisRateLimiter(link, keys);
        redis.command("CONFIG SET slowlog-log-slower-than 0");
        IntStream.range(0, 3).forEach(call -> assertThat(isCounted(limiter)).isTrue());
        List<String> log = redis.list("SLOWLOG GET 100").toList();
        List<List<String>> scripts = IntStream.range(0, log.size())
                .filter(line -> log.get(line).equals("EVALSHA"))
                .mapToObj(line -> log.subList(line, line + 6))
                .toList();
        assertThat(scripts)
                .as("scripts and their arguments, which have no time of an instance")
                .hasSizeGreaterThan(1)
                .containsOnly(scripts.get(0));
    }

    @Test
    void callsAreAllowedAfterTheClockOfRedisWasSetBack() {
        start();
        RedisRateLimiter limiter = new RedisRateLimiter(link, keys);
        List<Rate> rates = List.of(new Rate("rate", 10, Duration.ofSeconds(10)));
        assertThat(limiter.take("caller", rates).block()).isZero();
        String key = redis.list("KEYS *").findFirst().orElseThrow();
        // An hour later than the clock.
        redis.command("SET " + key + " " + (System.currentTimeMillis() + 3_600_000) + "000");
        assertThat(limiter.take("caller", rates).block()).isZero();
    }

    private static boolean isCounted(RedisRateLimiter limiter) {
        try {
            return limiter.take("caller", List.of(new Rate("rate", 1_000_000, Duration.ofHours(1))))
                            .block()
                    != null;
        } catch (RuntimeException failure) {
            return false;
        }
    }

    @Test
    @Tag("change")
    void theReaderKeepsItsConnectionToAClusterWhileThereAreNoMessages() {
        redis = RedisServer.create("--cluster-enabled", "yes");
        redis.command("CLUSTER ADDSLOTSRANGE 0 16383");
        await().until(() -> redis.command("CLUSTER INFO").contains("cluster_state:ok"));
        link(new LettuceConnectionFactory(new RedisClusterConfiguration(List.of("127.0.0.1:" + redis.port()))));
        // Longer than the timeout of other commands.
        try (StreamReader reader = new StreamReader(link, keys.channel(), Duration.ofMillis(1_200))) {
            reader.add(message -> {});
            List<String> before = readers();
            await().until(() -> calls("xread") >= 3);
            assertThat(readers()).isEqualTo(before).hasSize(1);
        }
    }

    /** Returns how often Redis has executed a command. */
    private int calls(String command) {
        return redis.command("INFO commandstats")
                .lines()
                .filter(line -> line.startsWith("cmdstat_" + command + ":"))
                .mapToInt(line -> Integer.parseInt(line.replaceAll(".*:calls=(\\d+),.*", "$1")))
                .findFirst()
                .orElse(0);
    }

    private List<String> readers() {
        await().until(() -> redis.list("CLIENT LIST").anyMatch(connection -> connection.contains("cmd=xread")));
        return redis.list("CLIENT LIST")
                .filter(connection -> connection.contains("cmd=xread"))
                .map(connection -> connection.replaceAll(".*id=(\\d+) addr.*", "$1"))
                .toList();
    }

    @Test
    @Tag("change")
    void messagesAreBoundedByTheirBytes() {
        start();
        try (RedisChannel channel = new RedisChannel(link, keys)) {
            channel.publish(new byte[1024 * 1024 + 1]);
            assertThat(channel.dropped.sum()).isEqualTo(1);
            for (int number = 1; number <= 100; number++) {
                channel.publish(new byte[1024 * 1024]);
                int sent = number;
                await().pollInterval(Duration.ofMillis(1)).until(() -> channel.published.sum() == sent);
            }
            redis.pause();
            for (int number = 0; number < 20; number++) {
                channel.publish(new byte[1024 * 1024]);
            }
            assertThat(channel.dropped.sum()).isEqualTo(5);
            redis.resume();
        }
        await().atMost(Duration.ofSeconds(20))
                .until(() ->
                        Integer.parseInt(redis.command("XLEN " + keys.channel()).substring(1)) <= 64);
    }

    @Test
    void messagesThatAreLostDoNotKeepOthersFromBeingSent() {
        start();
        try (RedisChannel channel = new RedisChannel(link, keys)) {
            redis.kill();
            await().until(() -> !link.isConnected());
            for (int number = 0; number < 2_000; number++) {
                channel.publish(new byte[1]);
            }
            assertThat(channel.dropped.sum()).isEqualTo(2_000);
            redis.start();
            await().until(() -> {
                channel.publish(new byte[1]);
                return channel.published.sum() > 0;
            });
        }
    }

    @Test
    void aCommandThatRedisRefusesStopsNeitherTheConnectionNorTheOtherParts() {
        start();
        redis.command("ACL SETUSER default -set");
        AtomicInteger kept = new AtomicInteger();
        link.add(() -> link.await(link.commands().set("key", new byte[1])));
        link.add(kept::incrementAndGet);
        RedisClusterAsyncCommands<String, byte[]> commands = link.commands();
        await().until(() -> kept.get() >= 3);
        assertThat(link.commands()).isSameAs(commands);
    }

    @Test
    @Tag("change")
    void anInstanceIsGoneOnlyIfItsLeaseIsMissingAllTheTime() {
        start();
        Duration lease = Duration.ofMillis(500);
        Leases leases = new Leases(link, keys, lease, () -> {});
        link.add(leases);
        await().until(() ->
                !redis.command("GET " + keys.instance(leases.self())).isEmpty());
        assertThat(leases.isGone("other")).isFalse();
        // This one stays missing, so that the leases are read on.
        assertThat(leases.isGone("third")).isFalse();
        long missing = System.nanoTime();
        redis.command("SET " + keys.instance("other") + " 1");
        int before = calls("mget");
        await().until(() -> calls("mget") > before && System.nanoTime() - missing > lease.toNanos());
        redis.command("DEL " + keys.instance("other"));
        assertThat(leases.isGone("other")).isFalse();
        await().atMost(Duration.ofSeconds(3)).until(() -> leases.isGone("other"));
    }

    @Test
    @Tag("change")
    void theHealthTellsOfMessagesThatCannotBeRead() {
        start();
        redis.command("ACL SETUSER default -xread");
        try (RedisChannel channel = new RedisChannel(link, keys)) {
            channel.subscribe(message -> {});
            await().atMost(Duration.ofSeconds(15))
                    .untilAsserted(() -> assertThatThrownBy(channel::check)
                            .hasMessage("The messages of other instances in Redis cannot be read"));
            redis.command("ACL SETUSER default +xread");
            await().untilAsserted(() -> assertThatCode(channel::check).doesNotThrowAnyException());
        }
    }

    @Test
    void messagesThatWereReadAreNotReadAgainIfRedisHasLostTheNewest() {
        start();
        List<String> received = new CopyOnWriteArrayList<>();
        try (RedisChannel channel = new RedisChannel(link, keys)) {
            channel.subscribe(message -> received.add(new String(message, StandardCharsets.UTF_8)));
            for (String text : List.of("first", "second")) {
                channel.publish(text.getBytes(StandardCharsets.UTF_8));
                await().until(() -> received.contains(text));
            }
            String newest = redis.list("XREVRANGE " + keys.channel() + " + - COUNT 1")
                    .findFirst()
                    .orElseThrow();
            redis.command("XDEL " + keys.channel() + " " + newest);
            redis.command("CLIENT KILL TYPE normal");
            readers();
            await().until(() -> {
                channel.publish("third".getBytes(StandardCharsets.UTF_8));
                return received.contains("third");
            });
            assertThat(received).startsWith("first", "second", "third");
        }
    }

    @Test
    void connectionsAreMadeAsTheApplicationCustomizesThem() {
        redis = RedisServer.create();
        AtomicInteger customized = new AtomicInteger();
        ClientResources resources = ClientResources.builder()
                .nettyCustomizer(new NettyCustomizer() {
                    @Override
                    public void afterBootstrapInitialized(Bootstrap bootstrap) {
                        customized.incrementAndGet();
                    }
                })
                .build();
        try {
            link(new LettuceConnectionFactory(
                    new RedisStandaloneConfiguration("127.0.0.1", redis.port()),
                    LettuceClientConfiguration.builder()
                            .clientResources(resources)
                            .build()));
            assertThat(link.isConnected()).isTrue();
            assertThat(customized).hasPositiveValue();
            link.close();
            assertThat(resources.eventExecutorGroup().isShuttingDown()).isFalse();
        } finally {
            resources.shutdown();
        }
    }
}
