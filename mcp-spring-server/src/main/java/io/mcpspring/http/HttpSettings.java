package io.mcpspring.http;

import io.mcpspring.Internal;
import io.mcpspring.protocol.JsonLimits;
import io.mcpspring.server.Toolsets;

/**
 * Settings of the endpoint.
 *
 * @param path path of the endpoint within the application
 * @param json limits of messages
 * @param bodies limits of bodies
 * @param protection checks requests before they are processed
 * @param page answers browsers
 * @param toolsets the toolsets that requests can select
 */
@Internal
public record HttpSettings(
        String path,
        JsonLimits json,
        BodyLimits bodies,
        EndpointProtection protection,
        BrowserPage page,
        Toolsets toolsets) {}
