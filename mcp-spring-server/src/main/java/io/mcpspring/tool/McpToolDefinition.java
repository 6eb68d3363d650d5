package io.mcpspring.tool;

import io.mcpspring.annotation.McpTool;
import io.mcpspring.annotation.McpTool.ConfirmUnsupported;
import io.mcpspring.annotation.McpTool.Structured;
import io.mcpspring.annotation.McpTool.TaskSupport;
import io.mcpspring.entry.McpDefinition;
import io.mcpspring.method.AnnotationTexts;
import io.mcpspring.method.BeanMethod;
import io.mcpspring.protocol.ToolAnnotations;
import java.lang.reflect.Method;
import java.lang.reflect.Type;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.core.annotation.AnnotatedElementUtils;
import org.springframework.core.env.PropertyResolver;
import org.springframework.core.io.DefaultResourceLoader;
import org.springframework.core.io.Resource;
import org.springframework.core.io.ResourceLoader;
import org.springframework.util.unit.DataSize;
import tools.jackson.databind.JsonNode;

/**
 * A tool defined in code. Immutable. Every bean of this type is offered to clients beside the {@link McpTool} methods;
 * {@link McpTools} adds definitions at run time:
 *
 * <pre>{@code
 * @Bean
 * McpToolDefinition addTool() {
 *     return McpToolDefinition.named("add")
 *             .description("Adds two numbers")
 *             .inputSchema(Summands.class)
 *             .outputSchema(Sum.class)
 *             .call((arguments, exchange) -> arguments.as(Summands.class).sum())
 *             .build();
 * }
 * }</pre>
 */
public final class McpToolDefinition extends McpDefinition {

    private final Builder state;

    private McpToolDefinition(Builder state) {
        super(state);
        this.state = state;
    }

    /**
     * Begins the definition of a tool.
     *
     * @param name the name of the tool; see {@link McpTool#name}
     * @return a builder, which needs a {@code call} at least
     */
    public static Builder named(String name) {
        return new Builder(name);
    }

    /**
     * Defines a tool by a method of an object that is not a bean, or by a method that is not annotated. {@link McpTool}
     * on the method and on its class are used; without a name the tool has that of the method. Placeholders of the
     * annotation must have default values; see {@link #of(Object, Method, PropertyResolver)}.
     *
     * @param bean the object
     * @param method the method, which must not be private or static
     * @return the definition
     * @throws io.mcpspring.method.McpMethodException if the method cannot be a tool
     */
    public static McpToolDefinition of(Object bean, Method method) {
        return of(bean, method, AnnotationTexts.DEFAULTS);
    }

    /**
     * As {@link #of(Object, Method)}, with values for the placeholders of the annotation.
     *
     * @param bean the object
     * @param method the method, which must not be private or static
     * @param properties resolves the placeholders; usually the {@code Environment}
     * @return the definition
     * @throws io.mcpspring.method.McpMethodException if the method cannot be a tool
     */
    public static McpToolDefinition of(Object bean, Method method, PropertyResolver properties) {
        BeanMethod beanMethod = BeanMethod.of(bean, method);
        McpTool annotation = AnnotatedElementUtils.findMergedAnnotation(beanMethod.method(), McpTool.class);
        return of(
                ClassDefaults.with(annotation, beanMethod.beanClass()),
                new AnnotationTexts(beanMethod, properties::resolveRequiredPlaceholders),
                new DefaultResourceLoader());
    }

    /** @param resources finds the schema files to which the annotation refers */
    static McpToolDefinition of(McpTool annotation, AnnotationTexts texts, ResourceLoader resources) {
        return new McpToolDefinition(new Builder(annotation, texts, resources));
    }

    /** {@return a builder with everything that this definition has, for one that differs} */
    public Builder mutate() {
        return state.copy();
    }

    /**
     * {@return the source of the input schema: a {@link Type}, a {@link JsonNode} or a {@link Resource}; {@code null}
     * if the schema follows from the parameters of the method, or if a function has no arguments}
     */
    public @Nullable Object inputSchema() {
        return state.inputSchema;
    }

    /**
     * {@return the source of the output schema: a {@link Type}, a {@link JsonNode} or a {@link Resource}; {@code null}
     * if the schema follows from the result of the method, or if there is none}
     */
    public @Nullable Object outputSchema() {
        return state.outputSchema;
    }

    /** {@return whether results are structured} */
    public Structured structured() {
        if (!method().isFunction()) {
            return state.structured;
        }
        return state.outputSchema == null ? Structured.NEVER : Structured.ALWAYS;
    }

    /** {@return the hints of the tool} */
    public ToolAnnotations annotations() {
        return state.hints;
    }

    /** {@return the time limit of one call, zero for none; {@code null} for {@code mcp.server.tools.timeout}} */
    public @Nullable Duration timeout() {
        return state.timeout;
    }

    /** {@return whether calls that take long are answered with a task} */
    public TaskSupport task() {
        return state.task;
    }

    /** {@return the tags by which toolsets contain the tool} */
    public List<String> tags() {
        return state.tags;
    }

    /** {@return the maximum size of the texts of a result; {@code null} for {@code mcp.server.limits.max-text-size}} */
    public @Nullable DataSize maxTextSize() {
        return state.maxTextSize;
    }

    /** {@return the maximum size of binary content; {@code null} for {@code mcp.server.resources.max-size}} */
    public @Nullable DataSize maxBinarySize() {
        return state.maxBinarySize;
    }

    /** {@return whether texts that are too large are cut; {@code null} for {@code mcp.server.limits.cut-text}} */
    public @Nullable Boolean cutText() {
        return state.cutText;
    }

    /** {@return whether invisible characters are removed; {@code null} for {@code mcp.server.output.sanitize}} */
    public @Nullable Boolean sanitize() {
        return state.sanitize;
    }

    /** {@return the question by which the user confirms each call; {@code null} for none} */
    public @Nullable String confirm() {
        return state.confirm;
    }

    /** {@return what happens to calls of clients that cannot ask the user to confirm them} */
    public ConfirmUnsupported confirmUnsupported() {
        return state.confirmUnsupported;
    }

    /** Builds a definition. Most tools need a description and a {@code call}. */
    public static final class Builder extends ToolBehavior<Builder> {

        private Builder(String name) {
            super(name);
        }

        private Builder(McpTool annotation, AnnotationTexts texts, ResourceLoader resources) {
            super(annotation, texts, resources);
        }

        /**
         * Sets the work of the tool, which runs on a worker thread and may block.
         *
         * @param function the work
         * @return this builder
         */
        public Builder call(McpToolFunction function) {
            return function(McpToolFunction.class, function);
        }

        /**
         * Sets the work of the tool, which runs on a non-blocking thread and must not block.
         *
         * @param function the work
         * @return this builder
         */
        public Builder callReactive(McpReactiveToolFunction function) {
            return function(McpReactiveToolFunction.class, function);
        }

        /**
         * Builds the definition. What cannot be served, such as a schema, is found when the tool is registered.
         *
         * @return the definition
         * @throws IllegalStateException if the work of the tool is missing
         */
        public McpToolDefinition build() {
            return new McpToolDefinition(copy());
        }
    }
}
