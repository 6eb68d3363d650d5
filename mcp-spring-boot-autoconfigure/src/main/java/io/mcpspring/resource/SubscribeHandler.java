package io.mcpspring.resource;

import io.mcpspring.event.InstanceMessage;
import io.mcpspring.event.Instances;
import io.mcpspring.event.ResourceUpdated;
import io.mcpspring.exchange.ClientChannel;
import io.mcpspring.exchange.Exchange;
import io.mcpspring.protocol.EmptyResult;
import io.mcpspring.protocol.JsonRpcError;
import io.mcpspring.protocol.McpProtocolException;
import io.mcpspring.protocol.McpResult;
import io.mcpspring.server.McpRequestHandler;
import io.mcpspring.server.RequestParams;
import java.util.List;
import java.util.function.BiConsumer;
import java.util.function.BooleanSupplier;
import java.util.function.Predicate;
import reactor.core.publisher.Mono;
import tools.jackson.databind.node.ObjectNode;

/** {@code resources/subscribe} and {@code resources/unsubscribe}, in the legacy era. */
final class SubscribeHandler implements McpRequestHandler<ResourceUpdated> {

    private final String method;

    private final BooleanSupplier offered;

    private final Predicate<String> known;

    private final BiConsumer<ClientChannel.Session, ResourceUpdated> change;

    private SubscribeHandler(
            String method,
            BooleanSupplier offered,
            Predicate<String> known,
            BiConsumer<ClientChannel.Session, ResourceUpdated> change) {
        this.method = method;
        this.offered = offered;
        this.known = known;
        this.change = change;
    }

    /**
     * The two handlers.
     *
     * @param offered whether there are resources
     * @param known whether a resource may have this address
     * @param instances the other instances, at one of which the client may have subscribed
     */
    static List<SubscribeHandler> both(BooleanSupplier offered, Predicate<String> known, Instances instances) {
        return List.of(
                new SubscribeHandler(
                        "resources/subscribe", offered, known, (session, event) -> session.subscribe(event.topic())),
                new SubscribeHandler("resources/unsubscribe", offered, uri -> true, (session, event) -> {
                    session.unsubscribe(event.topic());
                    instances.publish(new InstanceMessage.Unsubscribed(session.key(), event));
                }));
    }

    @Override
    public String method() {
        return method;
    }

    @Override
    public boolean isOffered() {
        return offered.getAsBoolean();
    }

    @Override
    public ResourceUpdated params(ObjectNode params) {
        return new ResourceUpdated(ResourceUpdated.requireAddress(RequestParams.text(params, "uri"), "uri"));
    }

    @Override
    public Mono<? extends McpResult> handle(ResourceUpdated event, Exchange exchange) {
        ClientChannel.Session session = exchange.context()
                .channel()
                .session()
                .orElseThrow(() -> new McpProtocolException(
                        JsonRpcError.METHOD_NOT_FOUND,
                        "Subscriptions need a session, and the server does not issue session ids"));
        if (!known.test(event.uri())) {
            throw McpProtocolException.resourceNotFound(event.uri(), exchange.version());
        }
        change.accept(session, event);
        return Mono.just(new EmptyResult());
    }
}
