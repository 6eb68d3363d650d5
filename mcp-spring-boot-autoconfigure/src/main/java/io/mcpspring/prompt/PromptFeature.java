package io.mcpspring.prompt;

import io.mcpspring.Internal;
import io.mcpspring.annotation.McpPrompt;
import io.mcpspring.event.ListChanged;
import io.mcpspring.event.ServerEvent;
import io.mcpspring.event.ServerEvents;
import io.mcpspring.exchange.Exchange;
import io.mcpspring.listing.Completable;
import io.mcpspring.listing.ListHandler;
import io.mcpspring.listing.Registry;
import io.mcpspring.method.AnnotatedBeanMethod;
import io.mcpspring.method.AnnotatedMethods;
import io.mcpspring.method.BoundMethod;
import io.mcpspring.method.Invocations;
import io.mcpspring.protocol.ListPromptsResult;
import io.mcpspring.protocol.Prompt;
import io.mcpspring.protocol.ProtocolVersion;
import io.mcpspring.protocol.ServerCapabilities;
import io.mcpspring.server.Feature;
import io.mcpspring.server.McpRequestHandler;
import io.mcpspring.server.ResultSeal;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.util.function.SingletonSupplier;

/** Finds the prompts of an application and serves them. */
@Internal
public final class PromptFeature implements Feature, Completable {

    private final Registry<RegisteredPrompt> registry = new Registry<>("prompt");

    private final ConfigurableListableBeanFactory beans;

    private final SingletonSupplier<PromptFactory> factory;

    private final Invocations invocations;

    private final int pageSize;

    private final McpPrompts prompts;

    /**
     * @param calls how methods are called; available when all singletons exist
     * @param pageSize number of prompts on a page of the list
     */
    public PromptFeature(
            ConfigurableApplicationContext application,
            ObjectProvider<BoundMethod.Calls> calls,
            Invocations invocations,
            int pageSize,
            ServerEvents events) {
        this.beans = application.getBeanFactory();
        this.factory = SingletonSupplier.of(
                () -> new PromptFactory(calls.getObject(), application.getEnvironment()::resolveRequiredPlaceholders));
        this.invocations = invocations;
        this.pageSize = pageSize;
        this.prompts = new McpPrompts(registry, factory, events);
    }

    /** Returns the prompts as applications read and change them. */
    public McpPrompts prompts() {
        return prompts;
    }

    @Override
    public boolean isOffered() {
        return !registry.isEmpty();
    }

    @Override
    public @Nullable Map<String, List<String>> arguments(String name) {
        RegisteredPrompt prompt = registry.find(name);
        if (prompt == null) {
            return null;
        }
        Map<String, List<String>> arguments = new LinkedHashMap<>();
        prompt.definition()
                .arguments()
                .forEach(argument ->
                        arguments.put(argument.name(), prompt.values().getOrDefault(argument.name(), List.of())));
        return arguments;
    }

    @Override
    public List<McpRequestHandler<?>> handlers(ResultSeal seal) {
        return List.of(
                new ListHandler("prompts/list", registry, this::isOffered, pageSize, ListPromptsResult::new, seal),
                new GetPromptHandler(registry, invocations));
    }

    @Override
    public void describe(ServerCapabilities.Builder capabilities, ProtocolVersion version) {
        if (isOffered()) {
            capabilities.prompts();
        }
    }

    @Override
    public void discover() {
        List<RegisteredPrompt> found = new ArrayList<>();
        for (AnnotatedBeanMethod<McpPrompt> method : AnnotatedMethods.find(beans, McpPrompt.class)) {
            found.add(factory.obtain().create(method.annotation(), method));
        }
        beans.getBeanProvider(McpPromptDefinition.class)
                .orderedStream()
                .forEach(definition -> found.add(factory.obtain().create(definition)));
        registry.start(
                found,
                (prompt, other) -> prompt.method()
                        .refused(
                                "There is another prompt '" + prompt.key() + "': "
                                        + other.method().describe() + ".",
                                "Give one of them another name."));
    }

    @Override
    public boolean offers(ServerEvent event, Exchange exchange) {
        return event.equals(ListChanged.PROMPTS) && isOffered();
    }

    @Override
    public List<Inventory> inventory() {
        return List.of(new Inventory("prompt", names(prompt -> true)));
    }

    @Override
    public List<String> warnings() {
        List<String> undescribed = names(prompt -> prompt.description() == null);
        return undescribed.isEmpty()
                ? List.of()
                : List.of("Prompts without a description, which users rarely choose: " + undescribed);
    }

    private List<String> names(Predicate<Prompt> condition) {
        return prompts.list().stream().filter(condition).map(Prompt::name).toList();
    }
}
