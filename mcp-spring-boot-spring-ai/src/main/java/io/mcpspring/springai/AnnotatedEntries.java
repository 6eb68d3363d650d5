package io.mcpspring.springai;

import io.mcpspring.completion.CompletionSource;
import io.mcpspring.method.AnnotatedBeanMethod;
import io.mcpspring.method.AnnotatedMethods;
import io.mcpspring.method.BeanMethod;
import io.mcpspring.method.RefusedMethods;
import io.mcpspring.prompt.McpPromptDefinition;
import io.mcpspring.resource.McpResourceDefinition;
import io.mcpspring.tool.McpToolDefinition;
import io.modelcontextprotocol.spec.McpSchema;
import java.lang.annotation.Annotation;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import java.util.stream.Stream;
import org.springframework.ai.mcp.annotation.McpComplete;
import org.springframework.ai.mcp.annotation.McpPrompt;
import org.springframework.ai.mcp.annotation.McpResource;
import org.springframework.ai.mcp.annotation.McpTool;
import org.springframework.ai.mcp.annotation.adapter.CompleteAdapter;
import org.springframework.ai.mcp.annotation.adapter.PromptAdapter;
import org.springframework.ai.mcp.annotation.common.McpPredicates;
import org.springframework.ai.mcp.annotation.common.MetaUtils;
import org.springframework.util.StringUtils;

/** The methods of beans with annotations of Spring AI, as definitions. */
final class AnnotatedEntries {

    static final List<Class<? extends Annotation>> ANNOTATIONS =
            List.of(McpTool.class, McpPrompt.class, McpResource.class, McpComplete.class);

    private final AnnotatedMethods beans;

    private final Map<Class<?>, List<? extends AnnotatedBeanMethod<?>>> known = new ConcurrentHashMap<>();

    AnnotatedEntries(AnnotatedMethods beans) {
        this.beans = beans;
    }

    /** Returns all methods. */
    Stream<BeanMethod> methods() {
        return ANNOTATIONS.stream().flatMap(this::declared);
    }

    Stream<McpToolDefinition> tools() {
        return with(McpTool.class, method -> {
            McpSchema.Tool tool = ToolMethod.tool(method.method());
            return Definitions.tool(tool, ToolMethod.work(method, tool), Definitions::withoutOffsets)
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
        Map<String, Object> meta = MetaUtils.getMeta(resource.metaProvider());
        return McpPredicates.isUriTemplate(resource.uri())
                ? Definitions.template(
                        McpSchema.ResourceTemplate.builder(resource.uri(), name)
                                .title(resource.title())
                                .description(resource.description())
                                .mimeType(resource.mimeType())
                                .meta(meta)
                                .build(),
                        work)
                : Definitions.resource(
                        McpSchema.Resource.builder(resource.uri(), name)
                                .title(resource.title())
                                .description(resource.description())
                                .mimeType(resource.mimeType())
                                .meta(meta)
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

    private <A extends Annotation, D> Stream<D> with(Class<A> type, Function<AnnotatedBeanMethod<A>, D> definition) {
        List<D> definitions = new ArrayList<>();
        RefusedMethods refused = new RefusedMethods();
        declared(type)
                .forEach(method -> refused.collect(() -> {
                    try {
                        definitions.add(definition.apply(method));
                    } catch (IllegalArgumentException | IllegalStateException ex) {
                        throw method.refused(
                                "Spring AI cannot read it: " + ex.getMessage() + ".",
                                "Change it as Spring AI requires.");
                    }
                }));
        refused.throwFirst();
        return definitions.stream();
    }

    /** Returns the methods that have an annotation. As Spring AI, ignores annotations that are inherited. */
    @SuppressWarnings("unchecked")
    private <A extends Annotation> Stream<AnnotatedBeanMethod<A>> declared(Class<A> type) {
        // One search, which takes long, for each annotation.
        return ((List<AnnotatedBeanMethod<A>>) known.computeIfAbsent(type, each -> find(type)))
                .stream().filter(method -> method.method().isAnnotationPresent(type));
    }

    private <A extends Annotation> List<AnnotatedBeanMethod<A>> find(Class<A> type) {
        List<AnnotatedBeanMethod<A>> found = new ArrayList<>();
        RefusedMethods refused = new RefusedMethods();
        beans.with(type, refused, found::add);
        refused.throwFirst();
        return found;
    }
}
