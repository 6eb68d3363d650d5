package io.mcpspring.prompt;

import io.mcpspring.Internal;
import io.mcpspring.annotation.McpPrompt;
import io.mcpspring.content.ResultRules;
import io.mcpspring.entry.EntryContext;
import io.mcpspring.entry.EntryFeature;
import io.mcpspring.entry.ListHandler;
import io.mcpspring.event.ListChanged;
import io.mcpspring.exchange.Exchange;
import io.mcpspring.method.AnnotatedMethods;
import io.mcpspring.method.RefusedMethods;
import io.mcpspring.protocol.GetPromptResult;
import io.mcpspring.protocol.Prompt;
import io.mcpspring.protocol.RequestMethod;
import io.mcpspring.server.McpRequestHandler;
import io.mcpspring.server.RequestParams;
import io.mcpspring.server.RequiredMembers;
import java.util.Map;
import java.util.function.Consumer;
import reactor.core.publisher.Mono;
import tools.jackson.databind.node.ObjectNode;

/** Finds the prompts of an application and serves them. */
@Internal
public final class PromptFeature extends EntryFeature<McpPromptDefinition, RegisteredPrompt> {

    private final int pageSize;

    private final McpPrompts prompts = new McpPrompts(registry);

    /**
     * @param pageSize number of prompts on a page of the list
     * @param results what results may contain
     */
    public PromptFeature(EntryContext context, int pageSize, ResultRules results) {
        super(
                context,
                McpPromptDefinition.class,
                ListChanged.PROMPTS,
                () -> new PromptFactory(context, results)::create);
        this.pageSize = pageSize;
    }

    /** Returns the prompts as applications read and change them. */
    public McpPrompts prompts() {
        return prompts;
    }

    @Override
    public boolean isOffered() {
        return !registry.all().isEmpty();
    }

    @Override
    public Map<RequestMethod, McpRequestHandler> handlers(RequiredMembers required) {
        ListHandler list = new ListHandler(registry, Prompt.class, pageSize, "prompts", required);
        return Map.of(RequestMethod.LIST_PROMPTS, list, RequestMethod.GET_PROMPT, this::get);
    }

    private Mono<GetPromptResult> get(ObjectNode params, Exchange exchange) {
        String name = RequestParams.text(params, "name");
        ObjectNode arguments = RequestParams.optionalObject(params, "arguments");
        return registry.admit(registry.find(name), exchange, () -> RegisteredPrompt.unknown(name))
                .flatMap(prompt -> context.invocations().invoke(prompt, name, prompt.accept(arguments), exchange))
                .map(result -> PromptProjection.of(result, exchange.version()));
    }

    @Override
    protected void find(AnnotatedMethods methods, RefusedMethods refused, Consumer<McpPromptDefinition> found) {
        methods.with(
                McpPrompt.class,
                refused,
                method -> found.accept(McpPromptDefinition.of(method.annotation(), context.texts(method))));
    }
}
