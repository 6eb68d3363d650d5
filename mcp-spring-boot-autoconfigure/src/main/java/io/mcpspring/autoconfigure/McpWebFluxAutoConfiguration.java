package io.mcpspring.autoconfigure;

import io.mcpspring.event.Instances;
import io.mcpspring.event.ServerEvents;
import io.mcpspring.exchange.Sealer;
import io.mcpspring.server.ListeningStreams;
import io.mcpspring.server.McpDispatcher;
import io.mcpspring.server.ResultSeal;
import io.mcpspring.server.ServerDescription;
import io.mcpspring.server.Shutdown;
import io.mcpspring.session.LegacySessions;
import io.mcpspring.session.SessionSettings;
import io.mcpspring.transport.HttpSettings;
import io.mcpspring.transport.McpEndpoint;
import java.time.InstantSource;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.SmartInitializingSingleton;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBooleanProperty;
import org.springframework.boot.webflux.autoconfigure.WebFluxAutoConfiguration;
import org.springframework.context.annotation.Bean;
import org.springframework.core.annotation.Order;
import org.springframework.web.reactive.function.server.RequestPredicates;
import org.springframework.web.reactive.function.server.RouterFunction;
import org.springframework.web.reactive.function.server.RouterFunctions;
import org.springframework.web.reactive.function.server.ServerResponse;

/** Auto-configuration of the endpoint in a WebFlux application. */
@AutoConfiguration(after = McpServerAutoConfiguration.class, before = WebFluxAutoConfiguration.class)
@ConditionalOnBean(McpDispatcher.class)
public final class McpWebFluxAutoConfiguration {

    @Bean("io.mcpspring.legacySessions")
    @ConditionalOnBooleanProperty(name = "mcp.server.session.enabled", matchIfMissing = true)
    LegacySessions mcpLegacySessions(
            McpServerProperties properties,
            Sealer sealer,
            Instances instances,
            ServerEvents events,
            ListeningStreams streams,
            Shutdown shutdown) {
        McpServerProperties.Session session = properties.session();
        McpServerProperties.Client client = properties.client();
        return new LegacySessions(
                sealer,
                new SessionSettings(
                        session.maxAge(),
                        session.idleTimeout(),
                        session.maxOpen(),
                        session.maxStreams(),
                        session.events().maxSize().toBytes(),
                        session.events().ttl(),
                        client.maxPending(),
                        client.logLevel()),
                instances,
                events,
                streams,
                shutdown,
                InstantSource.system());
    }

    // Ordered before the routes of the application that have no order, because one of them may match every path.
    @Bean("io.mcpspring.routerFunction")
    @Order(0)
    RouterFunction<ServerResponse> mcpRouterFunction(
            McpServerProperties properties,
            ServerDescription server,
            McpDispatcher dispatcher,
            ResultSeal seal,
            ObjectProvider<LegacySessions> sessions,
            Shutdown shutdown) {
        String path = properties.http().path();
        // Not a bean: Spring Security would apply the only bean of the type CorsConfigurationSource to all paths.
        McpEndpoint endpoint = new McpEndpoint(
                settings(properties.http()), server, dispatcher, seal, sessions.getIfAvailable(), shutdown);
        // The endpoint answers a request whose path ends with a slash by an error that contains the correct path.
        return RouterFunctions.route(RequestPredicates.path(path).or(RequestPredicates.path(path + "/")), endpoint);
    }

    @Bean("io.mcpspring.pathCheck")
    SmartInitializingSingleton mcpPathCheck(McpServerProperties properties, ObjectProvider<RouterFunction<?>> routers) {
        return () -> routers.forEach(
                router -> SharedPath.check(router, properties.http().path()));
    }

    private static HttpSettings settings(McpServerProperties.Http http) {
        McpServerProperties.Sse sse = http.sse();
        return new HttpSettings(
                http.path(),
                http.json(),
                http.readTimeout(),
                http.allowedOrigins(),
                http.allowedHosts(),
                new HttpSettings.Sse(sse.keepAlive(), (int) sse.bufferSize().toBytes(), sse.writeTimeout()));
    }
}
