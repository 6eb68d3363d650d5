package io.mcpspring.resource;

import io.mcpspring.Internal;
import io.mcpspring.annotation.McpResource;
import io.mcpspring.constraint.ArgumentValidation;
import io.mcpspring.entry.Access;
import io.mcpspring.entry.Completable;
import io.mcpspring.entry.Guard;
import io.mcpspring.entry.ListHandler;
import io.mcpspring.entry.Registry;
import io.mcpspring.event.Instances;
import io.mcpspring.event.ListChanged;
import io.mcpspring.event.ResourceUpdated;
import io.mcpspring.event.ServerEvent;
import io.mcpspring.event.ServerEvents;
import io.mcpspring.exchange.Exchange;
import io.mcpspring.method.AnnotatedBeanMethod;
import io.mcpspring.method.AnnotatedMethods;
import io.mcpspring.method.BoundMethod;
import io.mcpspring.method.Invocations;
import io.mcpspring.protocol.JsonValue;
import io.mcpspring.protocol.ListResourceTemplatesResult;
import io.mcpspring.protocol.ListResourcesResult;
import io.mcpspring.protocol.McpProtocolException;
import io.mcpspring.protocol.ProtocolVersion;
import io.mcpspring.protocol.RequestMethod;
import io.mcpspring.protocol.Resource;
import io.mcpspring.protocol.ResourceTemplate;
import io.mcpspring.protocol.ServerCapabilities;
import io.mcpspring.server.Feature;
import io.mcpspring.server.McpRequestHandler;
import io.mcpspring.server.ResultSeal;
import io.mcpspring.text.SecretNames;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.util.function.SingletonSupplier;
import reactor.core.publisher.Mono;
import tools.jackson.databind.json.JsonMapper;

/** Finds the resources of an application and serves them. */
@Internal
public final class ResourceFeature implements Feature, Completable {

    private final ResourceRegistry registry = new ResourceRegistry();

    private final ConfigurableApplicationContext application;

    private final AnnotatedMethods annotatedMethods;

    private final SingletonSupplier<ResourceFactory> factory;

    private final Invocations invocations;

    private final ResourceSettings settings;

    private final Instances instances;

    private final McpResources resources;

    /**
     * @param calls how methods are called; available when all singletons exist
     * @param mapper the mapper of the application, which may depend on the features
     */
    public ResourceFeature(
            ConfigurableApplicationContext application,
            AnnotatedMethods annotatedMethods,
            Supplier<BoundMethod.Calls> calls,
            Supplier<JsonMapper> mapper,
            Access access,
            Invocations invocations,
            ResourceSettings settings,
            ServerEvents events,
            Instances instances) {
        this.application = application;
        this.annotatedMethods = annotatedMethods;
        this.factory = SingletonSupplier.of(() -> new ResourceFactory(
                calls.get(),
                access,
                application.getEnvironment()::resolveRequiredPlaceholders,
                ArgumentValidation.of(application),
                mapper.get(),
                settings.results()));
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

    /** Returns the variables of a template. */
    @Override
    public @Nullable Map<String, List<String>> arguments(String template) {
        RegisteredResource registered = registry.templates().find(template);
        return registered == null ? null : registered.values();
    }

    @Override
    public Mono<Void> admit(String template, Exchange exchange, Supplier<McpProtocolException> unknown) {
        Registry<RegisteredResource> templates = registry.templates();
        return templates.admit(templates.find(template), exchange, unknown).then();
    }

    @Override
    public Map<RequestMethod, McpRequestHandler<?>> handlers(ResultSeal seal) {
        int pageSize = settings.pageSize();
        return Map.of(
                RequestMethod.LIST_RESOURCES,
                new ListHandler(registry.resources(), pageSize, ListResourcesResult::new, seal),
                RequestMethod.LIST_RESOURCE_TEMPLATES,
                new ListHandler(registry.templates(), pageSize, ListResourceTemplatesResult::new, seal),
                RequestMethod.READ_RESOURCE,
                new ReadResourceHandler(registry, invocations),
                RequestMethod.SUBSCRIBE,
                SubscribeHandler.subscribing(registry::admit),
                RequestMethod.UNSUBSCRIBE,
                SubscribeHandler.unsubscribing(instances));
    }

    @Override
    public void describe(ServerCapabilities.Builder capabilities, ProtocolVersion version) {
        capabilities.resources();
    }

    @Override
    public void discover() {
        List<RegisteredResource> found = new ArrayList<>();
        for (AnnotatedBeanMethod<McpResource> method : annotatedMethods.with(McpResource.class)) {
            found.add(factory.obtain().create(method.annotation(), method));
        }
        Stream.concat(annotatedMethods.beans(McpResourceDefinition.class), published())
                .forEach(definition -> found.add(factory.obtain().create(definition)));
        registry.start(found);
    }

    private Stream<McpResourceDefinition> published() {
        PublishedFiles files =
                new PublishedFiles(application, settings.results().binary().maxBytes());
        return Stream.concat(
                        settings.locations().stream().map(McpResourceLocation::new),
                        annotatedMethods.beans(McpResourceLocation.class))
                .flatMap(location -> files.of(location).stream());
    }

    @Override
    public Mono<Boolean> offers(ServerEvent event, Exchange exchange) {
        return event instanceof ResourceUpdated updated
                ? registry.admit(updated.uri(), exchange)
                        .thenReturn(true)
                        .onErrorResume(ResourceFeature::isUnknown, unknown -> Mono.just(false))
                : Mono.just(event.equals(ListChanged.RESOURCES) && isOffered());
    }

    private static boolean isUnknown(Throwable failure) {
        return failure instanceof McpProtocolException refused
                && refused.error().requiredScopes().isEmpty();
    }

    @Override
    public List<Entry> entries() {
        return Stream.concat(registry.resources().described().stream(), registry.templates().described().stream())
                .toList();
    }

    @Override
    public Map<String, JsonValue> definitions() {
        Map<String, JsonValue> definitions = registry.resources().definitions();
        definitions.putAll(registry.templates().definitions());
        return definitions;
    }

    @Override
    public Stream<Guard> entries(ListChanged list) {
        return list == ListChanged.RESOURCES
                ? Stream.concat(
                                registry.resources().all().values().stream(),
                                registry.templates().all().values().stream())
                        .map(RegisteredResource::guard)
                : Stream.empty();
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

    @Override
    public List<String> warnings() {
        List<String> secrets = registry.templates().all().values().stream()
                .flatMap(template -> template.address().names().stream()
                        .filter(SecretNames::isSecret)
                        .map(variable -> template.key() + "[" + variable + "]"))
                .toList();
        return secrets.isEmpty()
                ? List.of()
                : List.of("Resource templates with variables that seem to be secrets, which appear in logs as part of"
                        + " URIs: " + secrets);
    }
}
