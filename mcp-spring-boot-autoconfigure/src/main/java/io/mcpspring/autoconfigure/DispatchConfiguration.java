package io.mcpspring.autoconfigure;

import io.mcpspring.event.Instances;
import io.mcpspring.event.ServerEvents;
import io.mcpspring.exchange.Asking;
import io.mcpspring.seal.Sealer;
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
import io.mcpspring.session.LegacySessions;
import io.mcpspring.session.SessionSettings;
import io.mcpspring.task.InMemoryTaskStore;
import io.mcpspring.task.McpTaskStore;
import io.mcpspring.task.TaskSettings;
import io.mcpspring.task.Tasks;
import java.time.InstantSource;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.info.BuildProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.env.Environment;

/** The server, the dispatch of its requests, and its sessions and tasks, which last longer than a request. */
@Configuration(proxyBeanMethods = false)
class DispatchConfiguration {

    private final ServerEvents events;

    private final Instances instances;

    private final ListeningStreams streams;

    private final Shutdown shutdown;

    private final Refusals refusals;

    DispatchConfiguration(
            ServerEvents events, Instances instances, ListeningStreams streams, Shutdown shutdown, Refusals refusals) {
        this.events = events;
        this.instances = instances;
        this.streams = streams;
        this.shutdown = shutdown;
        this.refusals = refusals;
    }

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
    Features mcpFeatures(ObjectProvider<Feature> features) {
        return new Features(features.orderedStream().toList());
    }

    @Bean("io.mcpspring.resultSeal")
    ResultSeal mcpResultSeal(ServerDescription server) {
        return new ResultSeal(server.implementation(), server.cacheTtl());
    }

    @Bean("io.mcpspring.dispatcher")
    McpDispatcher mcpDispatcher(
            ServerDescription server,
            Features features,
            ResultSeal seal,
            Asking asking,
            ObjectProvider<RequestObserver> observer) {
        return new McpDispatcher(
                Handlers.of(server, features, seal, events, streams, shutdown, refusals),
                features::list,
                asking,
                shutdown,
                refusals,
                observer.getIfAvailable(() -> RequestObserver.NONE));
    }

    @Bean("io.mcpspring.legacySessions")
    LegacySessions mcpLegacySessions(McpServerProperties properties, Sealer sealer) {
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

    @Bean("io.mcpspring.taskStore")
    @ConditionalOnMissingBean
    McpTaskStore mcpTaskStore() {
        return new InMemoryTaskStore(maxTaskResults());
    }

    @Bean("io.mcpspring.tasks")
    Tasks mcpTasks(McpServerProperties properties, McpTaskStore store) {
        TaskSettings settings =
                new TaskSettings(properties.tasks().ttl(), properties.tasks().maxActive(), maxTaskResults());
        return new Tasks(store, settings, events, instances, shutdown, refusals, InstantSource.system());
    }

    private static long maxTaskResults() {
        return Runtime.getRuntime().maxMemory() / 8;
    }
}
