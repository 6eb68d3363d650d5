package io.mcpspring.resource;

import io.mcpspring.listing.Registry;
import io.mcpspring.method.McpMethodException;
import java.net.URI;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiConsumer;

/** The resources of the server and its templates, which are listed apart and changed together. */
final class ResourceRegistry {

    /** The entry that serves a URI. */
    record Match(RegisteredResource resource, McpResourceRequest request) {}

    private final Registry<RegisteredResource> resources = new Registry<>("resource");

    private final Registry<RegisteredResource> templates = new Registry<>("resource template");

    Registry<RegisteredResource> resources() {
        return resources;
    }

    Registry<RegisteredResource> templates() {
        return templates;
    }

    boolean isEmpty() {
        return resources.isEmpty() && templates.isEmpty();
    }

    /** Finds the entry that serves a URI; of several templates that match, the most specific one. */
    Optional<Match> find(String uri) {
        RegisteredResource fixed = resources.find(uri);
        if (fixed != null) {
            return Optional.of(new Match(fixed, new McpResourceRequest(URI.create(uri), Map.of())));
        }
        if (!Address.isPossible(uri)) {
            return Optional.empty();
        }
        return templates.all().values().stream()
                .flatMap(template -> match(template, uri).stream())
                .max(Comparator.comparing(match -> match.resource().address(), Address.SPECIAL));
    }

    private static Optional<Match> match(RegisteredResource template, String uri) {
        return template.address()
                .match(uri)
                .map(variables -> new Match(template, new McpResourceRequest(URI.create(uri), variables)));
    }

    /** Sets the entries that exist from the start. */
    void start(Collection<RegisteredResource> all) {
        start(
                resources,
                all.stream()
                        .filter(resource -> !resource.address().isTemplate())
                        .toList());
        start(
                templates,
                all.stream().filter(resource -> resource.address().isTemplate()).toList());
    }

    private static void start(Registry<RegisteredResource> registry, List<RegisteredResource> all) {
        Map<String, RegisteredResource> byShape = new HashMap<>();
        for (RegisteredResource resource : all) {
            RegisteredResource other = byShape.putIfAbsent(resource.address().shape(), resource);
            if (other != null) {
                throw conflict(resource, other);
            }
        }
        registry.start(all, ResourceRegistry::conflict);
    }

    private static McpMethodException conflict(RegisteredResource resource, RegisteredResource other) {
        return resource.method()
                .refused(
                        "There is another resource '" + other.key() + "': "
                                + other.method().describe() + ".",
                        "Give one of them another URI.");
    }

    /** Applies changes to resources and templates, or none of them if one fails; returns whether anything changed. */
    synchronized boolean change(
            BiConsumer<Registry.Draft<RegisteredResource>, Registry.Draft<RegisteredResource>> changes) {
        return resources.changeWith(templates, changes);
    }
}
