package io.mcpspring.http;

import io.mcpspring.Internal;
import io.mcpspring.oauth.ProtectedResource;
import io.mcpspring.server.InitializeLimit;
import io.mcpspring.server.Refusals;

/**
 * What checks HTTP requests before they are processed.
 *
 * @param callers finds out who has sent a request
 * @param origins the web pages that may use the server
 * @param resource the endpoint as a protected resource
 * @param initialize limits how often clients initialize sessions
 * @param open reports that callers need no authentication
 * @param refusals gets a report of each refused request
 */
@Internal
public record EndpointProtection(
        CallerLookup callers,
        OriginPolicy origins,
        ProtectedResource resource,
        InitializeLimit initialize,
        OpenEndpoint open,
        Refusals refusals) {}
