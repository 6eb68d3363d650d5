package io.mcpspring.entry;

import io.mcpspring.Internal;
import io.mcpspring.event.ListChanged;
import io.mcpspring.event.ServerEvent;
import io.mcpspring.exchange.Exchange;
import io.mcpspring.method.AnnotatedMethods;
import io.mcpspring.method.BeanMethod;
import io.mcpspring.method.RefusedMethods;
import io.mcpspring.method.TextArgument;
import io.mcpspring.protocol.McpProtocolException;
import io.mcpspring.protocol.ProtocolVersion;
import io.mcpspring.protocol.ServerCapabilities;
import io.mcpspring.server.Feature;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.util.function.SingletonSupplier;
import reactor.core.publisher.Mono;

/**
 * A feature that consists of entries: annotated methods, definitions that are beans, and entries added at run time.
 *
 * @param <D> the definitions of the entries
 * @param <T> the entries
 */
@Internal
public abstract class EntryFeature<D extends McpDefinition, T extends RegisteredEntry<?, ?, ?>> implements Feature {

    protected final EntryContext context;

    private final Class<D> definitions;

    private final ListChanged list;

    protected final Registry<D, T> registry;

    private final Supplier<List<Guard>> guards;

    /**
     * @param list the event of a change
     * @param factory returns what creates an entry, and fails if it cannot be served; called when the first entry is
     *     registered, because it may depend on beans that depend on the feature
     */
    protected EntryFeature(
            EntryContext context, Class<D> definitions, ListChanged list, Supplier<Function<D, T>> factory) {
        this.context = context;
        this.definitions = definitions;
        this.list = list;
        SingletonSupplier<Function<D, T>> creation = SingletonSupplier.of(factory);
        this.registry = new Registry<>(
                list, context.events(), definition -> creation.obtain().apply(definition));
        this.guards = registry.derive(all -> all.values().stream().map(T::guard).toList());
    }

    /**
     * Finds the definitions that are not beans, such as those of annotated methods.
     *
     * @param refused collects the methods that have no definition
     */
    protected abstract void find(AnnotatedMethods methods, RefusedMethods refused, Consumer<D> found);

    @Override
    public void addCapabilities(ServerCapabilities.Builder capabilities, ProtocolVersion version) {
        capabilities.offer(list.topic(), "listChanged");
    }

    @Override
    public final void discover() {
        RefusedMethods refused = new RefusedMethods();
        List<D> found = new ArrayList<>();
        refused.collect(() -> find(context.annotatedMethods(), refused, found::add));
        refused.collect(() -> context.annotatedMethods().beans(definitions).forEach(found::add));
        refused.collect(() -> registry.start(found.stream()));
        refused.throwFirst();
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
    public @Nullable Map<String, TextArgument> arguments(String key) {
        T entry = registry.find(key);
        return entry == null ? null : entry.textArguments();
    }

    @Override
    public final List<String> warnings() {
        List<String> all = new ArrayList<>();
        warn((text, names) -> {
            List<String> concerned = names.toList();
            if (!concerned.isEmpty()) {
                all.add(text + concerned);
            }
        });
        return all;
    }

    /** @param warnings gets the text of each warning, and the names of the entries to which it applies */
    protected void warn(BiConsumer<String, Stream<String>> warnings) {
        List<BeanMethod> methods =
                guards.get().stream().map(guard -> guard.entry().method()).toList();
        new MethodWarnings(methods, warnings).warn();
        warnings.accept(
                "Prompts and resource templates with arguments that seem to be secrets, which language models and their"
                        + " logs would get to know: ",
                registry.all().values().stream().flatMap(EntryFeature::secrets));
    }

    private static Stream<String> secrets(RegisteredEntry<?, ?, ?> entry) {
        return entry.textArguments().keySet().stream()
                .filter(TellingNames::isSecret)
                .map(name -> entry.key() + "[" + name + "]");
    }

    @Override
    public Mono<Boolean> offers(ServerEvent event, Exchange exchange) {
        return Mono.just(event.equals(list) && isOffered());
    }

    @Override
    public final List<Guard> listed(ListChanged changed) {
        return changed == list ? guards.get() : List.of();
    }

    @Override
    public final List<Description> entries() {
        return registry.all().values().stream().map(EntryFeature::described).toList();
    }

    private static Description described(RegisteredEntry<?, ?, ?> entry) {
        McpEntry restricted = entry.guard().entry();
        return new Description(
                restricted.type(),
                entry.key(),
                restricted.source(),
                entry.registration().rendered(ProtocolVersion.newest()),
                restricted.scopes(),
                entry.guard().rules(),
                entry.tags(),
                entry.limitsByName());
    }
}
