package io.mcpspring.springai;

import io.mcpspring.completion.CompletionSource;
import io.mcpspring.method.AnnotatedBeanMethod;
import io.mcpspring.method.AnnotatedMethods;
import io.mcpspring.prompt.McpPromptDefinition;
import io.mcpspring.resource.McpResourceDefinition;
import io.mcpspring.tool.McpToolDefinition;
import io.modelcontextprotocol.spec.McpSchema;
import java.lang.annotation.Annotation;
import java.util.function.Function;
import java.util.stream.Stream;
import org.springframework.ai.mcp.annotation.McpComplete;
import org.springframework.ai.mcp.annotation.McpPrompt;
import org.springframework.ai.mcp.annotation.McpResource;
import org.springframework.ai.mcp.annotation.McpTool;
import org.springframework.ai.mcp.annotation.adapter.CompleteAdapter;
import org.springframework.ai.mcp.annotation.adapter.PromptAdapter;
import org.springframework.ai.mcp.annotation.common.McpPredicates;
import org.springframework.util.StringUtils;

/** The methods of beans with annotations of Spring AI, as definitions. */
record AnnotatedEntries(AnnotatedMethods methods) {

    Stream<McpToolDefinition> tools() {
        return with(McpTool.class, method -> {
            McpSchema.Tool tool = ToolMethod.tool(method.method());
            return Definitions.tool(tool, ToolMethod.work(method, tool))
                    .calling(method)
                    .build();
        });
    }

    Stream<McpPromptDefinition> prompts() {
        return with(McpPrompt.class, method -> {
            McpSchema.Prompt prompt = PromptAdapter.asPrompt(method.annotation(), method.method());
            return Definitions.prompt(prompt, PromptMethod.work(method, prompt))
                    .calling(method)
                    .build();
        });
    }

    Stream<McpResourceDefinition> resources() {
        return with(
                McpResource.class,
                method -> resource(method, ResourceMethod.work(method, method.annotation()))
                        .calling(method)
                        .build());
    }

    private static McpResourceDefinition.Builder resource(
            AnnotatedBeanMethod<McpResource> method, Work<McpSchema.ReadResourceRequest> work) {
        McpResource resource = method.annotation();
        String name = StringUtils.hasText(resource.name()) ? resource.name() : method.name();
        return McpPredicates.isUriTemplate(resource.uri())
                ? Definitions.template(
                        McpSchema.ResourceTemplate.builder(resource.uri(), name)
                                .title(resource.title())
                                .description(resource.description())
                                .mimeType(resource.mimeType())
                                .build(),
                        work)
                : Definitions.resource(
                        McpSchema.Resource.builder(resource.uri(), name)
                                .title(resource.title())
                                .description(resource.description())
                                .mimeType(resource.mimeType())
                                .build(),
                        work);
    }

    Stream<CompletionSource> completions() {
        return with(
                McpComplete.class,
                method -> Definitions.completion(
                        CompleteAdapter.asCompleteReference(method.annotation()),
                        CompletionMethod.work(method, method.annotation()),
                        method));
    }

    /** Returns definitions of annotated methods. As Spring AI, ignores annotations that are inherited. */
    private <A extends Annotation, D> Stream<D> with(Class<A> type, Function<AnnotatedBeanMethod<A>, D> definition) {
        return methods.with(type).stream()
                .filter(method -> method.method().isAnnotationPresent(type))
                .map(method -> {
                    try {
                        return definition.apply(method);
                    } catch (IllegalArgumentException | IllegalStateException ex) {
                        throw method.refused(
                                "Spring AI cannot read it: " + ex.getMessage() + ".",
                                "Change it as Spring AI requires.");
                    }
                });
    }
}
