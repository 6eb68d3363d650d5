package io.mcpspring.prompt;

import io.mcpspring.annotation.McpPrompt;
import io.mcpspring.method.BeanMethod;
import io.mcpspring.protocol.Icon;
import io.mcpspring.protocol.Prompt;
import io.mcpspring.protocol.PromptArgument;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.springframework.util.Assert;

/**
 * A prompt defined in code. Every bean of this type is offered to clients beside the {@link McpPrompt} methods:
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
public final class McpPromptDefinition {

    private final Prompt prompt;

    private final BeanMethod method;

    private McpPromptDefinition(Prompt prompt, BeanMethod method) {
        this.prompt = prompt;
        this.method = method;
    }

    /**
     * Begins the definition of a prompt with this name, of which the rules of {@link McpPrompt#name} hold.
     *
     * @throws IllegalArgumentException if it is blank
     */
    public static Builder named(String name) {
        return new Builder(name);
    }

    Prompt prompt() {
        return prompt;
    }

    BeanMethod method() {
        return method;
    }

    /** Collects what a prompt is made of; a description and a body are what most prompts need. */
    public static final class Builder {

        private final String name;

        private @Nullable String title;

        private @Nullable String description;

        private final List<PromptArgument> arguments = new ArrayList<>();

        private final List<Icon> icons = new ArrayList<>();

        private @Nullable Map<String, ?> meta;

        private @Nullable McpPromptFunction function;

        private Builder(String name) {
            Assert.hasText(name, "A prompt has a name");
            this.name = name;
        }

        /** The name shown to people. */
        public Builder title(String title) {
            this.title = title;
            return this;
        }

        /** What the prompt is for. */
        public Builder description(String description) {
            this.description = description;
            return this;
        }

        /**
         * Adds an argument.
         *
         * @throws IllegalArgumentException if there is one of its name already
         */
        public Builder argument(String name, @Nullable String description, boolean required) {
            return argument(new PromptArgument(name, null, description, required));
        }

        /**
         * Adds an argument.
         *
         * @throws IllegalArgumentException if there is one of its name already
         */
        public Builder argument(PromptArgument argument) {
            Assert.hasText(argument.name(), "An argument has a name");
            Assert.isTrue(
                    arguments.stream().noneMatch(other -> other.name().equals(argument.name())),
                    () -> "Prompt '" + name + "' has an argument '" + argument.name() + "' already");
            arguments.add(argument);
            return this;
        }

        /** Adds an icon for user interfaces; sent from revision 2025-11-25 on. */
        public Builder icon(Icon icon) {
            icons.add(icon);
            return this;
        }

        /** The prompt's {@code _meta}; sent from revision 2025-06-18 on. */
        public Builder meta(Map<String, ?> meta) {
            // In an order of its own: that of Map.of differs from process to process.
            this.meta = Collections.unmodifiableMap(new TreeMap<>(meta));
            return this;
        }

        /** What the prompt says, by the rules of {@link McpPrompt}; runs on a worker thread and may block. */
        public Builder get(McpPromptFunction function) {
            this.function = function;
            return this;
        }

        /** @throws IllegalStateException if the definition says nothing of the work */
        public McpPromptDefinition build() {
            Assert.state(function != null, () -> "Prompt '" + name + "' needs get(...)");
            return new McpPromptDefinition(
                    new Prompt(name, title, description, arguments, icons, meta),
                    BeanMethod.ofFunction(McpPromptFunction.class, function));
        }
    }
}
