package io.mcpspring.resource;

import io.mcpspring.entry.Registry;
import io.mcpspring.event.ListChanged;
import io.mcpspring.event.ResourceUpdated;
import io.mcpspring.event.ServerEvents;
import io.mcpspring.method.McpMethodException;
import io.mcpspring.protocol.Resource;
import io.mcpspring.protocol.ResourceTemplate;
import java.net.URI;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * The resources of the server, and its templates of resources. Complete when all singletons of the application exist;
 * from then on they can be changed, from any thread. Inject this bean to list and change them.
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

    /** {@return all resources as clients of the newest revision see them, sorted by URI} */
    public List<Resource> list() {
        return registry.resources().all().values().stream()
                .map(McpResources::resource)
                .toList();
    }

    /** {@return all templates as clients of the newest revision see them, sorted by template} */
    public List<ResourceTemplate> templates() {
        return registry.templates().all().values().stream()
                .map(RegisteredResource::definition)
                .toList();
    }

    /**
     * Finds a resource of the list, not one of a template.
     *
     * @param uri the URI of the resource
     * @return the resource as clients of the newest revision see it; empty if there is none
     */
    public Optional<Resource> find(URI uri) {
        return Optional.ofNullable(registry.resources().find(uri.toString())).map(McpResources::resource);
    }

    /**
     * Finds a template.
     *
     * @param uriTemplate the template, written as in its definition
     * @return the template as clients of the newest revision see it; empty if there is none
     */
    public Optional<ResourceTemplate> findTemplate(String uriTemplate) {
        return Optional.ofNullable(registry.templates().find(uriTemplate)).map(RegisteredResource::definition);
    }

    private static Resource resource(RegisteredResource resource) {
        return ResourceFactory.resource(resource.definition(), resource.size());
    }

    /**
     * Changes resources and templates: all changes are made at once or, if one of them fails, none. Clients that listen
     * are notified once, if anything has changed. Requests that are running are not affected. Other instances of the
     * server keep their own resources.
     *
     * @param changes makes the changes
     * @throws McpMethodException if a resource cannot be served
     * @throws IllegalArgumentException if a URI is taken, if two templates match the same addresses because they differ
     *     in the names of variables only, or if there is no resource at a URI
     * @throws IllegalStateException while the application starts, because the resources of the start are beans, or
     *     within another update
     */
    public void update(Consumer<Changes> changes) {
        boolean changed =
                registry.change((resources, templates) -> changes.accept(new Changes(resources, templates, factory)));
        if (changed) {
            events.publish(ListChanged.RESOURCES);
        }
    }

    /**
     * Notifies the clients that subscribed to a resource, on all instances of the server, that its content has changed.
     *
     * @param uri the URI of the resource; for a template with values in place of the variables
     */
    public void updated(URI uri) {
        events.publish(new ResourceUpdated(uri.toString()));
    }

    /** The changes of an update. Valid within the update, on its thread. */
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

        /**
         * Adds a resource or a template.
         *
         * @param definition a resource at a URI that no other resource has, or such a template
         * @return these changes
         */
        public Changes add(McpResourceDefinition definition) {
            kind(definition).add(() -> factory.get().create(definition));
            return this;
        }

        /**
         * Replaces the resource at the same URI, or the same template.
         *
         * @param definition the new resource or template
         * @return these changes
         */
        public Changes replace(McpResourceDefinition definition) {
            kind(definition).replace(() -> factory.get().create(definition));
            return this;
        }

        /**
         * Adds a resource or a template, or replaces the one at the same URI or of the same template.
         *
         * @param definition the new resource or template
         * @return these changes
         */
        public Changes put(McpResourceDefinition definition) {
            kind(definition).put(() -> factory.get().create(definition));
            return this;
        }

        /**
         * Removes a resource, which must exist.
         *
         * @param uri the URI of the resource
         * @return these changes
         */
        public Changes remove(URI uri) {
            resources.remove(uri.toString());
            return this;
        }

        /**
         * Removes a resource, if it exists.
         *
         * @param uri the URI of the resource
         * @return these changes
         */
        public Changes removeIfPresent(URI uri) {
            resources.removeIfPresent(uri.toString());
            return this;
        }

        /**
         * Removes a template, which must exist.
         *
         * @param uriTemplate the template, written as in its definition
         * @return these changes
         */
        public Changes removeTemplate(String uriTemplate) {
            templates.remove(uriTemplate);
            return this;
        }

        /**
         * Removes a template, if it exists.
         *
         * @param uriTemplate the template, written as in its definition
         * @return these changes
         */
        public Changes removeTemplateIfPresent(String uriTemplate) {
            templates.removeIfPresent(uriTemplate);
            return this;
        }

        private Registry.Draft<RegisteredResource> kind(McpResourceDefinition definition) {
            return definition.uri().contains("{") ? templates : resources;
        }
    }
}
