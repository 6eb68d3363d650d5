package io.mcpspring.resource;

import io.mcpspring.Internal;
import io.mcpspring.annotation.McpResource;
import io.mcpspring.entry.EntryContext;
import io.mcpspring.entry.EntryFeature;
import io.mcpspring.entry.ListHandler;
import io.mcpspring.event.InstanceMessage;
import io.mcpspring.event.Instances;
import io.mcpspring.event.ListChanged;
import io.mcpspring.event.ResourceUpdated;
import io.mcpspring.event.ServerEvent;
import io.mcpspring.exchange.ClientChannel;
import io.mcpspring.exchange.Exchange;
import io.mcpspring.method.AnnotatedMethods;
import io.mcpspring.method.RefusedMethods;
import io.mcpspring.protocol.EmptyResult;
import io.mcpspring.protocol.ProtocolVersion;
import io.mcpspring.protocol.ReadResourceResult;
import io.mcpspring.protocol.RequestMethod;
import io.mcpspring.protocol.Resource;
import io.mcpspring.protocol.ResourceTemplate;
import io.mcpspring.protocol.ServerCapabilities;
import io.mcpspring.server.Feature;
import io.mcpspring.server.McpRequestHandler;
import io.mcpspring.server.RequestParams;
import io.mcpspring.server.RequiredMembers;
import java.util.Map;
import java.util.function.Consumer;
import java.util.stream.Stream;
import reactor.core.publisher.Mono;
import tools.jackson.databind.node.ObjectNode;

/** Finds the resources of an application and serves them. */
@Internal
public final class ResourceFeature extends EntryFeature<McpResourceDefinition, RegisteredResource> {

    private final ResourceSettings settings;

    private final Instances instances;

    private final Addresses addresses = new Addresses(registry);

    private final McpResources resources;

    public ResourceFeature(EntryContext context, ResourceSettings settings, Instances instances) {
        super(
                context,
                McpResourceDefinition.class,
                ListChanged.RESOURCES,
                () -> new ResourceFactory(context, settings.results())::create);
        this.settings = settings;
        this.instances = instances;
        this.resources = new McpResources(registry, context.events());
    }

    /** Returns the resources as applications read and change them. */
    public McpResources resources() {
        return resources;
    }

    @Override
    public boolean isOffered() {
        return !registry.all().isEmpty();
    }

    @Override
    public Map<RequestMethod, McpRequestHandler> handlers(RequiredMembers required) {
        int pageSize = settings.pageSize();
        ListHandler list = new ListHandler(registry, Resource.class, pageSize, "resources", required);
        ListHandler templates =
                new ListHandler(registry, ResourceTemplate.class, pageSize, "resourceTemplates", required);
        return Map.of(
                RequestMethod.LIST_RESOURCES, list,
                RequestMethod.LIST_RESOURCE_TEMPLATES, templates,
                RequestMethod.READ_RESOURCE, this::read,
                RequestMethod.SUBSCRIBE, this::subscribe,
                RequestMethod.UNSUBSCRIBE, this::unsubscribe);
    }

    private Mono<ReadResourceResult> read(ObjectNode params, Exchange exchange) {
        String uri = RequestParams.text(params, "uri");
        return addresses
                .admit(uri, exchange)
                .flatMap(match -> context.invocations()
                        .invoke(match.resource(), uri, match.resource().accept(match.request()), exchange))
                .map(result -> ResourceProjection.of(result, exchange.version()));
    }

    private Mono<EmptyResult> subscribe(ObjectNode params, Exchange exchange) {
        ResourceUpdated event = subscription(params);
        return addresses.admit(event.uri(), exchange).map(admitted -> {
            session(exchange).subscribe(event.topic());
            return new EmptyResult();
        });
    }

    /** The client may have subscribed at another instance. */
    private Mono<EmptyResult> unsubscribe(ObjectNode params, Exchange exchange) {
        ResourceUpdated event = subscription(params);
        session(exchange).unsubscribe(event.topic());
        instances.publish(new InstanceMessage.Unsubscribed(session(exchange).key(), event));
        return Mono.just(new EmptyResult());
    }

    private static ResourceUpdated subscription(ObjectNode params) {
        return new ResourceUpdated(ResourceUpdated.requireAddress(RequestParams.text(params, "uri"), "uri"));
    }

    private static ClientChannel.Session session(Exchange exchange) {
        return exchange.context().channel().session().orElseThrow();
    }

    @Override
    public void addCapabilities(ServerCapabilities.Builder capabilities, ProtocolVersion version) {
        capabilities.offer("resources", "subscribe", "listChanged");
    }

    @Override
    protected void find(AnnotatedMethods methods, RefusedMethods refused, Consumer<McpResourceDefinition> found) {
        methods.with(
                McpResource.class,
                refused,
                method -> found.accept(McpResourceDefinition.of(method.annotation(), context.texts(method))));
        PublishedFiles files = new PublishedFiles(context.application());
        Stream<McpResourceLocation> locations = Stream.concat(
                settings.locations().stream().map(McpResourceLocation::new), methods.beans(McpResourceLocation.class));
        locations.forEach(location -> files.of(location).forEach(found));
    }

    @Override
    public Mono<Boolean> offers(ServerEvent event, Exchange exchange) {
        return event instanceof ResourceUpdated updated
                ? Feature.isAdmitted(addresses.admit(updated.uri(), exchange))
                : super.offers(event, exchange);
    }
}
