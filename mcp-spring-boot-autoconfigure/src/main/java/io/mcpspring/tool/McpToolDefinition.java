package io.mcpspring.tool;

import io.mcpspring.annotation.McpTool;
import io.mcpspring.annotation.McpTool.Structured;
import io.mcpspring.annotation.McpTool.TaskSupport;
import io.mcpspring.method.AnnotationTexts;
import io.mcpspring.method.BeanMethod;
import io.mcpspring.protocol.Icon;
import io.mcpspring.protocol.ToolAnnotations;
import java.lang.reflect.Method;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.core.ParameterizedTypeReference;
import org.springframework.core.env.PropertyResolver;
import org.springframework.core.io.Resource;
import org.springframework.util.Assert;
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
 *             .call((arguments, exchange) -> arguments.as(Summands.class).sum())
 *             .build();
 * }
 * }</pre>
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
    public static final class Builder {

        private String name;

        private @Nullable String title;

        private @Nullable String description;

        private ToolSpec.@Nullable SchemaSource inputSchema;

        private ToolSpec.@Nullable SchemaSource outputSchema;

        private Structured structured = Structured.AUTO;

        private ToolAnnotations hints = ToolAnnotations.NONE;

        private @Nullable Duration timeout;

        private TaskSupport task = TaskSupport.FORBIDDEN;

        private final List<Icon> icons = new ArrayList<>();

        private @Nullable Map<String, ?> meta;

        private @Nullable BeanMethod method;

        private Builder(String name) {
            this.name = name;
        }

        private Builder(ToolSpec spec) {
            this.name = spec.name();
            this.title = spec.title();
            this.description = spec.description();
            this.inputSchema = spec.inputSchema();
            this.outputSchema = spec.outputSchema();
            this.structured = spec.structured();
            this.hints = spec.hints();
            this.timeout = spec.timeout();
            this.task = spec.task();
            this.icons.addAll(spec.icons());
            this.meta = spec.meta();
            this.method = spec.method();
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
         * Sets the type whose properties are the arguments. Without an input schema the tool has no arguments.
         *
         * @param type a record, a bean or a map
         * @return this builder
         */
        public Builder inputSchema(Class<?> type) {
            this.inputSchema = new ToolSpec.OfType(type);
            return this;
        }

        /**
         * Sets the generic type whose properties are the arguments.
         *
         * @param type a record, a bean or a map
         * @return this builder
         */
        public Builder inputSchema(ParameterizedTypeReference<?> type) {
            this.inputSchema = new ToolSpec.OfType(type.getType());
            return this;
        }

        /**
         * Sets the input schema, which is published as it is.
         *
         * @param schema a JSON Schema of type {@code object}
         * @return this builder
         */
        public Builder inputSchema(JsonNode schema) {
            this.inputSchema = new ToolSpec.OfJson(schema);
            return this;
        }

        /**
         * Sets a document with the input schema, which is published as it is.
         *
         * @param schema a JSON document
         * @return this builder
         */
        public Builder inputSchema(Resource schema) {
            this.inputSchema = new ToolSpec.OfResource(schema);
            return this;
        }

        /**
         * Sets the type of the structured content. Without an output schema results are text.
         *
         * @param type the type
         * @return this builder
         */
        public Builder outputSchema(Class<?> type) {
            this.outputSchema = new ToolSpec.OfType(type);
            return this;
        }

        /**
         * Sets the generic type of the structured content.
         *
         * @param type the type
         * @return this builder
         */
        public Builder outputSchema(ParameterizedTypeReference<?> type) {
            this.outputSchema = new ToolSpec.OfType(type.getType());
            return this;
        }

        /**
         * Sets the output schema, which is published as it is.
         *
         * @param schema a JSON Schema
         * @return this builder
         */
        public Builder outputSchema(JsonNode schema) {
            this.outputSchema = new ToolSpec.OfJson(schema);
            return this;
        }

        /**
         * Sets a document with the output schema, which is published as it is.
         *
         * @param schema a JSON document
         * @return this builder
         */
        public Builder outputSchema(Resource schema) {
            this.outputSchema = new ToolSpec.OfResource(schema);
            return this;
        }

        /**
         * Sets whether the tool leaves its environment unchanged.
         *
         * @param readOnly the hint
         * @return this builder
         */
        public Builder readOnlyHint(boolean readOnly) {
            this.hints = hints.withReadOnlyHint(readOnly);
            return this;
        }

        /**
         * Sets whether the tool may destroy or overwrite something.
         *
         * @param destructive the hint
         * @return this builder
         */
        public Builder destructiveHint(boolean destructive) {
            this.hints = hints.withDestructiveHint(destructive);
            return this;
        }

        /**
         * Sets whether repeating a call with the same arguments has no further effect.
         *
         * @param idempotent the hint
         * @return this builder
         */
        public Builder idempotentHint(boolean idempotent) {
            this.hints = hints.withIdempotentHint(idempotent);
            return this;
        }

        /**
         * Sets whether the tool deals with an open set of external entities.
         *
         * @param openWorld the hint
         * @return this builder
         */
        public Builder openWorldHint(boolean openWorld) {
            this.hints = hints.withOpenWorldHint(openWorld);
            return this;
        }

        /**
         * Sets the time limit of one call.
         *
         * @param timeout the limit, zero for none; {@code null} for {@code mcp.server.tools.timeout}, the default
         * @return this builder
         */
        public Builder timeout(@Nullable Duration timeout) {
            Assert.isTrue(timeout == null || !timeout.isNegative(), "'timeout' must not be negative");
            this.timeout = timeout;
            return this;
        }

        /**
         * Sets whether calls that take long are answered with a task.
         *
         * @param task {@link TaskSupport#FORBIDDEN} by default
         * @return this builder
         */
        public Builder task(TaskSupport task) {
            this.task = task;
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
         * Sets the work of the tool, which runs on the event loop and must not block.
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
            boolean function = ToolSpec.isFunction(method);
            ToolSpec.SchemaSource input =
                    function && inputSchema == null ? new ToolSpec.OfType(NoArguments.class) : inputSchema;
            Structured ofFunction = outputSchema == null ? Structured.NEVER : Structured.ALWAYS;
            return new McpToolDefinition(new ToolSpec(
                    name,
                    title,
                    description,
                    input,
                    outputSchema,
                    function ? ofFunction : structured,
                    hints,
                    timeout,
                    task,
                    List.copyOf(icons),
                    meta,
                    method));
        }
    }

    /** The arguments of a tool without an input schema. */
    private record NoArguments() {}
}
