package io.mcpspring.prompt;

import io.mcpspring.Internal;
import io.mcpspring.annotation.McpPrompt;
import io.mcpspring.entry.McpDefinition;
import io.mcpspring.method.AnnotationTexts;
import io.mcpspring.method.BeanMethod;
import io.mcpspring.protocol.PromptArgument;
import java.lang.reflect.Method;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.core.annotation.AnnotatedElementUtils;
import org.springframework.core.annotation.AnnotationUtils;
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
 */
public final class McpPromptDefinition extends McpDefinition {

    private final Builder state;

    private McpPromptDefinition(Builder state) {
        super(state);
        this.state = state;
    }

    /**
     * Begins the definition of a prompt.
     *
     * @param name the name of the prompt; see {@link McpPrompt#name}
     * @return a builder, which needs a {@code get} at least
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
        BeanMethod beanMethod = BeanMethod.of(bean, method);
        McpPrompt annotation = AnnotatedElementUtils.findMergedAnnotation(beanMethod.method(), McpPrompt.class);
        return of(
                annotation == null ? AnnotationUtils.synthesizeAnnotation(McpPrompt.class) : annotation,
                new AnnotationTexts(beanMethod, properties::resolveRequiredPlaceholders));
    }

    static McpPromptDefinition of(McpPrompt annotation, AnnotationTexts texts) {
        return new McpPromptDefinition(new Builder(annotation, texts));
    }

    /** {@return a builder with everything that this definition has, for one that differs} */
    public Builder mutate() {
        return state.copy();
    }

    /** {@return the arguments; empty for a definition by a method, whose arguments are its parameters} */
    public List<PromptArgument> arguments() {
        return state.arguments;
    }

    /**
     * Whether arguments that are not declared are accepted.
     *
     * @return whether they are passed to the function
     * @hidden
     */
    @Internal
    public boolean isOpen() {
        return state.open;
    }

    /** Builds a definition. Most prompts need a description and a {@code get}. */
    public static final class Builder extends McpDefinition.Builder<Builder> {

        private List<PromptArgument> arguments = List.of();

        private boolean open;

        private Builder(String name) {
            super(name);
        }

        private Builder(McpPrompt annotation, AnnotationTexts texts) {
            super(annotation, texts);
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
                    () -> "Prompt '" + name() + "' already has an argument '" + argument.name() + "'");
            this.arguments =
                    Stream.concat(arguments.stream(), Stream.of(argument)).toList();
            return this;
        }

        /**
         * Accepts arguments that are not declared.
         *
         * @return this builder
         * @hidden
         */
        @Internal
        public Builder open() {
            this.open = true;
            return this;
        }

        /**
         * Sets the work of the prompt, which runs on a worker thread and may block.
         *
         * @param function the work
         * @return this builder
         */
        public Builder get(McpPromptFunction function) {
            return function(McpPromptFunction.class, function);
        }

        /**
         * Sets the work of the prompt, which runs on a non-blocking thread and must not block.
         *
         * @param function the work
         * @return this builder
         */
        public Builder getReactive(McpReactivePromptFunction function) {
            return function(McpReactivePromptFunction.class, function);
        }

        /**
         * Builds the definition.
         *
         * @return the definition
         * @throws IllegalArgumentException if the name is blank
         * @throws IllegalStateException if the work of the prompt is missing, or if arguments were added although they
         *     are the parameters of a method
         */
        public McpPromptDefinition build() {
            Assert.hasText(name(), "The name of a prompt must not be blank");
            McpPromptDefinition definition = new McpPromptDefinition(copy());
            Assert.state(
                    arguments.isEmpty() || definition.method().isFunction(),
                    () -> "Prompt '" + name() + "' must not have arguments besides the parameters of its method");
            return definition;
        }
    }
}
