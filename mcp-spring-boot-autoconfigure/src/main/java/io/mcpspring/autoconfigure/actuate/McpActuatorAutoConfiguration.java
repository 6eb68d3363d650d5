package io.mcpspring.autoconfigure.actuate;

import io.mcpspring.McpServer;
import io.mcpspring.actuate.ServerEndpoint;
import io.mcpspring.actuate.ServerInfo;
import io.mcpspring.actuate.SharedStateHealth;
import io.mcpspring.autoconfigure.observation.McpObservationAutoConfiguration;
import io.mcpspring.event.McpInstanceChannel;
import io.mcpspring.lifecycle.ForeignAnnotations;
import io.mcpspring.limit.EffectiveLimits;
import io.mcpspring.limit.LimitSettings;
import io.mcpspring.limit.TimeLimit;
import io.mcpspring.task.McpTaskStore;
import java.time.Duration;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.annotation.Qualifier;
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
@ConditionalOnBean(McpServer.class)
public final class McpActuatorAutoConfiguration {

    // Only Spring creates it.
    McpActuatorAutoConfiguration() {}

    @Bean("io.mcpspring.serverEndpoint")
    @ConditionalOnAvailableEndpoint
    ServerEndpoint mcpServerEndpoint(
            @Qualifier("io.mcpspring.server") McpServer server,
            LimitSettings limits,
            ObjectProvider<TimeLimit> timeLimit,
            ConfigurableApplicationContext application) {
        Duration timeout = timeLimit.stream().map(TimeLimit::limit).findFirst().orElse(Duration.ZERO);
        return new ServerEndpoint(
                server.parts(),
                new EffectiveLimits(limits, timeout),
                () -> ForeignAnnotations.report(application.getBeanFactory()));
    }

    @Bean("io.mcpspring.serverInfo")
    @ConditionalOnEnabledInfoContributor("mcp")
    ServerInfo mcpServerInfo(@Qualifier("io.mcpspring.server") McpServer server) {
        return new ServerInfo(server.parts().description(), server.parts().features());
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
