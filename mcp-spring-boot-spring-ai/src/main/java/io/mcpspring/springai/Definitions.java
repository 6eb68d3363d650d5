package io.mcpspring.springai;

import io.mcpspring.completion.CompletionSource;
import io.mcpspring.exchange.McpRequestContext;
import io.mcpspring.method.BeanMethod;
import io.mcpspring.prompt.McpPromptDefinition;
import io.mcpspring.resource.McpResourceDefinition;
import io.mcpspring.resource.McpResourceRequest;
import io.mcpspring.tool.McpArguments;
import io.mcpspring.tool.McpToolDefinition;
import io.modelcontextprotocol.spec.McpSchema;
import io.modelcontextprotocol.spec.McpSchema.CallToolRequest;
import io.modelcontextprotocol.spec.McpSchema.CompleteRequest;
import io.modelcontextprotocol.spec.McpSchema.GetPromptRequest;
import io.modelcontextprotocol.spec.McpSchema.ReadResourceRequest;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import org.springframework.util.StringUtils;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** Definitions of this library for those of the SDK. */
final class Definitions {

    private Definitions() {}

    /** @param schemas what becomes of the schemas of the tool */
    static McpToolDefinition.Builder tool(
            McpSchema.Tool tool, Work<CallToolRequest> work, UnaryOperator<JsonNode> schemas) {
        McpToolDefinition.Builder definition = McpToolDefinition.named(tool.name())
                .title(text(tool.title(), tool.name()))
                .description(text(tool.description(), null))
                .inputSchema(schemas.apply(SdkValues.tree(tool.inputSchema())));
        if (tool.outputSchema() != null) {
            definition.outputSchema(schemas.apply(SdkValues.tree(tool.outputSchema())));
        }
        if (tool.meta() != null) {
            definition.meta(tool.meta());
        }
        if (tool.annotations() != null) {
            hints(tool.annotations(), definition);
        }
        return work instanceof Work.Reactive<CallToolRequest> reactive
                ? definition.callReactive(
                        (arguments, exchange) -> reactive.later(call(tool, arguments, exchange), exchange))
                : definition.call((arguments, exchange) -> work.now(call(tool, arguments, exchange), exchange));
    }

    /**
     * Removes the formats that demand an offset from a schema that Spring AI has made of types: it gives them to local
     * times, too.
     */
    static JsonNode withoutOffsets(JsonNode schema) {
        if (Set.of("time", "date-time").contains(schema.path("format").asString(""))) {
            ((ObjectNode) schema).remove("format");
        }
        schema.forEach(Definitions::withoutOffsets);
        return schema;
    }

    private static CallToolRequest call(McpSchema.Tool tool, McpArguments arguments, McpRequestContext context) {
        return new CallToolRequest(tool.name(), SdkValues.map(arguments.json()), Work.meta(context));
    }

    /** Sets the hints that differ from the defaults of the protocol, which are those of the annotation. */
    private static void hints(McpSchema.ToolAnnotations hints, McpToolDefinition.Builder definition) {
        if (Boolean.TRUE.equals(hints.readOnlyHint())) {
            definition.readOnlyHint(true);
        } else if (Boolean.FALSE.equals(hints.destructiveHint())) {
            definition.destructiveHint(false);
        }
        if (Boolean.TRUE.equals(hints.idempotentHint())) {
            definition.idempotentHint(true);
        }
        if (Boolean.FALSE.equals(hints.openWorldHint())) {
            definition.openWorldHint(false);
        }
    }

    static McpPromptDefinition.Builder prompt(McpSchema.Prompt prompt, Work<GetPromptRequest> work) {
        McpPromptDefinition.Builder definition = McpPromptDefinition.named(prompt.name())
                .open()
                .title(text(prompt.title(), prompt.name()))
                .description(text(prompt.description(), null));
        if (prompt.meta() != null) {
            definition.meta(prompt.meta());
        }
        if (prompt.arguments() != null) {
            prompt.arguments()
                    .forEach(argument -> definition.argument(
                            argument.name(),
                            text(argument.description(), null),
                            Boolean.TRUE.equals(argument.required())));
        }
        return work instanceof Work.Reactive<GetPromptRequest> reactive
                ? definition.getReactive(
                        (arguments, exchange) -> reactive.later(get(prompt, arguments, exchange), exchange))
                : definition.get((arguments, exchange) -> work.now(get(prompt, arguments, exchange), exchange));
    }

    private static GetPromptRequest get(
            McpSchema.Prompt prompt, Map<String, String> arguments, McpRequestContext context) {
        return new GetPromptRequest(prompt.name(), new TreeMap<>(arguments), Work.meta(context));
    }

    static McpResourceDefinition.Builder resource(McpSchema.Resource resource, Work<ReadResourceRequest> work) {
        McpResourceDefinition.Builder definition = McpResourceDefinition.at(resource.uri())
                .name(resource.name())
                .title(text(resource.title(), resource.name()))
                .description(text(resource.description(), null))
                .mimeType(text(resource.mimeType(), null))
                .annotations(SdkValues.ours(resource.annotations()));
        if (resource.size() != null) {
            definition.size(resource.size());
        }
        if (resource.meta() != null) {
            definition.meta(resource.meta());
        }
        return read(definition, work);
    }

    static McpResourceDefinition.Builder template(McpSchema.ResourceTemplate template, Work<ReadResourceRequest> work) {
        McpResourceDefinition.Builder definition = McpResourceDefinition.at(template.uriTemplate())
                .name(template.name())
                .title(text(template.title(), template.name()))
                .description(text(template.description(), null))
                .mimeType(text(template.mimeType(), null))
                .annotations(SdkValues.ours(template.annotations()));
        if (template.meta() != null) {
            definition.meta(template.meta());
        }
        return read(definition, work);
    }

    private static McpResourceDefinition.Builder read(
            McpResourceDefinition.Builder definition, Work<ReadResourceRequest> work) {
        return work instanceof Work.Reactive<ReadResourceRequest> reactive
                ? definition.readReactive((request, exchange) -> reactive.later(read(request, exchange), exchange))
                : definition.read((request, exchange) -> work.now(read(request, exchange), exchange));
    }

    private static ReadResourceRequest read(McpResourceRequest request, McpRequestContext context) {
        return new ReadResourceRequest(request.uri().toString(), Work.meta(context));
    }

    static CompletionSource completion(
            McpSchema.CompleteReference reference, Work<CompleteRequest> work, @Nullable BeanMethod called) {
        CompletionSource.Function function = (argument, text, others, exchange) -> work.now(
                new CompleteRequest(
                        reference,
                        new CompleteRequest.CompleteArgument(argument, text),
                        Work.meta(exchange),
                        new CompleteRequest.CompleteContext(others)),
                exchange);
        BeanMethod method = BeanMethod.ofFunction(CompletionSource.Function.class, function);
        return new CompletionSource(
                reference instanceof McpSchema.PromptReference prompt ? prompt.name() : null,
                reference instanceof McpSchema.ResourceReference resource ? resource.uri() : null,
                called == null ? method : method.calling(called));
    }

    /** Returns a text; {@code null} if it is empty, or the same as another one that clients show in its place. */
    private static @Nullable String text(@Nullable String text, @Nullable String other) {
        return StringUtils.hasText(text) && !text.equals(other) ? text : null;
    }
}
