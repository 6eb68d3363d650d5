package io.mcpspring.entry;

import io.mcpspring.Internal;
import io.mcpspring.exchange.Exchange;
import io.mcpspring.protocol.JsonValue;
import io.mcpspring.protocol.McpProtocolException;
import io.mcpspring.protocol.ProtocolVersion;
import io.mcpspring.server.Feature;
import java.util.Collection;
import java.util.Collections;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Objects;
import java.util.TreeMap;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.springframework.util.Assert;
import org.springframework.util.StringUtils;
import reactor.core.publisher.Mono;

/**
 * The entries of one kind, sorted by key. They change as a whole, so that readers always see one state.
 *
 * @param <T> the kind of entries
 */
@Internal
public final class Registry<T extends Registry.Entry> {

    /** An entry of a list. */
    public interface Entry {

        /** The name or URI, unique in the list. */
        String key();

        /** The definition as each revision has it, written beforehand. */
        Map<ProtocolVersion, JsonValue> rendered();

        /** Decides who sees and uses the entry. */
        Guard guard();

        /** The limits by name: those of calls if the entry declares them, those of results in any case. */
        Map<String, String> limitsByName();
    }

    /** Creates the failure for two entries with the same key. */
    public interface Conflict<T> {

        RuntimeException between(T one, T other);
    }

    private final String kind;

    private volatile NavigableMap<String, T> entries = Collections.emptyNavigableMap();

    /** The same entries, in a map that finds them faster. */
    private volatile Map<String, T> byKey = Map.of();

    private boolean started;

    private boolean changing;

    private final Supplier<Boolean> restricted =
            derive(all -> all.values().stream().map(T::guard).anyMatch(Guard::isRestricted));

    /** @param kind the name of the kind, for messages */
    public Registry(String kind) {
        this.kind = kind;
    }

    /** Writes a definition for {@link Entry#rendered}. */
    public static Map<ProtocolVersion, JsonValue> rendered(Function<ProtocolVersion, ?> definition) {
        Map<ProtocolVersion, JsonValue> rendered = new EnumMap<>(ProtocolVersion.class);
        for (ProtocolVersion version : ProtocolVersion.values()) {
            rendered.put(version, JsonValue.of(definition.apply(version)));
        }
        return rendered;
    }

    public @Nullable T find(String key) {
        return byKey.get(key);
    }

    /** Whether the caller matters for any entry. */
    public boolean isRestricted() {
        return restricted.get();
    }

    /** Returns what a computation makes of {@link #all()}; it runs again only after a change. */
    public <R> Supplier<R> derive(Function<? super NavigableMap<String, T>, R> computation) {
        return new Derived<>(computation);
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

    /** Returns the definitions as clients of the newest revision see them, by kind and key. */
    public Map<String, JsonValue> definitions() {
        Map<String, JsonValue> definitions = new HashMap<>();
        entries.forEach((key, entry) ->
                definitions.put(kind + " " + key, entry.rendered().get(ProtocolVersion.newest())));
        return definitions;
    }

    /** Returns the entries with their definitions, for operators. */
    public List<Feature.Entry> described() {
        return entries.values().stream().map(this::described).toList();
    }

    private Feature.Entry described(T entry) {
        McpEntry restricted = entry.guard().entry();
        return new Feature.Entry(
                kind,
                entry.key(),
                restricted.source(),
                Objects.requireNonNull(entry.rendered().get(ProtocolVersion.newest())),
                restricted.scopes(),
                entry.guard().rules(),
                entry.limitsByName());
    }

    public boolean isEmpty() {
        return entries.isEmpty();
    }

    /** Sets the entries at start-up. */
    public synchronized void start(Collection<T> all, Conflict<T> conflict) {
        NavigableMap<String, T> sorted = new TreeMap<>();
        for (T entry : all) {
            T other = sorted.putIfAbsent(entry.key(), entry);
            if (other != null) {
                throw conflict.between(entry, other);
            }
        }
        set(sorted);
        this.started = true;
    }

    /**
     * Applies changes, or none of them if one fails.
     *
     * @return whether the entries are different now
     * @throws IllegalStateException before {@link #start}, or within another change of the same registry
     */
    public synchronized boolean change(Consumer<Draft<T>> changes) {
        Draft<T> draft = begin();
        try {
            changes.accept(draft);
        } finally {
            end(draft);
        }
        return apply(draft);
    }

    /**
     * Applies changes to this registry and another one, or none of them if one fails.
     *
     * @return whether the entries of either are different now
     * @throws IllegalStateException as {@link #change} does
     */
    public synchronized <O extends Entry> boolean changeWith(
            Registry<O> other, BiConsumer<Draft<T>, Draft<O>> changes) {
        synchronized (other) {
            Draft<T> draft = begin();
            Draft<O> otherDraft = other.begin();
            try {
                changes.accept(draft, otherDraft);
            } finally {
                end(draft);
                other.end(otherDraft);
            }
            boolean changed = apply(draft);
            return other.apply(otherDraft) || changed;
        }
    }

    private Draft<T> begin() {
        Assert.state(
                started, () -> StringUtils.capitalize(kind) + "s cannot be changed before the application has started");
        Assert.state(!changing, "An update must not contain another update");
        changing = true;
        return new Draft<>(kind, new TreeMap<>(entries));
    }

    private void end(Draft<T> draft) {
        changing = false;
        draft.over = true;
    }

    private boolean apply(Draft<T> draft) {
        if (draft.entries.equals(entries)) {
            return false;
        }
        set(draft.entries);
        return true;
    }

    private void set(NavigableMap<String, T> sorted) {
        this.entries = Collections.unmodifiableNavigableMap(sorted);
        this.byKey = Map.copyOf(sorted);
    }

    /** The result of a computation, for the state for which it ran last. */
    private final class Derived<R> implements Supplier<R> {

        private record Result<R>(NavigableMap<String, ?> of, R value) {}

        private final Function<? super NavigableMap<String, T>, R> computation;

        private volatile @Nullable Result<R> last;

        Derived(Function<? super NavigableMap<String, T>, R> computation) {
            this.computation = computation;
        }

        @Override
        public R get() {
            NavigableMap<String, T> current = entries;
            Result<R> known = last;
            if (known == null || known.of() != current) {
                known = new Result<>(current, computation.apply(current));
                last = known;
            }
            return known.value();
        }
    }

    /** The next state of a registry, open for changes. */
    public static final class Draft<T extends Entry> {

        private final String kind;

        private final NavigableMap<String, T> entries;

        private volatile boolean over;

        private Draft(String kind, NavigableMap<String, T> entries) {
            this.kind = kind;
            this.entries = entries;
        }

        /** The entries as they are to be, sorted by key. */
        public Collection<T> all() {
            return Collections.unmodifiableCollection(entries.values());
        }

        /**
         * @param creation creates the entry; run only if the draft is still open
         * @throws IllegalArgumentException if there is an entry with its key
         */
        public void add(Supplier<T> creation) {
            T entry = create(creation);
            Assert.isTrue(
                    entries.putIfAbsent(entry.key(), entry) == null,
                    () -> "There is a " + kind + " '" + entry.key() + "' already");
        }

        /**
         * @param creation creates the entry; run only if the draft is still open
         * @throws IllegalArgumentException if there is no entry with its key
         */
        public void replace(Supplier<T> creation) {
            T entry = create(creation);
            Assert.isTrue(
                    entries.replace(entry.key(), entry) != null,
                    () -> "There is no " + kind + " '" + entry.key() + "'");
        }

        /** @param creation creates the entry; run only if the draft is still open */
        public void put(Supplier<T> creation) {
            T entry = create(creation);
            entries.put(entry.key(), entry);
        }

        public void removeIfPresent(String key) {
            checkOpen();
            entries.remove(key);
        }

        /** @throws IllegalArgumentException if there is no entry with this key */
        public void remove(String key) {
            checkOpen();
            Assert.isTrue(entries.remove(key) != null, () -> "There is no " + kind + " '" + key + "'");
        }

        private T create(Supplier<T> creation) {
            checkOpen();
            return creation.get();
        }

        private void checkOpen() {
            Assert.state(!over, "The update has ended");
        }
    }
}
