package io.mcpspring.server;

import io.mcpspring.protocol.JsonRpcNotification;
import io.mcpspring.protocol.ListenResult;
import io.mcpspring.protocol.McpProtocolException;
import io.mcpspring.protocol.McpResult;
import io.mcpspring.protocol.ProtocolVersion;
import io.mcpspring.protocol.RequestId;
import java.util.Collection;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import reactor.core.Disposable;
import reactor.core.Disposables;
import reactor.core.publisher.Mono;
import reactor.core.publisher.MonoSink;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** {@code subscriptions/listen}, from revision 2026-07-28 on: lasts until the client closes it or the server ends. */
public final class ListenHandler implements McpRequestHandler<Set<ServerEvent>> {

    private static final String SUBSCRIPTION_ID = "io.modelcontextprotocol/subscriptionId";

    private final Collection<ServerEvent> offered;

    private final ServerEvents events;

    private final Shutdown shutdown;

    /**
     * @param offered what clients may subscribe to
     */
    public ListenHandler(Collection<ServerEvent> offered, ServerEvents events, Shutdown shutdown) {
        this.offered = offered;
        this.events = events;
        this.shutdown = shutdown;
    }

    @Override
    public String method() {
        return "subscriptions/listen";
    }

    @Override
    public boolean existsIn(ProtocolVersion version) {
        return version.isModern();
    }

    @Override
    public Set<ServerEvent> params(ObjectNode params) {
        JsonNode filter = params.path("notifications");
        if (!filter.isObject()) {
            throw McpProtocolException.invalidParams("notifications is missing or no object");
        }
        Set<ServerEvent> wanted = EnumSet.noneOf(ServerEvent.class);
        for (ServerEvent event : offered) {
            JsonNode flag = filter.path(event.filter());
            if (!flag.isMissingNode() && !flag.isBoolean()) {
                throw McpProtocolException.invalidParams("notifications." + event.filter() + " must be a boolean");
            }
            if (flag.asBoolean(false)) {
                wanted.add(event);
            }
        }
        return wanted;
    }

    @Override
    public Mono<? extends McpResult> handle(Set<ServerEvent> wanted, Exchange exchange) {
        return Mono.create(end -> new Subscription(wanted, exchange, end).begin());
    }

    private final class Subscription {

        private final Set<ServerEvent> wanted;

        private final Exchange exchange;

        private final Map<String, RequestId> meta;

        private final MonoSink<McpResult> end;

        Subscription(Set<ServerEvent> wanted, Exchange exchange, MonoSink<McpResult> end) {
            this.wanted = wanted;
            this.exchange = exchange;
            this.meta = Map.of(SUBSCRIPTION_ID, exchange.requestId());
            this.end = end;
        }

        // The acknowledgement comes before all else, and nothing is missed after it.
        synchronized void begin() {
            Disposable subscribed = events.subscribe(this::tell);
            Map<String, Boolean> honoured = new LinkedHashMap<>();
            wanted.forEach(event -> honoured.put(event.filter(), true));
            send("notifications/subscriptions/acknowledged", Map.of("_meta", meta, "notifications", honoured));
            end.onDispose(Disposables.composite(subscribed,
                    shutdown.onBegin(() -> end.success(new ListenResult(meta)))));
        }

        private synchronized void tell(ServerEvent event) {
            if (wanted.contains(event)) {
                send(event.method(), Map.of("_meta", meta));
            }
        }

        private void send(String method, Map<String, ?> params) {
            exchange.send(new JsonRpcNotification(method, params));
        }
    }
}
