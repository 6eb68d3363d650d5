package io.mcpspring.server;

import io.mcpspring.Internal;
import io.mcpspring.event.ServerEvent;
import io.mcpspring.exchange.Exchange;
import io.mcpspring.protocol.McpProtocolException;
import io.mcpspring.protocol.ProtocolVersion;
import io.mcpspring.protocol.ServerCapabilities;
import java.util.List;

/** A part of the protocol that the server serves beyond its core, such as tools. */
@Internal
public interface Feature {

    /**
     * Entries of one kind.
     *
     * @param kind the kind in the singular, such as {@code resource template}
     * @param names the names or URIs of the entries
     */
    record Inventory(String kind, List<String> names) {}

    /**
     * Returns the handlers of the feature's methods.
     *
     * @param seal completes the results that are written once and sent many times
     */
    List<McpRequestHandler<?>> handlers(ResultSeal seal);

    /** Adds the capabilities that the feature has at present in a revision. */
    default void describe(ServerCapabilities.Builder capabilities, ProtocolVersion version) {}

    /**
     * Finds the feature's entries. Called once, when all singletons exist, in the order of the features.
     *
     * @throws RuntimeException if an entry cannot be served, which stops the application
     */
    default void discover() {}

    /**
     * Whether a client can listen to an event.
     *
     * @throws McpProtocolException if the client must not listen to events of this kind
     */
    default boolean offers(ServerEvent event, Exchange exchange) {
        return false;
    }

    /** Returns the entries at present, for the log at start-up. */
    default List<Inventory> inventory() {
        return List.of();
    }

    /** Returns what is likely to be a mistake in the entries at present, for the log at start-up. */
    default List<String> warnings() {
        return List.of();
    }
}
