package io.mcpspring.listing;

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
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Objects;
import java.util.TreeMap;
import java.util.function.BiFunction;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import tools.jackson.databind.node.ObjectNode;

/**
 * Lists the entries of a registry that the caller may see, in pages. Those that are the same for all callers are
 * written once for each revision.
 */
@Internal
public final class ListHandler implements McpRequestHandler<PageParams> {

    /** The pages of one state of the registry; none if some entries exist only for some callers. */
    private record Rendered(NavigableMap<String, ? extends Registry.Entry> entries, Map<ProtocolVersion, Pages> pages) {

        boolean isForAll() {
            return !pages.isEmpty();
        }

        Pages of(ProtocolVersion version) {
            return Objects.requireNonNull(pages.get(version));
        }
    }

    private final int pageSize;

    private final BiFunction<List<JsonValue>, @Nullable String, TypedResult> result;

    private final ResultSeal seal;

    private final Supplier<Rendered> rendered;

    /** @param result creates the result from the definitions of a page and the cursor of the next page */
    public ListHandler(
            Registry<?> registry,
            int pageSize,
            BiFunction<List<JsonValue>, @Nullable String, TypedResult> result,
            ResultSeal seal) {
        this.pageSize = pageSize;
        this.result = result;
        this.seal = seal;
        this.rendered = registry.derive(this::render);
    }

    @Override
    public PageParams params(ObjectNode params) {
        return PageParams.of(params);
    }

    @Override
    public Mono<? extends McpResult> handle(PageParams params, Exchange exchange) {
        Rendered all = rendered.get();
        return all.isForAll()
                ? Mono.just(all.of(exchange.version()).page(params.cursor()))
                : visiblePage(all.entries(), params, exchange);
    }

    private Mono<RenderedResult> visiblePage(
            NavigableMap<String, ? extends Registry.Entry> entries, PageParams params, Exchange exchange) {
        McpRequestContext request = exchange.reactive();
        return Flux.<Registry.Entry>fromIterable(
                        entries.tailMap(params.after(), false).values())
                .filterWhen(entry -> entry.guard().isVisible(request))
                // One more than the page has: it shows whether there is a next page.
                .take(pageSize + 1L)
                .collectList()
                .map(visible -> page(visible, exchange.version()));
    }

    private RenderedResult page(List<Registry.Entry> visible, ProtocolVersion version) {
        boolean isLast = visible.size() <= pageSize;
        List<Registry.Entry> page = isLast ? visible : visible.subList(0, pageSize);
        String next = isLast ? null : new Cursor(page.get(page.size() - 1).key()).encode();
        List<JsonValue> definitions = page.stream()
                .map(entry -> Objects.requireNonNull(entry.rendered().get(version)))
                .toList();
        return seal.renderPrivately(result.apply(definitions, next), version);
    }

    private Rendered render(NavigableMap<String, ? extends Registry.Entry> entries) {
        if (entries.values().stream().anyMatch(entry -> entry.guard().isRestricted())) {
            return new Rendered(entries, Map.of());
        }
        Map<ProtocolVersion, Pages> pages = new EnumMap<>(ProtocolVersion.class);
        for (ProtocolVersion version : ProtocolVersion.values()) {
            NavigableMap<String, JsonValue> definitions = new TreeMap<>();
            entries.forEach(
                    (key, entry) -> definitions.put(key, entry.rendered().get(version)));
            pages.put(
                    version,
                    new Pages(definitions, pageSize, (page, next) -> seal.render(result.apply(page, next), version)));
        }
        return new Rendered(entries, pages);
    }
}
