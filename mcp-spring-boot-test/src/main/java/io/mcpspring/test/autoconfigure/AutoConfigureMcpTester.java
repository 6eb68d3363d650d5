package io.mcpspring.test.autoconfigure;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Inherited;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.springframework.boot.autoconfigure.ImportAutoConfiguration;

/**
 * Adds a bean of type {@link io.mcpspring.test.McpTester} to the application of a test, such as a
 * {@code @SpringBootTest}. The tester calls the application over HTTP if the test starts a web server
 * ({@code RANDOM_PORT}), and in process in a mock environment. In process, a Spring MVC application is called without
 * its servlet filters.
 */
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
@Documented
@Inherited
@ImportAutoConfiguration
public @interface AutoConfigureMcpTester {}
