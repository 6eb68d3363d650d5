package io.mcpspring.resource;

import io.mcpspring.Internal;
import io.mcpspring.annotation.McpResource;
import io.mcpspring.entry.Completable;
import io.mcpspring.entry.EntryContext;
import io.mcpspring.entry.EntryFeature;
import io.mcpspring.entry.TellingNames;
import io.mcpspring.event.Instances;
import io.mcpspring.event.ListChanged;
import io.mcpspring.event.ResourceUpdated;
import io.mcpspring.event.ServerEvent;
import io.mcpspring.exchange.Exchange;
import io.mcpspring.protocol.ListResourceTemplatesResult;
import io.mcpspring.protocol.ListResourcesResult;
import io.mcpspring.protocol.McpProtocolException;
import io.mcpspring.protocol.ProtocolVersion;
import io.mcpspring.protocol.RequestMethod;
import io.mcpspring.protocol.ServerCapabilities;
import io.mcpspring.server.McpRequestHandler;
import io.mcpspring.server.ResultSeal;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import reactor.core.publisher.Mono;

/** Finds the resources of an application and serves them. */
@Internal
public final class ResourceFeature extends EntryFeature<McpResourceDefinition, RegisteredResource>
        implements Completable {

    private static final String RESOURCE = "resource";

    private static final String TEMPLATE = "resource template";

    private final ResourceFactory factory;

    private final ResourceSettings settings;

    private final Instances instances;

    private final Addresses addresses = new Addresses(registry());

    private final McpResources resources;

    public ResourceFeature(EntryContext context, ResourceSettings settings, Instances instances) {
        super(context, McpResourceDefinition.class, ListChanged.RESOURCES, RESOURCE, TEMPLATE);
        this.factory = new ResourceFactory(context, settings.results());
        this.settings = settings;
        this.instances = instances;
        this.resources = new McpResources(registry(), context.events());
    }

    /** Returns the resources as applications read and change them. */
    public McpResources resources() {
        return resources;
    }

    @Override
    protected String kind(String uriOrTemplate) {
        return uriOrTemplate.contains("{") ? TEMPLATE : RESOURCE;
    }

    @Override
    public boolean isOffered() {
        return !registry().isEmpty();
    }

    @Override
    public Map<RequestMethod, McpRequestHandler<?>> handlers(ResultSeal seal) {
        int pageSize = settings.pageSize();
        return Map.of(
                RequestMethod.LIST_RESOURCES,
                list(RESOURCE, pageSize, ListResourcesResult::new, seal),
                RequestMethod.LIST_RESOURCE_TEMPLATES,
                list(TEMPLATE, pageSize, ListResourceTemplatesResult::new, seal),
                RequestMethod.READ_RESOURCE,
                new ReadResourceHandler(addresses, context().invocations()),
                RequestMethod.SUBSCRIBE,
                SubscribeHandler.subscribing(addresses::admit),
                RequestMethod.UNSUBSCRIBE,
                SubscribeHandler.unsubscribing(instances));
    }

    @Override
    public void describe(ServerCapabilities.Builder capabilities, ProtocolVersion version) {
        capabilities.resources();
    }

    @Override
    protected Stream<McpResourceDefinition> found() {
        PublishedFiles files = new PublishedFiles(
                context().application(), settings.results().binary().maxBytes());
        Stream<McpResourceLocation> locations = Stream.concat(
                settings.locations().stream().map(McpResourceLocation::new),
                context().beans(McpResourceLocation.class));
        return Stream.concat(
                context().annotatedMethods().with(McpResource.class).stream()
                        .map(method -> McpResourceDefinition.of(
                                method.annotation(), context().texts(method))),
                locations.flatMap(location -> files.of(location).stream()));
    }

    @Override
    protected RegisteredResource create(McpResourceDefinition definition) {
        return factory.create(definition);
    }

    @Override
    public Mono<Boolean> offers(ServerEvent event, Exchange exchange) {
        return event instanceof ResourceUpdated updated
                ? addresses
                        .admit(updated.uri(), exchange)
                        .thenReturn(true)
                        .onErrorResume(ResourceFeature::isUnknown, unknown -> Mono.just(false))
                : super.offers(event, exchange);
    }

    private static boolean isUnknown(Throwable failure) {
        return failure instanceof McpProtocolException refused
                && refused.error().requiredScopes().isEmpty();
    }

    @Override
    public List<String> warnings() {
        List<String> warnings = new ArrayList<>();
        warn(
                warnings,
                "Resource templates with variables that seem to be secrets, which appear in logs as part of URIs: ",
                registry().all().values().stream()
                        .flatMap(entry -> entry.address().names().stream()
                                .filter(TellingNames::isSecret)
                                .map(variable -> entry.key() + "[" + variable + "]"))
                        .toList());
        return warnings;
    }
}
