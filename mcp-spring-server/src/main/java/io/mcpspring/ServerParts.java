package io.mcpspring;

import io.mcpspring.event.ServerEvents;
import io.mcpspring.http.EndpointProtection;
import io.mcpspring.limit.EffectiveLimits;
import io.mcpspring.observation.ServerState;
import io.mcpspring.prompt.PromptFeature;
import io.mcpspring.resource.ResourceFeature;
import io.mcpspring.server.Features;
import io.mcpspring.server.McpDispatcher;
import io.mcpspring.server.Refusals;
import io.mcpspring.server.RequiredMembers;
import io.mcpspring.server.ServerDescription;
import io.mcpspring.server.Shutdown;
import io.mcpspring.tool.ToolFeature;

/** The parts of an {@link McpServer} that the auto-configuration secures, observes and ends. */
@Internal
public record ServerParts(
        ServerDescription description,
        Features features,
        ToolFeature tools,
        PromptFeature prompts,
        ResourceFeature resources,
        EndpointProtection protection,
        McpDispatcher dispatcher,
        RequiredMembers required,
        ServerEvents events,
        Refusals refusals,
        EffectiveLimits limits,
        ServerState state,
        Shutdown shutdown) {}
