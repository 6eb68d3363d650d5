package io.mcpspring.entry;

import io.mcpspring.Internal;
import io.mcpspring.exchange.Exchange;
import io.mcpspring.exchange.McpRequestContext;
import io.mcpspring.protocol.JsonValue;
import io.mcpspring.protocol.McpResult;
import io.mcpspring.protocol.ProtocolVersion;
import io.mcpspring.protocol.RenderedResult;
import io.mcpspring.protocol.TypedResult;
import io.mcpspring.server.McpRequestHandler;
import io.mcpspring.server.ResultSeal;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Objects;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BiFunction;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import tools.jackson.databind.node.ObjectNode;

/**
 * Lists the entries of one kind that the caller may see, in pages. Those that are the same for all callers are written
 * once for each revision.
 */
@Internal
public final class ListHandler implements McpRequestHandler<PageParams> {

    /** One state of the list, with its pages in the revisions of clients that have read it. */
    private record Listed(
            NavigableMap<String, RegisteredEntry<?, ?, ?>> entries,
            boolean isForAll,
            Map<ProtocolVersion, Pages> pages) {

        static Listed of(NavigableMap<String, ? extends RegisteredEntry<?, ?, ?>> all, String kind) {
            NavigableMap<String, RegisteredEntry<?, ?, ?>> entries = new TreeMap<>(all);
            entries.values().removeIf(entry -> !entry.guard().entry().type().equals(kind));
            boolean isForAll =
                    entries.values().stream().noneMatch(entry -> entry.guard().isRestricted());
            return new Listed(entries, isForAll, new ConcurrentHashMap<>());
        }
    }

    private final int pageSize;

    private final BiFunction<List<JsonValue>, @Nullable String, TypedResult> result;

    private final ResultSeal seal;

    private final Supplier<Listed> listed;

    /**
     * @param kind the kind of the entries, such as {@code tool}
     * @param result creates the result from the definitions of a page and the cursor of the next page
     */
    public ListHandler(
            Registry<?, ?> registry,
            String kind,
            int pageSize,
            BiFunction<List<JsonValue>, @Nullable String, TypedResult> result,
            ResultSeal seal) {
        this.pageSize = pageSize;
        this.result = result;
        this.seal = seal;
        this.listed = registry.derive(all -> Listed.of(all, kind));
    }

    @Override
    public PageParams params(ObjectNode params) {
        return PageParams.of(params);
    }

    @Override
    public Mono<? extends McpResult> handle(PageParams params, Exchange exchange) {
        Listed all = listed.get();
        return all.isForAll()
                ? Mono.just(pages(all, exchange.version()).page(params))
                : visiblePage(all.entries(), params, exchange);
    }

    private Mono<RenderedResult> visiblePage(
            NavigableMap<String, RegisteredEntry<?, ?, ?>> entries, PageParams params, Exchange exchange) {
        McpRequestContext request = exchange.reactive();
        return Flux.fromIterable(entries.tailMap(params.after(), false).values())
                .filterWhen(entry -> entry.guard().isVisible(request))
                // One more than the page has: it shows whether there is a next page.
                .take(pageSize + 1L)
                .collectList()
                .map(visible -> page(visible, exchange.version()));
    }

    private RenderedResult page(List<RegisteredEntry<?, ?, ?>> visible, ProtocolVersion version) {
        boolean isLast = visible.size() <= pageSize;
        List<RegisteredEntry<?, ?, ?>> page = isLast ? visible : visible.subList(0, pageSize);
        String next = isLast ? null : new Cursor(page.get(page.size() - 1).key()).encode();
        List<JsonValue> definitions =
                page.stream().map(entry -> definition(entry, version)).toList();
        return seal.renderPrivately(result.apply(definitions, next), version);
    }

    private Pages pages(Listed all, ProtocolVersion version) {
        return all.pages().computeIfAbsent(version, revision -> {
            NavigableMap<String, JsonValue> definitions = new TreeMap<>();
            all.entries().forEach((key, entry) -> definitions.put(key, definition(entry, revision)));
            return new Pages(definitions, pageSize, (page, next) -> seal.render(result.apply(page, next), revision));
        });
    }

    private static JsonValue definition(RegisteredEntry<?, ?, ?> entry, ProtocolVersion version) {
        return Objects.requireNonNull(entry.registration().rendered().get(version));
    }
}
