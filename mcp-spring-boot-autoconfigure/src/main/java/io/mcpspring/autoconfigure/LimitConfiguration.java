package io.mcpspring.autoconfigure;

import io.mcpspring.McpConfigurationException;
import io.mcpspring.McpServer;
import io.mcpspring.limit.CallLimiter;
import io.mcpspring.limit.LimitSettings;
import io.mcpspring.limit.McpRateLimiter;
import io.mcpspring.limit.Rates;
import io.mcpspring.limit.TimeLimit;
import io.mcpspring.server.InitializeLimit;
import java.util.Objects;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.context.ApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.annotation.Order;
import org.springframework.util.ClassUtils;

/** The interceptors that refuse calls beyond the limits, and end calls that take too long. */
@Configuration(proxyBeanMethods = false)
class LimitConfiguration {

    LimitConfiguration(McpServerProperties properties, ApplicationContext application) {
        if (properties.limits().hasRates()
                && !ClassUtils.isPresent("io.github.bucket4j.Bucket", application.getClassLoader())) {
            throw new McpConfigurationException(
                    "A rate below mcp.server.limits needs the library Bucket4j, which is not on the class path.",
                    "Add the dependency com.bucket4j:bucket4j_jdk17-core, or remove the rate.");
        }
    }

    @Bean("io.mcpspring.limitSettings")
    LimitSettings mcpLimitSettings(McpServerProperties properties) {
        return properties.limits().settings();
    }

    @Bean(CallLimiter.BEAN)
    @Order(1)
    @ConditionalOnMissingBean(name = CallLimiter.BEAN)
    CallLimiter mcpCallLimiter(
            LimitSettings settings,
            @Qualifier(ServerConfiguration.SERVER) McpServer server,
            ObjectProvider<McpRateLimiter> limiter) {
        return new CallLimiter(settings, server.parts().refusals(), new Rates(limiter));
    }

    @Bean(TimeLimit.BEAN)
    @ConditionalOnMissingBean(name = TimeLimit.BEAN)
    TimeLimit mcpTimeLimit(McpServerProperties properties) {
        return new TimeLimit(properties.tools().timeout());
    }

    @Bean("io.mcpspring.initializeRate")
    @ConditionalOnProperty("mcp.server.limits.initialize-rate")
    InitializeLimit mcpInitializeRate(McpServerProperties properties, ObjectProvider<McpRateLimiter> limiter) {
        return new Rates(limiter)
                .ofInitialize(Objects.requireNonNull(properties.limits().initializeRate()));
    }
}
