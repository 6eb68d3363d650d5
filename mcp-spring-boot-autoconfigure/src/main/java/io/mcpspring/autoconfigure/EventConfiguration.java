package io.mcpspring.autoconfigure;

import io.mcpspring.event.InProcessChannel;
import io.mcpspring.event.Instances;
import io.mcpspring.event.McpInstanceChannel;
import io.mcpspring.event.ServerEvents;
import io.mcpspring.server.ListeningStreams;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/**
 * The beans that publish changes of the server, on this instance and on others, and that limit the streams of listening
 * clients.
 */
@Configuration(proxyBeanMethods = false)
class EventConfiguration {

    @Bean("io.mcpspring.instanceChannel")
    @ConditionalOnMissingBean
    McpInstanceChannel mcpInstanceChannel() {
        return new InProcessChannel();
    }

    @Bean("io.mcpspring.instances")
    Instances mcpInstances(McpInstanceChannel channel) {
        return new Instances(channel);
    }

    @Bean("io.mcpspring.serverEvents")
    ServerEvents mcpServerEvents(Instances instances) {
        return new ServerEvents(instances);
    }

    @Bean("io.mcpspring.listeningStreams")
    ListeningStreams mcpListeningStreams(McpServerProperties properties) {
        McpServerProperties.Sse sse = properties.http().sse();
        return new ListeningStreams(sse.maxListeningStreams(), sse.maxListeningStreamsPerCaller());
    }
}
