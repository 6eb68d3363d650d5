package io.mcpspring.resource;

import io.mcpspring.Internal;
import io.mcpspring.annotation.McpResource;
import io.mcpspring.event.Instances;
import io.mcpspring.event.ListChanged;
import io.mcpspring.event.ResourceUpdated;
import io.mcpspring.event.ServerEvent;
import io.mcpspring.event.ServerEvents;
import io.mcpspring.exchange.Exchange;
import io.mcpspring.listing.Completable;
import io.mcpspring.listing.ListHandler;
import io.mcpspring.method.AnnotatedBeanMethod;
import io.mcpspring.method.AnnotatedMethods;
import io.mcpspring.method.BoundMethod;
import io.mcpspring.method.Invocations;
import io.mcpspring.protocol.ListResourceTemplatesResult;
import io.mcpspring.protocol.ListResourcesResult;
import io.mcpspring.protocol.ProtocolVersion;
import io.mcpspring.protocol.Resource;
import io.mcpspring.protocol.ResourceTemplate;
import io.mcpspring.protocol.ServerCapabilities;
import io.mcpspring.server.Feature;
import io.mcpspring.server.McpRequestHandler;
import io.mcpspring.server.ResultSeal;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.util.function.SingletonSupplier;
import tools.jackson.databind.json.JsonMapper;

/** Finds the resources of an application and serves them. */
@Internal
public final class ResourceFeature implements Feature, Completable {

    private final ResourceRegistry registry = new ResourceRegistry();

    private final ConfigurableApplicationContext application;

    private final SingletonSupplier<ResourceFactory> factory;

    private final Invocations invocations;

    private final ResourceSettings settings;

    private final Instances instances;

    private final McpResources resources;

    /** @param calls how methods are called; available when all singletons exist */
    public ResourceFeature(
            ConfigurableApplicationContext application,
            ObjectProvider<BoundMethod.Calls> calls,
            Invocations invocations,
            ResourceSettings settings,
            ServerEvents events,
            Instances instances) {
        this.application = application;
        this.factory = SingletonSupplier.of(() -> new ResourceFactory(
                calls.getObject(),
                application.getEnvironment()::resolveRequiredPlaceholders,
                application.getBean(JsonMapper.class),
                settings.limit()));
        this.invocations = invocations;
        this.settings = settings;
        this.instances = instances;
        this.resources = new McpResources(registry, factory, events);
    }

    /** Returns the resources as applications read and change them. */
    public McpResources resources() {
        return resources;
    }

    @Override
    public boolean isOffered() {
        return !registry.isEmpty();
    }

    /** Whether a resource can have this URI. */
    public boolean isKnown(String uri) {
        return registry.find(uri).isPresent();
    }

    /** Returns the variables of a template. */
    @Override
    public @Nullable Map<String, List<String>> arguments(String template) {
        RegisteredResource registered = registry.templates().find(template);
        return registered == null ? null : registered.values();
    }

    @Override
    public List<McpRequestHandler<?>> handlers(ResultSeal seal) {
        int pageSize = settings.pageSize();
        List<McpRequestHandler<?>> handlers = new ArrayList<>(List.of(
                new ListHandler(
                        "resources/list",
                        registry.resources(),
                        this::isOffered,
                        pageSize,
                        ListResourcesResult::new,
                        seal),
                new ListHandler(
                        "resources/templates/list",
                        registry.templates(),
                        this::isOffered,
                        pageSize,
                        ListResourceTemplatesResult::new,
                        seal),
                new ReadResourceHandler(registry, invocations)));
        handlers.addAll(SubscribeHandler.both(this::isOffered, this::isKnown, instances));
        return handlers;
    }

    @Override
    public void describe(ServerCapabilities.Builder capabilities, ProtocolVersion version) {
        if (isOffered()) {
            capabilities.resources();
        }
    }

    @Override
    public void discover() {
        List<RegisteredResource> found = new ArrayList<>();
        for (AnnotatedBeanMethod<McpResource> method :
                AnnotatedMethods.find(application.getBeanFactory(), McpResource.class)) {
            found.add(factory.obtain().create(method.annotation(), method));
        }
        Stream.concat(all(McpResourceDefinition.class), published())
                .forEach(definition -> found.add(factory.obtain().create(definition)));
        registry.start(found);
    }

    private Stream<McpResourceDefinition> published() {
        PublishedFiles files = new PublishedFiles(application, settings.limit().maxBytes());
        return Stream.concat(
                        settings.locations().stream().map(McpResourceLocation::new), all(McpResourceLocation.class))
                .flatMap(location -> files.of(location).stream());
    }

    private <T> Stream<T> all(Class<T> type) {
        return application.getBeanProvider(type).orderedStream();
    }

    @Override
    public boolean offers(ServerEvent event, Exchange exchange) {
        return event instanceof ResourceUpdated updated
                ? isKnown(updated.uri())
                : event.equals(ListChanged.RESOURCES) && isOffered();
    }

    @Override
    public List<Inventory> inventory() {
        return List.of(
                new Inventory(
                        "resource", resources.list().stream().map(Resource::uri).toList()),
                new Inventory(
                        "resource template",
                        resources.templates().stream()
                                .map(ResourceTemplate::uriTemplate)
                                .toList()));
    }
}
