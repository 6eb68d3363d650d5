package io.mcpspring.prompt;

import io.mcpspring.Internal;
import io.mcpspring.event.ListChanged;
import io.mcpspring.event.ServerEvents;
import io.mcpspring.listing.Registry;
import io.mcpspring.method.McpMethodException;
import io.mcpspring.protocol.Prompt;
import java.util.Collection;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.springframework.util.Assert;

/**
 * The prompts of the server. Complete once the application's singletons exist; from then on they may be changed, from
 * any thread.
 */
public final class McpPrompts {

    private final Registry<RegisteredPrompt> registry = new Registry<>("prompt");

    private final ServerEvents events;

    private volatile @Nullable PromptFactory factory;

    /**
     * Made once per server, by the auto-configuration.
     *
     * @hidden
     */
    @Internal
    public McpPrompts(ServerEvents events) {
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
        PromptFactory started = factory;
        Assert.state(started != null, "Prompts cannot be changed before the application has started");
        if (registry.change(prompts -> changes.accept(new Changes(prompts, started)))) {
            events.publish(ListChanged.PROMPTS);
        }
    }

    Registry<RegisteredPrompt> registry() {
        return registry;
    }

    void start(Collection<RegisteredPrompt> prompts, PromptFactory factory) {
        registry.start(
                prompts,
                (prompt, other) -> prompt.method()
                        .refused(
                                "There is another prompt '" + prompt.key() + "': "
                                        + other.method().describe() + ".",
                                "Give one of them another name."));
        this.factory = factory;
    }

    /** What an update does; to be used within it, and by its thread. */
    public static final class Changes {

        private final Registry.Draft<RegisteredPrompt> draft;

        private final PromptFactory factory;

        private Changes(Registry.Draft<RegisteredPrompt> draft, PromptFactory factory) {
            this.draft = draft;
            this.factory = factory;
        }

        /** Adds a prompt under a name that no other has. */
        public Changes add(McpPromptDefinition definition) {
            draft.add(() -> factory.create(definition));
            return this;
        }

        /** Puts a prompt in the place of the one with its name. */
        public Changes replace(McpPromptDefinition definition) {
            draft.replace(() -> factory.create(definition));
            return this;
        }

        /** Removes the prompt with this name. */
        public Changes remove(String name) {
            draft.remove(name);
            return this;
        }
    }
}
