package io.mcpspring.test.autoconfigure;

import io.mcpspring.test.McpTester;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.AutoConfigureOrder;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.context.ApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Lazy;
import org.springframework.core.Ordered;

/** Auto-configuration of the {@link McpTester}. */
@AutoConfiguration
@AutoConfigureOrder(Ordered.LOWEST_PRECEDENCE)
final class McpTesterAutoConfiguration {

    @Bean("io.mcpspring.test.tester")
    @Lazy
    @ConditionalOnMissingBean
    McpTester mcpTester(ApplicationContext application) {
        return McpTester.bindToApplicationContext(application).build();
    }
}
