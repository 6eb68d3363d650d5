package io.mcpspring.resource;

import io.mcpspring.entry.Registry;
import io.mcpspring.exchange.Exchange;
import io.mcpspring.protocol.McpProtocolException;
import io.mcpspring.protocol.ProtocolVersion;
import io.mcpspring.protocol.RequestMethod;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Mono;

/** Finds the resource, or the template of resources, that serves a URI. */
final class Addresses {

    /** The entry that serves a URI. */
    record Match(RegisteredResource resource, McpResourceRequest request) {}

    private final Registry<?, RegisteredResource> registry;

    private final Supplier<List<RegisteredResource>> templates;

    Addresses(Registry<?, RegisteredResource> registry) {
        this.registry = registry;
        this.templates = registry.derive(all -> all.values().stream()
                .filter(resource -> resource.address().isTemplate())
                .toList());
    }

    /**
     * Returns the entry that serves a URI, if the caller of a request may use it. It takes as long to find nothing as
     * to hide an entry.
     */
    Mono<Match> admit(String uri, Exchange exchange) {
        RegisteredResource found = registry.find(uri);
        if (found == null || found.address().isTemplate()) {
            return admit(uri(uri).flatMap(this::findTemplate).orElse(null), uri, exchange);
        }
        Match match = new Match(found, new McpResourceRequest(URI.create(uri), Map.of()));
        // A template that also matches serves callers from whom the resource is hidden: which of them is read decides
        // about subscriptions as well.
        return uri(uri).filter(any -> found.guard().isRestricted())
                .flatMap(this::findTemplate)
                .map(template -> found.guard()
                        .isVisible(exchange.contextFor(RequestMethod.READ_RESOURCE))
                        .flatMap(visible -> admit(visible ? match : template, uri, exchange)))
                .orElseGet(() -> admit(match, uri, exchange));
    }

    /** Finds the template that serves a URI; of several that match, the most specific one. */
    private Optional<Match> findTemplate(URI uri) {
        return templates.get().stream()
                .flatMap(template -> template.address().match(uri.toString()).stream()
                        .map(variables -> new Match(template, new McpResourceRequest(uri, variables))))
                .max(Comparator.comparing(match -> match.resource().address(), Address.BY_SPECIFICITY));
    }

    private Mono<Match> admit(@Nullable Match match, String uri, Exchange exchange) {
        return registry.admit(
                        match == null ? null : match.resource(), exchange, () -> notFound(uri, exchange.version()))
                .map(admitted -> Objects.requireNonNull(match));
    }

    private static McpProtocolException notFound(String uri, ProtocolVersion version) {
        return uri(uri).isPresent()
                ? McpProtocolException.resourceNotFound(uri, version)
                : McpProtocolException.resourceNotFound(
                        uri,
                        "this is not a URI. Encode characters that it must not have, such as a space by %20",
                        version);
    }

    private static Optional<URI> uri(String text) {
        try {
            return Address.isWellFormed(text) ? Optional.of(new URI(text)) : Optional.empty();
        } catch (URISyntaxException notFound) {
            return Optional.empty();
        }
    }
}
