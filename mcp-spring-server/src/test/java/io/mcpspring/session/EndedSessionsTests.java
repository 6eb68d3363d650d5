package io.mcpspring.session;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import org.junit.jupiter.api.Test;

/** The list of sessions that were ended before they expired. */
class EndedSessionsTests {

    private static final Instant NOW = Instant.parse("2026-11-21T10:00:00Z");

    private final EndedSessions ended = new EndedSessions(3);

    @Test
    void aFullListRefusesMoreAndKeepsAll() {
        assertThat(add("a", 90)).isTrue();
        assertThat(add("b", 10)).isTrue();
        assertThat(add("c", 50)).isTrue();
        assertThat(add("d", 100)).isFalse();
        assertThat(ended.contains("d")).isFalse();
        assertThat(new String[] {"a", "b", "c"}).allMatch(ended::contains);
    }

    @Test
    void aSessionThatIsEndedTwiceTakesOnePlace() {
        assertThat(ended.add("a", NOW.plusSeconds(10))).isTrue();
        assertThat(ended.add("a", NOW.plusSeconds(10))).isTrue();
        add("b", 10);
        assertThat(add("c", 10)).isTrue();
        assertThat(add("a", 10)).as("it is noted already").isTrue();
        assertThat(ended.size()).isEqualTo(3);
    }

    @Test
    void expiredSessionsAreRemovedFromAFullList() {
        add("a", 10);
        add("b", 20);
        add("c", 30);
        ended.sweep(NOW.plusSeconds(20));
        assertThat(ended.size()).isEqualTo(1);
        assertThat(ended.contains("c")).isTrue();
        assertThat(add("d", 40)).isTrue();
    }

    private boolean add(String key, int seconds) {
        return ended.add(key, NOW.plusSeconds(seconds));
    }
}
