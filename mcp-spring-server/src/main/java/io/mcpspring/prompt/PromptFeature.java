package io.mcpspring.prompt;

import io.mcpspring.Internal;
import io.mcpspring.annotation.McpPrompt;
import io.mcpspring.constraint.ArgumentValidation;
import io.mcpspring.content.ResultRules;
import io.mcpspring.entry.Access;
import io.mcpspring.entry.Completable;
import io.mcpspring.entry.Guard;
import io.mcpspring.entry.ListHandler;
import io.mcpspring.entry.Registry;
import io.mcpspring.event.ListChanged;
import io.mcpspring.event.ServerEvent;
import io.mcpspring.event.ServerEvents;
import io.mcpspring.exchange.Exchange;
import io.mcpspring.method.AnnotatedBeanMethod;
import io.mcpspring.method.AnnotatedMethods;
import io.mcpspring.method.BoundMethod;
import io.mcpspring.method.Invocations;
import io.mcpspring.protocol.JsonValue;
import io.mcpspring.protocol.ListPromptsResult;
import io.mcpspring.protocol.McpProtocolException;
import io.mcpspring.protocol.Prompt;
import io.mcpspring.protocol.PromptArgument;
import io.mcpspring.protocol.ProtocolVersion;
import io.mcpspring.protocol.RequestMethod;
import io.mcpspring.protocol.ServerCapabilities;
import io.mcpspring.server.Feature;
import io.mcpspring.server.McpRequestHandler;
import io.mcpspring.server.ResultSeal;
import io.mcpspring.text.SecretNames;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.util.function.SingletonSupplier;
import reactor.core.publisher.Mono;
import tools.jackson.databind.json.JsonMapper;

/** Finds the prompts of an application and serves them. */
@Internal
public final class PromptFeature implements Feature, Completable {

    private final Registry<RegisteredPrompt> registry = new Registry<>("prompt");

    private final ConfigurableListableBeanFactory beans;

    private final AnnotatedMethods annotatedMethods;

    private final SingletonSupplier<PromptFactory> factory;

    private final Invocations invocations;

    private final int pageSize;

    private final McpPrompts prompts;

    /**
     * @param calls how methods are called; available when all singletons exist
     * @param mapper the mapper of the application, which may depend on the features
     * @param pageSize number of prompts on a page of the list
     * @param results what results may contain
     */
    public PromptFeature(
            ConfigurableApplicationContext application,
            AnnotatedMethods annotatedMethods,
            Supplier<BoundMethod.Calls> calls,
            Supplier<JsonMapper> mapper,
            Access access,
            Invocations invocations,
            int pageSize,
            ResultRules results,
            ServerEvents events) {
        this.beans = application.getBeanFactory();
        this.annotatedMethods = annotatedMethods;
        this.factory = SingletonSupplier.of(() -> new PromptFactory(
                calls.get(),
                access,
                application.getEnvironment()::resolveRequiredPlaceholders,
                ArgumentValidation.of(application),
                mapper.get(),
                results));
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
    public Mono<Void> admit(String name, Exchange exchange, Supplier<McpProtocolException> unknown) {
        return registry.admit(registry.find(name), exchange, unknown).then();
    }

    @Override
    public Map<RequestMethod, McpRequestHandler<?>> handlers(ResultSeal seal) {
        return Map.of(
                RequestMethod.LIST_PROMPTS, new ListHandler(registry, pageSize, ListPromptsResult::new, seal),
                RequestMethod.GET_PROMPT, new GetPromptHandler(registry, invocations));
    }

    @Override
    public void describe(ServerCapabilities.Builder capabilities, ProtocolVersion version) {
        capabilities.prompts();
    }

    @Override
    public void discover() {
        List<RegisteredPrompt> found = new ArrayList<>();
        for (AnnotatedBeanMethod<McpPrompt> method : annotatedMethods.with(McpPrompt.class)) {
            found.add(factory.obtain().create(method.annotation(), method));
        }
        annotatedMethods
                .beans(McpPromptDefinition.class)
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
    public Mono<Boolean> offers(ServerEvent event, Exchange exchange) {
        return Mono.just(event.equals(ListChanged.PROMPTS) && isOffered());
    }

    @Override
    public Stream<Guard> entries(ListChanged list) {
        return list == ListChanged.PROMPTS
                ? registry.all().values().stream().map(RegisteredPrompt::guard)
                : Stream.empty();
    }

    @Override
    public List<Inventory> inventory() {
        return List.of(new Inventory("prompt", names(prompt -> true)));
    }

    @Override
    public List<Entry> entries() {
        return registry.described();
    }

    @Override
    public Map<String, JsonValue> definitions() {
        return registry.definitions();
    }

    @Override
    public List<String> warnings() {
        List<String> undescribed = names(prompt -> prompt.description() == null);
        List<String> secrets = prompts.list().stream()
                .flatMap(prompt -> prompt.arguments().stream()
                        .map(PromptArgument::name)
                        .filter(SecretNames::isSecret)
                        .map(argument -> prompt.name() + "[" + argument + "]"))
                .toList();
        List<String> warnings = new ArrayList<>();
        if (!undescribed.isEmpty()) {
            warnings.add("Prompts without a description, which users rarely choose: " + undescribed);
        }
        if (!secrets.isEmpty()) {
            warnings.add("Prompts with arguments that seem to be secrets, which language models and their logs would"
                    + " get to know: " + secrets);
        }
        return warnings;
    }

    private List<String> names(Predicate<Prompt> condition) {
        return prompts.list().stream().filter(condition).map(Prompt::name).toList();
    }
}
