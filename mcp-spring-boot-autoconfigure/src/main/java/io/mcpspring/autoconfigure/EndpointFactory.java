package io.mcpspring.autoconfigure;

import io.mcpspring.Internal;
import io.mcpspring.connection.Connections;
import io.mcpspring.connection.StreamSettings;
import io.mcpspring.console.BrowserPage;
import io.mcpspring.http.Boundary;
import io.mcpspring.http.HttpSettings;
import io.mcpspring.http.McpEndpoint;
import io.mcpspring.server.McpDispatcher;
import io.mcpspring.server.ResultSeal;
import io.mcpspring.server.ServerDescription;
import io.mcpspring.server.Shutdown;
import io.mcpspring.session.LegacySessions;
import java.time.Duration;

/**
 * Creates the endpoint. The endpoint itself is not a bean: Spring Security would apply it, as a
 * {@code CorsConfigurationSource}, to all paths.
 */
@Internal
public record EndpointFactory(
        McpServerProperties.Http http,
        Boundary boundary,
        BrowserPage page,
        ServerDescription server,
        McpDispatcher dispatcher,
        ResultSeal seal,
        LegacySessions sessions,
        Shutdown shutdown) {

    /** Returns the path of the endpoint within the application. */
    public String path() {
        return http.path();
    }

    /** @param keepAlive the default of {@code mcp.server.http.sse.keep-alive} */
    public McpEndpoint create(Connections connections, Duration keepAlive) {
        McpServerProperties.Sse sse = http.sse();
        HttpSettings settings = new HttpSettings(
                http.path(),
                http.json(),
                http.readTimeout(),
                boundary,
                page,
                new StreamSettings(
                        sse.keepAlive() == null ? keepAlive : sse.keepAlive(),
                        (int) sse.bufferSize().toBytes(),
                        sse.writeTimeout()));
        return new McpEndpoint(settings, connections, server, dispatcher, seal, sessions, shutdown);
    }
}
