package io.mcpspring.prompt;

import io.mcpspring.annotation.McpPrompt;
import io.mcpspring.method.AnnotationTexts;
import io.mcpspring.method.BeanMethod;
import io.mcpspring.method.CallLimits;
import io.mcpspring.protocol.Icon;
import io.mcpspring.protocol.PromptArgument;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import org.springframework.core.annotation.AnnotatedElementUtils;
import org.springframework.core.annotation.AnnotationUtils;

/**
 * Everything that the author of a prompt states, by annotation or in code.
 *
 * @param arguments the arguments of a function; those of any other method follow from its parameters
 */
record PromptSpec(
        String name,
        @Nullable String title,
        @Nullable String description,
        List<PromptArgument> arguments,
        List<String> scopes,
        CallLimits limits,
        List<Icon> icons,
        @Nullable Map<String, ?> meta,
        BeanMethod method) {

    static PromptSpec of(McpPrompt annotation, BeanMethod method, AnnotationTexts texts) {
        String name = texts.text(annotation.name());
        return new PromptSpec(
                name == null ? method.name() : name,
                texts.text(annotation.title()),
                texts.text(annotation.description()),
                List.of(),
                texts.texts(annotation.scopes()),
                texts.limits(annotation.rate(), annotation.maxConcurrency()),
                texts.icons(annotation.icons()),
                texts.meta(annotation.meta()),
                method);
    }

    /** A method with or without an annotation. */
    static PromptSpec of(BeanMethod method, UnaryOperator<String> placeholders) {
        McpPrompt annotation = AnnotatedElementUtils.findMergedAnnotation(method.method(), McpPrompt.class);
        return of(
                annotation == null ? AnnotationUtils.synthesizeAnnotation(McpPrompt.class) : annotation,
                method,
                new AnnotationTexts(method, placeholders));
    }
}
