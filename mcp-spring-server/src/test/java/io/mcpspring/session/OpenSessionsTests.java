package io.mcpspring.session;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mcpspring.event.ListChanged;
import io.mcpspring.event.ResourceUpdated;
import io.mcpspring.event.ServerEvent;
import io.mcpspring.memory.ByteBudget;
import io.mcpspring.memory.RequestMemory;
import io.mcpspring.protocol.ClientCapabilities;
import io.mcpspring.protocol.EmptyResult;
import io.mcpspring.protocol.JsonRpcNotification;
import io.mcpspring.protocol.JsonRpcRequest;
import io.mcpspring.protocol.JsonRpcResponse;
import io.mcpspring.protocol.LoggingLevel;
import io.mcpspring.protocol.McpProtocolException;
import io.mcpspring.protocol.ProtocolVersion;
import io.mcpspring.protocol.RequestId;
import io.mcpspring.server.ListeningStreams;
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
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import reactor.core.Disposable;
import reactor.core.publisher.Flux;
import reactor.core.publisher.FluxSink.OverflowStrategy;
import tools.jackson.databind.node.IntNode;
import tools.jackson.databind.node.JsonNodeFactory;

/** The sessions whose state is kept, and for how long. */
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

    private final ByteBudget events = new ByteBudget(1_000_000);

    private final ByteBudget subscriptions = new ByteBudget(1_000);

    private final OpenSessions sessions = new OpenSessions(
            new SessionSettings(Duration.ofHours(24), IDLE, 2, 2, 1_000_000, TTL, 16, LoggingLevel.WARNING),
            events,
            subscriptions,
            () -> now);

    private static LegacySession session(String key) {
        return new LegacySession(
                key, new LegacyClient(ProtocolVersion.V2025_11_25, null, ClientCapabilities.NONE), Instant.EPOCH, "");
    }

    /** Begins the response to a POST. */
    private LegacyReply post(LegacySession session) {
        OpenSession open = sessions.enter(session, 0);
        return reply(open, () -> sessions.leave(open), false);
    }

    private static LegacyReply reply(OpenSession session, Runnable onEnd, boolean batch) {
        return new LegacyReply(
                session, onEnd, List.of(), batch, true, RequestMemory.UNCOUNTED, (request, channel) -> Flux.never());
    }

    private static void respond(LegacyReply reply) {
        reply.send(RESPONSE);
        reply.requestEnded();
    }

    private Flux<StreamEvent> get(LegacySession session) {
        return Flux.using(() -> sessions.enter(session, 0), OpenSessionsTests::listen, sessions::leave);
    }

    private static Flux<StreamEvent> listen(OpenSession open) {
        return open.streams.listen(null, List.of());
    }

    /** Serves a request that sets a log level. */
    private void setLevel(LegacySession session) {
        OpenSession open = sessions.enter(session, 0);
        open.logLevel(LoggingLevel.DEBUG);
        sessions.leave(open);
    }

    private boolean isRemembered(LegacySession session) {
        return sessions.find(session.key()).isPresent();
    }

    private void after(Duration time) {
        now = now.plus(time).plusSeconds(1);
        sessions.sweep();
    }

    @Test
    void aCompletedCallLeavesNoState() {
        LegacyReply call = post(one);
        assertThat(sessions.size()).isEqualTo(1);
        respond(call);
        assertThat(sessions.size()).isZero();
        post(one).requestEnded();
        assertThat(sessions.size()).isZero();
    }

    @Test
    void requestsWithoutStateNeedNoPlace() {
        Disposable first = get(one).subscribe();
        Disposable second = get(two).subscribe();
        LegacyReply call = post(three);
        assertThat(isRemembered(three)).as("while it is served").isTrue();
        respond(call);
        assertThat(isRemembered(three)).isFalse();
        first.dispose();
        second.dispose();
        respond(post(three));
        assertThat(isRemembered(one)).as("no other session is forgotten for it").isTrue();
        assertThat(isRemembered(two)).isTrue();
    }

    @Test
    void theSessionThatHasBeenIdleForLongestIsEvicted() {
        setLevel(one);
        setLevel(two);
        LegacyReply call = post(one);
        respond(call);
        setLevel(three);
        assertThat(isRemembered(two)).isFalse();
        assertThat(isRemembered(one)).as("it was used since").isTrue();
        get(two).subscribe().dispose();
        assertThat(isRemembered(one)).isFalse();
        assertThat(isRemembered(three)).isTrue();
    }

    @Test
    void sessionsInUseTakeNoPlaceAndAreNotEvicted() {
        setLevel(one);
        setLevel(two);
        LegacyReply call = post(one);
        Disposable listener = get(two).subscribe();
        setLevel(three);
        assertThat(sessions.size()).isEqualTo(3);
        respond(call);
        assertThat(sessions.size()).isEqualTo(3);
        listener.dispose();
        assertThat(isRemembered(three)).as("it has been idle for longest").isFalse();
        assertThat(isRemembered(one)).isTrue();
        assertThat(isRemembered(two)).isTrue();
    }

    @Test
    void theSubscriptionsOfAllSessionsAreLimited() {
        String uri = "x".repeat(400);
        subscribe(one, uri + 1);
        assertThat(subscriptions.left()).isLessThan(100);
        assertThatThrownBy(() -> subscribe(two, uri + 2))
                .isInstanceOf(McpProtocolException.class)
                .hasMessage("Your sessions, or all sessions together, have too many subscriptions; try again later");
        sessions.close(one.key());
        subscribe(two, uri + 2);
        sessions.close(two.key());
        assertThat(subscriptions.left()).isEqualTo(1_000);
    }

    private void subscribe(LegacySession session, String uri) {
        OpenSession open = sessions.enter(session, 0);
        try {
            open.subscribe(new ResourceUpdated(uri).topic());
        } finally {
            sessions.leave(open);
        }
    }

    @Test
    void aSessionThatIsClosedConcurrentlyReleasesItsPlace() {
        OpenSession closed = sessions.enter(one, 0);
        sessions.close("one");
        assertThatThrownBy(() -> closed.subscribe(new ResourceUpdated("x:y").topic()))
                .isInstanceOf(McpProtocolException.class);
        get(two).subscribe();
        get(three).subscribe();
        assertThat(sessions.size()).isEqualTo(2);
        assertThat(subscriptions.left()).isEqualTo(1_000);
    }

    @Test
    void aResumableStreamIsKeptAsLongAsItsEvents() {
        LegacyReply call = post(one);
        call.send(MESSAGE);
        respond(call);
        after(TTL.minusMinutes(1));
        assertThat(sessions.size()).isEqualTo(1);
        after(Duration.ofMinutes(1));
        assertThat(sessions.size()).isZero();
    }

    @Test
    void aLogLevelIsKeptUntilTheSessionIsIdle() {
        OpenSession open = sessions.enter(one, 0);
        open.logLevel(LoggingLevel.DEBUG);
        sessions.leave(open);
        after(IDLE.minusMinutes(1));
        open = sessions.enter(one, 0);
        assertThat(open.logLevel()).isEqualTo(LoggingLevel.DEBUG);
        sessions.leave(open);
        after(IDLE.minusMinutes(1));
        assertThat(sessions.size()).isEqualTo(1);
        after(Duration.ofMinutes(1));
        assertThat(sessions.size()).isZero();
        assertThat(sessions.enter(one, 0).logLevel()).isEqualTo(LoggingLevel.WARNING);
    }

    @Test
    void aSessionIsNotIdleWhileItIsServedOrListens() {
        OpenSession open = sessions.enter(one, 0);
        open.logLevel(LoggingLevel.DEBUG);
        Disposable listener = get(one).subscribe();
        sessions.leave(open);
        after(IDLE.multipliedBy(3));
        assertThat(sessions.size()).isEqualTo(1);
        listener.dispose();
        after(IDLE.minusMinutes(1));
        assertThat(sessions.find("one"))
                .hasValueSatisfying(same -> assertThat(same.logLevel()).isEqualTo(LoggingLevel.DEBUG));
        after(Duration.ofMinutes(1));
        assertThat(sessions.size()).isZero();
        LegacyReply call = post(one);
        after(IDLE.multipliedBy(3));
        assertThat(sessions.size()).isEqualTo(1);
        respond(call);
        assertThat(sessions.size()).isZero();
    }

    @Test
    void anAbandonedStreamIsKeptUntilTheSessionIsIdle() {
        get(one).subscribe().dispose();
        sessions.publish(CHANGED);
        after(IDLE.minusMinutes(1));
        assertThat(sessions.size()).isEqualTo(1);
        after(Duration.ofMinutes(1));
        assertThat(sessions.size()).isZero();
    }

    @Test
    void anUpdateThatOnlyAnAbandonedStreamKeepsIsReported() {
        ServerEvent updated = new ResourceUpdated("s://1");
        OpenSession open = sessions.enter(one, 0);
        open.subscribe(updated.topic());
        List<StreamEvent> received = new ArrayList<>();
        Disposable client = get(one).subscribe(received::add);
        assertThat(sessions.publish(updated)).isEmpty();
        client.dispose();
        assertThat(sessions.publish(updated)).containsExactly(one.key());
        EventId last = EventId.of(((StreamEvent.Message) received.get(1)).id()).orElseThrow();
        List<StreamEvent> resumed = new ArrayList<>();
        open.streams.listen(last, List.of()).subscribe(resumed::add).dispose();
        assertThat(resumed).hasSize(2);
        assertThat(number(resumed.get(1))).isEqualTo("2");
        sessions.leave(open);
    }

    @Test
    void eventsBeforeTheFirstConnectionHaveNoIds() {
        OpenSession open = sessions.enter(one, 0);
        Flux<StreamEvent> events = listen(open);
        assertThat(open.streams.send(CHANGED.notification()))
                .as("sent without a listening client")
                .isFalse();
        List<StreamEvent> received = new ArrayList<>();
        Disposable client = events.subscribe(received::add);
        assertThat(open.streams.send(CHANGED.notification())).isTrue();
        assertThat(received).extracting(OpenSessionsTests::number).containsExactly("0", "1");
        client.dispose();
        sessions.leave(open);
    }

    private static String number(StreamEvent event) {
        String id = event instanceof StreamEvent.Priming priming ? priming.id() : ((StreamEvent.Message) event).id();
        return id.substring(24);
    }

    @Test
    @Timeout(60)
    void noEventIsLostWhileAStreamOpens() throws InterruptedException {
        Thread changing = new Thread(() -> {
            while (!Thread.currentThread().isInterrupted()) {
                sessions.publish(CHANGED);
            }
        });
        changing.start();
        try {
            for (int i = 0; i < 300; i++) {
                assertThat(get(one).take(4)
                                .map(OpenSessionsTests::number)
                                .collectList()
                                .block())
                        .containsExactly("0", "1", "2", "3");
            }
        } finally {
            changing.interrupt();
            changing.join();
        }
    }

    @Test
    void aStreamWithoutAClientIsReplaced() {
        OpenSession open = sessions.enter(one, 0);
        Disposable first = listen(open).subscribe();
        listen(open).subscribe();
        assertThatThrownBy(() -> listen(open).next().block())
                .isInstanceOfSatisfying(
                        SessionRefusedException.class,
                        refused -> assertThat(refused.limit()).isEqualTo(ListeningStreams.Exceeded.CALLER));
        first.dispose();
        assertThat(listen(open).next().block()).isNotNull();
    }

    @Test
    void expiredEventsOfASessionThatIsKeptAreReleased() {
        Disposable listening = get(one).subscribe();
        setLevel(two);
        for (LegacySession session : List.of(one, two)) {
            LegacyReply call = post(session);
            call.begin(context -> call.send(MESSAGE), OverflowStrategy.IGNORE).subscribe();
            respond(call);
        }
        assertThat(events.left()).isLessThan(1_000_000);
        after(TTL);
        assertThat(isRemembered(one)).isTrue();
        assertThat(isRemembered(two)).isTrue();
        assertThat(events.left()).isEqualTo(1_000_000);
        listening.dispose();
    }

    @Test
    void aStreamThatIsOpenedAfterTheEndOfItsSessionEnds() {
        OpenSession open = sessions.enter(one, 0);
        sessions.close("one");
        assertThat(listen(open).collectList().block()).isEmpty();
        sessions.leave(open);
        assertThat(sessions.size()).isZero();
    }

    @Test
    void aRequestThatIsRegisteredAfterTheEndOfItsSessionIsCancelled() {
        OpenSession open = sessions.enter(one, 0);
        sessions.close("one");
        AtomicInteger ends = new AtomicInteger();
        LegacyReply reply = new LegacyReply(
                open,
                ends::incrementAndGet,
                List.of(new JsonRpcRequest(RESPONSE.id(), "ping", JsonNodeFactory.instance.objectNode())),
                false,
                true,
                RequestMemory.UNCOUNTED,
                (request, channel) -> Flux.error(new AssertionError("begins")));
        assertThat(reply.events(false).collectList().block()).isEmpty();
        assertThat(ends).hasValue(1);
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 2})
    void aReplyThatBecomesAStreamAfterTheEndOfItsSessionEnds(int responses) {
        OpenSession open = sessions.enter(one, 0);
        AtomicInteger ends = new AtomicInteger();
        LegacyReply reply = reply(open, ends::incrementAndGet, true);
        sessions.close("one");
        List<StreamEvent> received = reply.begin(
                        context -> {
                            for (int i = 0; i < responses; i++) {
                                reply.send(RESPONSE);
                            }
                            reply.send(MESSAGE);
                        },
                        OverflowStrategy.IGNORE)
                .collectList()
                .block();
        assertThat(received).isEmpty();
        assertThat(ends).hasValue(1);
        assertThat(events.left()).as("nothing is kept").isEqualTo(1_000_000);
    }

    @Test
    void leavingAnEndedSessionDoesNotAffectItsSuccessor() {
        OpenSession ended = sessions.enter(one, 0);
        sessions.close("one");
        OpenSession next = sessions.enter(one, 0);
        assertThat(next).isNotSameAs(ended);
        sessions.leave(ended);
        assertThat(sessions.find("one")).containsSame(next);
    }

    @Test
    @Timeout(60)
    void concurrentUseLeavesNoStateAndNoPendingStream() throws Exception {
        ExecutorService threads = Executors.newFixedThreadPool(4);
        try {
            List<Future<?>> all = new ArrayList<>();
            for (int seed = 0; seed < 4; seed++) {
                Random random = new Random(seed);
                all.add(threads.submit(() -> {
                    for (int i = 0; i < 3_000; i++) {
                        act(random, List.of(one, two, three).get(random.nextInt(3)));
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
        assertThat(events.left()).isEqualTo(1_000_000);
        assertThat(subscriptions.left()).isEqualTo(1_000);
        get(one).subscribe();
        get(two).subscribe();
        assertThat(sessions.size()).as("both places are free").isEqualTo(2);
    }

    private void act(Random random, LegacySession session) {
        try {
            switch (random.nextInt(9)) {
                case 0 -> sessions.close(session.key());
                case 1 -> sessions.publish(CHANGED);
                case 2 -> sessions.sweep();
                case 3 ->
                    get(session)
                            .onErrorComplete()
                            .take(1 + random.nextInt(2))
                            .take(Duration.ofMillis(1))
                            .blockLast();
                case 4 -> get(session).onErrorComplete().subscribe().dispose();
                case 5 -> subscribe(random, session);
                default -> call(random, session);
            }
        } catch (SessionRefusedException refused) {
            // The two other sessions are in use.
        }
    }

    private void subscribe(Random random, LegacySession session) {
        OpenSession open = sessions.enter(session, 0);
        try {
            open.subscribe(new ResourceUpdated("x".repeat(100) + random.nextInt(5)).topic());
            open.unsubscribe(new ResourceUpdated("x".repeat(100) + random.nextInt(5)).topic());
        } catch (McpProtocolException full) {
            // The sessions in use have too many subscriptions.
        } finally {
            sessions.leave(open);
        }
    }

    private void call(Random random, LegacySession session) {
        LegacyReply stream = post(session);
        Disposable client = stream.begin(context -> {}, OverflowStrategy.IGNORE).subscribe();
        for (int i = random.nextInt(4); i > 0; i--) {
            stream.send(MESSAGE);
        }
        if (random.nextBoolean()) {
            client.dispose();
            sessions.find(session.key()).ifPresent(open -> {
                try {
                    open.streams.resume(new EventId(stream.id, 0)).subscribe(event -> {}, gone -> {});
                } catch (SessionRefusedException gone) {
                    // The session was ended.
                }
            });
        }
        respond(stream);
    }
}
