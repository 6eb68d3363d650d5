package io.mcpspring.tool;

import io.mcpspring.annotation.McpTool;
import io.mcpspring.annotation.McpTool.ConfirmUnsupported;
import io.mcpspring.annotation.McpTool.Structured;
import io.mcpspring.annotation.McpTool.TaskSupport;
import io.mcpspring.content.ContentLimit;
import io.mcpspring.entry.McpDefinition;
import io.mcpspring.method.AnnotationTexts;
import io.mcpspring.protocol.ToolAnnotations;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.core.ParameterizedTypeReference;
import org.springframework.core.io.Resource;
import org.springframework.core.io.ResourceLoader;
import org.springframework.util.Assert;
import org.springframework.util.unit.DataSize;
import tools.jackson.databind.JsonNode;

/**
 * The part of a builder that states how a tool behaves: its schemas, hints, limits, results and tasks.
 *
 * @param <B> the builder
 */
abstract class ToolBehavior<B extends ToolBehavior<B>> extends McpDefinition.Builder<B> {

    /** A type, a JSON schema or a Spring resource that contains one; {@code null} for that of the method. */
    @Nullable
    Object inputSchema;

    /** As the input schema. */
    @Nullable
    Object outputSchema;

    Structured structured = Structured.AUTO;

    ToolAnnotations hints = ToolAnnotations.NONE;

    @Nullable
    DataSize maxTextSize;

    @Nullable
    DataSize maxBinarySize;

    @Nullable
    Boolean cutText;

    @Nullable
    Boolean sanitize;

    @Nullable
    Duration timeout;

    TaskSupport task = TaskSupport.FORBIDDEN;

    @Nullable
    String confirm;

    ConfirmUnsupported confirmUnsupported = ConfirmUnsupported.REFUSE;

    List<String> tags = List.of();

    ToolBehavior(String name) {
        super(name);
    }

    /** @param resources finds the schema files to which the annotation refers */
    ToolBehavior(McpTool annotation, AnnotationTexts texts, ResourceLoader resources) {
        super(annotation, texts);
        this.inputSchema = schema(texts.text(annotation.inputSchema()), resources);
        this.outputSchema = schema(texts.text(annotation.outputSchema()), resources);
        if (outputSchema == null && annotation.outputType() != void.class) {
            this.outputSchema = annotation.outputType();
        }
        this.structured = annotation.structured();
        this.hints = new ToolAnnotations(
                null,
                texts.flag("readOnlyHint", annotation.readOnlyHint()),
                texts.flag("destructiveHint", annotation.destructiveHint()),
                texts.flag("idempotentHint", annotation.idempotentHint()),
                texts.flag("openWorldHint", annotation.openWorldHint()));
        this.timeout = texts.duration(annotation.timeout());
        this.task = annotation.task();
        this.tags = texts.texts(annotation.tags());
        this.maxTextSize = texts.size("maxTextSize", annotation.maxTextSize());
        this.maxBinarySize = texts.size("maxBinarySize", annotation.maxBinarySize());
        this.cutText = texts.flag("cutText", annotation.cutText());
        this.sanitize = texts.flag("sanitize", annotation.sanitize());
        this.confirm = texts.text(annotation.confirm());
        this.confirmUnsupported = annotation.confirmUnsupported();
    }

    private static @Nullable Resource schema(@Nullable String location, ResourceLoader resources) {
        return location == null ? null : resources.getResource(location);
    }

    /**
     * Sets the type whose properties are the arguments. Without an input schema the tool has no arguments.
     *
     * @param type a record, a bean or a map
     * @return this builder
     */
    public B inputSchema(Class<?> type) {
        this.inputSchema = type;
        return self();
    }

    /**
     * Sets the generic type whose properties are the arguments.
     *
     * @param type a record, a bean or a map
     * @return this builder
     */
    public B inputSchema(ParameterizedTypeReference<?> type) {
        this.inputSchema = type.getType();
        return self();
    }

    /**
     * Sets the input schema, which is published unchanged.
     *
     * @param schema a JSON Schema of type {@code object}
     * @return this builder
     */
    public B inputSchema(JsonNode schema) {
        this.inputSchema = schema;
        return self();
    }

    /**
     * Sets a document with the input schema, which is published unchanged.
     *
     * @param schema a JSON document
     * @return this builder
     */
    public B inputSchema(Resource schema) {
        this.inputSchema = schema;
        return self();
    }

    /**
     * Sets the type of the structured content. Without an output schema results are text.
     *
     * @param type the type
     * @return this builder
     */
    public B outputSchema(Class<?> type) {
        this.outputSchema = type;
        return self();
    }

    /**
     * Sets the generic type of the structured content.
     *
     * @param type the type
     * @return this builder
     */
    public B outputSchema(ParameterizedTypeReference<?> type) {
        this.outputSchema = type.getType();
        return self();
    }

    /**
     * Sets the output schema, which is published unchanged.
     *
     * @param schema a JSON Schema
     * @return this builder
     */
    public B outputSchema(JsonNode schema) {
        this.outputSchema = schema;
        return self();
    }

    /**
     * Sets a document with the output schema, which is published unchanged.
     *
     * @param schema a JSON document
     * @return this builder
     */
    public B outputSchema(Resource schema) {
        this.outputSchema = schema;
        return self();
    }

    /**
     * Sets whether the tool leaves its environment unchanged.
     *
     * @param readOnly the hint
     * @return this builder
     */
    public B readOnlyHint(boolean readOnly) {
        this.hints = hints.withReadOnlyHint(readOnly);
        return self();
    }

    /**
     * Sets whether the tool may destroy or overwrite something.
     *
     * @param destructive the hint
     * @return this builder
     */
    public B destructiveHint(boolean destructive) {
        this.hints = hints.withDestructiveHint(destructive);
        return self();
    }

    /**
     * Sets whether repeating a call with the same arguments has no further effect.
     *
     * @param idempotent the hint
     * @return this builder
     */
    public B idempotentHint(boolean idempotent) {
        this.hints = hints.withIdempotentHint(idempotent);
        return self();
    }

    /**
     * Sets whether the tool deals with an open set of external entities.
     *
     * @param openWorld the hint
     * @return this builder
     */
    public B openWorldHint(boolean openWorld) {
        this.hints = hints.withOpenWorldHint(openWorld);
        return self();
    }

    /**
     * Sets the maximum size of the texts of a result together, and of its structured content. A larger result is
     * refused, or {@linkplain #cutText cut}.
     *
     * @param size from 1 byte to 1 GB; {@code null} for {@code mcp.server.limits.max-text-size}, the default
     * @return this builder
     */
    public B maxTextSize(@Nullable DataSize size) {
        this.maxTextSize = ContentLimit.checked(size);
        return self();
    }

    /**
     * Sets the maximum size of the binary content of a result together. A larger result is refused.
     *
     * @param size from 1 byte to 1 GB; {@code null} for {@code mcp.server.resources.max-size}, the default
     * @return this builder
     */
    public B maxBinarySize(@Nullable DataSize size) {
        this.maxBinarySize = ContentLimit.checked(size);
        return self();
    }

    /**
     * Sets whether texts that are too large are cut, with a notice for the model, instead of being refused. Results
     * with structured content or documents are never cut.
     *
     * @param cutText {@code mcp.server.limits.cut-text} by default
     * @return this builder
     */
    public B cutText(boolean cutText) {
        this.cutText = cutText;
        return self();
    }

    /**
     * Sets whether invisible characters are removed from results.
     *
     * @param sanitize {@code mcp.server.output.sanitize} by default
     * @return this builder
     */
    public B sanitize(boolean sanitize) {
        this.sanitize = sanitize;
        return self();
    }

    /**
     * Sets the time limit of one call.
     *
     * @param timeout the limit, zero for none; {@code null} for {@code mcp.server.tools.timeout}, the default
     * @return this builder
     */
    public B timeout(@Nullable Duration timeout) {
        Assert.isTrue(timeout == null || !timeout.isNegative(), "'timeout' must not be negative");
        this.timeout = timeout;
        return self();
    }

    /**
     * Sets whether calls that take long are answered with a task.
     *
     * @param task {@link TaskSupport#FORBIDDEN} by default
     * @return this builder
     */
    public B task(TaskSupport task) {
        this.task = task;
        return self();
    }

    /**
     * Sets the question by which the user confirms each call; calls of clients that cannot ask are refused.
     *
     * @param question the question; see {@link McpTool#confirm}
     * @return this builder
     */
    public B confirm(String question) {
        return confirm(question, ConfirmUnsupported.REFUSE);
    }

    /**
     * Sets the question by which the user confirms each call.
     *
     * @param question the question; see {@link McpTool#confirm}
     * @param unsupported what happens to calls of clients that cannot ask
     * @return this builder
     */
    public B confirm(String question, ConfirmUnsupported unsupported) {
        Assert.hasText(question, "'question' must not be blank");
        this.confirm = question;
        this.confirmUnsupported = unsupported;
        return self();
    }

    /**
     * Sets the tags by which toolsets contain the tool; see {@link McpTool#tags}.
     *
     * @param tags the tags
     * @return this builder
     */
    public B tags(String... tags) {
        this.tags = List.of(tags);
        return self();
    }
}
