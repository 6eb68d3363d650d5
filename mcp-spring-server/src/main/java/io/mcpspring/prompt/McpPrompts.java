package io.mcpspring.prompt;

import io.mcpspring.entry.McpChanges;
import io.mcpspring.entry.Registry;
import io.mcpspring.method.McpMethodException;
import io.mcpspring.protocol.Prompt;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * The prompts of the server. Complete when all singletons of the application exist; from then on they can be changed,
 * from any thread. Inject this bean to list and change them.
 */
public final class McpPrompts {

    private final Registry<McpPromptDefinition, RegisteredPrompt> registry;

    McpPrompts(Registry<McpPromptDefinition, RegisteredPrompt> registry) {
        this.registry = registry;
    }

    /** {@return all prompts as clients of the newest revision see them, sorted by name} */
    public List<Prompt> list() {
        return registry.definitions(Prompt.class);
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
    public void update(Consumer<McpChanges<McpPromptDefinition>> changes) {
        registry.change(changes);
    }
}
