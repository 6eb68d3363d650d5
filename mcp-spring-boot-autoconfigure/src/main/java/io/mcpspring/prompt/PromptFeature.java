package io.mcpspring.prompt;

import io.mcpspring.Internal;
import io.mcpspring.annotation.McpPrompt;
import io.mcpspring.listing.ListHandler;
import io.mcpspring.method.AnnotatedBeanMethod;
import io.mcpspring.method.AnnotatedMethods;
import io.mcpspring.method.BoundMethod;
import io.mcpspring.protocol.ListPromptsResult;
import io.mcpspring.server.McpRequestHandler;
import io.mcpspring.server.ResultSeal;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.context.ConfigurableApplicationContext;

/** The door of this package: finds the prompts of an application and serves them. */
@Internal
public final class PromptFeature {

    private PromptFeature() {}

    /**
     * Handlers of {@code prompts/list} and {@code prompts/get}.
     *
     * @param pageSize number of prompts on a page of the list
     */
    public static List<McpRequestHandler<?>> handlers(McpPrompts prompts, int pageSize, ResultSeal seal) {
        return List.of(
                new ListHandler(
                        "prompts/list",
                        prompts.registry(),
                        () -> isOffered(prompts),
                        pageSize,
                        ListPromptsResult::new,
                        seal),
                new GetPromptHandler(prompts));
    }

    /**
     * Puts all prompts of an application into the registry; to be called once, when all singletons exist.
     *
     * @throws io.mcpspring.method.McpMethodException if one of them cannot be served
     */
    public static void discover(
            McpPrompts prompts, ConfigurableApplicationContext application, BoundMethod.Calls calls) {
        ConfigurableListableBeanFactory beans = application.getBeanFactory();
        PromptFactory factory = new PromptFactory(calls, application.getEnvironment()::resolveRequiredPlaceholders);
        List<RegisteredPrompt> found = new ArrayList<>();
        for (AnnotatedBeanMethod<McpPrompt> method : AnnotatedMethods.find(beans, McpPrompt.class)) {
            found.add(factory.create(method.annotation(), method));
        }
        beans.getBeanProvider(McpPromptDefinition.class)
                .orderedStream()
                .forEach(definition -> found.add(factory.create(definition)));
        prompts.start(found, factory);
    }

    public static boolean isOffered(McpPrompts prompts) {
        return !prompts.registry().isEmpty();
    }

    /** The arguments of a prompt with the values that their types tell; {@code null} if there is no such prompt. */
    public static @Nullable Map<String, List<String>> arguments(McpPrompts prompts, String name) {
        RegisteredPrompt prompt = prompts.registry().find(name);
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
}
