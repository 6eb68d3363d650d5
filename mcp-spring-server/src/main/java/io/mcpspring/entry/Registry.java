package io.mcpspring.entry;

import io.mcpspring.Internal;
import io.mcpspring.event.ListChanged;
import io.mcpspring.event.ServerEvents;
import io.mcpspring.exchange.Exchange;
import io.mcpspring.method.BeanMethod;
import io.mcpspring.method.McpInvocation;
import io.mcpspring.method.RefusedMethods;
import io.mcpspring.protocol.McpProtocolException;
import io.mcpspring.validation.DeclarationException;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.util.Assert;
import reactor.core.publisher.Mono;

/**
 * The entries of a feature, sorted by key. They change as a whole, so that readers always see one state.
 *
 * @param <D> the definitions of the entries
 * @param <T> the entries
 */
@Internal
public final class Registry<D extends McpDefinition, T extends RegisteredEntry<?, ?, ?>> {

    private final ListChanged list;

    private final ServerEvents events;

    private final Function<D, T> creation;

    private volatile NavigableMap<String, T> entries = Collections.emptyNavigableMap();

    /** The same entries, in a map that finds them faster. */
    private volatile Map<String, T> byKey = Map.of();

    /** Computes again what is derived from the entries. */
    private final List<Consumer<NavigableMap<String, T>>> derived = new CopyOnWriteArrayList<>();

    private boolean started;

    private boolean changing;

    /**
     * @param list the event of a change
     * @param creation creates an entry
     */
    public Registry(ListChanged list, ServerEvents events, Function<D, T> creation) {
        this.list = list;
        this.events = events;
        this.creation = creation;
    }

    public @Nullable T find(String key) {
        return byKey.get(key);
    }

    /** Returns what a computation makes of {@link #all()}; it runs again after each change. */
    public <R> Supplier<R> derive(Function<? super NavigableMap<String, T>, R> computation) {
        AtomicReference<R> value = new AtomicReference<>(computation.apply(entries));
        derived.add(all -> value.set(computation.apply(all)));
        return value::get;
    }

    /**
     * Returns the entry if the caller of a request may use it.
     *
     * @param found the entry; {@code null} if there is none, for which the rules of another entry are asked, so that
     *     the time does not reveal whether an entry is hidden or does not exist
     * @param unknown creates the error for an entry that does not exist
     */
    public Mono<T> admit(@Nullable T found, Exchange exchange, Supplier<McpProtocolException> unknown) {
        if (found != null) {
            return found.guard().admit(found, exchange, unknown);
        }
        return entries.values().stream()
                .map(T::guard)
                .filter(Guard::isRestricted)
                .findFirst()
                .map(other -> other.decide(exchange.reactive()).then(Mono.<T>error(unknown)))
                .orElseGet(() -> Mono.error(unknown));
    }

    /** A snapshot; the same object until something changes. */
    public NavigableMap<String, T> all() {
        return entries;
    }

    /** Returns the definitions of one type, as clients of the newest revision see them. */
    public <P> List<P> definitions(Class<P> type) {
        return entries.values().stream()
                .flatMap(entry -> entry.guard().entry().definition(type).stream())
                .toList();
    }

    /**
     * Creates the entries of the start.
     *
     * @throws io.mcpspring.method.McpMethodException if one cannot be served, or if two of them are the same
     */
    public synchronized void start(Stream<D> definitions) {
        RefusedMethods refused = new RefusedMethods();
        Map<String, T> known = new HashMap<>();
        NavigableMap<String, T> sorted = new TreeMap<>();
        definitions.forEach(definition -> refused.collect(() -> {
            T entry = create(definition);
            sorted.put(entry.key(), entry);
            requireDistinct(entry, known);
        }));
        set(sorted);
        refused.throwFirst();
        this.started = true;
    }

    /**
     * Creates an entry, without adding it.
     *
     * @throws io.mcpspring.method.McpMethodException if it cannot be served
     */
    public T create(D definition) {
        try {
            return creation.apply(definition);
        } catch (DeclarationException ex) {
            // The name of the method does not identify a function.
            String entry = definition.method().isFunction() ? "Entry '" + definition.key() + "': " : "";
            throw definition.method().refused(entry + ex.reason() + ".", ex.cure() + ".");
        }
    }

    private static <T extends RegisteredEntry<?, ?, ?>> void requireDistinct(T entry, Map<String, T> known) {
        T other = known.putIfAbsent(entry.identity(), entry);
        if (other != null) {
            McpEntry existing = other.guard().entry();
            BeanMethod method = entry.guard().entry().method();
            throw method.refused(
                    "There is another %s '%s': %s.".formatted(existing.type(), existing.name(), existing.source()),
                    "Give one of them another " + (existing.kind() == McpInvocation.Kind.RESOURCE ? "URI." : "name."));
        }
    }

    /**
     * Applies changes, or none of them if one fails, and notifies clients if the entries are different then.
     *
     * @throws IllegalStateException before {@link #start}, or within another change
     */
    public void change(Consumer<McpChanges<D>> changes) {
        if (apply(changes)) {
            events.publish(list);
        }
    }

    /** Applies changes; returns whether the entries are different now. */
    private synchronized boolean apply(Consumer<McpChanges<D>> changes) {
        Assert.state(
                started,
                "A list cannot be changed before the application has started: define initial entries as beans");
        Assert.state(!changing, "An update must not contain another update");
        NavigableMap<String, T> next = new TreeMap<>(entries);
        McpChanges<D> open = new McpChanges<>(next, this::create);
        changing = true;
        try {
            changes.accept(open);
        } finally {
            changing = false;
            open.end();
        }
        Map<String, T> known = new HashMap<>();
        next.values().forEach(entry -> requireDistinct(entry, known));
        boolean changed = !next.equals(entries);
        if (changed) {
            set(next);
        }
        return changed;
    }

    private void set(NavigableMap<String, T> sorted) {
        this.entries = Collections.unmodifiableNavigableMap(sorted);
        this.byKey = Map.copyOf(sorted);
        derived.forEach(computation -> computation.accept(entries));
    }
}
