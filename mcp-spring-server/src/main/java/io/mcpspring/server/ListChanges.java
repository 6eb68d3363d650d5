package io.mcpspring.server;

import io.mcpspring.Internal;
import io.mcpspring.event.ListChanged;
import io.mcpspring.exchange.Exchange;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/** Decides which changes of lists concern the caller of a stream, so that others do not reveal hidden entries. */
@Internal
public final class ListChanges {

    /** An entry of a list, or what decides about it; a changed entry is another object. */
    public interface Listed {

        /** Whether there may be callers who do not see the entry. */
        boolean isRestricted();

        /** Whether the list shows the entry to the caller of a request, which may be another one than for the list. */
        Mono<Boolean> isListed(Exchange exchange);
    }

    private final Function<ListChanged, List<? extends Listed>> lists;

    private final Exchange exchange;

    /** The lists at the last notification. */
    private final Map<ListChanged, List<? extends Listed>> seen = new EnumMap<>(ListChanged.class);

    /** @param lists returns the entries of a list at present; the same object until they change */
    ListChanges(Function<ListChanged, List<? extends Listed>> lists, Exchange exchange) {
        this.lists = lists;
        this.exchange = exchange;
    }

    /** Counts changes from now on. Otherwise the first change of each list concerns the caller in any case. */
    public synchronized ListChanges fromNow() {
        for (ListChanged list : ListChanged.values()) {
            seen.put(list, lists.apply(list));
        }
        return this;
    }

    /**
     * Takes the present state of the list as seen; emits whether the caller sees another list than before. Without
     * restricted entries every change concerns the caller, also one on another instance of the server.
     */
    public Mono<Boolean> takeChange(ListChanged list) {
        List<? extends Listed> now;
        List<? extends Listed> before;
        synchronized (this) {
            now = lists.apply(list);
            before = seen.put(list, now);
        }
        if (before == null || !isRestricted(before) && !isRestricted(now)) {
            return Mono.just(true);
        }
        return now == before
                ? Mono.just(false)
                : Mono.zip(listed(before), listed(now), (old, current) -> !old.equals(current));
    }

    private static boolean isRestricted(List<? extends Listed> entries) {
        return entries.stream().anyMatch(Listed::isRestricted);
    }

    private Mono<? extends List<?>> listed(List<? extends Listed> entries) {
        return Flux.fromIterable(entries)
                .filterWhen(entry -> entry.isListed(exchange))
                .collectList();
    }
}
