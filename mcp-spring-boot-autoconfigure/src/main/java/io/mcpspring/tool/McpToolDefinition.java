package io.mcpspring.tool;

import io.mcpspring.annotation.McpTool;
import io.mcpspring.annotation.Structured;
import io.mcpspring.annotation.TaskSupport;
import io.mcpspring.method.BeanMethod;
import io.mcpspring.protocol.Icon;
import io.mcpspring.protocol.ToolAnnotations;
import java.lang.reflect.Method;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.springframework.core.io.Resource;
import org.springframework.util.Assert;
import tools.jackson.databind.JsonNode;

/**
 * A tool defined in code. Every bean of this type is offered to clients beside the {@link McpTool} methods:
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

    private final BeanMethod method;

    private final @Nullable ToolSpec spec;

    private McpToolDefinition(BeanMethod method, @Nullable ToolSpec spec) {
        this.method = method;
        this.spec = spec;
    }

    /** Begins the definition of a tool with this name. */
    public static Builder named(String name) {
        return new Builder(name);
    }

    /**
     * A tool from a method of an object that is no bean, or a method that is not annotated. {@link McpTool} on the
     * method is honoured; without it the tool has the method's name.
     */
    public static McpToolDefinition of(Object bean, Method method) {
        return new McpToolDefinition(BeanMethod.of(bean, method), null);
    }

    /** What was said in code, or else what the method's annotation says. */
    ToolSpec spec(Function<BeanMethod, ToolSpec> annotated) {
        return spec != null ? spec : annotated.apply(this.method);
    }

    /** Collects what a tool is made of; a description and a body are what most tools need. */
    public static final class Builder {

        private final String name;

        private @Nullable String title;

        private @Nullable String description;

        private ToolSpec.SchemaSource inputSchema = new ToolSpec.OfType(NoArguments.class);

        private ToolSpec.@Nullable SchemaSource outputSchema;

        private ToolAnnotations hints = ToolAnnotations.NONE;

        private @Nullable Duration timeout;

        private TaskSupport task = TaskSupport.FORBIDDEN;

        private final List<Icon> icons = new ArrayList<>();

        private @Nullable Map<String, ?> meta;

        private @Nullable BeanMethod method;

        private Builder(String name) {
            this.name = name;
        }

        /** The name shown to people. */
        public Builder title(String title) {
            this.title = title;
            return this;
        }

        /** What the tool does and when to use it, written for a language model. */
        public Builder description(String description) {
            this.description = description;
            return this;
        }

        /** Takes the arguments from the properties of this type; without an input schema the tool has no arguments. */
        public Builder inputSchema(Class<?> type) {
            this.inputSchema = new ToolSpec.OfType(type);
            return this;
        }

        /** The input schema, published exactly as it is. */
        public Builder inputSchema(JsonNode schema) {
            this.inputSchema = new ToolSpec.OfJson(schema);
            return this;
        }

        /** A document with the input schema, published exactly as it is. */
        public Builder inputSchema(Resource schema) {
            this.inputSchema = new ToolSpec.OfResource(schema);
            return this;
        }

        /** The type of the structured content; without an output schema results are text. */
        public Builder outputSchema(Class<?> type) {
            this.outputSchema = new ToolSpec.OfType(type);
            return this;
        }

        /** The output schema, published exactly as it is. */
        public Builder outputSchema(JsonNode schema) {
            this.outputSchema = new ToolSpec.OfJson(schema);
            return this;
        }

        /** A document with the output schema, published exactly as it is. */
        public Builder outputSchema(Resource schema) {
            this.outputSchema = new ToolSpec.OfResource(schema);
            return this;
        }

        /** The tool leaves its environment unchanged, or does not. */
        public Builder readOnlyHint(boolean readOnly) {
            this.hints = new ToolAnnotations(
                    null, readOnly, hints.destructiveHint(), hints.idempotentHint(), hints.openWorldHint());
            return this;
        }

        /** The tool may destroy or overwrite something, or only adds. */
        public Builder destructiveHint(boolean destructive) {
            this.hints = new ToolAnnotations(
                    null, hints.readOnlyHint(), destructive, hints.idempotentHint(), hints.openWorldHint());
            return this;
        }

        /** Repeating a call with the same arguments has no further effect, or has. */
        public Builder idempotentHint(boolean idempotent) {
            this.hints = new ToolAnnotations(
                    null, hints.readOnlyHint(), hints.destructiveHint(), idempotent, hints.openWorldHint());
            return this;
        }

        /** The tool deals with an open set of outside entities, or a closed one. */
        public Builder openWorldHint(boolean openWorld) {
            this.hints = new ToolAnnotations(
                    null, hints.readOnlyHint(), hints.destructiveHint(), hints.idempotentHint(), openWorld);
            return this;
        }

        /** Time limit of one call, zero for none; {@code mcp.server.tools.timeout} unless given. */
        public Builder timeout(Duration timeout) {
            Assert.isTrue(!timeout.isNegative(), "A time limit is not negative");
            this.timeout = timeout;
            return this;
        }

        /** Whether calls that take long are answered with a task. */
        public Builder task(TaskSupport task) {
            this.task = task;
            return this;
        }

        /** Adds an icon for user interfaces. */
        public Builder icon(Icon icon) {
            icons.add(icon);
            return this;
        }

        /** The tool's {@code _meta}. */
        public Builder meta(Map<String, ?> meta) {
            // In an order of its own: that of Map.of differs from process to process.
            this.meta = Collections.unmodifiableMap(new TreeMap<>(meta));
            return this;
        }

        /** The tool's work, done on a worker thread; it may block. */
        public Builder call(McpToolFunction function) {
            this.method = BeanMethod.ofFunction(McpToolFunction.class, function);
            return this;
        }

        /** The tool's work, begun on the event loop; it must not block. */
        public Builder callReactive(McpReactiveToolFunction function) {
            this.method = BeanMethod.ofFunction(McpReactiveToolFunction.class, function);
            return this;
        }

        /** @throws IllegalStateException if the definition says nothing of the work */
        public McpToolDefinition build() {
            Assert.state(method != null, () -> "Tool '" + name + "' needs call(...) or callReactive(...)");
            return new McpToolDefinition(
                    method,
                    new ToolSpec(
                            name,
                            title,
                            description,
                            inputSchema,
                            outputSchema,
                            outputSchema == null ? Structured.NEVER : Structured.ALWAYS,
                            hints,
                            timeout,
                            task,
                            List.copyOf(icons),
                            meta,
                            method));
        }
    }

    /** What a tool takes whose author named no input schema. */
    private record NoArguments() {}
}
