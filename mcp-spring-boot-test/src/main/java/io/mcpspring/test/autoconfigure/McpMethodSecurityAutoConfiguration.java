package io.mcpspring.test.autoconfigure;

import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.AutoConfigureOrder;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.core.Ordered;
import org.springframework.security.config.annotation.method.configuration.EnableMethodSecurity;
import org.springframework.security.config.annotation.method.configuration.EnableReactiveMethodSecurity;

/**
 * Auto-configuration of method security for a {@link McpServerTest}, whose components may be secured. The class that
 * enables it in the application is not part of the test, unless it is the application's main class.
 */
@AutoConfigureOrder(Ordered.LOWEST_PRECEDENCE)
@AutoConfiguration
@ConditionalOnClass(EnableMethodSecurity.class)
@ConditionalOnMissingBean(annotation = {EnableMethodSecurity.class, EnableReactiveMethodSecurity.class})
@EnableMethodSecurity(securedEnabled = true, jsr250Enabled = true, proxyTargetClass = true)
final class McpMethodSecurityAutoConfiguration {}
