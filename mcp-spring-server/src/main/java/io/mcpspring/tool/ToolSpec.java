package io.mcpspring.tool;

import io.mcpspring.annotation.McpTool;
import io.mcpspring.annotation.McpTool.Structured;
import io.mcpspring.annotation.McpTool.TaskSupport;
import io.mcpspring.content.ContentLimit;
import io.mcpspring.content.ResultRules;
import io.mcpspring.method.AnnotationTexts;
import io.mcpspring.method.BeanMethod;
import io.mcpspring.method.CallLimits;
import io.mcpspring.method.McpMethodException;
import io.mcpspring.protocol.Icon;
import io.mcpspring.protocol.Tool;
import io.mcpspring.protocol.ToolAnnotations;
import io.mcpspring.text.DefinitionTexts;
import java.lang.reflect.Type;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import org.springframework.core.annotation.AnnotatedElementUtils;
import org.springframework.core.annotation.AnnotationUtils;
import org.springframework.core.io.DefaultResourceLoader;
import org.springframework.core.io.Resource;
import org.springframework.util.function.SingletonSupplier;
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
        List<String> scopes,
        CallLimits limits,
        ResultRules.Own results,
        List<Icon> icons,
        @Nullable Map<String, ?> meta,
        BeanMethod method) {

    /** The annotation of a method that has none. */
    private static final SingletonSupplier<McpTool> DEFAULTS =
            SingletonSupplier.of(() -> AnnotationUtils.synthesizeAnnotation(McpTool.class));

    /** The source of a schema that is not derived from the method. */
    sealed interface SchemaSource permits OfType, OfJson, OfResource {}

    record OfType(Type type) implements SchemaSource {}

    record OfJson(JsonNode json) implements SchemaSource {}

    record OfResource(Resource resource) implements SchemaSource {}

    /** Returns what the author gave as the source of a schema. */
    static @Nullable Object value(@Nullable SchemaSource source) {
        if (source instanceof OfType of) {
            return of.type();
        }
        if (source instanceof OfJson of) {
            return of.json();
        }
        return source instanceof OfResource of ? of.resource() : null;
    }

    /** A method with or without an annotation; schemas are found on the class path or in the file system. */
    static ToolSpec of(BeanMethod method, UnaryOperator<String> placeholders) {
        McpTool annotation = AnnotatedElementUtils.findMergedAnnotation(method.method(), McpTool.class);
        return of(
                annotation == null ? DEFAULTS.obtain() : annotation,
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
                name == null ? method.name() : name,
                texts.text(annotation.title()),
                texts.text(annotation.description()),
                resources.schema(texts.text(annotation.inputSchema())),
                outputSchema(annotation, texts, resources),
                annotation.structured(),
                hints(annotation, texts),
                texts.duration(annotation.timeout()),
                annotation.task(),
                texts.texts(annotation.scopes()),
                texts.limits(annotation.rate(), annotation.maxConcurrency()),
                results(annotation, texts),
                texts.icons(annotation.icons()),
                texts.meta(annotation.meta()),
                method);
    }

    private static @Nullable SchemaSource outputSchema(
            McpTool annotation, AnnotationTexts texts, ResourceFinder resources) {
        SchemaSource written = resources.schema(texts.text(annotation.outputSchema()));
        return written != null || annotation.outputType() == void.class ? written : new OfType(annotation.outputType());
    }

    /** Returns the tool as clients of the newest revision see it. */
    Tool published(JsonNode inputSchema, @Nullable JsonNode outputSchema) {
        return new Tool(
                name,
                title,
                description,
                inputSchema,
                outputSchema,
                hints.equals(ToolAnnotations.NONE) ? null : hints,
                icons,
                meta);
    }

    /** Refuses a definition that would mislead clients. */
    void check(Tool definition) {
        new DefinitionTexts()
                .check("Its title", title)
                .check("Its description", description)
                .checkSchema("Its input schema", definition.inputSchema())
                .checkSchema("Its output schema", definition.outputSchema())
                .refuse(this::refused);
        if (Boolean.TRUE.equals(hints.readOnlyHint()) && Boolean.TRUE.equals(hints.destructiveHint())) {
            throw refused(
                    "It has both readOnlyHint and destructiveHint, which contradict each other.",
                    "Keep the one that is true: a tool that leaves its environment unchanged destroys nothing.");
        }
    }

    /** Returns the exception that stops the application; a function is identified by the name of its tool only. */
    McpMethodException refused(String reason, String cure) {
        return method.refused(method.isFunction() ? "Tool '" + name + "': " + reason : reason, cure);
    }

    /** Finds a resource by its location. */
    interface ResourceFinder {

        Resource find(String location);

        default @Nullable SchemaSource schema(@Nullable String location) {
            return location == null ? null : new OfResource(find(location));
        }
    }

    private static ToolAnnotations hints(McpTool annotation, AnnotationTexts texts) {
        return new ToolAnnotations(
                null,
                texts.flag("readOnlyHint", annotation.readOnlyHint()),
                texts.flag("destructiveHint", annotation.destructiveHint()),
                texts.flag("idempotentHint", annotation.idempotentHint()),
                texts.flag("openWorldHint", annotation.openWorldHint()));
    }

    private static ResultRules.Own results(McpTool annotation, AnnotationTexts texts) {
        Integer maxBinary = texts.bytes("maxBinarySize", annotation.maxBinarySize());
        return new ResultRules.Own(
                texts.bytes("maxTextSize", annotation.maxTextSize()),
                ContentLimit.of(maxBinary, "the tool's maxBinarySize"),
                texts.flag("cutText", annotation.cutText()),
                texts.flag("sanitize", annotation.sanitize()));
    }
}
