package io.mcpspring.autoconfigure;

import io.mcpspring.output.ResultSanitizer;
import io.mcpspring.output.ResultSizeLimit;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** The interceptors that check results on their way to clients. */
@Configuration(proxyBeanMethods = false)
class OutputConfiguration {

    private static final String SANITIZER = "io.mcpspring.resultSanitizer";

    private static final String SIZE_LIMIT = "io.mcpspring.resultSizeLimit";

    @Bean(SANITIZER)
    @ConditionalOnMissingBean(name = SANITIZER)
    ResultSanitizer mcpResultSanitizer() {
        return new ResultSanitizer();
    }

    @Bean(SIZE_LIMIT)
    @ConditionalOnMissingBean(name = SIZE_LIMIT)
    ResultSizeLimit mcpResultSizeLimit(McpServerProperties properties) {
        return new ResultSizeLimit(properties.limits().textWarningSize().toBytes());
    }
}
