package io.mcpspring.autoconfigure;

import io.mcpspring.event.ServerEvents;
import io.mcpspring.exchange.Asking;
import io.mcpspring.server.Feature;
import io.mcpspring.server.Features;
import io.mcpspring.server.Handlers;
import io.mcpspring.server.ListeningStreams;
import io.mcpspring.server.McpDispatcher;
import io.mcpspring.server.Refusals;
import io.mcpspring.server.RequestObserver;
import io.mcpspring.server.ResultSeal;
import io.mcpspring.server.ServerDescription;
import io.mcpspring.server.Shutdown;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.info.BuildProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.env.Environment;

/** The server and the dispatch of its requests. */
@Configuration(proxyBeanMethods = false)
class DispatchConfiguration {

    @Bean("io.mcpspring.serverDescription")
    ServerDescription mcpServerDescription(
            McpServerProperties properties,
            ObjectProvider<BuildProperties> build,
            Environment environment,
            Features features) {
        return new ServerDescription(
                ServerIdentity.of(properties, build.getIfAvailable(), environment),
                properties.instructions(),
                features::capabilities,
                properties.protocolVersions(),
                properties.cache().ttl());
    }

    @Bean("io.mcpspring.features")
    Features mcpFeatures(McpServerProperties properties, ObjectProvider<Feature> features) {
        return new Features(
                features.orderedStream().toList(), properties.session().enabled());
    }

    @Bean("io.mcpspring.resultSeal")
    ResultSeal mcpResultSeal(ServerDescription server) {
        return new ResultSeal(server.implementation(), server.cacheTtl());
    }

    @Bean("io.mcpspring.handlers")
    Handlers mcpHandlers(
            ServerDescription server,
            Features features,
            ResultSeal seal,
            ServerEvents events,
            ListeningStreams streams,
            Shutdown shutdown,
            Refusals refusals) {
        return Handlers.of(server, features, seal, events, streams, shutdown, refusals);
    }

    @Bean("io.mcpspring.dispatcher")
    McpDispatcher mcpDispatcher(
            Handlers handlers,
            Features features,
            Asking asking,
            Shutdown shutdown,
            Refusals refusals,
            ObjectProvider<RequestObserver> observer) {
        return new McpDispatcher(
                handlers.byMethod(),
                features::list,
                asking,
                shutdown,
                refusals,
                observer.getIfAvailable(() -> RequestObserver.NONE));
    }
}
