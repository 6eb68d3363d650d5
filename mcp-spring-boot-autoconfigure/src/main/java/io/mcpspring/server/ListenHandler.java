package io.mcpspring.server;

import io.mcpspring.Internal;
import io.mcpspring.event.ListChanged;
import io.mcpspring.event.ResourceUpdated;
import io.mcpspring.event.ServerEvent;
import io.mcpspring.event.ServerEvents;
import io.mcpspring.event.TaskChanged;
import io.mcpspring.exchange.Exchange;
import io.mcpspring.memory.ByteBudget;
import io.mcpspring.protocol.JsonRpcError;
import io.mcpspring.protocol.JsonRpcNotification;
import io.mcpspring.protocol.ListenResult;
import io.mcpspring.protocol.McpProtocolException;
import io.mcpspring.protocol.McpResult;
import io.mcpspring.protocol.RequestId;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Stream;
import reactor.core.Disposable;
import reactor.core.Disposables;
import reactor.core.publisher.Mono;
import reactor.core.publisher.MonoSink;
import reactor.core.scheduler.Schedulers;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * {@code subscriptions/listen}, in the modern era: lasts until the client closes the stream or the server shuts down. A
 * filter names a limited number of resources and tasks, and all filters together use a limited part of the heap.
 */
@Internal
public final class ListenHandler implements McpRequestHandler<ListenHandler.Filter> {

    private static final String SUBSCRIPTION_ID = "io.modelcontextprotocol/subscriptionId";

    private static final String RESOURCES = "resourceSubscriptions";

    private static final String TASKS = "taskIds";

    private static final int MAX_TEXTS = 1_000;

    private static final int MAX_FILTER_BYTES = 256 * 1024;

    private static final int TEXT_OVERHEAD_BYTES = 100;

    private static final int FILTERS_HEAP_SHARE = 16;

    /** Decides whether a client can listen to an event; may refuse the request. */
    public interface Offer {

        boolean includes(ServerEvent event, Exchange exchange);
    }

    /**
     * The events to which a client listens.
     *
     * @param lists lists whose changes the client gets
     * @param resources URIs of resources
     * @param tasks ids of tasks
     */
    record Filter(List<ListChanged.Kind> lists, List<String> resources, List<String> tasks) {

        /** The number of bytes that the filter uses while the subscription lasts. */
        private int size() {
            return Stream.concat(resources.stream(), tasks.stream())
                    .mapToInt(text -> 2 * text.length() + TEXT_OVERHEAD_BYTES)
                    .sum();
        }

        /** Whether the offered events are known at once; finding resources and tasks takes time. */
        private boolean hasListsOnly() {
            return resources.isEmpty() && tasks.isEmpty();
        }
    }

    private final Offer offer;

    private final ServerEvents events;

    private final ListeningStreams streams;

    private final ByteBudget filters;

    private final Shutdown shutdown;

    public ListenHandler(Offer offer, ServerEvents events, ListeningStreams streams, Shutdown shutdown) {
        this(offer, events, streams, ByteBudget.ofHeap(FILTERS_HEAP_SHARE), shutdown);
    }

    ListenHandler(Offer offer, ServerEvents events, ListeningStreams streams, ByteBudget filters, Shutdown shutdown) {
        this.offer = offer;
        this.events = events;
        this.streams = streams;
        this.filters = filters;
        this.shutdown = shutdown;
    }

    @Override
    public String method() {
        return "subscriptions/listen";
    }

    @Override
    public Filter params(ObjectNode params) {
        JsonNode filter = RequestParams.object(params, "notifications", "'notifications'");
        Filter read = new Filter(
                Arrays.stream(ListChanged.Kind.values())
                        .filter(kind -> RequestParams.flag(filter, kind.filter(), label(kind.filter())))
                        .toList(),
                texts(filter, RESOURCES),
                texts(filter, TASKS));
        read.resources().forEach(uri -> ResourceUpdated.requireAddress(uri, "notifications." + RESOURCES));
        if (read.size() > MAX_FILTER_BYTES) {
            throw McpProtocolException.invalidParams("'notifications' must not name more than "
                    + MAX_FILTER_BYTES / 1024 + " KB of resources and tasks");
        }
        return read;
    }

    private static List<String> texts(JsonNode filter, String name) {
        return RequestParams.texts(filter, name, label(name), MAX_TEXTS);
    }

    private static String label(String name) {
        return "'notifications." + name + "'";
    }

    @Override
    public Mono<? extends McpResult> handle(Filter filter, Exchange exchange) {
        Mono<McpResult> listening = Mono.defer(() -> listen(filter, exchange));
        return Mono.using(
                () -> reserve(filter.size()),
                // Finding tasks may block, and matching many URIs takes time.
                reserved -> filter.hasListsOnly() ? listening : listening.subscribeOn(Schedulers.boundedElastic()),
                this::release);
    }

    private int reserve(int bytes) {
        if (!streams.tryOpen()) {
            throw new McpProtocolException(JsonRpcError.INTERNAL_ERROR, ListeningStreams.TOO_MANY);
        }
        if (!filters.take(bytes)) {
            streams.close();
            throw new McpProtocolException(
                    JsonRpcError.INTERNAL_ERROR,
                    "All clients together listen to too many resources and tasks; try again later");
        }
        return bytes;
    }

    private void release(int bytes) {
        filters.release(bytes);
        streams.close();
    }

    private Mono<McpResult> listen(Filter filter, Exchange exchange) {
        // A subscription is long-lived, and needs nothing of its request but the filter.
        exchange.context().memory().drop();
        Map<String, Object> honoured = new LinkedHashMap<>();
        Set<String> topics = new HashSet<>();
        for (ListChanged.Kind kind : filter.lists()) {
            if (accept(new ListChanged(kind), exchange, topics)) {
                honoured.put(kind.filter(), true);
            }
        }
        honour(RESOURCES, filter.resources(), uri -> accept(new ResourceUpdated(uri), exchange, topics), honoured);
        honour(TASKS, filter.tasks(), id -> accept(new TaskChanged(id, Map.of()), exchange, topics), honoured);
        return Mono.create(end -> new Subscription(topics, exchange, end).begin(honoured));
    }

    private boolean accept(ServerEvent event, Exchange exchange, Set<String> topics) {
        return offer.includes(event, exchange) && topics.add(event.topic());
    }

    private static void honour(
            String name, List<String> wanted, Predicate<String> accepted, Map<String, Object> honoured) {
        List<String> known = wanted.stream().filter(accepted).toList();
        if (!known.isEmpty()) {
            honoured.put(name, known);
        }
    }

    private final class Subscription {

        private final Set<String> topics;

        private final Exchange exchange;

        private final Map<String, RequestId> meta;

        private final MonoSink<McpResult> end;

        Subscription(Set<String> topics, Exchange exchange, MonoSink<McpResult> end) {
            this.topics = topics;
            this.exchange = exchange;
            this.meta = Map.of(SUBSCRIPTION_ID, exchange.requestId());
            this.end = end;
        }

        // Synchronized, so that the acknowledgement is sent first and no later event is missed.
        synchronized void begin(Map<String, Object> honoured) {
            Disposable subscribed = events.subscribe(this::publish);
            send("notifications/subscriptions/acknowledged", Map.of("notifications", honoured));
            end.onDispose(
                    Disposables.composite(subscribed, shutdown.onBegin(() -> end.success(new ListenResult(meta)))));
        }

        private synchronized void publish(ServerEvent event) {
            if (topics.contains(event.topic())) {
                send(event.method(), event.params());
            }
        }

        private void send(String method, Map<String, Object> params) {
            Map<String, Object> tagged = new HashMap<>(params);
            tagged.put("_meta", meta);
            exchange.send(new JsonRpcNotification(method, tagged));
        }
    }
}
