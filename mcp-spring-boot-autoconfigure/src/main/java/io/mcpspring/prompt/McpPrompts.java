package io.mcpspring.prompt;

import io.mcpspring.event.ListChanged;
import io.mcpspring.event.ServerEvents;
import io.mcpspring.listing.Registry;
import io.mcpspring.method.McpMethodException;
import io.mcpspring.protocol.Prompt;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * The prompts of the server. Complete once the application's singletons exist; from then on they may be changed, from
 * any thread.
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

    /** All prompts as clients of the newest revision see them, sorted by name. */
    public List<Prompt> list() {
        return registry.all().values().stream()
                .map(RegisteredPrompt::definition)
                .toList();
    }

    /**
     * Changes prompts, all at once or, if one change fails, not at all; clients that want to know are told once.
     *
     * @throws McpMethodException if a prompt cannot be served
     * @throws IllegalArgumentException if a name is taken, or none of a prompt
     * @throws IllegalStateException while the application starts (prompts of the start are beans), or within an update
     */
    public void update(Consumer<Changes> changes) {
        if (registry.change(prompts -> changes.accept(new Changes(prompts, factory)))) {
            events.publish(ListChanged.PROMPTS);
        }
    }

    /** What an update does; to be used within it, and by its thread. */
    public static final class Changes {

        private final Registry.Draft<RegisteredPrompt> draft;

        private final Supplier<PromptFactory> factory;

        private Changes(Registry.Draft<RegisteredPrompt> draft, Supplier<PromptFactory> factory) {
            this.draft = draft;
            this.factory = factory;
        }

        /** Adds a prompt under a name that no other has. */
        public Changes add(McpPromptDefinition definition) {
            draft.add(() -> factory.get().create(definition));
            return this;
        }

        /** Puts a prompt in the place of the one with its name. */
        public Changes replace(McpPromptDefinition definition) {
            draft.replace(() -> factory.get().create(definition));
            return this;
        }

        /** Removes the prompt with this name. */
        public Changes remove(String name) {
            draft.remove(name);
            return this;
        }
    }
}
