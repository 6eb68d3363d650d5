package io.mcpspring.session;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.mcpspring.memory.ByteBudget;
import io.mcpspring.protocol.CallToolResult;
import io.mcpspring.protocol.ClientCapabilities;
import io.mcpspring.protocol.Content;
import io.mcpspring.protocol.JsonRpcError;
import io.mcpspring.protocol.JsonRpcMessage;
import io.mcpspring.protocol.JsonRpcNotification;
import io.mcpspring.protocol.JsonRpcRequest;
import io.mcpspring.protocol.JsonRpcResponse;
import io.mcpspring.protocol.LoggingLevel;
import io.mcpspring.protocol.ProtocolVersion;
import io.mcpspring.protocol.RequestId;
import io.mcpspring.server.StreamEvent;
import java.lang.ref.Reference;
import java.lang.ref.WeakReference;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.UUID;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.node.IntNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** The events that are kept for clients that resume. */
class EventLogTests {

    private static final String A = "aaaaaaaaaaaaaaaa";

    private static final String B = "bbbbbbbbbbbbbbbb";

    private static final int BUDGET = 1_000_000;

    private static final int SIZE = event(0, "").json().size() + 200;

    private final ByteBudget budget = new ByteBudget(BUDGET);

    private Instant now = Instant.parse("2026-11-22T10:00:00Z");

    /** What the logs of several sessions share. */
    private record Shared(long maxSize, Duration ttl, ByteBudget budget) {}

    private final Map<Shared, OpenSessions> sessions = new HashMap<>();

    private EventLog log(long maxSize) {
        return log(maxSize, Duration.ofMinutes(5), budget);
    }

    private EventLog log(long maxSize, Duration ttl, ByteBudget shared) {
        return log(maxSize, ttl, shared, 0);
    }

    private EventLog log(long maxSize, Duration ttl, ByteBudget shared, int caller) {
        String key = UUID.randomUUID().toString();
        LegacyClient client = new LegacyClient(ProtocolVersion.V2025_11_25, null, ClientCapabilities.NONE);
        return sessions.computeIfAbsent(new Shared(maxSize, ttl, shared), this::sessions)
                .enter(new LegacySession(key, client, now, ""), caller)
                .streams
                .log;
    }

    private OpenSessions sessions(Shared shared) {
        SessionSettings settings = new SessionSettings(
                Duration.ofHours(1),
                Duration.ofMinutes(30),
                10,
                8,
                shared.maxSize(),
                shared.ttl(),
                16,
                LoggingLevel.WARNING);
        return new OpenSessions(settings, shared.budget(), new ByteBudget(0), () -> now);
    }

    @Test
    void theEventsAfterAnEventAreThoseOfItsStreamInOrder() {
        EventLog log = log(BUDGET);
        add(log, A, 0, 1);
        add(log, B, 0, 1, 2);
        add(log, A, 2, 3);
        assertThat(after(log, A, 0)).containsExactly(1, 2, 3);
        assertThat(after(log, A, 2)).containsExactly(3);
        assertThat(after(log, A, 3)).isEmpty();
        assertThat(after(log, B, 0)).containsExactly(1, 2);
    }

    @Test
    void anEventThatWasNotLoggedIsUnknown() {
        EventLog log = log(BUDGET);
        add(log, A, 0, 1);
        assertUnknown(log, A, 2);
        assertUnknown(log, A, 999_999_999);
        assertUnknown(log, B, 0);
    }

    @Test
    void aFullLogDropsTheOldestEventsOfAllStreams() {
        EventLog log = log(3 * SIZE);
        add(log, A, 0);
        add(log, B, 0, 1);
        assertThat(after(log, A, 0)).isEmpty();
        add(log, B, 2);
        assertUnknown(log, A, 0);
        assertThat(after(log, B, 0)).containsExactly(1, 2);
        add(log, B, 3);
        assertThat(after(log, B, 0))
                .as("the client has 0, and what follows is there")
                .containsExactly(1, 2, 3);
        add(log, B, 4);
        assertUnknown(log, B, 0);
        assertThat(after(log, B, 1)).containsExactly(2, 3, 4);
    }

    @Test
    void anEventThatIsTooLargeLeavesNoGap() {
        EventLog log = log(3 * SIZE);
        add(log, A, 0, 1);
        log.add(new EventId(A, 2), event(2, "x".repeat(3 * SIZE)));
        add(log, A, 3);
        assertUnknown(log, A, 0);
        assertUnknown(log, A, 1);
        assertThat(after(log, A, 2)).containsExactly(3);
        assertThat(log(0)).satisfies(none -> add(none, A, 0)).returns(true, EventLog::isEmptyAfterExpiry);
    }

    @Test
    void anEventThatIsTooLargeRemovesNoEventOfOtherStreams() {
        EventLog log = log(4 * SIZE);
        add(log, A, 0, 1);
        add(log, B, 0, 1);
        log.add(new EventId(A, 2), event(2, "x".repeat(4 * SIZE)));
        assertUnknown(log, A, 1);
        assertThat(after(log, B, 0)).containsExactly(1);
    }

    @Test
    void anEventForWhichOtherSessionsLeaveNoRoomRemovesNoEventOfOtherStreams() {
        EventLog log = log(BUDGET);
        add(log, A, 0, 1);
        add(log, B, 0, 1);
        budget.take(1, budget.left(), 0);
        log.add(new EventId(A, 2), event(2, "x".repeat(4 * SIZE)));
        assertUnknown(log, A, 1);
        assertThat(after(log, B, 0)).containsExactly(1);
    }

    @Test
    void eventsExpire() {
        EventLog log = log(BUDGET);
        add(log, A, 0);
        now = now.plus(Duration.ofMinutes(3));
        add(log, A, 1);
        now = now.plus(Duration.ofMinutes(2));
        assertThat(after(log, A, 0)).containsExactly(1);
        now = now.plus(Duration.ofMinutes(3));
        assertThat(after(log, A, 1)).isEmpty();
        assertThat(log.isEmptyAfterExpiry()).isFalse();
        now = now.plusNanos(1);
        assertThat(log.isEmptyAfterExpiry()).isTrue();
        assertUnknown(log, A, 1);
        assertUntouched();
    }

    @Test
    void beyondTheShareOfACallerItsOwnOldestEventsGo() {
        EventLog first = log(BUDGET, Duration.ofMinutes(5), budget, 1);
        EventLog second = log(BUDGET, Duration.ofMinutes(5), budget, 1);
        EventLog other = log(BUDGET, Duration.ofMinutes(5), budget, 2);
        add(other, A, 0, 1);
        addLarge(first, A, 10);
        now = now.plusSeconds(1);
        addLarge(second, B, 10);
        assertUnknown(first, A, 0);
        assertThat(after(second, B, 0)).containsExactly(1, 2, 3, 4, 5, 6, 7, 8, 9);
        assertThat(after(other, A, 0)).containsExactly(1);
    }

    @Test
    void whenAllIsFullTheOldestEventsOfTheCallerThatHoldsMostGo() {
        EventLog most = log(BUDGET, Duration.ofMinutes(5), budget, 1);
        addLarge(most, A, 15);
        List<EventLog> others = IntStream.range(2, 6)
                .mapToObj(caller -> log(BUDGET, Duration.ofMinutes(5), budget, caller))
                .toList();
        others.forEach(log -> addLarge(log, A, 12));
        assertUnknown(most, A, 0);
        assertThat(others).allSatisfy(log -> assertThat(after(log, A, 0)).hasSize(11));
    }

    private static void addLarge(EventLog log, String stream, int number) {
        for (int i = 0; i < number; i++) {
            log.add(new EventId(stream, i), event(i, "x".repeat(16_000)));
        }
    }

    @Test
    void anEventBeyondTheShareOfACallerIsNotKept() {
        EventLog log = log(BUDGET);
        add(log, A, 0);
        log.add(new EventId(B, 0), event(0, "x".repeat(BUDGET / 4)));
        assertUnknown(log, B, 0);
        assertThat(after(log, A, 0)).isEmpty();
    }

    @Test
    void anEventDoesNotKeepTheObjectsOfItsMessage() {
        EventLog log = log(BUDGET);
        List<Reference<Object>> objects = addMessagesOfAllKinds(log);
        await().atMost(Duration.ofSeconds(30)).until(() -> {
            System.gc();
            return objects.stream().allMatch(object -> object.refersTo(null));
        });
        assertThat(log.after(new EventId(A, 0))).hasSize(objects.size() - 1);
    }

    private static List<Reference<Object>> addMessagesOfAllKinds(EventLog log) {
        RequestId id = new RequestId(IntNode.valueOf(1));
        Map<String, Object> params = new HashMap<>(Map.of("text", "x"));
        ObjectNode question = JsonNodeFactory.instance.objectNode();
        CallToolResult result = CallToolResult.of(Content.text("x"));
        Object data = new ArrayList<>(List.of("x"));
        List<JsonRpcMessage> messages = List.of(
                new JsonRpcNotification("n", params),
                new JsonRpcRequest(id, "m", question),
                new JsonRpcResponse.Success(id, result),
                new JsonRpcResponse.Failure(id, new JsonRpcError(1, "failed", data)));
        for (int i = 0; i < messages.size(); i++) {
            log.add(new EventId(A, i), StreamEvent.Message.of(messages.get(i)).withId(Integer.toString(i)));
        }
        return Stream.of(params, question, result, data)
                .<Reference<Object>>map(WeakReference::new)
                .toList();
    }

    @Test
    void aForgottenStreamReleasesItsMemory() {
        EventLog log = log(BUDGET);
        add(log, A, 0, 1);
        add(log, B, 0);
        log.remove(A);
        assertUnknown(log, A, 0);
        assertThat(after(log, B, 0)).isEmpty();
        log.remove(B);
        assertThat(log.isEmptyAfterExpiry()).isTrue();
        assertUntouched();
    }

    @Test
    void aStreamIsNeverContinuedWithAGap() {
        Random random = new Random(20261122);
        ByteBudget small = new ByteBudget(12 * SIZE);
        EventLog log = log(8 * SIZE, Duration.ofSeconds(10), small);
        EventLog neighbour = log(8 * SIZE, Duration.ofSeconds(10), small);
        int[] last = {-1, -1, -1};
        for (int i = 0; i < 3_000; i++) {
            int stream = random.nextInt(3);
            log.add(new EventId(name(stream), ++last[stream]), event(last[stream], "x".repeat(random.nextInt(300))));
            neighbour.add(new EventId(A, i), event(i, "x".repeat(random.nextInt(300))));
            now = now.plusMillis(random.nextInt(1000));
            int asked = random.nextInt(3);
            int from = Math.max(0, last[asked] - random.nextInt(6));
            try {
                List<Integer> kept = after(log, name(asked), from);
                assertThat(kept).hasSize(last[asked] - from);
                assertThat(from + kept.size()).isEqualTo(last[asked]);
            } catch (SessionRefusedException refused) {
                assertThat(refused.limit()).isNull();
            }
        }
        log.clear();
        neighbour.clear();
        assertThat(small.take(0, 12 * SIZE, 0)).as("the whole budget is back").isTrue();
    }

    @Test
    void severalThreadsMayUseTheLog() throws Exception {
        EventLog log = log(20 * SIZE);
        ExecutorService threads = Executors.newFixedThreadPool(4);
        try {
            List<Future<?>> all = new ArrayList<>();
            for (int thread = 0; thread < 4; thread++) {
                String stream = name(thread);
                all.add(threads.submit(() -> {
                    for (int i = 0; i < 2_000; i++) {
                        add(log, stream, i);
                        try {
                            assertThat(after(log, stream, i - 2)).containsExactly(i - 1, i);
                        } catch (SessionRefusedException evicted) {
                            // The other threads have finished.
                        }
                    }
                    log.remove(stream);
                }));
            }
            for (Future<?> one : all) {
                one.get();
            }
        } finally {
            threads.shutdown();
        }
        assertThat(log.isEmptyAfterExpiry()).isTrue();
        assertUntouched();
    }

    private static String name(int stream) {
        return String.valueOf((char) ('a' + stream)).repeat(16);
    }

    private static void add(EventLog log, String stream, int... numbers) {
        for (int number : numbers) {
            log.add(new EventId(stream, number), event(number, ""));
        }
    }

    private static StreamEvent.Message event(int number, String text) {
        return StreamEvent.Message.of(new JsonRpcNotification("n", Map.of("text", text)))
                .withId(Integer.toString(number));
    }

    private static List<Integer> after(EventLog log, String stream, int last) {
        return log.after(new EventId(stream, last)).stream()
                .map(event -> Integer.valueOf(((StreamEvent.Message) event).id()))
                .toList();
    }

    private static void assertUnknown(EventLog log, String stream, int last) {
        assertThatThrownBy(() -> after(log, stream, last))
                .isInstanceOf(SessionRefusedException.class)
                .hasMessage("Event %s-%s is not known, or the events after it are no longer kept", stream, last);
    }

    private void assertUntouched() {
        assertThat(budget.take(0, BUDGET, 0)).as("the whole budget is back").isTrue();
    }
}
