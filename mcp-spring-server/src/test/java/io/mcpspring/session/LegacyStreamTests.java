package io.mcpspring.session;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mcpspring.memory.ByteBudget;
import io.mcpspring.memory.RequestMemory;
import io.mcpspring.protocol.ClientCapabilities;
import io.mcpspring.protocol.EmptyResult;
import io.mcpspring.protocol.JsonRpcError;
import io.mcpspring.protocol.JsonRpcNotification;
import io.mcpspring.protocol.JsonRpcResponse;
import io.mcpspring.protocol.LoggingLevel;
import io.mcpspring.protocol.ProtocolVersion;
import io.mcpspring.protocol.RequestId;
import io.mcpspring.server.StreamEvent;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import reactor.core.Disposable;
import reactor.core.publisher.Flux;
import reactor.core.publisher.FluxSink.OverflowStrategy;
import tools.jackson.databind.node.IntNode;

/** A stream and its connections. */
class LegacyStreamTests {

    private static final Duration TTL = Duration.ofMinutes(5);

    /** A connection and the events that it received. */
    private static final class Connection {

        private final List<StreamEvent> events = new ArrayList<>();

        private final CompletableFuture<Void> end = new CompletableFuture<>();

        private final Disposable subscription;

        Connection(Flux<StreamEvent> stream) {
            subscription = stream.subscribe(
                    event -> {
                        synchronized (events) {
                            events.add(event);
                        }
                    },
                    end::completeExceptionally,
                    () -> end.complete(null));
        }

        void lose() {
            subscription.dispose();
        }

        boolean isOver() {
            return end.isDone();
        }

        /** Returns the last parts of the event ids; {@code ?} for events without an id. */
        List<String> received() {
            synchronized (events) {
                return events.stream().map(Connection::text).toList();
            }
        }

        private static String text(StreamEvent event) {
            if (event instanceof StreamEvent.Retry retry) {
                return "retry " + retry.delay().toMillis();
            }
            if (event instanceof StreamEvent.Priming priming) {
                return priming.id().substring(17);
            }
            if (event instanceof StreamEvent.Message message) {
                return message.id() == null ? "?" : message.id().substring(17);
            }
            return "opening";
        }
    }

    private final AtomicInteger ends = new AtomicInteger();

    private final ByteBudget budget = new ByteBudget(100_000_000);

    private Instant now = Instant.parse("2026-11-22T10:00:00Z");

    private final OpenSession session = session(ProtocolVersion.V2025_11_25, 1_000_000);

    private final OpenStreams streams = session.streams;

    private OpenSession session(ProtocolVersion version, long eventsMaxSize) {
        return new OpenSessions(
                        new SessionSettings(
                                Duration.ofHours(1),
                                Duration.ofMinutes(5),
                                10,
                                2,
                                eventsMaxSize,
                                TTL,
                                10,
                                LoggingLevel.INFO),
                        budget,
                        new ByteBudget(0),
                        () -> now)
                .enter(
                        new LegacySession(
                                "one", new LegacyClient(version, null, ClientCapabilities.NONE), Instant.EPOCH, ""),
                        0);
    }

    private LegacyReply reply(boolean pollable) {
        return reply(pollable ? session : session(ProtocolVersion.V2025_06_18, 1_000_000), false, true);
    }

    private LegacyReply batch(boolean acceptsStream) {
        return reply(session(ProtocolVersion.V2025_03_26, 1_000_000), true, acceptsStream);
    }

    private LegacyReply reply(OpenSession of, boolean batch, boolean acceptsStream) {
        return new LegacyReply(
                of,
                ends::incrementAndGet,
                List.of(),
                batch,
                acceptsStream,
                RequestMemory.UNCOUNTED,
                (request, channel) -> Flux.never());
    }

    /** Sends the last response. */
    private static void end(LegacyReply reply) {
        reply.send(response());
        reply.requestEnded();
    }

    private static Connection begin(LegacyReply stream) {
        return new Connection(stream.begin(context -> {}, OverflowStrategy.IGNORE));
    }

    private static EventId id(LegacyReply stream, int number) {
        return new EventId(stream.id, number);
    }

    private static JsonRpcNotification notification() {
        return new JsonRpcNotification("notifications/message", Map.of("level", "error", "data", "x"));
    }

    private static JsonRpcResponse response() {
        return new JsonRpcResponse.Success(new RequestId(IntNode.valueOf(1)), new EmptyResult());
    }

    @Test
    void aResponseAloneOpensNoStreamAndIsNotKept() {
        LegacyReply stream = reply(true);
        Connection client = begin(stream);
        end(stream);
        assertThat(client.received()).containsExactly("?");
        assertThat(client.isOver()).isTrue();
        assertThat(ends).hasValue(1);
        assertThat(streams.isEmptyAfterExpiry()).isTrue();
    }

    @Test
    void anAbandonedResponseDoesNotEvictEventsOfOtherStreams() {
        OpenSession small = session(ProtocolVersion.V2025_11_25, 500);
        LegacyReply open = reply(small, false, true);
        begin(open);
        open.send(notification());
        for (int i = 0; i < 100; i++) {
            LegacyReply other = reply(small, false, true);
            begin(other);
            end(other);
        }
        assertThat(new Connection(open.resume(id(open, 0))).received()).containsExactly("0", "1");
    }

    @Test
    void aBatchThatStaysOneArrayIsNotKept() {
        LegacyReply stream = batch(true);
        Connection client = begin(stream);
        stream.send(response());
        assertThat(client.received()).isEmpty();
        end(stream);
        assertThat(client.received()).containsExactly("?");
        assertThat(client.isOver()).isTrue();
        assertThat(streams.isEmptyAfterExpiry()).isTrue();
    }

    @Test
    void aBatchThatBecomesAStreamCanBeResumedFromItsFirstResponse() {
        LegacyReply stream = batch(true);
        Connection client = begin(stream);
        stream.send(response());
        stream.send(response());
        stream.send(notification());
        assertThat(client.received()).containsExactly("opening", "1", "2", "3");
        assertThat(new Connection(stream.resume(id(stream, 1))).received()).containsExactly("opening", "2", "3");
    }

    @Test
    void aLargeBatchBecomesAStreamIfTheClientAcceptsIt() {
        JsonRpcResponse large = new JsonRpcResponse.Failure(
                new RequestId(IntNode.valueOf(1)), new JsonRpcError(1, "x".repeat(600_000)));
        LegacyReply stream = batch(true);
        Connection client = begin(stream);
        LegacyReply array = batch(false);
        Connection other = begin(array);
        for (LegacyReply reply : List.of(stream, array)) {
            reply.send(large);
            assertThat(reply.isFull()).isFalse();
            reply.send(large);
        }
        assertThat(client.received()).containsExactly("opening", "1", "2");
        assertThat(stream.isFull()).isFalse();
        assertThat(other.received()).isEmpty();
        assertThat(array.isFull()).isTrue();
    }

    @Test
    void aStreamBeginsWithAnEventWithoutDataIfClientsCanPoll() {
        LegacyReply stream = reply(true);
        Connection client = begin(stream);
        stream.open();
        stream.open();
        stream.send(notification());
        end(stream);
        assertThat(client.received()).containsExactly("0", "1", "2");
        assertThat(client.events.get(0).size()).isZero();
    }

    @Test
    void aStreamBeginsWithoutAnEventIfClientsCannotPoll() {
        LegacyReply stream = reply(false);
        Connection client = begin(stream);
        stream.open();
        stream.send(notification());
        end(stream);
        assertThat(client.received()).containsExactly("opening", "1", "2");
    }

    @Test
    void nothingFollowsTheLastResponse() {
        LegacyReply stream = reply(true);
        Connection client = begin(stream);
        end(stream);
        stream.send(notification());
        end(stream);
        stream.open();
        stream.closeConnection(Duration.ZERO);
        stream.end();
        assertThat(client.received()).containsExactly("?");
        assertThat(ends).hasValue(1);
    }

    @Test
    void theWorkContinuesWithoutAConnection() {
        AtomicInteger works = new AtomicInteger();
        LegacyReply stream = reply(true);
        Flux<StreamEvent> events = stream.begin(context -> works.incrementAndGet(), OverflowStrategy.IGNORE);
        new Connection(events).lose();
        assertThat(works).hasValue(1);
        assertThat(stream.isConnected()).isFalse();
        assertThat(ends).hasValue(0);
    }

    @Test
    void aClientThatResumesGetsMissedAndNewEvents() {
        LegacyReply stream = reply(true);
        Connection lost = begin(stream);
        stream.send(notification());
        lost.lose();
        stream.send(notification());
        Connection back = new Connection(stream.resume(id(stream, 1)));
        assertThat(back.received()).containsExactly("1", "2");
        stream.send(notification());
        end(stream);
        assertThat(lost.received()).containsExactly("0", "1");
        assertThat(back.received()).containsExactly("1", "2", "3", "4");
        assertThat(back.isOver()).isTrue();
        assertThat(streams.log.after(id(stream, 2))).hasSize(2);
    }

    @Test
    void eventsBeforeTheClientReadsAreNotLost() {
        LegacyReply stream = reply(true);
        begin(stream).lose();
        stream.send(notification());
        Flux<StreamEvent> rest = stream.resume(id(stream, 0));
        stream.send(notification());
        Connection back = new Connection(rest);
        assertThat(back.received()).containsExactly("0", "1", "2");
        begin(stream).lose();
        rest = stream.resume(id(stream, 2));
        end(stream);
        assertThat(new Connection(rest))
                .returns(List.of("2", "3"), Connection::received)
                .returns(true, Connection::isOver);
    }

    @Test
    void aSecondConnectionReplacesTheFirst() {
        LegacyReply stream = reply(true);
        Connection first = begin(stream);
        stream.send(notification());
        Connection second = new Connection(stream.resume(id(stream, 0)));
        assertThat(first.isOver()).isTrue();
        first.lose();
        end(stream);
        assertThat(first.received()).containsExactly("0", "1");
        assertThat(second.received()).containsExactly("0", "1", "2");
    }

    @Test
    void aClientThatMissedNothingCanResumeALongIdleStream() {
        LegacyReply stream = reply(true);
        Connection lost = begin(stream);
        stream.send(notification());
        now = now.plus(TTL).plusSeconds(1);
        lost.lose();
        Connection back = new Connection(stream.resume(id(stream, 1)));
        end(stream);
        assertThat(back.received()).containsExactly("1", "2");
        assertThat(new Connection(stream.resume(id(stream, 0))).end).isCompletedExceptionally();
    }

    @Test
    void aMessageThatCannotBeWrittenLeavesNoGap() {
        LegacyReply stream = reply(true);
        Connection lost = begin(stream);
        stream.send(notification());
        Object unwritable = new Object() {
            public String getText() {
                throw new IllegalStateException("on purpose");
            }
        };
        assertThatThrownBy(() -> stream.send(new JsonRpcNotification("n", Map.of("text", unwritable))))
                .hasRootCauseMessage("on purpose");
        now = now.plus(TTL).plusSeconds(1);
        lost.lose();
        Connection back = new Connection(stream.resume(id(stream, 1)));
        end(stream);
        assertThat(back.received()).containsExactly("1", "2");
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 2, 3, 999_999_999})
    void resumingFromAnUnknownEventKeepsTheConnection(int number) {
        LegacyReply stream = reply(true);
        Connection client = begin(stream);
        stream.open();
        now = now.plus(TTL).plusSeconds(1);
        stream.send(notification());
        now = now.plus(TTL).plusSeconds(1);
        Connection other = new Connection(stream.resume(id(stream, number)));
        assertThatThrownBy(other.end::join).hasCauseInstanceOf(SessionRefusedException.class);
        end(stream);
        assertThat(client.received()).containsExactly("0", "1", "2");
    }

    @Test
    void aConnectionIsClosedWithARetryTime() {
        LegacyReply stream = reply(true);
        Connection client = begin(stream);
        stream.closeConnection(Duration.ofMillis(70));
        assertThat(client.received()).containsExactly("0", "retry 70");
        assertThat(client.isOver()).isTrue();
        stream.closeConnection(Duration.ofMillis(80));
        stream.send(notification());
        Connection back = new Connection(stream.resume(id(stream, 0)));
        assertThat(back.received()).containsExactly("0", "1");
        stream.closeConnection(Duration.ofMillis(90));
        end(stream);
        assertThat(back.received()).containsExactly("0", "1", "retry 90");
        assertThat(streams.log.after(id(stream, 1))).hasSize(1);
    }

    @Test
    void aConnectionIsNotClosedIfTheClientCannotResume() {
        LegacyReply stream = reply(false);
        Connection client = begin(stream);
        stream.closeConnection(Duration.ofMillis(70));
        end(stream);
        assertThat(client.received()).containsExactly("?");
    }

    /** The thread that detects a lost connection may hold a lock for which the sending thread waits. */
    @Test
    @Timeout(20)
    void aConnectionCanBeLostWhileAnEventIsSent() throws Exception {
        LegacyReply stream = reply(true);
        CountDownLatch eventIsSent = new CountDownLatch(1);
        CountDownLatch lost = new CountDownLatch(1);
        Disposable connection = stream.begin(context -> {}, OverflowStrategy.IGNORE)
                .subscribe(event -> {
                    eventIsSent.countDown();
                    try {
                        assertThat(lost.await(10, TimeUnit.SECONDS)).isTrue();
                    } catch (InterruptedException ex) {
                        throw new IllegalStateException(ex);
                    }
                });
        CompletableFuture<Void> sending = CompletableFuture.runAsync(stream::open);
        eventIsSent.await();
        connection.dispose();
        lost.countDown();
        sending.get();
        assertThat(stream.isConnected()).isFalse();
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3})
    @Timeout(60)
    void aClientThatResumesRepeatedlyGetsEveryEventOnce(int seed) throws Exception {
        ExecutorService threads = Executors.newFixedThreadPool(2);
        try {
            for (int round = 0; round < 60; round++) {
                Random random = new Random(1000L * seed + round);
                LegacyReply stream = reply(true);
                CyclicBarrier start = new CyclicBarrier(2);
                Future<?> sender = threads.submit(() -> {
                    start.await();
                    for (int i = 0; i < 300; i++) {
                        stream.send(notification());
                    }
                    end(stream);
                    return null;
                });
                Connection connection = begin(stream);
                stream.open();
                start.await();
                List<String> got = new ArrayList<>();
                while (!got.contains("301")) {
                    int patience = random.nextInt(400);
                    for (int i = 0; i < patience && !connection.isOver(); i++) {
                        Thread.onSpinWait();
                    }
                    if (random.nextBoolean()) {
                        connection.lose();
                    }
                    List<String> received = connection.received();
                    // A resumed stream begins with the id of the last event. Later events were lost with the
                    // connection.
                    int known = got.isEmpty() ? 0 : 1;
                    assertThat(received)
                            .as("seed %s, round %s", seed, round)
                            .first()
                            .isEqualTo(known == 0 ? "0" : got.get(got.size() - 1));
                    got.addAll(received.stream()
                            .skip(known)
                            .limit(random.nextInt(received.size() + 1))
                            .toList());
                    connection = new Connection(stream.resume(
                            id(stream, got.isEmpty() ? 0 : Integer.parseInt(got.get(got.size() - 1)))));
                }
                sender.get();
                assertThat(got)
                        .as("seed %s, round %s", seed, round)
                        .doesNotHaveDuplicates()
                        .containsExactlyElementsOf(got.get(0).equals("0") ? numbers(0) : numbers(1));
                streams.log.remove(stream.id);
            }
        } finally {
            threads.shutdownNow();
        }
        assertThat(streams.isEmptyAfterExpiry()).isTrue();
        assertThat(budget.take(0, 100_000_000, 0)).as("all bytes are released").isTrue();
    }

    private static List<String> numbers(int first) {
        List<String> numbers = new ArrayList<>();
        for (int i = first; i <= 301; i++) {
            numbers.add(Integer.toString(i));
        }
        return numbers;
    }
}
