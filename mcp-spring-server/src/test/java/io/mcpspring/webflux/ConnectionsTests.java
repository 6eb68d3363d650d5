package io.mcpspring.webflux;

import static org.assertj.core.api.Assertions.assertThat;

import io.mcpspring.http.StreamSettings;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class ConnectionsTests {

    private static final StreamSettings SETTINGS = new StreamSettings(Duration.ofSeconds(6), 1, Duration.ofHours(1));

    /** Each of two comments is late by up to an eighth of the pause, and the second one fails. */
    @Test
    void twoCommentsAreSentWithinTheKeepAliveTime() {
        Duration pause = new Connections().detecting(SETTINGS).keepAlive();
        assertThat(pause.multipliedBy(10).dividedBy(8)).isLessThanOrEqualTo(SETTINGS.keepAlive());
    }

    @Test
    void nettyNeedsNoMoreComments() {
        assertThat(new ReactorNettyConnections().detecting(SETTINGS)).isEqualTo(SETTINGS);
    }
}
