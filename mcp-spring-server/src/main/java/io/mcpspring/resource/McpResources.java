package io.mcpspring.resource;

import io.mcpspring.entry.McpChanges;
import io.mcpspring.entry.Registry;
import io.mcpspring.event.ResourceUpdated;
import io.mcpspring.event.ServerEvents;
import io.mcpspring.method.McpMethodException;
import io.mcpspring.protocol.Resource;
import io.mcpspring.protocol.ResourceTemplate;
import java.net.URI;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * The resources of the server, and its templates of resources. Complete when all singletons of the application exist;
 * from then on they can be changed, from any thread. Inject this bean to list and change them.
 */
public final class McpResources {

    private final Registry<McpResourceDefinition, RegisteredResource> registry;

    private final ServerEvents events;

    McpResources(Registry<McpResourceDefinition, RegisteredResource> registry, ServerEvents events) {
        this.registry = registry;
        this.events = events;
    }

    /** {@return all resources as clients of the newest revision see them, sorted by URI} */
    public List<Resource> list() {
        return registry.definitions(Resource.class);
    }

    /** {@return all templates as clients of the newest revision see them, sorted by template} */
    public List<ResourceTemplate> templates() {
        return registry.definitions(ResourceTemplate.class);
    }

    /**
     * Finds a resource of the list, not one of a template.
     *
     * @param uri the URI of the resource
     * @return the resource as clients of the newest revision see it; empty if there is none
     */
    public Optional<Resource> find(URI uri) {
        return find(uri.toString(), Resource.class);
    }

    /**
     * Finds a template.
     *
     * @param uriTemplate the template, written as in its definition
     * @return the template as clients of the newest revision see it; empty if there is none
     */
    public Optional<ResourceTemplate> findTemplate(String uriTemplate) {
        return find(uriTemplate, ResourceTemplate.class);
    }

    private <P> Optional<P> find(String key, Class<P> type) {
        return Optional.ofNullable(registry.find(key))
                .flatMap(resource -> resource.guard().entry().definition(type));
    }

    /**
     * Changes resources and templates: all changes are made at once or, if one of them fails, none. Clients that listen
     * are notified once, if anything has changed. Requests that are running are not affected. Other instances of the
     * server keep their own resources.
     *
     * @param changes makes the changes
     * @throws McpMethodException if a resource cannot be served, or if two templates match the same addresses because
     *     they differ in the names of variables only
     * @throws IllegalArgumentException if a URI is taken, or if there is no resource at a URI
     * @throws IllegalStateException while the application starts, because the resources of the start are beans, or
     *     within another update
     */
    public void update(Consumer<McpChanges<McpResourceDefinition>> changes) {
        registry.change(changes);
    }

    /**
     * Notifies the clients that subscribed to a resource, on all instances of the server, that its content has changed.
     *
     * @param uri the URI of the resource; for a template with values in place of the variables
     */
    public void updated(URI uri) {
        events.publish(new ResourceUpdated(uri.toString()));
    }
}
