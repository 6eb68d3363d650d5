package io.mcpspring.server;

import io.mcpspring.Internal;
import io.mcpspring.event.ListChanged;
import io.mcpspring.event.ServerEvent;
import io.mcpspring.exchange.Exchange;
import io.mcpspring.protocol.ProtocolVersion;
import io.mcpspring.protocol.RequestMethod;
import io.mcpspring.protocol.ServerCapabilities;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/** All features of the server. */
@Internal
public record Features(List<Feature> features) {

    /** Returns the handlers of all features by the names of their methods. */
    public Map<String, McpRequestHandler> handlers(RequiredMembers required) {
        Map<String, McpRequestHandler> handlers = new HashMap<>();
        for (Feature feature : features) {
            // The list of a feature that is not offered is empty: some clients give up if they get an error.
            feature.handlers(required)
                    .forEach((method, handler) -> handlers.put(
                            method.value(), method.isList() ? handler : whileOffered(feature, method, handler)));
        }
        return handlers;
    }

    private static McpRequestHandler whileOffered(Feature feature, RequestMethod method, McpRequestHandler handler) {
        return (params, exchange) -> {
            if (!feature.isOffered()) {
                throw McpDispatcher.unknown(method.value(), exchange.version());
            }
            return handler.handle(params, exchange);
        };
    }

    /** Returns the capabilities of the server at present in a revision. */
    public ServerCapabilities capabilities(ProtocolVersion version) {
        ServerCapabilities.Builder capabilities = new ServerCapabilities.Builder();
        features.stream().filter(Feature::isOffered).forEach(feature -> feature.addCapabilities(capabilities, version));
        return capabilities.offer("logging").build();
    }

    /** Whether a client can listen to an event. */
    public Mono<Boolean> offer(ServerEvent event, Exchange exchange) {
        return Flux.fromIterable(features)
                .filter(Feature::isOffered)
                .concatMap(feature -> feature.offers(event, exchange))
                .any(Boolean::booleanValue);
    }

    /** Returns the entries of a list at present; the same object until they change. */
    public List<? extends ListChanges.Listed> list(ListChanged list) {
        return features.stream()
                .<List<? extends ListChanges.Listed>>map(feature -> feature.listed(list))
                .filter(entries -> !entries.isEmpty())
                .findFirst()
                .orElse(List.of());
    }

    /** Returns the names of the entries at present by their kind, in the order of the features. */
    public Map<String, List<String>> inventory() {
        return features.stream()
                .flatMap(feature -> feature.entries().stream().sorted(Comparator.comparing(Feature.Description::kind)))
                .collect(Collectors.groupingBy(
                        Feature.Description::kind,
                        LinkedHashMap::new,
                        Collectors.mapping(Feature.Description::name, Collectors.toList())));
    }

    /** Returns the entries of all features at present with their definitions, for operators. */
    public List<Feature.Description> entries() {
        return features.stream().flatMap(feature -> feature.entries().stream()).toList();
    }

    /** Returns warnings about likely mistakes in the current entries of all features. */
    public List<String> warnings() {
        return features.stream().flatMap(feature -> feature.warnings().stream()).toList();
    }
}
