package io.mcpspring.session;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mcpspring.protocol.ClientCapabilities;
import io.mcpspring.protocol.EmptyResult;
import io.mcpspring.protocol.JsonRpcNotification;
import io.mcpspring.protocol.JsonRpcResponse;
import io.mcpspring.protocol.LoggingLevel;
import io.mcpspring.protocol.ProtocolVersion;
import io.mcpspring.protocol.RequestId;
import io.mcpspring.server.ListChanged;
import io.mcpspring.server.ServerEvent;
import io.mcpspring.server.StreamEvent;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import reactor.core.Disposable;
import reactor.core.publisher.Flux;
import reactor.util.context.Context;
import tools.jackson.databind.node.IntNode;

/** Of which sessions something is remembered, and for how long. */
class OpenSessionsTests {

    private static final ServerEvent CHANGED = ListChanged.TOOLS;

    private static final JsonRpcNotification MESSAGE =
            new JsonRpcNotification("notifications/message", Map.of("level", "error", "data", "x"));

    private static final JsonRpcResponse RESPONSE =
            new JsonRpcResponse.Success(new RequestId(IntNode.valueOf(1)), new EmptyResult());

    private static final Duration IDLE = Duration.ofMinutes(30);

    private static final Duration TTL = Duration.ofMinutes(5);

    private final LegacySession one = session("one");

    private final LegacySession two = session("two");

    private final LegacySession three = session("three");

    private Instant now = Instant.parse("2026-11-22T10:00:00Z");

    private final OpenSessions sessions = new OpenSessions(new SessionSettings(Duration.ofHours(24), IDLE, 2, 2,
            1_000_000, TTL, Duration.ofMinutes(5), 16, LoggingLevel.WARNING), () -> now);

    private static LegacySession session(String key) {
        return new LegacySession(key, ProtocolVersion.V2025_11_25, null, ClientCapabilities.NONE, Instant.EPOCH);
    }

    /** Begins the answer to a POST. */
    private LegacyStream post(LegacySession session) {
        OpenSession open = sessions.enter(session);
        return open.reply(1, session.protocolVersion(), () -> sessions.leave(session, open));
    }

    private Flux<StreamEvent> get(LegacySession session) {
        return Flux.using(() -> sessions.enter(session), open -> open.listen(session.protocolVersion()),
                open -> sessions.leave(session, open));
    }

    private void after(Duration time) {
        now = now.plus(time).plusSeconds(1);
        sessions.sweep();
    }

    private void assertFull(LegacySession session) {
        assertThatThrownBy(() -> sessions.enter(session)).isInstanceOfSatisfying(SessionRefusedException.class,
                refused -> assertThat(refused.reason()).isEqualTo(SessionRefusedException.Reason.TOO_MANY_SESSIONS))
                .hasMessage("Too many sessions are in use (mcp.server.session.max-open)");
    }

    @Test
    void aCallThatIsAnsweredLeavesNothingBehind() {
        LegacyStream call = post(one);
        assertThat(sessions.size()).isEqualTo(1);
        call.send(RESPONSE);
        assertThat(sessions.size()).isZero();
        post(one).expectLess();
        assertThat(sessions.size()).isZero();
    }

    @Test
    void sessionsInUseAreCountedAndMakeRoomWhenTheyAreNot() {
        LegacyStream first = post(one);
        LegacyStream again = post(one);
        Disposable listener = get(two).subscribe();
        assertFull(three);
        assertThat(post(two)).as("those that are in use go on").isNotNull();
        first.send(RESPONSE);
        assertFull(three);
        again.send(RESPONSE);
        sessions.leave(three, sessions.enter(three));
        listener.dispose();
        assertThat(sessions.size()).isEqualTo(1);
    }

    @Test
    void aStreamThatCanBeResumedIsRememberedAsLongAsItsEvents() {
        LegacyStream call = post(one);
        call.send(MESSAGE);
        call.send(RESPONSE);
        after(TTL.minusMinutes(1));
        assertThat(sessions.size()).isEqualTo(1);
        after(Duration.ofMinutes(1));
        assertThat(sessions.size()).isZero();
    }

    @Test
    void aLogLevelIsRememberedUntilTheSessionIsIdle() {
        OpenSession open = sessions.enter(one);
        open.logLevel(LoggingLevel.DEBUG);
        sessions.leave(one, open);
        after(IDLE.minusMinutes(1));
        open = sessions.enter(one);
        assertThat(open.logLevel()).isEqualTo(LoggingLevel.DEBUG);
        sessions.leave(one, open);
        after(IDLE.minusMinutes(1));
        assertThat(sessions.size()).isEqualTo(1);
        after(Duration.ofMinutes(1));
        assertThat(sessions.size()).isZero();
        assertThat(sessions.enter(one).logLevel()).isEqualTo(LoggingLevel.WARNING);
    }

    @Test
    void aSessionIsNotIdleWhileItIsServedOrListens() {
        OpenSession open = sessions.enter(one);
        open.logLevel(LoggingLevel.DEBUG);
        Disposable listener = get(one).subscribe();
        sessions.leave(one, open);
        after(IDLE.multipliedBy(3));
        assertThat(sessions.size()).isEqualTo(1);
        listener.dispose();
        after(IDLE.minusMinutes(1));
        assertThat(sessions.find("one")).hasValueSatisfying(same ->
                assertThat(same.logLevel()).isEqualTo(LoggingLevel.DEBUG));
        after(Duration.ofMinutes(1));
        assertThat(sessions.size()).isZero();
        LegacyStream call = post(one);
        after(IDLE.multipliedBy(3));
        assertThat(sessions.size()).isEqualTo(1);
        call.send(RESPONSE);
        assertThat(sessions.size()).isZero();
    }

    @Test
    void anAbandonedStreamIsRememberedUntilTheSessionIsIdle() {
        get(one).subscribe().dispose();
        sessions.tell(CHANGED);
        after(IDLE.minusMinutes(1));
        assertThat(sessions.size()).isEqualTo(1);
        after(Duration.ofMinutes(1));
        assertThat(sessions.size()).isZero();
    }

    @Test
    void streamsThatBeginAtOnceDoNotEndOneAnother() {
        OpenSession open = sessions.enter(one);
        Flux<StreamEvent> first = open.listen(ProtocolVersion.V2025_11_25);
        Flux<StreamEvent> second = open.listen(ProtocolVersion.V2025_11_25);
        assertThatThrownBy(() -> open.listen(ProtocolVersion.V2025_11_25)).isInstanceOfSatisfying(
                SessionRefusedException.class, refused -> assertThat(refused.reason())
                        .isEqualTo(SessionRefusedException.Reason.TOO_MANY_STREAMS));
        assertThat(first.next().block()).isNotNull();
        assertThat(second.next().block()).isNotNull();
        assertThat(open.listen(ProtocolVersion.V2025_11_25).next().block()).as("a stream was abandoned").isNotNull();
    }

    @Test
    void whatBeginsWhileTheSessionEndsIsOverAtOnce() {
        OpenSession open = sessions.enter(one);
        sessions.close("one");
        assertThat(open.listen(ProtocolVersion.V2025_11_25).collectList().block()).isEmpty();
        AtomicInteger ends = new AtomicInteger();
        LegacyStream reply = open.reply(1, ProtocolVersion.V2025_11_25, ends::incrementAndGet);
        AtomicInteger works = new AtomicInteger();
        reply.begin(context -> works.incrementAndGet()).blockLast();
        assertThat(works).hasValue(0);
        assertThat(ends).hasValue(1);
        assertThat(open.start(new RunningRequest(RESPONSE.id(), open, reply, Context.empty()))).isFalse();
        sessions.leave(one, open);
        assertThat(sessions.size()).isZero();
    }

    @Test
    void whoLeavesASessionThatWasEndedLeavesNoOther() {
        OpenSession ended = sessions.enter(one);
        sessions.close("one");
        OpenSession next = sessions.enter(one);
        assertThat(next).isNotSameAs(ended);
        sessions.leave(one, ended);
        assertThat(sessions.find("one")).containsSame(next);
    }

    @Test
    @Timeout(60)
    void whateverHappensAtOnceNothingIsLeftAndNothingHangs() throws Exception {
        ExecutorService threads = Executors.newFixedThreadPool(4);
        try {
            List<Future<?>> all = new ArrayList<>();
            for (int seed = 0; seed < 4; seed++) {
                Random random = new Random(seed);
                all.add(threads.submit(() -> {
                    for (int i = 0; i < 3_000; i++) {
                        act(random, random.nextBoolean() ? one : two);
                    }
                }));
            }
            for (Future<?> thread : all) {
                thread.get();
            }
        } finally {
            threads.shutdownNow();
        }
        after(IDLE);
        assertThat(sessions.size()).isZero();
    }

    private void act(Random random, LegacySession session) {
        try {
            switch (random.nextInt(8)) {
                case 0 -> sessions.close(session.key());
                case 1 -> sessions.tell(CHANGED);
                case 2 -> sessions.sweep();
                case 3 -> get(session).onErrorComplete().take(1 + random.nextInt(2)).take(Duration.ofMillis(1))
                        .blockLast();
                case 4 -> get(session).onErrorComplete().subscribe().dispose();
                default -> call(random, session);
            }
        } catch (SessionRefusedException refused) {
            // How many there are is an estimate while others come and go.
        }
    }

    private void call(Random random, LegacySession session) {
        LegacyStream stream = post(session);
        Disposable client = stream.begin(context -> { }).subscribe();
        for (int i = random.nextInt(4); i > 0; i--) {
            stream.send(MESSAGE);
        }
        if (random.nextBoolean()) {
            client.dispose();
            sessions.find(session.key()).ifPresent(open -> {
                try {
                    open.resume(new EventId(stream.id(), 0)).subscribe(event -> { }, gone -> { });
                } catch (SessionRefusedException gone) {
                    // The session was ended.
                }
            });
        }
        stream.send(RESPONSE);
    }
}
