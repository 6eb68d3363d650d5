package io.mcpspring.autoconfigure;

import io.mcpspring.console.Console;
import io.mcpspring.event.Instances;
import io.mcpspring.event.ServerEvents;
import io.mcpspring.exchange.Asking;
import io.mcpspring.oauth.ProtectedResource;
import io.mcpspring.observation.ServerState;
import io.mcpspring.seal.Sealer;
import io.mcpspring.server.InitializeLimit;
import io.mcpspring.server.ListeningStreams;
import io.mcpspring.server.McpDispatcher;
import io.mcpspring.server.Refusals;
import io.mcpspring.server.ResultSeal;
import io.mcpspring.server.ServerDescription;
import io.mcpspring.server.Shutdown;
import io.mcpspring.session.LegacySessions;
import io.mcpspring.session.SessionSettings;
import io.mcpspring.task.Tasks;
import io.mcpspring.transport.Boundary;
import io.mcpspring.transport.CallerLookup;
import io.mcpspring.transport.OriginPolicy;
import java.time.InstantSource;
import java.util.concurrent.Executor;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBooleanProperty;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.ImportRuntimeHints;
import org.springframework.core.env.Environment;

/** What the endpoint needs on WebFlux and on Spring MVC. */
@Configuration(proxyBeanMethods = false)
@ImportRuntimeHints({Console.Hints.class, ServerHints.class})
class EndpointConfiguration {

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

    @Bean("io.mcpspring.originPolicy")
    OriginPolicy mcpOriginPolicy(McpServerProperties properties) {
        McpServerProperties.Http http = properties.http();
        return new OriginPolicy(http.allowedOrigins(), http.allowedOriginPatterns(), http.allowedHosts());
    }

    @Bean("io.mcpspring.protectedResource")
    ProtectedResource mcpProtectedResource(
            McpServerProperties properties,
            ServerDescription server,
            OriginPolicy origins,
            ObjectProvider<BasePath> basePath,
            Environment environment) {
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
            McpServerProperties properties,
            Boundary boundary,
            ServerDescription server,
            McpDispatcher dispatcher,
            ResultSeal seal,
            ObjectProvider<LegacySessions> sessions,
            Shutdown shutdown) {
        return new EndpointFactory(
                properties.http(),
                boundary,
                properties.console().page(),
                server,
                dispatcher,
                seal,
                sessions.getIfAvailable(),
                shutdown);
    }

    @Bean("io.mcpspring.serverState")
    ServerState mcpServerState(
            ObjectProvider<LegacySessions> sessions,
            ListeningStreams streams,
            Asking asking,
            Tasks tasks,
            @Qualifier("io.mcpspring.executor") Executor workers) {
        return new ServerState(sessions.getIfAvailable(), streams, asking.openQuestions(), tasks, workers);
    }
}
