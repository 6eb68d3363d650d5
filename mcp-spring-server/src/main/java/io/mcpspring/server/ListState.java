package io.mcpspring.server;

import io.mcpspring.Internal;
import io.mcpspring.exchange.Exchange;
import java.util.List;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/**
 * The entries of a list at one time.
 *
 * @param restricted whether there are entries that some callers do not see
 */
@Internal
public record ListState(List<Entry> entries, boolean restricted) {

    /** An entry, or what decides about it; a changed entry is another object. */
    public interface Entry {

        /** Whether there may be callers who do not see the entry. */
        boolean isRestricted();

        /** Whether the list shows the entry to the caller of a request, which may be another one than for the list. */
        Mono<Boolean> isListed(Exchange exchange);
    }

    public static ListState of(List<Entry> entries) {
        return new ListState(entries, entries.stream().anyMatch(Entry::isRestricted));
    }

    /**
     * Whether a change of the list concerns the caller of a request: whether the caller sees other entries than before.
     * Without restricted entries every change does, also one on another instance of the server.
     */
    Mono<Boolean> concerns(Exchange exchange, ListState before) {
        if (!restricted && !before.restricted) {
            return Mono.just(true);
        }
        return this == before
                ? Mono.just(false)
                : Mono.zip(before.listed(exchange), listed(exchange), (old, current) -> !old.equals(current));
    }

    private Mono<List<Entry>> listed(Exchange exchange) {
        return Flux.fromIterable(entries)
                .filterWhen(entry -> entry.isListed(exchange))
                .collectList();
    }
}
