package io.mcpspring.resource;

import io.mcpspring.event.ListChanged;
import io.mcpspring.event.ResourceUpdated;
import io.mcpspring.event.ServerEvents;
import io.mcpspring.listing.Registry;
import io.mcpspring.method.McpMethodException;
import io.mcpspring.protocol.Resource;
import io.mcpspring.protocol.ResourceTemplate;
import java.net.URI;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * The resources of the server, and its templates of resources. Complete once the application's singletons exist; from
 * then on they may be changed, from any thread.
 */
public final class McpResources {

    private final ResourceRegistry registry;

    private final Supplier<ResourceFactory> factory;

    private final ServerEvents events;

    McpResources(ResourceRegistry registry, Supplier<ResourceFactory> factory, ServerEvents events) {
        this.registry = registry;
        this.factory = factory;
        this.events = events;
    }

    /** All resources as clients of the newest revision see them, sorted by address. */
    public List<Resource> list() {
        return registry.resources().all().values().stream()
                .map(resource -> ResourceFactory.resource(resource.definition(), resource.size()))
                .toList();
    }

    /** All templates of resources as clients of the newest revision see them, sorted by address. */
    public List<ResourceTemplate> templates() {
        return registry.templates().all().values().stream()
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
    public void update(Consumer<Changes> changes) {
        boolean changed =
                registry.change((resources, templates) -> changes.accept(new Changes(resources, templates, factory)));
        if (changed) {
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

    /** What an update does; to be used within it, and by its thread. */
    public static final class Changes {

        private final Registry.Draft<RegisteredResource> resources;

        private final Registry.Draft<RegisteredResource> templates;

        private final Supplier<ResourceFactory> factory;

        private Changes(
                Registry.Draft<RegisteredResource> resources,
                Registry.Draft<RegisteredResource> templates,
                Supplier<ResourceFactory> factory) {
            this.resources = resources;
            this.templates = templates;
            this.factory = factory;
        }

        /** Adds a resource or a template at an address that no other has. */
        public Changes add(McpResourceDefinition definition) {
            kind(definition.template().uriTemplate()).add(() -> factory.get().create(definition));
            return this;
        }

        /** Puts a resource or a template in the place of the one at its address. */
        public Changes replace(McpResourceDefinition definition) {
            kind(definition.template().uriTemplate())
                    .replace(() -> factory.get().create(definition));
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
