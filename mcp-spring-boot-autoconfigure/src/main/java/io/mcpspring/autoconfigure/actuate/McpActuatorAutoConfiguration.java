package io.mcpspring.autoconfigure.actuate;

import io.mcpspring.McpServer;
import io.mcpspring.actuate.ServerEndpoint;
import io.mcpspring.actuate.SharedState;
import io.mcpspring.autoconfigure.observation.McpObservationAutoConfiguration;
import io.mcpspring.event.McpInstanceChannel;
import io.mcpspring.lifecycle.ForeignAnnotations;
import io.mcpspring.server.Feature;
import io.mcpspring.server.ServerDescription;
import io.mcpspring.task.McpTaskStore;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.boot.actuate.autoconfigure.endpoint.condition.ConditionalOnAvailableEndpoint;
import org.springframework.boot.actuate.autoconfigure.info.ConditionalOnEnabledInfoContributor;
import org.springframework.boot.actuate.info.InfoContributor;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.AutoConfigureOrder;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBooleanProperty;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.health.contributor.AbstractHealthIndicator;
import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.HealthIndicator;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.Ordered;

/** Auto-configuration of the endpoint {@code mcp}, and of what the server adds to other endpoints of Actuator. */
@AutoConfigureOrder(Ordered.LOWEST_PRECEDENCE)
@AutoConfiguration(after = McpObservationAutoConfiguration.class)
@ConditionalOnClass(ConditionalOnAvailableEndpoint.class)
@ConditionalOnBean(McpServer.class)
public final class McpActuatorAutoConfiguration {

    // Only Spring creates it.
    McpActuatorAutoConfiguration() {}

    @Bean("io.mcpspring.serverEndpoint")
    @ConditionalOnAvailableEndpoint
    ServerEndpoint mcpServerEndpoint(
            @Qualifier("io.mcpspring.server") McpServer server,
            ObjectProvider<SharedState> shared,
            ConfigurableApplicationContext application) {
        return new ServerEndpoint(
                server.parts(),
                () -> ForeignAnnotations.report(application.getBeanFactory()),
                shared.getIfAvailable(() -> SharedState.NONE));
    }

    @Bean("io.mcpspring.serverInfo")
    @ConditionalOnEnabledInfoContributor("mcp")
    InfoContributor mcpServerInfo(@Qualifier("io.mcpspring.server") McpServer server) {
        ServerDescription description = server.parts().description();
        return builder -> {
            Map<String, Object> info = new LinkedHashMap<>();
            info.put("name", description.implementation().name());
            info.put("version", description.implementation().version());
            info.put("protocolVersions", description.protocolVersions());
            Map<String, Long> entries = server.parts().features().entries().stream()
                    .collect(Collectors.groupingBy(Feature.Description::kind, TreeMap::new, Collectors.counting()));
            info.put("entries", entries);
            builder.withDetail("mcp", info);
        };
    }

    @Configuration(proxyBeanMethods = false)
    @ConditionalOnClass(HealthIndicator.class)
    @ConditionalOnBooleanProperty("management.health.mcp.enabled")
    static class HealthConfiguration {

        private static final String NO_TASK = "health";

        // Actuator names the component after the bean.
        @Bean
        @ConditionalOnMissingBean(name = "mcpHealthIndicator")
        HealthIndicator mcpHealthIndicator(McpInstanceChannel channel, McpTaskStore store) {
            return new AbstractHealthIndicator() {
                @Override
                protected void doHealthCheck(Health.Builder builder) {
                    channel.check();
                    store.find(NO_TASK);
                    builder.up();
                }
            };
        }
    }
}
