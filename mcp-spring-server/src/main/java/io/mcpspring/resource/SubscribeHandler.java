package io.mcpspring.resource;

import io.mcpspring.event.InstanceMessage;
import io.mcpspring.event.Instances;
import io.mcpspring.event.ResourceUpdated;
import io.mcpspring.exchange.ClientChannel;
import io.mcpspring.exchange.Exchange;
import io.mcpspring.protocol.EmptyResult;
import io.mcpspring.protocol.McpResult;
import io.mcpspring.server.McpRequestHandler;
import io.mcpspring.server.RequestParams;
import java.util.function.BiConsumer;
import reactor.core.publisher.Mono;
import tools.jackson.databind.node.ObjectNode;

/** {@code resources/subscribe} and {@code resources/unsubscribe}, in the legacy era. */
final class SubscribeHandler implements McpRequestHandler<ResourceUpdated> {

    /** Completes if the client of a request may subscribe to a URI. */
    interface Admission {

        Mono<?> of(String uri, Exchange exchange);
    }

    private final Admission admission;

    private final BiConsumer<ClientChannel.Session, ResourceUpdated> change;

    private SubscribeHandler(Admission admission, BiConsumer<ClientChannel.Session, ResourceUpdated> change) {
        this.admission = admission;
        this.change = change;
    }

    /** @param admission finds the resource that a client may subscribe to */
    static SubscribeHandler subscribing(Admission admission) {
        return new SubscribeHandler(admission, (session, event) -> session.subscribe(event.topic()));
    }

    /** @param instances the other instances, at one of which the client may have subscribed */
    static SubscribeHandler unsubscribing(Instances instances) {
        return new SubscribeHandler((uri, exchange) -> Mono.empty(), (session, event) -> {
            session.unsubscribe(event.topic());
            instances.publish(new InstanceMessage.Unsubscribed(session.key(), event));
        });
    }

    @Override
    public ResourceUpdated params(ObjectNode params) {
        return new ResourceUpdated(ResourceUpdated.requireAddress(RequestParams.text(params, "uri"), "uri"));
    }

    @Override
    public Mono<? extends McpResult> handle(ResourceUpdated event, Exchange exchange) {
        ClientChannel.Session session = exchange.context().channel().session().orElseThrow();
        return admission.of(event.uri(), exchange).then(Mono.fromSupplier(() -> {
            change.accept(session, event);
            return new EmptyResult();
        }));
    }
}
