package io.mcpspring.entry;

import io.mcpspring.Internal;
import io.mcpspring.exchange.Exchange;
import io.mcpspring.exchange.McpRequestContext;
import io.mcpspring.protocol.JsonValue;
import io.mcpspring.protocol.ListResult;
import io.mcpspring.protocol.McpResult;
import io.mcpspring.protocol.ProtocolVersion;
import io.mcpspring.protocol.RenderedResult;
import io.mcpspring.server.McpRequestHandler;
import io.mcpspring.server.RequestParams;
import io.mcpspring.server.RequiredMembers;
import io.mcpspring.server.Toolsets;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import tools.jackson.databind.node.ObjectNode;

/**
 * Lists the entries of one kind that the caller may see, in pages that are sorted by name. Those that are the same for
 * all callers are written once for each revision, as a client gets them that reads the list from the beginning. A
 * cursor remains valid when the entry with its name is removed.
 */
@Internal
public final class ListHandler implements McpRequestHandler {

    /** Precedes every name. */
    private static final String BEGINNING = "";

    /**
     * One state of the list.
     *
     * @param firstPages the first pages, in the revisions of clients that have read the list
     */
    private record Snapshot(
            NavigableMap<String, RegisteredEntry<?, ?, ?>> entries,
            boolean isForAll,
            Map<ProtocolVersion, RenderedResult> firstPages) {

        static Snapshot of(NavigableMap<String, ? extends RegisteredEntry<?, ?, ?>> all, Class<?> type) {
            NavigableMap<String, RegisteredEntry<?, ?, ?>> entries = new TreeMap<>(all);
            entries.values().removeIf(entry -> !type.isInstance(entry.definition()));
            boolean isForAll =
                    entries.values().stream().noneMatch(entry -> entry.guard().isRestricted());
            return new Snapshot(entries, isForAll, new ConcurrentHashMap<>());
        }
    }

    private final int pageSize;

    private final String member;

    private final RequiredMembers required;

    private final Supplier<Snapshot> snapshot;

    /**
     * @param type the type of the definitions, as clients see them
     * @param member the name of the member of the result that contains the entries
     */
    public ListHandler(Registry<?, ?> registry, Class<?> type, int pageSize, String member, RequiredMembers required) {
        this.pageSize = pageSize;
        this.member = member;
        this.required = required;
        this.snapshot = registry.derive(all -> Snapshot.of(all, type));
    }

    @Override
    public Mono<? extends McpResult> handle(ObjectNode params, Exchange exchange) {
        return handle(params, exchange, null);
    }

    /** @param selection selects entries, so that only the caller may cache the list; {@code null} for all */
    public Mono<? extends McpResult> handle(
            ObjectNode params, Exchange exchange, Toolsets.@Nullable Selection selection) {
        String cursor = RequestParams.optionalText(params, "cursor");
        String after = cursor == null ? BEGINNING : Cursor.decode(cursor).after();
        Snapshot all = snapshot.get();
        Collection<RegisteredEntry<?, ?, ?>> rest =
                all.entries().tailMap(after, false).values();
        ProtocolVersion version = exchange.version();
        if (selection != null || !all.isForAll()) {
            McpRequestContext request = exchange.reactive();
            return Flux.fromIterable(rest)
                    .filter(entry -> selection == null || selection.contains(entry.tags()))
                    .filterWhen(entry -> entry.guard().isVisible(request))
                    .take(pageSize + 1L)
                    .collectList()
                    .map(visible -> required.renderPrivately(page(visible, version), version));
        }
        return Mono.just(
                after.equals(BEGINNING)
                        ? all.firstPages()
                                .computeIfAbsent(version, revision -> required.render(page(rest, revision), revision))
                        : page(rest, version));
    }

    /** @param rest the entries of the page and those after it; one at least if there is a next page */
    private ListResult page(Collection<RegisteredEntry<?, ?, ?>> rest, ProtocolVersion version) {
        List<RegisteredEntry<?, ?, ?>> found =
                rest.stream().limit(pageSize + 1L).toList();
        String last = found.size() > pageSize ? found.get(pageSize - 1).key() : null;
        List<JsonValue> definitions = found.stream()
                .limit(pageSize)
                .map(entry -> entry.registration().rendered(version))
                .toList();
        return new ListResult(member, definitions, last == null ? null : new Cursor(last).encode());
    }
}
