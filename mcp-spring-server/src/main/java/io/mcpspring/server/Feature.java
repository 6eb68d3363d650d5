package io.mcpspring.server;

import io.mcpspring.Internal;
import io.mcpspring.event.ListChanged;
import io.mcpspring.event.ServerEvent;
import io.mcpspring.exchange.Exchange;
import io.mcpspring.protocol.JsonValue;
import io.mcpspring.protocol.McpProtocolException;
import io.mcpspring.protocol.ProtocolVersion;
import io.mcpspring.protocol.RequestMethod;
import io.mcpspring.protocol.ServerCapabilities;
import java.util.List;
import java.util.Map;
import reactor.core.publisher.Mono;

/** A part of the protocol that the server serves beyond its core, such as tools. */
@Internal
public interface Feature {

    /**
     * An entry, as operators see it.
     *
     * @param kind the kind in the singular, such as {@code resource template}
     * @param name the name, the URI or the URI template
     * @param method the method that serves the entry, and its bean
     * @param definition the definition as clients of the newest revision see it
     * @param scopes the scopes that the entry declares
     * @param rules the names of the rules that decide about callers
     * @param tags the tags by which toolsets contain the entry
     * @param limits the limits by name: those of calls if the entry declares them, those of results in any case
     */
    record Description(
            String kind,
            String name,
            String method,
            JsonValue definition,
            List<String> scopes,
            List<String> rules,
            List<String> tags,
            Map<String, String> limits) {}

    /**
     * Whether the server offers the feature at present; otherwise it has no capabilities, and no methods but its lists.
     */
    default boolean isOffered() {
        return true;
    }

    /**
     * Returns the handlers of the feature's methods.
     *
     * @param required completes the results that are written once and sent many times
     */
    Map<RequestMethod, McpRequestHandler> handlers(RequiredMembers required);

    /** Adds the capabilities that the feature has in a revision while it is offered. */
    default void addCapabilities(ServerCapabilities.Builder capabilities, ProtocolVersion version) {}

    /**
     * Finds the feature's entries. Called once, when all singletons exist, in the order of the features.
     *
     * @throws RuntimeException if an entry cannot be served, which stops the application
     */
    default void discover() {}

    /**
     * Whether a client can listen to an event. Fails with a {@link McpProtocolException} if the client must not listen
     * to events of this kind.
     */
    default Mono<Boolean> offers(ServerEvent event, Exchange exchange) {
        return Mono.just(false);
    }

    /** Whether the caller is admitted; fails if scopes are missing, which the client can then ask for. */
    static Mono<Boolean> isAdmitted(Mono<?> admission) {
        return admission
                .thenReturn(true)
                .onErrorResume(
                        failure -> failure instanceof McpProtocolException refused
                                && refused.error().requiredScopes().isEmpty(),
                        unknown -> Mono.just(false));
    }

    /** Returns what a list has at present, the same object until it changes; empty for a list of another feature. */
    default List<? extends ListChanges.Listed> listed(ListChanged list) {
        return List.of();
    }

    /** Returns the entries at present with their definitions, for operators. */
    default List<Description> entries() {
        return List.of();
    }

    /** Returns warnings about likely mistakes in the current entries, for the log at start-up. */
    default List<String> warnings() {
        return List.of();
    }
}
