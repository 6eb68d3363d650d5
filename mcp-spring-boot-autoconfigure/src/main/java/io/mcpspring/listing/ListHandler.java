package io.mcpspring.listing;

import io.mcpspring.Internal;
import io.mcpspring.exchange.Exchange;
import io.mcpspring.protocol.JsonValue;
import io.mcpspring.protocol.McpResult;
import io.mcpspring.protocol.ProtocolVersion;
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
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Mono;
import tools.jackson.databind.node.ObjectNode;

/** Lists the entries of a registry, in pages that are written once for each revision. */
@Internal
public final class ListHandler implements McpRequestHandler<PageParams> {

    /** The pages of one state of the registry. */
    private record Rendered(NavigableMap<String, ?> entries, Map<ProtocolVersion, Pages> pages) {}

    private final String method;

    private final Registry<?> registry;

    private final BooleanSupplier offered;

    private final int pageSize;

    private final BiFunction<List<JsonValue>, @Nullable String, TypedResult> result;

    private final ResultSeal seal;

    private volatile @Nullable Rendered rendered;

    /**
     * @param offered whether the server offers the feature at present
     * @param result creates the result from the definitions of a page and the cursor of the next page
     */
    public ListHandler(
            String method,
            Registry<?> registry,
            BooleanSupplier offered,
            int pageSize,
            BiFunction<List<JsonValue>, @Nullable String, TypedResult> result,
            ResultSeal seal) {
        this.method = method;
        this.registry = registry;
        this.offered = offered;
        this.pageSize = pageSize;
        this.result = result;
        this.seal = seal;
    }

    @Override
    public String method() {
        return method;
    }

    @Override
    public boolean isOffered() {
        return offered.getAsBoolean();
    }

    @Override
    public PageParams params(ObjectNode params) {
        return PageParams.of(params);
    }

    @Override
    public Mono<? extends McpResult> handle(PageParams params, Exchange exchange) {
        return Mono.just(Objects.requireNonNull(pages().get(exchange.version())).page(params.cursor()));
    }

    private Map<ProtocolVersion, Pages> pages() {
        NavigableMap<String, ? extends Registry.Entry> current = registry.all();
        Rendered known = rendered;
        if (known == null || known.entries() != current) {
            known = render(current);
            rendered = known;
        }
        return known.pages();
    }

    private Rendered render(NavigableMap<String, ? extends Registry.Entry> entries) {
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
