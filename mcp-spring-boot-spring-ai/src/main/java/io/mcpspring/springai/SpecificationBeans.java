package io.mcpspring.springai;

import io.mcpspring.completion.CompletionSource;
import io.mcpspring.method.AnnotatedMethods;
import io.mcpspring.prompt.McpPromptDefinition;
import io.mcpspring.resource.McpResourceDefinition;
import io.mcpspring.tool.McpToolDefinition;
import io.modelcontextprotocol.server.McpServerFeatures.AsyncCompletionSpecification;
import io.modelcontextprotocol.server.McpServerFeatures.AsyncPromptSpecification;
import io.modelcontextprotocol.server.McpServerFeatures.AsyncResourceSpecification;
import io.modelcontextprotocol.server.McpServerFeatures.AsyncResourceTemplateSpecification;
import io.modelcontextprotocol.server.McpServerFeatures.AsyncToolSpecification;
import io.modelcontextprotocol.server.McpServerFeatures.SyncCompletionSpecification;
import io.modelcontextprotocol.server.McpServerFeatures.SyncPromptSpecification;
import io.modelcontextprotocol.server.McpServerFeatures.SyncResourceSpecification;
import io.modelcontextprotocol.server.McpServerFeatures.SyncResourceTemplateSpecification;
import io.modelcontextprotocol.server.McpServerFeatures.SyncToolSpecification;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;

/** The specifications of the MCP Java SDK that are beans, or in collections that are beans, as definitions. */
record SpecificationBeans(AnnotatedMethods beans) {

    Stream<McpToolDefinition> tools() {
        return Stream.concat(
                        beans.beans(SyncToolSpecification.class)
                                .map(each -> Definitions.tool(
                                        each.tool(),
                                        new Work.Waiting<>(each.callHandler()::apply),
                                        UnaryOperator.identity())),
                        beans.beans(AsyncToolSpecification.class)
                                .map(each -> Definitions.tool(
                                        each.tool(),
                                        new Work.Reactive<>(each.callHandler()::apply),
                                        UnaryOperator.identity())))
                .map(McpToolDefinition.Builder::build);
    }

    Stream<McpPromptDefinition> prompts() {
        return Stream.concat(
                        beans.beans(SyncPromptSpecification.class)
                                .map(each -> Definitions.prompt(
                                        each.prompt(), new Work.Waiting<>(each.promptHandler()::apply))),
                        beans.beans(AsyncPromptSpecification.class)
                                .map(each -> Definitions.prompt(
                                        each.prompt(), new Work.Reactive<>(each.promptHandler()::apply))))
                .map(McpPromptDefinition.Builder::build);
    }

    Stream<McpResourceDefinition> resources() {
        return Stream.of(
                        beans.beans(SyncResourceSpecification.class)
                                .map(each -> Definitions.resource(
                                        each.resource(), new Work.Waiting<>(each.readHandler()::apply))),
                        beans.beans(AsyncResourceSpecification.class)
                                .map(each -> Definitions.resource(
                                        each.resource(), new Work.Reactive<>(each.readHandler()::apply))),
                        beans.beans(SyncResourceTemplateSpecification.class)
                                .map(each -> Definitions.template(
                                        each.resourceTemplate(), new Work.Waiting<>(each.readHandler()::apply))),
                        beans.beans(AsyncResourceTemplateSpecification.class)
                                .map(each -> Definitions.template(
                                        each.resourceTemplate(), new Work.Reactive<>(each.readHandler()::apply))))
                .flatMap(definitions -> definitions)
                .map(McpResourceDefinition.Builder::build);
    }

    Stream<CompletionSource> completions() {
        return Stream.concat(
                beans.beans(SyncCompletionSpecification.class)
                        .map(each -> Definitions.completion(
                                each.referenceKey(), new Work.Waiting<>(each.completionHandler()::apply), null)),
                beans.beans(AsyncCompletionSpecification.class)
                        .map(each -> Definitions.completion(
                                each.referenceKey(), new Work.Reactive<>(each.completionHandler()::apply), null)));
    }
}
