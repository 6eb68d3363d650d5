package io.mcpspring.tool;

import io.mcpspring.annotation.McpTool.TaskSupport;
import io.mcpspring.content.ContentLimit;
import io.mcpspring.content.ResultRules;
import io.mcpspring.method.CallLimits;
import io.mcpspring.protocol.ToolAnnotations;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.core.ParameterizedTypeReference;
import org.springframework.core.io.Resource;
import org.springframework.util.Assert;
import org.springframework.util.unit.DataSize;
import tools.jackson.databind.JsonNode;

/**
 * The part of a builder that states how a tool behaves: its schemas, hints, limits, results and tasks.
 *
 * @param <B> the builder
 */
abstract class ToolContract<B extends ToolContract<B>> {

    private ToolSpec.@Nullable SchemaSource inputSchema;

    private ToolSpec.@Nullable SchemaSource outputSchema;

    private ToolAnnotations hints = ToolAnnotations.NONE;

    private CallLimits limits = CallLimits.NONE;

    private ResultRules.Own results = ResultRules.Own.NONE;

    private @Nullable Duration timeout;

    private TaskSupport task = TaskSupport.FORBIDDEN;

    private List<String> scopes = List.of();

    ToolContract(@Nullable ToolSpec spec) {
        if (spec != null) {
            this.inputSchema = spec.inputSchema();
            this.outputSchema = spec.outputSchema();
            this.hints = spec.hints();
            this.limits = spec.limits();
            this.results = spec.results();
            this.timeout = spec.timeout();
            this.task = spec.task();
            this.scopes = spec.scopes();
        }
    }

    abstract B self();

    ToolSpec.@Nullable SchemaSource inputSchema() {
        return inputSchema;
    }

    ToolSpec.@Nullable SchemaSource outputSchema() {
        return outputSchema;
    }

    ToolAnnotations hints() {
        return hints;
    }

    CallLimits limits() {
        return limits;
    }

    ResultRules.Own results() {
        return results;
    }

    @Nullable
    Duration timeout() {
        return timeout;
    }

    TaskSupport task() {
        return task;
    }

    List<String> scopes() {
        return scopes;
    }

    /**
     * Sets the type whose properties are the arguments. Without an input schema the tool has no arguments.
     *
     * @param type a record, a bean or a map
     * @return this builder
     */
    public B inputSchema(Class<?> type) {
        this.inputSchema = new ToolSpec.OfType(type);
        return self();
    }

    /**
     * Sets the generic type whose properties are the arguments.
     *
     * @param type a record, a bean or a map
     * @return this builder
     */
    public B inputSchema(ParameterizedTypeReference<?> type) {
        this.inputSchema = new ToolSpec.OfType(type.getType());
        return self();
    }

    /**
     * Sets the input schema, which is published unchanged.
     *
     * @param schema a JSON Schema of type {@code object}
     * @return this builder
     */
    public B inputSchema(JsonNode schema) {
        this.inputSchema = new ToolSpec.OfJson(schema);
        return self();
    }

    /**
     * Sets a document with the input schema, which is published unchanged.
     *
     * @param schema a JSON document
     * @return this builder
     */
    public B inputSchema(Resource schema) {
        this.inputSchema = new ToolSpec.OfResource(schema);
        return self();
    }

    /**
     * Sets the type of the structured content. Without an output schema results are text.
     *
     * @param type the type
     * @return this builder
     */
    public B outputSchema(Class<?> type) {
        this.outputSchema = new ToolSpec.OfType(type);
        return self();
    }

    /**
     * Sets the generic type of the structured content.
     *
     * @param type the type
     * @return this builder
     */
    public B outputSchema(ParameterizedTypeReference<?> type) {
        this.outputSchema = new ToolSpec.OfType(type.getType());
        return self();
    }

    /**
     * Sets the output schema, which is published unchanged.
     *
     * @param schema a JSON Schema
     * @return this builder
     */
    public B outputSchema(JsonNode schema) {
        this.outputSchema = new ToolSpec.OfJson(schema);
        return self();
    }

    /**
     * Sets a document with the output schema, which is published unchanged.
     *
     * @param schema a JSON document
     * @return this builder
     */
    public B outputSchema(Resource schema) {
        this.outputSchema = new ToolSpec.OfResource(schema);
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
        this.results = results.withMaxText(size == null ? null : ContentLimit.bytes(size));
        return self();
    }

    /**
     * Sets the maximum size of the binary content of a result together. A larger result is refused.
     *
     * @param size from 1 byte to 1 GB; {@code null} for {@code mcp.server.resources.max-size}, the default
     * @return this builder
     */
    public B maxBinarySize(@Nullable DataSize size) {
        this.results = results.withBinary(
                size == null ? null : new ContentLimit(ContentLimit.bytes(size), "the tool's maxBinarySize"));
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
        this.results = results.withCutText(cutText);
        return self();
    }

    /**
     * Sets whether invisible characters are removed from results.
     *
     * @param sanitize {@code mcp.server.output.sanitize} by default
     * @return this builder
     */
    public B sanitize(boolean sanitize) {
        this.results = results.withSanitize(sanitize);
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
     * Sets the scopes that the access token of a caller needs to use the tool; see
     * {@link io.mcpspring.annotation.McpTool#scopes}.
     *
     * @param scopes the scopes
     * @return this builder
     */
    public B scopes(String... scopes) {
        this.scopes = List.of(scopes);
        return self();
    }

    /**
     * Sets the rate at which each caller may use the tool; see {@link io.mcpspring.annotation.McpTool#rate}.
     *
     * @param rate a number of calls and a period, such as {@code 100/1m}; {@code null} for no limit
     * @return this builder
     */
    public B rate(@Nullable String rate) {
        Assert.isTrue(
                rate == null || CallLimits.Rate.isValid(rate),
                () -> "'rate' must be a number of calls and a period, such as 100/1m: " + rate);
        this.limits = limits.withRate(rate);
        return self();
    }

    /**
     * Sets the number of calls that may run at the same time; see
     * {@link io.mcpspring.annotation.McpTool#maxConcurrency}.
     *
     * @param maxConcurrency the number, at least 1; {@code null} for no limit
     * @return this builder
     */
    public B maxConcurrency(@Nullable Integer maxConcurrency) {
        Assert.isTrue(maxConcurrency == null || maxConcurrency > 0, "'maxConcurrency' must be at least 1");
        this.limits = limits.withMaxConcurrency(maxConcurrency);
        return self();
    }
}
