package io.mcpspring.session;

import static org.awaitility.Awaitility.await;

import io.mcpspring.memory.ByteBudget;
import io.mcpspring.protocol.RequestId;
import io.mcpspring.support.McpTestClient;
import io.mcpspring.support.TestServer;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.concurrent.Callable;
import org.springframework.test.util.ReflectionTestUtils;
import org.springframework.util.ConcurrentLruCache;

/** The state that a server keeps for its legacy clients. */
public record SessionState(TestServer server) {

    /** Returns the number of sessions whose state is kept. */
    public int size() {
        return all().size();
    }

    public boolean contains(McpTestClient client) {
        return all().find(session(client).key()).isPresent();
    }

    /** Removes all expired state. */
    public void sweep() {
        all().sweep();
    }

    /** Ends the requests and streams of a session. */
    public void closeAll() {
        all().closeAll();
    }

    /** Returns the free bytes of a budget. */
    public long left(String budget) {
        return ((ByteBudget) ReflectionTestUtils.getField(all(), budget)).left();
    }

    /** Returns the number of session ids whose content is kept. */
    public int decryptedIds() {
        Object tokens = ReflectionTestUtils.getField(sessions(), "tokens");
        return ((ConcurrentLruCache<?, ?>) ReflectionTestUtils.getField(tokens, "remembered")).size();
    }

    public boolean isRunning(McpTestClient client, RequestId request) {
        return sessions().isRunning(session(client), request);
    }

    /** Whether another ended session can be noted; its id is noted in this case. */
    public boolean end(String session, Instant expiry) {
        return ended().add(session, expiry) != EndedSessions.Outcome.LIST_FULL;
    }

    /** Removes the ended sessions whose ids have expired at a time. */
    public void sweepEnded(Instant now) {
        ended().sweep(now);
    }

    private EndedSessions ended() {
        return (EndedSessions) ReflectionTestUtils.getField(sessions(), "ended");
    }

    private OpenSessions all() {
        return (OpenSessions) ReflectionTestUtils.getField(sessions(), "open");
    }

    private LegacySessions sessions() {
        return server.context().getBean(LegacySessions.class);
    }

    private LegacySession session(McpTestClient client) {
        return sessions().find(client.sessionId(), null).orElseThrow();
    }

    private OpenSession of(McpTestClient client) {
        return all().find(session(client).key()).orElseThrow();
    }

    /** The streams of a client that belong to no request and are read by it. */
    public long listeners(McpTestClient client) {
        return streams(client).stream()
                .filter(StandAloneStream.class::isInstance)
                .filter(LegacyStream::isConnected)
                .count();
    }

    public long connections(McpTestClient client) {
        return streams(client).stream().filter(LegacyStream::isConnected).count();
    }

    private Collection<LegacyStream> streams(McpTestClient client) {
        return ((OpenStreams) ReflectionTestUtils.getField(of(client), "streams")).all();
    }

    /** Whether the session of a client may be forgotten when others need its place. */
    public boolean isIdle(McpTestClient client) {
        Object places = ReflectionTestUtils.getField(all(), "places");
        synchronized (places) {
            return ((Collection<?>) ReflectionTestUtils.getField(places, "idle")).contains(of(client));
        }
    }

    /** Waits until a condition holds on the server. */
    public static void until(Callable<Boolean> condition) {
        await().pollDelay(Duration.ZERO).pollInterval(Duration.ofMillis(2)).until(condition);
    }
}
