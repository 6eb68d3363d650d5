package io.mcpspring.session;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** The list of sessions that were ended before their time. */
class EndedSessionsTests {

    private static final Instant NOW = Instant.parse("2026-11-21T10:00:00Z");

    private final EndedSessions ended = new EndedSessions(3);

    @Test
    void aFullListForgetsTheSessionThatExpiresFirst() {
        add("late", 90);
        add("early", 10);
        add("middle", 50);
        assertThat(ended.contains("early")).isTrue();
        add("next", 60);
        assertThat(ended.contains("early")).isFalse();
        assertThat(ended.contains("late")).isTrue();
        assertThat(ended.contains("middle")).isTrue();
        assertThat(ended.contains("next")).isTrue();
        add("last", 100);
        assertThat(ended.contains("middle")).isFalse();
    }

    @Test
    void aSessionThatIsEndedTwiceTakesOnePlace() {
        add("a", 10);
        add("b", 20);
        add("a", 10);
        add("a", 10);
        add("c", 30);
        assertThat(ended.contains("a")).isTrue();
        assertThat(ended.contains("b")).isTrue();
        assertThat(ended.contains("c")).isTrue();
    }

    @Test
    void sessionsThatEndAtTheSameTimeAreToldApart() {
        add("a", 10);
        add("b", 10);
        add("c", 10);
        add("d", 10);
        assertThat(IntStream.of('a', 'b', 'c', 'd').filter(key -> ended.contains(String.valueOf((char) key))))
                .hasSize(3);
    }

    @Test
    void whatHasExpiredAnywayMakesRoom() {
        add("a", 10);
        add("b", 20);
        ended.add("c", NOW.plusSeconds(90), NOW.plusSeconds(15));
        assertThat(ended.contains("a")).isFalse();
        assertThat(ended.contains("b")).isTrue();
        assertThat(ended.contains("c")).isTrue();
    }

    private void add(String key, int seconds) {
        ended.add(key, NOW.plusSeconds(seconds), NOW);
    }
}
