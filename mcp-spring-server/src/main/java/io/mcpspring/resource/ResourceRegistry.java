package io.mcpspring.resource;

import io.mcpspring.entry.Registry;
import io.mcpspring.exchange.Exchange;
import io.mcpspring.method.McpMethodException;
import io.mcpspring.protocol.McpProtocolException;
import io.mcpspring.protocol.RequestMethod;
import io.mcpspring.server.BlockingWork;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Mono;

/** The resources of the server and its templates, which are listed apart and changed together. */
final class ResourceRegistry {

    /** The entry that serves a URI. */
    record Match(RegisteredResource resource, McpResourceRequest request) {}

    /**
     * Maximum number of characters that are compared with templates on a non-blocking thread: the length of the URI for
     * each template.
     */
    private static final int MAX_COMPARED = 4_096;

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
    Optional<Match> find(String text) {
        RegisteredResource fixed = resources.find(text);
        if (fixed != null) {
            return Optional.of(new Match(fixed, new McpResourceRequest(URI.create(text), Map.of())));
        }
        return uri(text).flatMap(this::findTemplate);
    }

    private Optional<Match> findTemplate(URI uri) {
        return templates.all().values().stream()
                .flatMap(template -> match(template, uri).stream())
                .max(Comparator.comparing(match -> match.resource().address(), Address.BY_SPECIFICITY));
    }

    /**
     * Returns the entry that serves a URI, if the caller of a request may use it. It takes as long to find nothing as
     * to hide an entry.
     */
    Mono<Match> admit(String uri, Exchange exchange) {
        Mono<Match> admitted = Mono.defer(() -> findAndAdmit(uri, exchange));
        return isSlow(uri) ? BlockingWork.of(admitted) : admitted;
    }

    private boolean isSlow(String uri) {
        return (long) uri.length() * templates.all().size() > MAX_COMPARED;
    }

    private Mono<Match> findAndAdmit(String uri, Exchange exchange) {
        Match match = find(uri).orElse(null);
        if (match == null || match.resource().address().isTemplate()) {
            return admit(match, uri, exchange);
        }
        // A template that also matches serves callers from whom the resource is hidden: which of them is read decides
        // about subscriptions as well.
        return uri(uri).filter(any -> match.resource().guard().isRestricted())
                .flatMap(this::findTemplate)
                .map(template -> match.resource()
                        .guard()
                        .isVisible(exchange.contextFor(RequestMethod.READ_RESOURCE))
                        .flatMap(visible -> admit(visible ? match : template, uri, exchange)))
                .orElseGet(() -> admit(match, uri, exchange));
    }

    private Mono<Match> admit(@Nullable Match match, String uri, Exchange exchange) {
        boolean template = match == null
                ? templates.isRestricted()
                : match.resource().address().isTemplate();
        return (template ? templates : resources)
                .admit(
                        match == null ? null : match.resource(),
                        exchange,
                        () -> McpProtocolException.resourceNotFound(uri, exchange.version()))
                .map(admitted -> Objects.requireNonNull(match));
    }

    private static Optional<URI> uri(String text) {
        try {
            return Address.isWellFormed(text) ? Optional.of(new URI(text)) : Optional.empty();
        } catch (URISyntaxException notFound) {
            return Optional.empty();
        }
    }

    private static Optional<Match> match(RegisteredResource template, URI uri) {
        return template.address()
                .match(uri.toString())
                .map(variables -> new Match(template, new McpResourceRequest(uri, variables)));
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
        requireDistinct(all, ResourceRegistry::conflict);
        registry.start(all, ResourceRegistry::conflict);
    }

    /** Fails if two entries match the same addresses: one of them would never be read. */
    private static void requireDistinct(
            Collection<RegisteredResource> all, Registry.Conflict<RegisteredResource> conflict) {
        Map<String, RegisteredResource> byShape = new HashMap<>();
        for (RegisteredResource resource : all) {
            RegisteredResource other = byShape.putIfAbsent(resource.address().shape(), resource);
            if (other != null) {
                throw conflict.between(resource, other);
            }
        }
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
        return resources.changeWith(templates, (resource, template) -> {
            changes.accept(resource, template);
            requireDistinct(template.all(), ResourceRegistry::sameAddresses);
        });
    }

    private static IllegalArgumentException sameAddresses(RegisteredResource template, RegisteredResource other) {
        return new IllegalArgumentException(
                "The resource templates '" + other.key() + "' and '" + template.key() + "' match the same addresses");
    }
}
