package io.mcpspring.autoconfigure;

import io.mcpspring.console.Console;
import io.mcpspring.exchange.Asking;
import io.mcpspring.http.Boundary;
import io.mcpspring.http.CallerLookup;
import io.mcpspring.http.OriginPolicy;
import io.mcpspring.oauth.ProtectedResource;
import io.mcpspring.observation.ServerState;
import io.mcpspring.server.InitializeLimit;
import io.mcpspring.server.ListeningStreams;
import io.mcpspring.server.McpDispatcher;
import io.mcpspring.server.Refusals;
import io.mcpspring.server.ResultSeal;
import io.mcpspring.server.ServerDescription;
import io.mcpspring.server.Shutdown;
import io.mcpspring.session.LegacySessions;
import io.mcpspring.task.Tasks;
import java.util.concurrent.Executor;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.ImportRuntimeHints;
import org.springframework.context.annotation.Lazy;
import org.springframework.core.env.Environment;

/** What the endpoint needs on WebFlux and on Spring MVC. */
@Configuration(proxyBeanMethods = false)
@ImportRuntimeHints({Console.Hints.class, ServerHints.class})
class EndpointConfiguration {

    private final McpServerProperties properties;

    private final ServerDescription server;

    EndpointConfiguration(McpServerProperties properties, ServerDescription server) {
        this.properties = properties;
        this.server = server;
    }

    @Bean("io.mcpspring.originPolicy")
    OriginPolicy mcpOriginPolicy() {
        McpServerProperties.Http http = properties.http();
        return new OriginPolicy(http.allowedOrigins(), http.allowedOriginPatterns(), http.allowedHosts());
    }

    @Bean("io.mcpspring.protectedResource")
    ProtectedResource mcpProtectedResource(
            OriginPolicy origins, ObjectProvider<BasePath> basePath, Environment environment) {
        SecurityProperties security = properties.security();
        String title = server.implementation().title();
        return new ProtectedResource(
                new ProtectedResource.Settings(
                        basePath.getIfAvailable(() -> new BasePath("")).value(),
                        properties.http().path(),
                        security.resource(),
                        security.knownAuthorizationServers(environment),
                        security.scopesSupported(),
                        title == null ? server.implementation().name() : title),
                origins::isOwnHost);
    }

    @Bean("io.mcpspring.boundary")
    Boundary mcpBoundary(
            ObjectProvider<CallerLookup> callers,
            OriginPolicy origins,
            ProtectedResource resource,
            ObjectProvider<InitializeLimit> initialize,
            Refusals refusals) {
        return new Boundary(
                callers.getIfAvailable(() -> CallerLookup.PRINCIPAL),
                origins,
                resource,
                initialize.getIfAvailable(() -> InitializeLimit.NONE),
                refusals);
    }

    @Bean("io.mcpspring.endpointFactory")
    EndpointFactory mcpEndpointFactory(
            Boundary boundary, McpDispatcher dispatcher, ResultSeal seal, LegacySessions sessions, Shutdown shutdown) {
        return new EndpointFactory(
                properties.http(), boundary, properties.console().page(), server, dispatcher, seal, sessions, shutdown);
    }

    // Lazy, because only Actuator and observations need it.
    @Bean("io.mcpspring.serverState")
    @Lazy
    ServerState mcpServerState(
            LegacySessions sessions,
            ListeningStreams streams,
            Asking asking,
            Tasks tasks,
            @Qualifier("io.mcpspring.executor") Executor workers) {
        return new ServerState(sessions, streams, asking.openQuestions(), tasks, workers);
    }
}
