package io.mcpspring.tool;

import io.mcpspring.annotation.McpTool;
import io.mcpspring.annotation.McpTool.Structured;
import io.mcpspring.annotation.McpTool.TaskSupport;
import io.mcpspring.method.AnnotationTexts;
import io.mcpspring.method.BeanMethod;
import io.mcpspring.method.McpMethodException;
import io.mcpspring.protocol.Icon;
import io.mcpspring.protocol.ToolAnnotations;
import java.lang.reflect.Type;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import org.springframework.core.annotation.AnnotatedElementUtils;
import org.springframework.core.io.DefaultResourceLoader;
import org.springframework.core.io.Resource;
import tools.jackson.databind.JsonNode;

/** The declaration of a tool, by an annotation or in code. */
record ToolSpec(
        String name,
        @Nullable String title,
        @Nullable String description,
        @Nullable SchemaSource inputSchema,
        @Nullable SchemaSource outputSchema,
        Structured structured,
        ToolAnnotations hints,
        @Nullable Duration timeout,
        TaskSupport task,
        List<Icon> icons,
        @Nullable Map<String, ?> meta,
        BeanMethod method) {

    /** The source of a schema that is not derived from the method. */
    sealed interface SchemaSource permits OfType, OfJson, OfResource {}

    record OfType(Type type) implements SchemaSource {}

    record OfJson(JsonNode json) implements SchemaSource {}

    record OfResource(Resource resource) implements SchemaSource {}

    /** A method with or without an annotation; schemas are found on the class path or in the file system. */
    static ToolSpec of(BeanMethod method, UnaryOperator<String> placeholders) {
        McpTool annotation = AnnotatedElementUtils.findMergedAnnotation(method.method(), McpTool.class);
        return annotation == null
                ? new ToolSpec(
                        method.method().getName(),
                        null,
                        null,
                        null,
                        null,
                        Structured.AUTO,
                        ToolAnnotations.NONE,
                        null,
                        TaskSupport.FORBIDDEN,
                        List.of(),
                        null,
                        method)
                : of(
                        annotation,
                        method,
                        new AnnotationTexts(method, placeholders),
                        new DefaultResourceLoader()::getResource);
    }

    /**
     * @param texts reads the annotation
     * @param resources finds the schema files to which the annotation refers
     */
    static ToolSpec of(McpTool annotation, BeanMethod method, AnnotationTexts texts, ResourceFinder resources) {
        String name = texts.text(annotation.name());
        return new ToolSpec(
                name == null ? method.method().getName() : name,
                texts.text(annotation.title()),
                texts.text(annotation.description()),
                resources.schema(texts.text(annotation.inputSchema())),
                outputSchema(annotation, texts, resources),
                annotation.structured(),
                hints(annotation, method),
                texts.duration(annotation.timeout()),
                annotation.task(),
                texts.icons(annotation.icons()),
                texts.meta(annotation.meta()),
                method);
    }

    private static @Nullable SchemaSource outputSchema(
            McpTool annotation, AnnotationTexts texts, ResourceFinder resources) {
        SchemaSource written = resources.schema(texts.text(annotation.outputSchema()));
        return written != null || annotation.outputType() == void.class ? written : new OfType(annotation.outputType());
    }

    /** Returns the exception that stops the application; a function is identified by the name of its tool only. */
    McpMethodException refused(String reason, String cure) {
        return method.refused(isFunction() ? "Tool '" + name + "': " + reason : reason, cure);
    }

    /** Whether the method is that of one of our functional interfaces. */
    boolean isFunction() {
        return isFunction(method);
    }

    static boolean isFunction(BeanMethod method) {
        return method.method().getDeclaringClass().getPackage() == ToolSpec.class.getPackage();
    }

    /** Finds a resource by its location. */
    interface ResourceFinder {

        Resource find(String location);

        default @Nullable SchemaSource schema(@Nullable String location) {
            return location == null ? null : new OfResource(find(location));
        }
    }

    private static ToolAnnotations hints(McpTool annotation, BeanMethod method) {
        return new ToolAnnotations(
                null,
                hint("readOnlyHint", annotation.readOnlyHint(), method),
                hint("destructiveHint", annotation.destructiveHint(), method),
                hint("idempotentHint", annotation.idempotentHint(), method),
                hint("openWorldHint", annotation.openWorldHint(), method));
    }

    private static @Nullable Boolean hint(String name, boolean[] values, BeanMethod method) {
        if (values.length > 1) {
            throw method.refused(
                    "Its " + name + " has " + values.length + " values.",
                    "Give one value, as in " + name + " = true, or leave it out.");
        }
        return values.length == 0 ? null : Boolean.valueOf(values[0]);
    }
}
