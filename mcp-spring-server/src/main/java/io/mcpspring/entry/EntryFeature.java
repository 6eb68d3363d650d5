package io.mcpspring.entry;

import io.mcpspring.Internal;
import io.mcpspring.event.ListChanged;
import io.mcpspring.event.ServerEvent;
import io.mcpspring.exchange.Exchange;
import io.mcpspring.protocol.JsonValue;
import io.mcpspring.protocol.McpProtocolException;
import io.mcpspring.protocol.TypedResult;
import io.mcpspring.server.Feature;
import io.mcpspring.server.ResultSeal;
import java.util.List;
import java.util.Map;
import java.util.function.BiFunction;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Mono;

/**
 * A feature that consists of entries: annotated methods, definitions that are beans, and entries added at run time.
 *
 * @param <D> the definitions of the entries
 * @param <T> the entries
 */
@Internal
public abstract class EntryFeature<D extends McpDefinition, T extends RegisteredEntry<?, ?, ?>> implements Feature {

    private final EntryContext context;

    private final Class<D> definitions;

    private final ListChanged list;

    private final List<String> kinds;

    private final Registry<D, T> registry;

    /**
     * @param list the event of a change
     * @param kinds the kinds of its entries, such as {@code tool}
     */
    // The registry calls the methods later.
    @SuppressWarnings("this-escape")
    protected EntryFeature(EntryContext context, Class<D> definitions, ListChanged list, String... kinds) {
        this.context = context;
        this.definitions = definitions;
        this.list = list;
        this.kinds = List.of(kinds);
        this.registry = new Registry<>(list, context.events(), this::kind, this::create);
    }

    /** Returns the definitions that are not beans, such as those of annotated methods. */
    protected abstract Stream<D> found();

    /**
     * Creates an entry.
     *
     * @throws io.mcpspring.method.McpMethodException if it cannot be served
     */
    protected abstract T create(D definition);

    /** Returns the kind of the entry with a key. */
    protected String kind(String key) {
        return kinds.get(0);
    }

    protected final EntryContext context() {
        return context;
    }

    protected final Registry<D, T> registry() {
        return registry;
    }

    /**
     * Returns the handler of a list.
     *
     * @param result creates the result from the definitions of a page and the cursor of the next page
     */
    protected final ListHandler list(
            String kind,
            int pageSize,
            BiFunction<List<JsonValue>, @Nullable String, TypedResult> result,
            ResultSeal seal) {
        return new ListHandler(registry, kind, pageSize, result, seal);
    }

    @Override
    public final void discover() {
        registry.start(Stream.concat(found(), context.beans(definitions))
                .map(this::create)
                .toList());
    }

    /**
     * Completes if the caller of a request may use an entry.
     *
     * @param unknown creates the error for an entry that does not exist
     */
    public Mono<Void> admit(String key, Exchange exchange, Supplier<McpProtocolException> unknown) {
        return registry.admit(registry.find(key), exchange, unknown).then();
    }

    /** Returns the arguments of an entry that can be completed; {@code null} if there is no such entry. */
    public @Nullable Map<String, List<String>> arguments(String key) {
        T entry = registry.find(key);
        return entry == null ? null : entry.values();
    }

    /** Adds a warning about entries, if there are any to which it applies. */
    protected static void warn(List<String> warnings, String text, List<String> names) {
        if (!names.isEmpty()) {
            warnings.add(text + names);
        }
    }

    @Override
    public Mono<Boolean> offers(ServerEvent event, Exchange exchange) {
        return Mono.just(event.equals(list) && isOffered());
    }

    @Override
    public final Stream<Guard> entries(ListChanged changed) {
        return changed == list ? registry.all().values().stream().map(T::guard) : Stream.empty();
    }

    @Override
    public final List<Inventory> inventory() {
        return kinds.stream()
                .map(kind -> new Inventory(
                        kind,
                        registry.all().keySet().stream()
                                .filter(key -> kind(key).equals(kind))
                                .toList()))
                .toList();
    }

    @Override
    public final List<Entry> entries() {
        return registry.described();
    }

    @Override
    public final Map<String, JsonValue> definitions() {
        return registry.definitions();
    }
}
