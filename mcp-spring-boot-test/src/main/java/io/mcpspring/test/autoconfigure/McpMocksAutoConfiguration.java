package io.mcpspring.test.autoconfigure;

import io.mcpspring.security.Substitutes;
import org.mockito.MockingDetails;
import org.mockito.Mockito;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.AutoConfigureOrder;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.context.annotation.Bean;
import org.springframework.core.Ordered;

/**
 * Auto-configuration for tests that replace secured beans by mocks. Spring does not apply method security to mocks, so
 * the server must not expect it of them.
 */
@AutoConfiguration
@AutoConfigureOrder(Ordered.LOWEST_PRECEDENCE)
@ConditionalOnClass(Mockito.class)
final class McpMocksAutoConfiguration {

    @Bean("io.mcpspring.test.mocks")
    Substitutes mcpMocks() {
        return bean -> isReplacement(Mockito.mockingDetails(bean));
    }

    // A spy has the proxy of the bean that it spies on.
    private static boolean isReplacement(MockingDetails details) {
        return details.isMock() && !details.isSpy();
    }
}
