package io.mcpspring.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.mcpspring.event.InProcessChannel;
import io.mcpspring.event.Instances;
import io.mcpspring.event.ListChanged;
import io.mcpspring.event.ServerEvent;
import io.mcpspring.event.ServerEvents;
import io.mcpspring.exchange.Exchange;
import io.mcpspring.memory.ByteBudget;
import io.mcpspring.protocol.JsonRpcMessage;
import io.mcpspring.protocol.JsonRpcNotification;
import io.mcpspring.protocol.JsonRpcRequest;
import io.mcpspring.protocol.JsonRpcResponse;
import io.mcpspring.protocol.ProtocolVersion;
import io.mcpspring.protocol.RequestId;
import io.mcpspring.protocol.RequestMethod;
import io.mcpspring.seal.Sealer;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import reactor.core.Disposable;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Schedulers;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.IntNode;
import tools.jackson.databind.node.ObjectNode;

/** Subscriptions with concurrent events. */
@Timeout(20)
class ListenHandlerTests {

    private final ServerEvents events = new ServerEvents(new Instances(new InProcessChannel(), Sealer.ofProcess()));

    private final ListeningStreams streams = new ListeningStreams(1_000, 1_000);

    private final ByteBudget filters = new ByteBudget(4_400);

    private final Shutdown shutdown = new Shutdown();

    private Flux<JsonRpcMessage> subscription() {
        return subscription("{\"toolsListChanged\": true}");
    }

    private Flux<JsonRpcMessage> subscription(String filter) {
        ObjectNode params = (ObjectNode) JsonMapper.shared().readTree("{\"notifications\": " + filter + "}");
        ListenHandler handler = new ListenHandler(
                new Features(List.of(new Everything())), events, streams, filters, shutdown, new Refusals());
        return TestDispatcher.of(shutdown, Map.of("subscriptions/listen", handler))
                .dispatch(
                        new JsonRpcRequest(new RequestId(IntNode.valueOf(1)), "subscriptions/listen", params),
                        TestDispatcher.context(ProtocolVersion.V2026_07_28));
    }

    @Test
    void aSubscriptionDuringTheShutdownIsAcknowledged() {
        shutdown.begin(() -> {});
        List<JsonRpcMessage> messages = subscription().collectList().block();
        assertThat(messages).hasSize(2);
        assertThat(messages.get(0))
                .isInstanceOfSatisfying(
                        JsonRpcNotification.class,
                        acknowledged -> assertThat(acknowledged.method())
                                .isEqualTo("notifications/subscriptions/acknowledged"));
        assertThat(messages.get(1)).isInstanceOf(JsonRpcResponse.Success.class);
    }

    @Test
    void theAcknowledgementPrecedesConcurrentEvents() throws InterruptedException {
        Thread changing = new Thread(() -> {
            while (!Thread.currentThread().isInterrupted()) {
                events.publish(ListChanged.TOOLS);
            }
        });
        changing.start();
        try {
            for (int i = 0; i < 200; i++) {
                List<JsonRpcMessage> first =
                        new ArrayList<>(subscription().take(2).collectList().block());
                assertThat(first)
                        .extracting(message -> ((JsonRpcNotification) message).method())
                        .containsExactly(
                                "notifications/subscriptions/acknowledged", "notifications/tools/list_changed");
            }
        } finally {
            changing.interrupt();
            changing.join();
        }
    }

    @Test
    void theSizeOfAllFiltersOfACallerIsLimitedAndReleased() {
        String filter = "{\"resourceSubscriptions\": [\"%s\"]}".formatted("x".repeat(400));
        BlockingQueue<JsonRpcMessage> first = new LinkedBlockingQueue<>();
        Disposable listening = subscription(filter).subscribe(first::add);
        assertThat(next(first)).isInstanceOf(JsonRpcNotification.class);
        assertThat(filters.left()).isLessThan(4_400 - 900);
        assertThat(subscription(filter).collectList().block())
                .singleElement()
                .isInstanceOfSatisfying(
                        JsonRpcResponse.Failure.class,
                        refused -> assertThat(refused.error().message())
                                .isEqualTo("You, or all clients together, listen to too many resources and tasks;"
                                        + " try again later"));
        assertThat(subscription().take(1).collectList().block())
                .as("a filter of lists needs no memory")
                .hasSize(1);
        listening.dispose();
        assertThat(filters.left()).isEqualTo(4_400);
        assertThat(subscription(filter).take(1).collectList().block())
                .singleElement()
                .isInstanceOf(JsonRpcNotification.class);
        assertThat(filters.left()).isEqualTo(4_400);
    }

    private static JsonRpcMessage next(BlockingQueue<JsonRpcMessage> messages) {
        try {
            return messages.poll(10, TimeUnit.SECONDS);
        } catch (InterruptedException ex) {
            throw new IllegalStateException(ex);
        }
    }

    @Test
    void aSubscriptionToAResourceOccupiesAWorkerOnlyUntilItsFilterIsApplied() throws InterruptedException {
        Set<Thread> workers = ConcurrentHashMap.newKeySet();
        Semaphore ended = new Semaphore(0);
        Schedulers.onScheduleHook("test", task -> () -> {
            task.run();
            if (Thread.currentThread().getName().startsWith("boundedElastic")) {
                workers.add(Thread.currentThread());
                ended.release();
            }
        });
        List<Disposable> open = new ArrayList<>();
        try {
            for (int i = 0; i < 8; i++) {
                BlockingQueue<JsonRpcMessage> messages = new LinkedBlockingQueue<>();
                open.add(subscription("{\"resourceSubscriptions\": [\"note://1\"]}")
                        .subscribeOn(Schedulers.parallel())
                        .subscribe(messages::add));
                ended.acquire();
                assertThat(messages).as("acknowledgement").hasSize(1);
            }
        } finally {
            Schedulers.resetOnScheduleHook("test");
            open.forEach(Disposable::dispose);
        }
        // The scheduler takes another worker as long as one is occupied.
        assertThat(workers).hasSizeLessThan(8);
    }

    @Test
    void theServerIsIdleWhenAllSubscriptionsHaveEnded() {
        List<JsonRpcMessage> first = new CopyOnWriteArrayList<>();
        List<JsonRpcMessage> second = new CopyOnWriteArrayList<>();
        subscription().subscribe(first::add);
        subscription().subscribe(second::add);
        List<String> states = new ArrayList<>();
        shutdown.begin(() -> states.add("idle"));
        assertThat(states).containsExactly("idle");
        assertThat(first.get(1)).isInstanceOf(JsonRpcResponse.Success.class);
        assertThat(second.get(1)).isInstanceOf(JsonRpcResponse.Success.class);
    }

    /** A feature to whose events every client can listen. */
    private static final class Everything implements Feature {

        @Override
        public Map<RequestMethod, McpRequestHandler> handlers(RequiredMembers required) {
            return Map.of();
        }

        @Override
        public Mono<Boolean> offers(ServerEvent event, Exchange exchange) {
            return Mono.just(true);
        }
    }
}
