package io.mcpspring.session;

import static org.awaitility.Awaitility.await;

import io.mcpspring.support.McpTestClient;
import io.mcpspring.support.TestServer;
import java.time.Duration;
import java.util.Collection;
import java.util.Map;
import java.util.concurrent.Callable;
import org.springframework.test.util.ReflectionTestUtils;

/** What a server remembers of its legacy clients. */
record Remembered(TestServer server) {

    OpenSessions all() {
        return (OpenSessions) ReflectionTestUtils.getField(sessions(), "open");
    }

    LegacySessions sessions() {
        return server.context().getBean(LegacySessions.class);
    }

    OpenSession of(McpTestClient client) {
        return all().find(
                        sessions().find(client.sessionId(), null).orElseThrow().key())
                .orElseThrow();
    }

    /** The streams of a client that belong to no request and are read by it. */
    long listeners(McpTestClient client) {
        return streams(client).stream()
                .filter(LegacyStream::isStandAlone)
                .filter(LegacyStream::isConnected)
                .count();
    }

    long connections(McpTestClient client) {
        return streams(client).stream().filter(LegacyStream::isConnected).count();
    }

    @SuppressWarnings("unchecked")
    private Collection<LegacyStream> streams(McpTestClient client) {
        return ((Map<String, LegacyStream>) ReflectionTestUtils.getField(of(client), "streams")).values();
    }

    /** Whether the session of a client may be forgotten when others need its place. */
    boolean isIdle(McpTestClient client) {
        Object places = ReflectionTestUtils.getField(all(), "places");
        synchronized (places) {
            return ((Collection<?>) ReflectionTestUtils.getField(places, "idle")).contains(of(client));
        }
    }

    /** Waits until the server has noticed something. */
    static void until(Callable<Boolean> condition) {
        await().pollDelay(Duration.ZERO).pollInterval(Duration.ofMillis(2)).until(condition);
    }
}
