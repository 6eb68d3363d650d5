package io.mcpspring.autoconfigure.actuate;

import io.mcpspring.actuate.ServerEndpoint;
import io.mcpspring.actuate.ServerInfo;
import io.mcpspring.actuate.SharedStateHealth;
import io.mcpspring.autoconfigure.observation.McpObservationAutoConfiguration;
import io.mcpspring.event.McpInstanceChannel;
import io.mcpspring.lifecycle.ForeignAnnotations;
import io.mcpspring.limit.EffectiveLimits;
import io.mcpspring.limit.LimitSettings;
import io.mcpspring.limit.TimeLimit;
import io.mcpspring.observation.ServerState;
import io.mcpspring.server.Features;
import io.mcpspring.server.McpDispatcher;
import io.mcpspring.server.ServerDescription;
import io.mcpspring.task.McpTaskStore;
import java.time.Duration;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.actuate.autoconfigure.endpoint.condition.ConditionalOnAvailableEndpoint;
import org.springframework.boot.actuate.autoconfigure.info.ConditionalOnEnabledInfoContributor;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.AutoConfigureOrder;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBooleanProperty;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.health.contributor.HealthIndicator;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.Ordered;

/** Auto-configuration of the endpoint {@code mcp}, and of what the server adds to other endpoints of Actuator. */
@AutoConfigureOrder(Ordered.LOWEST_PRECEDENCE)
@AutoConfiguration(after = McpObservationAutoConfiguration.class)
@ConditionalOnClass(ConditionalOnAvailableEndpoint.class)
@ConditionalOnBean(McpDispatcher.class)
public final class McpActuatorAutoConfiguration {

    // Only Spring creates it.
    McpActuatorAutoConfiguration() {}

    @Bean("io.mcpspring.serverEndpoint")
    @ConditionalOnAvailableEndpoint
    ServerEndpoint mcpServerEndpoint(
            ServerDescription server,
            Features features,
            ServerState state,
            LimitSettings limits,
            ObjectProvider<TimeLimit> timeLimit,
            ConfigurableApplicationContext application) {
        Duration timeout = timeLimit.stream().map(TimeLimit::limit).findFirst().orElse(Duration.ZERO);
        return new ServerEndpoint(
                server,
                features,
                new EffectiveLimits(limits, timeout),
                state,
                () -> ForeignAnnotations.report(application.getBeanFactory()));
    }

    @Bean("io.mcpspring.serverInfo")
    @ConditionalOnEnabledInfoContributor("mcp")
    ServerInfo mcpServerInfo(ServerDescription server, Features features) {
        return new ServerInfo(server, features);
    }

    @Configuration(proxyBeanMethods = false)
    @ConditionalOnClass(HealthIndicator.class)
    @ConditionalOnBooleanProperty("management.health.mcp.enabled")
    static class HealthConfiguration {

        // Actuator names the component after the bean.
        @Bean
        @ConditionalOnMissingBean(name = "mcpHealthIndicator")
        SharedStateHealth mcpHealthIndicator(McpInstanceChannel channel, McpTaskStore store) {
            return new SharedStateHealth(channel, store);
        }
    }
}
