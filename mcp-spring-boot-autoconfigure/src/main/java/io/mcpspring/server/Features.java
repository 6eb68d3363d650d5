package io.mcpspring.server;

import io.mcpspring.Internal;
import io.mcpspring.event.ServerEvent;
import io.mcpspring.exchange.Exchange;
import io.mcpspring.protocol.ProtocolVersion;
import io.mcpspring.protocol.ServerCapabilities;
import java.util.List;

/** All features of the server. */
@Internal
public final class Features {

    private final List<Feature> features;

    private final boolean sessions;

    /** @param sessions whether clients of the legacy revisions get sessions */
    public Features(List<Feature> features, boolean sessions) {
        this.features = List.copyOf(features);
        this.sessions = sessions;
    }

    /** Returns the handlers of all features. */
    public List<McpRequestHandler<?>> handlers(ResultSeal seal) {
        return features.stream()
                .<McpRequestHandler<?>>flatMap(feature -> feature.handlers(seal).stream())
                .toList();
    }

    /** Returns the capabilities of the server at present in a revision. */
    public ServerCapabilities capabilities(ProtocolVersion version) {
        // Without a session there is no stream on which a legacy client could be notified.
        ServerCapabilities.Builder capabilities = ServerCapabilities.builder(version.isModern() || sessions);
        features.forEach(feature -> feature.describe(capabilities, version));
        return capabilities.build();
    }

    /** Finds the entries of all features. */
    public void discover() {
        features.forEach(Feature::discover);
    }

    /** Whether a client can listen to an event. */
    public boolean offer(ServerEvent event, Exchange exchange) {
        return features.stream().anyMatch(feature -> feature.offers(event, exchange));
    }

    /** Returns the entries of all features at present, without kinds that have none. */
    public List<Feature.Inventory> inventory() {
        return features.stream()
                .flatMap(feature -> feature.inventory().stream())
                .filter(inventory -> !inventory.names().isEmpty())
                .toList();
    }

    /** Returns what is likely to be a mistake in the entries of all features at present. */
    public List<String> warnings() {
        return features.stream().flatMap(feature -> feature.warnings().stream()).toList();
    }
}
