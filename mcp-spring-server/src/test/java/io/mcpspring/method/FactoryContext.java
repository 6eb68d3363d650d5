package io.mcpspring.method;

import io.mcpspring.content.ContentLimit;
import io.mcpspring.content.ResultRules;
import io.mcpspring.entry.Access;
import io.mcpspring.entry.EntryContext;
import io.mcpspring.entry.EntryRules;
import io.mcpspring.entry.McpAccessRule;
import io.mcpspring.entry.McpCallerScopes;
import io.mcpspring.entry.McpDefinition;
import io.mcpspring.entry.RegisteredEntry;
import io.mcpspring.entry.Registry;
import io.mcpspring.event.InProcessChannel;
import io.mcpspring.event.Instances;
import io.mcpspring.event.ListChanged;
import io.mcpspring.event.ServerEvents;
import io.mcpspring.seal.Sealer;
import io.mcpspring.server.Refusals;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Stream;
import org.springframework.context.annotation.AnnotationConfigApplicationContext;
import org.springframework.context.support.PropertySourcesPlaceholderConfigurer;
import org.springframework.web.server.ServerWebExchange;
import tools.jackson.databind.json.JsonMapper;

/** An application without auto-configuration, and what the factories of tools, prompts and resources get from it. */
public final class FactoryContext extends AnnotationConfigApplicationContext {

    public static final ResultRules RESULTS = ResultRules.ofContents(new ContentLimit(1_000_000), true);

    public FactoryContext() {
        registerBean(PropertySourcesPlaceholderConfigurer.class);
        registerBean(
                BoundMethod.Calls.class,
                () -> new BoundMethod.Calls(
                        new InjectedParameters(this, Set.of(ServerWebExchange.class)),
                        Runnable::run,
                        100,
                        BoundMethod.Security.NONE),
                definition -> definition.setLazyInit(true));
    }

    /** Returns how methods are called; starts the application. */
    public BoundMethod.Calls calls() {
        if (!isActive()) {
            refresh();
        }
        return getBean(BoundMethod.Calls.class);
    }

    public Access access() {
        return new Access(
                getBeanProvider(McpAccessRule.class),
                () -> getBeanProvider(EntryRules.class).orderedStream(),
                getBeanProvider(McpCallerScopes.class),
                new Refusals());
    }

    /**
     * Registers an entry as features do; fails if it cannot be served.
     *
     * @param creation creates the entry
     */
    public static <D extends McpDefinition> void register(
            D definition, Function<D, ? extends RegisteredEntry<?, ?, ?>> creation) {
        ServerEvents events = new ServerEvents(new Instances(new InProcessChannel(), Sealer.ofProcess()));
        new Registry<>(ListChanged.TOOLS, events, creation::apply).start(Stream.of(definition));
    }

    /** Returns what features take from an application; starts it. */
    public EntryContext entries() {
        calls();
        return new EntryContext(
                this,
                new AnnotatedMethods(getBeanFactory()),
                this::calls,
                JsonMapper::shared,
                access(),
                null,
                new ServerEvents(new Instances(new InProcessChannel(), Sealer.ofProcess())));
    }
}
