package io.mcpspring.resource;

import io.mcpspring.Internal;
import io.mcpspring.event.ListChanged;
import io.mcpspring.event.ResourceUpdated;
import io.mcpspring.event.ServerEvents;
import io.mcpspring.listing.Registry;
import io.mcpspring.method.McpMethodException;
import io.mcpspring.protocol.Resource;
import io.mcpspring.protocol.ResourceTemplate;
import java.net.URI;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.springframework.util.Assert;

/**
 * The resources of the server, and its templates of resources. Complete once the application's singletons exist; from
 * then on they may be changed, from any thread.
 */
public final class McpResources {

    /** The one that stands for an address, and what it tells of the address. */
    record Match(RegisteredResource resource, McpResourceRequest request) {}

    private final Registry<RegisteredResource> resources = new Registry<>("resource");

    private final Registry<RegisteredResource> templates = new Registry<>("resource template");

    private final ServerEvents events;

    private volatile @Nullable ResourceFactory factory;

    /**
     * Made once per server, by the auto-configuration.
     *
     * @hidden
     */
    @Internal
    public McpResources(ServerEvents events) {
        this.events = events;
    }

    /** All resources as clients of the newest revision see them, sorted by address. */
    public List<Resource> list() {
        return resources.all().values().stream()
                .map(resource -> ResourceFactory.resource(resource.definition(), resource.size()))
                .toList();
    }

    /** All templates of resources as clients of the newest revision see them, sorted by address. */
    public List<ResourceTemplate> templates() {
        return templates.all().values().stream()
                .map(RegisteredResource::definition)
                .toList();
    }

    /**
     * Changes resources and templates; clients that want to know are told once. If one change fails, none is made.
     *
     * @throws McpMethodException if a resource cannot be served
     * @throws IllegalArgumentException if an address is taken, or none of a resource
     * @throws IllegalStateException while the application starts, as resources of the start are beans, or within an
     *     update
     */
    public synchronized void update(Consumer<Changes> changes) {
        ResourceFactory started = factory;
        Assert.state(started != null, "Resources cannot be changed before the application has started");
        boolean[] changed = new boolean[2];
        changed[0] = resources.change(ofResources -> changed[1] =
                templates.change(ofTemplates -> changes.accept(new Changes(ofResources, ofTemplates, started))));
        if (changed[0] || changed[1]) {
            events.publish(ListChanged.RESOURCES);
        }
    }

    /**
     * Tells the clients that subscribed to a resource that it holds something else now; on all instances of the server.
     *
     * @param uri its address as clients have it: for a template, with values instead of the variables
     */
    public void updated(URI uri) {
        events.publish(new ResourceUpdated(uri.toString()));
    }

    Registry<RegisteredResource> registry() {
        return resources;
    }

    Registry<RegisteredResource> templateRegistry() {
        return templates;
    }

    boolean isEmpty() {
        return resources.isEmpty() && templates.isEmpty();
    }

    /** The resource at an address; of several templates that fit, the one of which most is fixed. */
    Optional<Match> find(String uri) {
        RegisteredResource fixed = resources.find(uri);
        if (fixed != null) {
            return Optional.of(new Match(fixed, new McpResourceRequest(uri, Map.of())));
        }
        if (!Address.isPossible(uri)) {
            return Optional.empty();
        }
        List<Match> matches = new ArrayList<>();
        for (RegisteredResource template : templates.all().values()) {
            template.address()
                    .match(uri)
                    .ifPresent(variables -> matches.add(new Match(template, new McpResourceRequest(uri, variables))));
        }
        return matches.stream()
                .max(Comparator.comparing(match -> match.resource().address(), Address.SPECIAL));
    }

    void start(Collection<RegisteredResource> all, ResourceFactory factory) {
        start(
                resources,
                all.stream()
                        .filter(resource -> !resource.address().isTemplate())
                        .toList());
        start(
                templates,
                all.stream().filter(resource -> resource.address().isTemplate()).toList());
        this.factory = factory;
    }

    private static void start(Registry<RegisteredResource> registry, List<RegisteredResource> all) {
        Map<String, RegisteredResource> byShape = new HashMap<>();
        for (RegisteredResource resource : all) {
            RegisteredResource other = byShape.putIfAbsent(resource.address().shape(), resource);
            if (other != null) {
                throw conflict(resource, other);
            }
        }
        registry.start(all, McpResources::conflict);
    }

    private static McpMethodException conflict(RegisteredResource resource, RegisteredResource other) {
        return resource.method()
                .refused(
                        "There is another resource '" + other.key() + "': "
                                + other.method().describe() + ".",
                        "Give one of them another address.");
    }

    /** What an update does; to be used within it, and by its thread. */
    public static final class Changes {

        private final Registry.Draft<RegisteredResource> resources;

        private final Registry.Draft<RegisteredResource> templates;

        private final ResourceFactory factory;

        private Changes(
                Registry.Draft<RegisteredResource> resources,
                Registry.Draft<RegisteredResource> templates,
                ResourceFactory factory) {
            this.resources = resources;
            this.templates = templates;
            this.factory = factory;
        }

        /** Adds a resource or a template at an address that no other has. */
        public Changes add(McpResourceDefinition definition) {
            kind(definition.template().uriTemplate()).add(() -> factory.create(definition));
            return this;
        }

        /** Puts a resource or a template in the place of the one at its address. */
        public Changes replace(McpResourceDefinition definition) {
            kind(definition.template().uriTemplate()).replace(() -> factory.create(definition));
            return this;
        }

        /** Removes the resource at this address, or the template that is written like this. */
        public Changes remove(String uriOrTemplate) {
            kind(uriOrTemplate).remove(uriOrTemplate);
            return this;
        }

        private Registry.Draft<RegisteredResource> kind(String uriOrTemplate) {
            return uriOrTemplate.contains("{") ? templates : resources;
        }
    }
}
