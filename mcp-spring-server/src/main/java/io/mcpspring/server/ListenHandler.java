package io.mcpspring.server;

import io.mcpspring.BlockingWork;
import io.mcpspring.Internal;
import io.mcpspring.event.ListChanged;
import io.mcpspring.event.ResourceUpdated;
import io.mcpspring.event.ServerEvent;
import io.mcpspring.event.ServerEvents;
import io.mcpspring.event.TaskChanged;
import io.mcpspring.exchange.CallContext;
import io.mcpspring.exchange.CallerExpiry;
import io.mcpspring.exchange.Exchange;
import io.mcpspring.memory.ByteBudget;
import io.mcpspring.protocol.JsonRpcError;
import io.mcpspring.protocol.JsonRpcNotification;
import io.mcpspring.protocol.ListenResult;
import io.mcpspring.protocol.McpProtocolException;
import io.mcpspring.protocol.McpResult;
import io.mcpspring.protocol.RequestId;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.springframework.util.LinkedMultiValueMap;
import org.springframework.util.MultiValueMap;
import reactor.core.Disposable;
import reactor.core.Disposables;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.core.publisher.MonoSink;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Handles {@code subscriptions/listen}, a request of the modern era. It lasts until the client closes the stream, the
 * token of the caller expires, or the server shuts down. The number of resources and tasks in a filter is limited, and
 * so is the memory of all filters.
 *
 * @param features decide which events a client can listen to; may refuse the request by an exception
 * @param filters the memory of all filters
 * @param refusals learns of requests beyond a limit
 */
@Internal
public record ListenHandler(
        Features features,
        ServerEvents events,
        ListeningStreams streams,
        ByteBudget filters,
        Shutdown shutdown,
        Refusals refusals)
        implements McpRequestHandler {

    private static final Log logger = LogFactory.getLog(ListenHandler.class);

    private static final String SUBSCRIPTION_ID = "io.modelcontextprotocol/subscriptionId";

    private static final String RESOURCES = "resourceSubscriptions";

    private static final String TASKS = "taskIds";

    private static final int MAX_TEXTS = 1_000;

    private static final int MAX_FILTER_BYTES = 256 * 1024;

    private static final int TEXT_OVERHEAD_BYTES = 100;

    private static List<ServerEvent> events(ObjectNode params) {
        JsonNode filter = RequestParams.object(params, "notifications", "'notifications'");
        List<ServerEvent> events = new ArrayList<>();
        for (ListChanged list : ListChanged.values()) {
            if (RequestParams.flag(filter, list.filter(), label(list.filter()))) {
                events.add(list);
            }
        }
        texts(filter, RESOURCES)
                .forEach(uri -> events.add(
                        new ResourceUpdated(ResourceUpdated.requireAddress(uri, "notifications." + RESOURCES))));
        texts(filter, TASKS).forEach(id -> events.add(new TaskChanged(id, Map.of())));
        if (size(topics(events)) > MAX_FILTER_BYTES) {
            throw McpProtocolException.invalidParams("'notifications' must not name more than "
                    + MAX_FILTER_BYTES / 1024 + " KB of resources and tasks");
        }
        return events;
    }

    private static Stream<String> topics(List<ServerEvent> events) {
        return events.stream().filter(event -> !(event instanceof ListChanged)).map(ServerEvent::topic);
    }

    /** Returns the number of bytes that texts occupy while a subscription lasts. */
    private static int size(Stream<String> texts) {
        return texts.mapToInt(text -> 2 * text.length() + TEXT_OVERHEAD_BYTES).sum();
    }

    /** Returns a filter in the form in which clients send it. */
    private static Map<String, Object> filter(List<ServerEvent> events) {
        Map<String, Object> filter = new LinkedHashMap<>();
        MultiValueMap<String, Object> texts = new LinkedMultiValueMap<>();
        for (ServerEvent event : events) {
            if (event instanceof ListChanged list) {
                filter.put(list.filter(), true);
            } else if (event instanceof ResourceUpdated resource) {
                texts.add(RESOURCES, resource.uri());
            } else if (event instanceof TaskChanged task) {
                texts.add(TASKS, task.taskId());
            }
        }
        filter.putAll(texts);
        return filter;
    }

    private static Set<String> tasks(List<ServerEvent> events) {
        return events.stream()
                .flatMap(event -> event instanceof TaskChanged task ? Stream.of(task.taskId()) : Stream.empty())
                .collect(Collectors.toSet());
    }

    private static List<String> texts(JsonNode filter, String name) {
        return RequestParams.texts(filter, name, label(name), MAX_TEXTS);
    }

    private static String label(String name) {
        return "'notifications." + name + "'";
    }

    @Override
    public Mono<? extends McpResult> handle(ObjectNode params, Exchange exchange) {
        List<ServerEvent> wanted = events(params);
        Set<String> extensions = exchange.context().clientCapabilities().extensions();
        return Mono.using(
                () -> reserve(size(Stream.concat(topics(wanted), extensions.stream())), exchange),
                reserved -> listen(wanted, exchange),
                reserved -> release(reserved, exchange.context()));
    }

    private int reserve(int bytes, Exchange exchange) {
        String user = exchange.context().userId();
        ListeningStreams.Exceeded refusal = streams.openOrRefuse(user);
        if (refusal != null) {
            throw refused(exchange, refusal.text());
        }
        if (!filters.take(exchange.context().memory().caller(), bytes, 0)) {
            streams.close(user);
            throw refused(
                    exchange, "You, or all clients together, listen to too many resources and tasks; try again later");
        }
        return bytes;
    }

    private McpProtocolException refused(Exchange exchange, String text) {
        refusals.report(Refusals.Reason.LIMIT, exchange.context(), text);
        return new McpProtocolException(JsonRpcError.INTERNAL_ERROR, text);
    }

    private void release(int bytes, CallContext context) {
        filters.release(context.memory().caller(), bytes);
        streams.close(context.userId());
    }

    private Mono<McpResult> listen(List<ServerEvent> wanted, Exchange exchange) {
        // A subscription is long-lived and does not need the memory of its request, except for the filter.
        exchange.context().memory().drop();
        Mono<List<ServerEvent>> offered = Flux.fromIterable(wanted)
                .filterWhen(event -> features.offer(event, exchange))
                .collectList();
        // Finding tasks may block, and matching many URIs takes time. The subscription itself occupies no worker.
        return BlockingWork.of(offered)
                .flatMap(honoured -> Mono.create(end -> new Subscription(honoured, exchange, end).begin()));
    }

    private final class Subscription {

        private final List<ServerEvent> honoured;

        private final Set<String> topics;

        private final Exchange exchange;

        private final Map<String, RequestId> meta;

        private final MonoSink<McpResult> end;

        private final ListChanges changes;

        Subscription(List<ServerEvent> honoured, Exchange exchange, MonoSink<McpResult> end) {
            this.honoured = honoured;
            this.topics = honoured.stream().map(ServerEvent::topic).collect(Collectors.toSet());
            this.exchange = exchange;
            this.meta = Map.of(SUBSCRIPTION_ID, exchange.requestId());
            this.end = end;
            this.changes = new ListChanges(features::list, exchange).fromNow();
        }

        // Synchronized, so that the acknowledgement is sent first and no later event is missed.
        synchronized void begin() {
            Disposable subscribed = events.subscribe(tasks(honoured), this::publish);
            send("notifications/subscriptions/acknowledged", Map.of("notifications", filter(honoured)));
            Mono<Long> expiry = CallerExpiry.signal(exchange.context().attribute(CallerExpiry.class));
            end.onDispose(Disposables.composite(
                    subscribed, shutdown.onBegin(this::finish), expiry.subscribe(reached -> finish(), this::log)));
        }

        private void finish() {
            end.success(new ListenResult(meta));
        }

        private void publish(ServerEvent event) {
            if (!topics.contains(event.topic())) {
                return;
            }
            if (event instanceof ListChanged list) {
                changes.takeChange(list)
                        .filter(Boolean::booleanValue)
                        .contextWrite(end.contextView())
                        .subscribe(concerned -> send(event.method(), event.params()), this::log);
            } else {
                send(event.method(), event.params());
            }
        }

        private void log(Throwable failure) {
            ErrorReport.log(logger, "A stream of changes failed", failure);
        }

        private synchronized void send(String method, Map<String, Object> params) {
            Map<String, Object> tagged = new HashMap<>(params);
            tagged.put("_meta", meta);
            exchange.send(new JsonRpcNotification(method, tagged));
        }
    }
}
