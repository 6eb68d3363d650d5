package io.mcpspring.session;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mcpspring.memory.ByteBudget;
import io.mcpspring.protocol.EmptyResult;
import io.mcpspring.protocol.JsonRpcNotification;
import io.mcpspring.protocol.JsonRpcResponse;
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
import tools.jackson.databind.node.IntNode;

/** A stream and the connections that carry it. */
class LegacyStreamTests {

    private static final Duration TTL = Duration.ofMinutes(5);

    /** A connection, and what came over it. */
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

        /** The ends of the ids, {@code null} for what has none. */
        List<String> told() {
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

    private final EventLog log = log(1_000_000);

    private EventLog log(long maxSize) {
        return new EventLog(maxSize, TTL, budget, () -> now);
    }

    private ReplyStream reply(int responses, boolean pollable) {
        return new ReplyStream(responses, log, pollable, ended -> ends.incrementAndGet());
    }

    private static Connection begin(ReplyStream stream) {
        return new Connection(stream.begin(context -> {}));
    }

    private static EventId id(ReplyStream stream, int number) {
        return new EventId(stream.id(), number);
    }

    private static JsonRpcNotification notification() {
        return new JsonRpcNotification("notifications/message", Map.of("level", "error", "data", "x"));
    }

    private static JsonRpcResponse response() {
        return new JsonRpcResponse.Success(new RequestId(IntNode.valueOf(1)), new EmptyResult());
    }

    @Test
    void aResponseAloneOpensNoStreamAndIsNotKept() {
        ReplyStream stream = reply(1, true);
        Connection client = begin(stream);
        stream.send(response());
        assertThat(client.told()).containsExactly("1");
        assertThat(client.isOver()).isTrue();
        assertThat(ends).hasValue(1);
        assertThat(log.isEmpty()).isTrue();
    }

    @Test
    void aResponseThatNobodyComesBackForTakesNoRoomFromEventsOfOtherStreams() {
        EventLog small = log(500);
        ReplyStream open = new ReplyStream(1, small, true, ended -> {});
        begin(open);
        open.send(notification());
        for (int i = 0; i < 100; i++) {
            ReplyStream other = new ReplyStream(1, small, true, ended -> {});
            begin(other);
            other.send(response());
        }
        assertThat(new Connection(open.resume(id(open, 0))).told()).containsExactly("opening", "1");
    }

    @Test
    void aBatchThatStaysOneArrayIsNotKept() {
        ReplyStream stream = reply(2, false);
        Connection client = begin(stream);
        stream.send(response());
        assertThat(client.isOver()).isFalse();
        stream.send(response());
        assertThat(client.told()).containsExactly("1", "2");
        assertThat(client.isOver()).isTrue();
        assertThat(log.isEmpty()).isTrue();
    }

    @Test
    void aBatchThatBecomesAStreamCanBeResumedFromItsFirstResponse() {
        ReplyStream stream = reply(3, false);
        Connection client = begin(stream);
        stream.send(response());
        stream.send(response());
        stream.send(notification());
        assertThat(client.told()).containsExactly("1", "2", "opening", "3");
        assertThat(new Connection(stream.resume(id(stream, 1))).told()).containsExactly("opening", "2", "3");
    }

    @Test
    void anEventWithoutDataComesFirstWhereClientsCanPoll() {
        ReplyStream stream = reply(1, true);
        Connection client = begin(stream);
        stream.open();
        stream.open();
        stream.send(notification());
        stream.send(response());
        assertThat(client.told()).containsExactly("0", "1", "2");
        assertThat(client.events.get(0).size()).isZero();
    }

    @Test
    void whereClientsCannotPollAStreamBeginsWithoutAnEvent() {
        ReplyStream stream = reply(1, false);
        Connection client = begin(stream);
        stream.open();
        stream.send(notification());
        stream.send(response());
        assertThat(client.told()).containsExactly("opening", "1", "2");
    }

    @Test
    void withoutALogEventsHaveNoIdsAndTheConnectionIsNotClosed() {
        ReplyStream stream = new ReplyStream(1, null, true, ended -> {});
        Connection client = begin(stream);
        stream.send(notification());
        stream.closeConnection(Duration.ofSeconds(1));
        assertThat(client.isOver()).isFalse();
        stream.send(response());
        assertThat(client.told()).containsExactly("opening", "?", "?");
    }

    @Test
    void nothingFollowsTheLastResponse() {
        ReplyStream stream = reply(1, true);
        Connection client = begin(stream);
        stream.send(response());
        stream.send(notification());
        stream.send(response());
        stream.open();
        stream.closeConnection(Duration.ZERO);
        stream.expectLess();
        stream.end();
        assertThat(client.told()).containsExactly("1");
        assertThat(ends).hasValue(1);
    }

    @Test
    void aStreamWhoseRequestIsCancelledEndsWithoutAResponse() {
        ReplyStream stream = reply(2, false);
        Connection client = begin(stream);
        stream.expectLess();
        assertThat(client.isOver()).isFalse();
        stream.send(response());
        assertThat(client.told()).containsExactly("1");
        assertThat(client.isOver()).isTrue();
    }

    @Test
    void theWorkIsBegunOnceAndGoesOnWithoutAClient() {
        AtomicInteger works = new AtomicInteger();
        ReplyStream stream = reply(1, true);
        Flux<StreamEvent> events = stream.begin(context -> works.incrementAndGet());
        Connection first = new Connection(events);
        first.lose();
        assertThat(stream.isAbandoned()).isTrue();
        new Connection(events);
        assertThat(works).hasValue(1);
        assertThat(stream.isConnected()).isTrue();
    }

    @Test
    void theWorkOfAStreamThatEndedBeforeItWasReadIsNotBegun() {
        AtomicInteger works = new AtomicInteger();
        ReplyStream stream = reply(1, true);
        stream.end();
        Connection client = new Connection(stream.begin(context -> works.incrementAndGet()));
        assertThat(works).hasValue(0);
        assertThat(client.told()).isEmpty();
        assertThat(client.end).isCompletedWithValue(null);
    }

    @Test
    void aClientThatComesBackGetsWhatItMissedAndWhatFollows() {
        ReplyStream stream = reply(1, true);
        Connection lost = begin(stream);
        stream.send(notification());
        lost.lose();
        stream.send(notification());
        Connection back = new Connection(stream.resume(id(stream, 1)));
        assertThat(back.told()).containsExactly("opening", "2");
        stream.send(notification());
        stream.send(response());
        assertThat(lost.told()).containsExactly("0", "1");
        assertThat(back.told()).containsExactly("opening", "2", "3", "4");
        assertThat(back.isOver()).isTrue();
        assertThat(log.after(id(stream, 2))).hasSize(2);
    }

    @Test
    void whatIsSentBeforeTheClientReadsIsNotLost() {
        ReplyStream stream = reply(1, true);
        begin(stream).lose();
        stream.send(notification());
        Flux<StreamEvent> rest = stream.resume(id(stream, 0));
        stream.send(notification());
        Connection back = new Connection(rest);
        assertThat(back.told()).containsExactly("opening", "1", "2");
        begin(stream).lose();
        rest = stream.resume(id(stream, 2));
        stream.send(response());
        assertThat(new Connection(rest))
                .returns(List.of("opening", "3"), Connection::told)
                .returns(true, Connection::isOver);
    }

    @Test
    void aSecondConnectionTakesThePlaceOfTheFirst() {
        ReplyStream stream = reply(1, true);
        Connection first = begin(stream);
        stream.send(notification());
        Connection second = new Connection(stream.resume(id(stream, 0)));
        assertThat(first.isOver()).isTrue();
        first.lose();
        stream.send(response());
        assertThat(first.told()).containsExactly("0", "1");
        assertThat(second.told()).containsExactly("opening", "1", "2");
    }

    @Test
    void whoHasItAllCanComeBackToAStreamThatIsSilentForLong() {
        ReplyStream stream = reply(1, true);
        Connection lost = begin(stream);
        stream.send(notification());
        now = now.plus(TTL).plusSeconds(1);
        lost.lose();
        Connection back = new Connection(stream.resume(id(stream, 1)));
        stream.send(response());
        assertThat(back.told()).containsExactly("opening", "2");
        assertThat(new Connection(stream.resume(id(stream, 0))).end).isCompletedExceptionally();
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 2, 3, 999_999_999})
    void anEventThatIsGoneOrNeverWasLeavesTheConnectionAlone(int number) {
        ReplyStream stream = reply(1, true);
        Connection client = begin(stream);
        stream.open();
        now = now.plus(TTL).plusSeconds(1);
        stream.send(notification());
        now = now.plus(TTL).plusSeconds(1);
        Connection other = new Connection(stream.resume(id(stream, number)));
        assertThatThrownBy(other.end::join).hasCauseInstanceOf(SessionRefusedException.class);
        stream.send(response());
        assertThat(client.told()).containsExactly("0", "1", "2");
    }

    @Test
    void aConnectionIsClosedWithAHintWhenToComeBack() {
        ReplyStream stream = reply(1, true);
        Connection client = begin(stream);
        stream.closeConnection(Duration.ofMillis(70));
        assertThat(client.told()).containsExactly("0", "retry 70");
        assertThat(client.isOver()).isTrue();
        stream.closeConnection(Duration.ofMillis(80));
        stream.send(notification());
        Connection back = new Connection(stream.resume(id(stream, 0)));
        assertThat(back.told()).containsExactly("opening", "1");
        stream.closeConnection(Duration.ofMillis(90));
        stream.send(response());
        assertThat(back.told()).containsExactly("opening", "1", "retry 90");
        assertThat(log.after(id(stream, 1))).hasSize(1);
    }

    @Test
    void aConnectionIsNotClosedWhereTheClientCouldNotComeBack() {
        ReplyStream stream = reply(1, false);
        Connection client = begin(stream);
        stream.closeConnection(Duration.ofMillis(70));
        stream.send(response());
        assertThat(client.told()).containsExactly("1");
    }

    /** Whoever notices that a connection is lost may hold a lock for which the one waits that sends. */
    @Test
    @Timeout(20)
    void aConnectionCanBeLostWhileAnEventIsOnItsWay() throws Exception {
        ReplyStream stream = reply(1, true);
        CountDownLatch onItsWay = new CountDownLatch(1);
        CountDownLatch lost = new CountDownLatch(1);
        Disposable connection = stream.begin(context -> {}).subscribe(event -> {
            onItsWay.countDown();
            try {
                assertThat(lost.await(10, TimeUnit.SECONDS)).isTrue();
            } catch (InterruptedException ex) {
                throw new IllegalStateException(ex);
            }
        });
        CompletableFuture<Void> sending = CompletableFuture.runAsync(stream::open);
        onItsWay.await();
        connection.dispose();
        lost.countDown();
        sending.get();
        assertThat(stream.isConnected()).isFalse();
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3})
    @Timeout(60)
    void howeverOftenAClientComesBackItGetsEveryEventOnce(int seed) throws Exception {
        ExecutorService threads = Executors.newFixedThreadPool(2);
        try {
            for (int round = 0; round < 60; round++) {
                Random random = new Random(1000L * seed + round);
                ReplyStream stream = reply(1, true);
                CyclicBarrier start = new CyclicBarrier(2);
                Future<?> sender = threads.submit(() -> {
                    start.await();
                    for (int i = 0; i < 300; i++) {
                        stream.send(notification());
                    }
                    stream.send(response());
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
                    List<String> told = connection.told();
                    // What arrived later was lost with the connection.
                    got.addAll(told.stream()
                            .filter(event -> !event.equals("opening"))
                            .limit(random.nextInt(told.size() + 1))
                            .toList());
                    connection = new Connection(stream.resume(
                            id(stream, got.isEmpty() ? 0 : Integer.parseInt(got.get(got.size() - 1)))));
                }
                sender.get();
                assertThat(got)
                        .as("seed %s, round %s", seed, round)
                        .doesNotHaveDuplicates()
                        .containsExactlyElementsOf(got.get(0).equals("0") ? numbers(0) : numbers(1));
                log.remove(stream.id());
            }
        } finally {
            threads.shutdownNow();
        }
        assertThat(log.isEmpty()).isTrue();
        assertThat(budget.take(100_000_000)).as("the whole budget is back").isTrue();
    }

    private static List<String> numbers(int first) {
        List<String> numbers = new ArrayList<>();
        for (int i = first; i <= 301; i++) {
            numbers.add(Integer.toString(i));
        }
        return numbers;
    }
}
