package io.mcpspring.server;

import io.mcpspring.Internal;
import io.mcpspring.event.ListChanged;
import io.mcpspring.exchange.Exchange;
import java.util.EnumMap;
import java.util.Map;
import java.util.function.Function;
import reactor.core.publisher.Mono;

/** Decides which changes of lists concern the caller of a stream, so that others do not reveal hidden entries. */
@Internal
public final class ListChanges {

    private final Function<ListChanged, ListState> lists;

    private final Exchange exchange;

    /** The lists at the last notification. */
    private final Map<ListChanged, ListState> seen = new EnumMap<>(ListChanged.class);

    ListChanges(Function<ListChanged, ListState> lists, Exchange exchange) {
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

    /** Whether the caller of the stream sees another list than at the last change. */
    public Mono<Boolean> concern(ListChanged list) {
        ListState now;
        ListState before;
        synchronized (this) {
            now = lists.apply(list);
            before = seen.put(list, now);
        }
        return before == null ? Mono.just(true) : now.concerns(exchange, before);
    }
}
