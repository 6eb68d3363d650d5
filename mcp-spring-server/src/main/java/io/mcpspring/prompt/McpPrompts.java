package io.mcpspring.prompt;

import io.mcpspring.entry.Registry;
import io.mcpspring.event.ListChanged;
import io.mcpspring.event.ServerEvents;
import io.mcpspring.method.McpMethodException;
import io.mcpspring.protocol.Prompt;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * The prompts of the server. Complete when all singletons of the application exist; from then on they can be changed,
 * from any thread. Inject this bean to list and change them.
 */
public final class McpPrompts {

    private final Registry<RegisteredPrompt> registry;

    private final Supplier<PromptFactory> factory;

    private final ServerEvents events;

    McpPrompts(Registry<RegisteredPrompt> registry, Supplier<PromptFactory> factory, ServerEvents events) {
        this.registry = registry;
        this.factory = factory;
        this.events = events;
    }

    /** {@return all prompts as clients of the newest revision see them, sorted by name} */
    public List<Prompt> list() {
        return registry.all().values().stream()
                .map(RegisteredPrompt::definition)
                .toList();
    }

    /**
     * Finds a prompt.
     *
     * @param name the name of the prompt
     * @return the prompt as clients of the newest revision see it; empty if there is none
     */
    public Optional<Prompt> find(String name) {
        return Optional.ofNullable(registry.find(name)).map(RegisteredPrompt::definition);
    }

    /**
     * Changes prompts: all changes are made at once or, if one of them fails, none. Clients that listen are notified
     * once, if anything has changed. Requests that are running are not affected. Other instances of the server keep
     * their own prompts.
     *
     * @param changes makes the changes
     * @throws McpMethodException if a prompt cannot be served
     * @throws IllegalArgumentException if a name is taken, or if there is no prompt of a name
     * @throws IllegalStateException while the application starts, because the prompts of the start are beans, or within
     *     another update
     */
    public void update(Consumer<Changes> changes) {
        if (registry.change(draft -> changes.accept(new Changes(draft, factory)))) {
            events.publish(ListChanged.PROMPTS);
        }
    }

    /** The changes of an update. Valid within the update, on its thread. */
    public static final class Changes {

        private final Registry.Draft<RegisteredPrompt> draft;

        private final Supplier<PromptFactory> factory;

        private Changes(Registry.Draft<RegisteredPrompt> draft, Supplier<PromptFactory> factory) {
            this.draft = draft;
            this.factory = factory;
        }

        /**
         * Adds a prompt.
         *
         * @param definition a prompt with a name that no other prompt has
         * @return these changes
         */
        public Changes add(McpPromptDefinition definition) {
            draft.add(() -> factory.get().create(definition));
            return this;
        }

        /**
         * Replaces the prompt with the same name.
         *
         * @param definition the new prompt
         * @return these changes
         */
        public Changes replace(McpPromptDefinition definition) {
            draft.replace(() -> factory.get().create(definition));
            return this;
        }

        /**
         * Adds a prompt, or replaces the one with the same name.
         *
         * @param definition the new prompt
         * @return these changes
         */
        public Changes put(McpPromptDefinition definition) {
            draft.put(() -> factory.get().create(definition));
            return this;
        }

        /**
         * Removes a prompt, which must exist.
         *
         * @param name the name of the prompt
         * @return these changes
         */
        public Changes remove(String name) {
            draft.remove(name);
            return this;
        }

        /**
         * Removes a prompt, if it exists.
         *
         * @param name the name of the prompt
         * @return these changes
         */
        public Changes removeIfPresent(String name) {
            draft.removeIfPresent(name);
            return this;
        }
    }
}
