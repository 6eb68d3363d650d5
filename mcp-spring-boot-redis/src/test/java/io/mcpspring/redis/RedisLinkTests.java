package io.mcpspring.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.mcpspring.limit.McpRateLimiter.Rate;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.springframework.data.redis.connection.RedisClusterConfiguration;
import org.springframework.data.redis.connection.RedisConfiguration;
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
        link(new RedisStandaloneConfiguration("127.0.0.1", redis.port()));
    }

    private void link(RedisConfiguration servers) {
        link = new RedisLink(
                new LettuceConnectionFactory(servers, LettuceClientConfiguration.defaultConfiguration()),
                Duration.ofSeconds(1));
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

    private static boolean isCounted(RedisRateLimiter limiter) {
        try {
            return limiter.take("caller", List.of(new Rate("rate", 1_000_000, Duration.ofHours(1))))
                            .block()
                    != null;
        } catch (RuntimeException failure) {
            return false;
        }
    }
}
