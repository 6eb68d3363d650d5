package io.mcpspring.session;

import static org.awaitility.Awaitility.await;

import io.mcpspring.McpServer;
import io.mcpspring.protocol.RequestId;
import io.mcpspring.support.McpTestClient;
import io.mcpspring.support.TestServer;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.stream.IntStream;

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

    /** Returns the free bytes for events that clients may read again. */
    public long eventsLeft() {
        return all().events.left();
    }

    public long subscriptionsLeft() {
        return all().subscriptions.left();
    }

    /** Returns the number of session ids whose content is kept. */
    public int decryptedIds() {
        return sessions().tokens.remembered.size();
    }

    public boolean isRunning(McpTestClient client, RequestId request) {
        return all().find(session(client).key())
                .filter(session -> session.running.containsKey(request))
                .isPresent();
    }

    /** Notes the end of as many sessions as fit; returns their number. */
    public int endOthers() {
        Map<String, Instant> ended = sessions().ended.ended;
        int others = EndedSessions.MAX - ended.size();
        IntStream.range(0, others).forEach(other -> ended.put("other-" + other, Instant.now()));
        return others;
    }

    public void forgetEnded() {
        sessions().ended.ended.clear();
    }

    private OpenSessions all() {
        return sessions().open;
    }

    private LegacySessions sessions() {
        return server.context().getBean(McpServer.class).parts().state().sessions();
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
                .filter(LegacyStream::isStandAlone)
                .filter(LegacyStream::isConnected)
                .count();
    }

    public long connections(McpTestClient client) {
        return streams(client).stream().filter(LegacyStream::isConnected).count();
    }

    private Collection<LegacyStream> streams(McpTestClient client) {
        return of(client).streams.streams.values();
    }

    /** Whether the session of a client may be forgotten when others need its place. */
    public boolean isIdle(McpTestClient client) {
        synchronized (all()) {
            return all().idle.containsKey(of(client));
        }
    }

    /** Waits until a condition holds on the server. */
    public static void until(Callable<Boolean> condition) {
        await().pollDelay(Duration.ZERO).pollInterval(Duration.ofMillis(2)).until(condition);
    }
}
