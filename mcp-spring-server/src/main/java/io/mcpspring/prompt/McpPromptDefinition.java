package io.mcpspring.prompt;

import io.mcpspring.annotation.McpPrompt;
import io.mcpspring.method.AnnotationTexts;
import io.mcpspring.method.BeanMethod;
import io.mcpspring.method.CallLimits;
import io.mcpspring.protocol.Icon;
import io.mcpspring.protocol.PromptArgument;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.core.env.PropertyResolver;
import org.springframework.util.Assert;

/**
 * A prompt defined in code. Immutable. Every bean of this type is offered to clients beside the {@link McpPrompt}
 * methods; {@link McpPrompts} adds definitions at run time:
 *
 * <pre>{@code
 * @Bean
 * McpPromptDefinition reviewPrompt() {
 *     return McpPromptDefinition.named("review")
 *             .description("Asks for a review")
 *             .argument("language", "The programming language", true)
 *             .get((arguments, exchange) -> "Review this " + arguments.get("language") + " code")
 *             .build();
 * }
 * }</pre>
 *
 * <p>A definition does not reveal its function: to do something before or after requests, write a
 * {@link io.mcpspring.method.McpInterceptor}.
 */
public final class McpPromptDefinition {

    private final PromptSpec spec;

    private McpPromptDefinition(PromptSpec spec) {
        this.spec = spec;
    }

    /**
     * Begins the definition of a prompt.
     *
     * @param name the name of the prompt; see {@link McpPrompt#name}
     * @return a builder, which needs a {@code get} at least
     * @throws IllegalArgumentException if the name is blank
     */
    public static Builder named(String name) {
        return new Builder(name);
    }

    /**
     * Defines a prompt by a method of an object that is not a bean, or by a method that is not annotated.
     * {@link McpPrompt} on the method is used; without it the prompt has the name of the method. Placeholders of the
     * annotation must have default values; see {@link #of(Object, Method, PropertyResolver)}.
     *
     * @param bean the object
     * @param method the method, which must not be private or static
     * @return the definition
     * @throws io.mcpspring.method.McpMethodException if the method cannot be a prompt
     */
    public static McpPromptDefinition of(Object bean, Method method) {
        return of(bean, method, AnnotationTexts.DEFAULTS);
    }

    /**
     * As {@link #of(Object, Method)}, with values for the placeholders of the annotation.
     *
     * @param bean the object
     * @param method the method, which must not be private or static
     * @param properties resolves the placeholders; usually the {@code Environment}
     * @return the definition
     * @throws io.mcpspring.method.McpMethodException if the method cannot be a prompt
     */
    public static McpPromptDefinition of(Object bean, Method method, PropertyResolver properties) {
        return new McpPromptDefinition(
                PromptSpec.of(BeanMethod.of(bean, method), properties::resolveRequiredPlaceholders));
    }

    /** {@return a builder with everything that this definition has, for one that differs} */
    public Builder mutate() {
        return new Builder(spec);
    }

    /** {@return the name of the prompt} */
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

    /** {@return the arguments; empty for a definition by a method, whose arguments are its parameters} */
    public List<PromptArgument> arguments() {
        return spec.arguments();
    }

    /** {@return the scopes that the access token of a caller needs to use the prompt} */
    public List<String> scopes() {
        return spec.scopes();
    }

    /** {@return the rate at which each caller may use the prompt; {@code null} for no limit} */
    public @Nullable String rate() {
        CallLimits.Rate rate = spec.limits().rate();
        return rate == null ? null : rate.toString();
    }

    /** {@return the number of calls that may run at the same time; {@code null} for no limit} */
    public @Nullable Integer maxConcurrency() {
        return spec.limits().maxConcurrency();
    }

    /** {@return the icons} */
    public List<Icon> icons() {
        return spec.icons();
    }

    /** {@return the {@code _meta}; {@code null} if there is none} */
    public @Nullable Map<String, ?> meta() {
        return spec.meta();
    }

    PromptSpec spec() {
        return spec;
    }

    /** Builds a definition. Most prompts need a description and a {@code get}. */
    public static final class Builder {

        private String name;

        private @Nullable String title;

        private @Nullable String description;

        private final List<PromptArgument> arguments = new ArrayList<>();

        private List<String> scopes = List.of();

        private CallLimits limits = CallLimits.NONE;

        private final List<Icon> icons = new ArrayList<>();

        private @Nullable Map<String, ?> meta;

        private @Nullable BeanMethod method;

        private Builder(String name) {
            Assert.hasText(name, "The name of a prompt must not be blank");
            this.name = name;
        }

        private Builder(PromptSpec spec) {
            this.name = spec.name();
            this.title = spec.title();
            this.description = spec.description();
            this.arguments.addAll(spec.arguments());
            this.scopes = spec.scopes();
            this.limits = spec.limits();
            this.icons.addAll(spec.icons());
            this.meta = spec.meta();
            this.method = spec.method();
        }

        /**
         * Sets the name.
         *
         * @param name the name of the prompt; see {@link McpPrompt#name}
         * @return this builder
         * @throws IllegalArgumentException if the name is blank
         */
        public Builder name(String name) {
            Assert.hasText(name, "The name of a prompt must not be blank");
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
         * @param description the purpose of the prompt, written for the people who choose it
         * @return this builder
         */
        public Builder description(@Nullable String description) {
            this.description = description;
            return this;
        }

        /**
         * Adds an argument.
         *
         * @param name the name of the argument
         * @param description the description; {@code null} for none
         * @param required whether requests without the argument are refused
         * @return this builder
         * @throws IllegalArgumentException if there is already an argument of this name
         */
        public Builder argument(String name, @Nullable String description, boolean required) {
            return argument(PromptArgument.of(name).withDescription(description).withRequired(required));
        }

        /**
         * Adds an argument.
         *
         * @param argument the argument
         * @return this builder
         * @throws IllegalArgumentException if there is already an argument of this name
         */
        public Builder argument(PromptArgument argument) {
            Assert.hasText(argument.name(), "The name of an argument must not be blank");
            Assert.isTrue(
                    arguments.stream().noneMatch(other -> other.name().equals(argument.name())),
                    () -> "Prompt '" + name + "' already has an argument '" + argument.name() + "'");
            arguments.add(argument);
            return this;
        }

        /**
         * Sets the scopes that the access token of a caller needs to use the prompt; see {@link McpPrompt#scopes}.
         *
         * @param scopes the scopes
         * @return this builder
         */
        public Builder scopes(String... scopes) {
            this.scopes = List.of(scopes);
            return this;
        }

        /**
         * Sets the rate at which each caller may use the prompt; see {@link McpPrompt#rate}.
         *
         * @param rate a number of calls and a period, such as {@code 100/1m}; {@code null} for no limit
         * @return this builder
         */
        public Builder rate(@Nullable String rate) {
            Assert.isTrue(
                    rate == null || CallLimits.Rate.isValid(rate),
                    () -> "'rate' must be a number of calls and a period, such as 100/1m: " + rate);
            this.limits = limits.withRate(rate);
            return this;
        }

        /**
         * Sets the number of calls that may run at the same time; see {@link McpPrompt#maxConcurrency}.
         *
         * @param maxConcurrency the number, at least 1; {@code null} for no limit
         * @return this builder
         */
        public Builder maxConcurrency(@Nullable Integer maxConcurrency) {
            Assert.isTrue(maxConcurrency == null || maxConcurrency > 0, "'maxConcurrency' must be at least 1");
            this.limits = limits.withMaxConcurrency(maxConcurrency);
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
         * Sets the {@code _meta} of the prompt; sent from revision 2025-06-18 on.
         *
         * @param meta the members
         * @return this builder
         */
        public Builder meta(Map<String, ?> meta) {
            this.meta = AnnotationTexts.sorted(meta);
            return this;
        }

        /**
         * Sets the work of the prompt, which runs on a worker thread and may block.
         *
         * @param function the work
         * @return this builder
         */
        public Builder get(McpPromptFunction function) {
            this.method = BeanMethod.ofFunction(McpPromptFunction.class, function);
            return this;
        }

        /**
         * Sets the work of the prompt, which runs on a non-blocking thread and must not block.
         *
         * @param function the work
         * @return this builder
         */
        public Builder getReactive(McpReactivePromptFunction function) {
            this.method = BeanMethod.ofFunction(McpReactivePromptFunction.class, function);
            return this;
        }

        /**
         * Builds the definition.
         *
         * @return the definition
         * @throws IllegalStateException if the work of the prompt is missing, or if arguments were added although they
         *     are the parameters of a method
         */
        public McpPromptDefinition build() {
            Assert.state(method != null, () -> "Prompt '" + name + "' needs get(...) or getReactive(...)");
            Assert.state(
                    arguments.isEmpty() || method.isFunction(),
                    () -> "Prompt '" + name + "' must not have arguments besides the parameters of its method");
            return new McpPromptDefinition(new PromptSpec(
                    name,
                    title,
                    description,
                    List.copyOf(arguments),
                    scopes,
                    limits,
                    List.copyOf(icons),
                    meta,
                    method));
        }
    }
}
