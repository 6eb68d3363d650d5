package io.mcpspring.tool;

import io.mcpspring.annotation.McpTool;
import io.mcpspring.annotation.McpTool.Structured;
import io.mcpspring.annotation.McpTool.TaskSupport;
import io.mcpspring.content.ContentLimit;
import io.mcpspring.method.AnnotationTexts;
import io.mcpspring.method.BeanMethod;
import io.mcpspring.method.CallLimits;
import io.mcpspring.protocol.Icon;
import io.mcpspring.protocol.ToolAnnotations;
import java.lang.reflect.Method;
import java.lang.reflect.Type;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.core.env.PropertyResolver;
import org.springframework.core.io.Resource;
import org.springframework.util.Assert;
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
 *
 * <p>A definition does not reveal its function: to do something before or after calls, write a
 * {@link io.mcpspring.method.McpInterceptor}.
 */
public final class McpToolDefinition {

    private final ToolSpec spec;

    private McpToolDefinition(ToolSpec spec) {
        this.spec = spec;
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
     * on the method is used; without it the tool has the name of the method. Placeholders of the annotation must have
     * default values; see {@link #of(Object, Method, PropertyResolver)}.
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
        return new McpToolDefinition(ToolSpec.of(BeanMethod.of(bean, method), properties::resolveRequiredPlaceholders));
    }

    /** {@return a builder with everything that this definition has, for one that differs} */
    public Builder mutate() {
        return new Builder(spec);
    }

    /** {@return the name of the tool} */
    public String name() {
        return spec.name();
    }

    /** {@return the name shown to people; {@code null} if there is none} */
    public @Nullable String title() {
        return spec.title();
    }

    /** {@return the description; {@code null} if there is none} */
    public @Nullable String description() {
        return spec.description();
    }

    /**
     * {@return the source of the input schema: a {@link Type}, a {@link JsonNode} or a {@link Resource}; {@code null}
     * if the schema follows from the parameters of the method}
     */
    public @Nullable Object inputSchema() {
        return ToolSpec.value(spec.inputSchema());
    }

    /**
     * {@return the source of the output schema: a {@link Type}, a {@link JsonNode} or a {@link Resource}; {@code null}
     * if the schema follows from the result of the method, or if there is none}
     */
    public @Nullable Object outputSchema() {
        return ToolSpec.value(spec.outputSchema());
    }

    /** {@return whether results are structured} */
    public Structured structured() {
        return spec.structured();
    }

    /** {@return the hints of the tool} */
    public ToolAnnotations annotations() {
        return spec.hints();
    }

    /** {@return the time limit of one call, zero for none; {@code null} for {@code mcp.server.tools.timeout}} */
    public @Nullable Duration timeout() {
        return spec.timeout();
    }

    /** {@return whether calls that take long are answered with a task} */
    public TaskSupport task() {
        return spec.task();
    }

    /** {@return the scopes that the access token of a caller needs to use the tool} */
    public List<String> scopes() {
        return spec.scopes();
    }

    /** {@return the rate at which each caller may use the tool; {@code null} for no limit} */
    public @Nullable String rate() {
        CallLimits.Rate rate = spec.limits().rate();
        return rate == null ? null : rate.toString();
    }

    /** {@return the number of calls that may run at the same time; {@code null} for no limit} */
    public @Nullable Integer maxConcurrency() {
        return spec.limits().maxConcurrency();
    }

    /** {@return the maximum size of the texts of a result; {@code null} for {@code mcp.server.limits.max-text-size}} */
    public @Nullable DataSize maxTextSize() {
        Integer bytes = spec.results().maxText();
        return bytes == null ? null : DataSize.ofBytes(bytes);
    }

    /** {@return the maximum size of binary content; {@code null} for {@code mcp.server.resources.max-size}} */
    public @Nullable DataSize maxBinarySize() {
        ContentLimit limit = spec.results().binary();
        return limit == null ? null : DataSize.ofBytes(limit.maxBytes());
    }

    /** {@return whether texts that are too large are cut; {@code null} for {@code mcp.server.limits.cut-text}} */
    public @Nullable Boolean cutText() {
        return spec.results().cutText();
    }

    /** {@return whether invisible characters are removed; {@code null} for {@code mcp.server.output.sanitize}} */
    public @Nullable Boolean sanitize() {
        return spec.results().sanitize();
    }

    /** {@return the icons} */
    public List<Icon> icons() {
        return spec.icons();
    }

    /** {@return the {@code _meta}; {@code null} if there is none} */
    public @Nullable Map<String, ?> meta() {
        return spec.meta();
    }

    ToolSpec spec() {
        return spec;
    }

    /** Builds a definition. Most tools need a description and a {@code call}. */
    public static final class Builder extends ToolContract<Builder> {

        private String name;

        private @Nullable String title;

        private @Nullable String description;

        private Structured structured = Structured.AUTO;

        private final List<Icon> icons = new ArrayList<>();

        private @Nullable Map<String, ?> meta;

        private @Nullable BeanMethod method;

        private Builder(String name) {
            super(null);
            this.name = name;
        }

        private Builder(ToolSpec spec) {
            super(spec);
            this.name = spec.name();
            this.title = spec.title();
            this.description = spec.description();
            this.structured = spec.structured();
            this.icons.addAll(spec.icons());
            this.meta = spec.meta();
            this.method = spec.method();
        }

        @Override
        Builder self() {
            return this;
        }

        /**
         * Sets the name.
         *
         * @param name the name of the tool; see {@link McpTool#name}
         * @return this builder
         */
        public Builder name(String name) {
            this.name = name;
            return this;
        }

        /**
         * Sets the name shown to people; sent from revision 2025-06-18 on.
         *
         * @param title the title
         * @return this builder
         */
        public Builder title(@Nullable String title) {
            this.title = title;
            return this;
        }

        /**
         * Sets the description.
         *
         * @param description what the tool does and when to use it, written for a language model
         * @return this builder
         */
        public Builder description(@Nullable String description) {
            this.description = description;
            return this;
        }

        /**
         * Adds an icon for user interfaces; sent from revision 2025-11-25 on.
         *
         * @param icon the icon
         * @return this builder
         */
        public Builder icon(Icon icon) {
            icons.add(icon);
            return this;
        }

        /**
         * Sets the {@code _meta} of the tool.
         *
         * @param meta the members
         * @return this builder
         */
        public Builder meta(Map<String, ?> meta) {
            this.meta = AnnotationTexts.sorted(meta);
            return this;
        }

        /**
         * Sets the work of the tool, which runs on a worker thread and may block.
         *
         * @param function the work
         * @return this builder
         */
        public Builder call(McpToolFunction function) {
            this.method = BeanMethod.ofFunction(McpToolFunction.class, function);
            return this;
        }

        /**
         * Sets the work of the tool, which runs on a non-blocking thread and must not block.
         *
         * @param function the work
         * @return this builder
         */
        public Builder callReactive(McpReactiveToolFunction function) {
            this.method = BeanMethod.ofFunction(McpReactiveToolFunction.class, function);
            return this;
        }

        /**
         * Builds the definition. What cannot be served, such as a schema, is found when the tool is registered.
         *
         * @return the definition
         * @throws IllegalStateException if the work of the tool is missing
         */
        public McpToolDefinition build() {
            Assert.state(method != null, () -> "Tool '" + name + "' needs call(...) or callReactive(...)");
            boolean function = method.isFunction();
            ToolSpec.SchemaSource input =
                    function && inputSchema() == null ? new ToolSpec.OfType(NoArguments.class) : inputSchema();
            Structured ofFunction = outputSchema() == null ? Structured.NEVER : Structured.ALWAYS;
            return new McpToolDefinition(new ToolSpec(
                    name,
                    title,
                    description,
                    input,
                    outputSchema(),
                    function ? ofFunction : structured,
                    hints(),
                    timeout(),
                    task(),
                    scopes(),
                    limits(),
                    results(),
                    List.copyOf(icons),
                    meta,
                    method));
        }
    }

    /** The arguments of a tool without an input schema. */
    private record NoArguments() {}
}
