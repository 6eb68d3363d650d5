package io.mcpspring.test.autoconfigure;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Inherited;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.boot.autoconfigure.ImportAutoConfiguration;
import org.springframework.boot.test.autoconfigure.OverrideAutoConfiguration;
import org.springframework.boot.test.autoconfigure.json.AutoConfigureJson;
import org.springframework.boot.test.context.filter.annotation.TypeExcludeFilters;
import org.springframework.context.annotation.ComponentScan;
import org.springframework.core.annotation.AliasFor;
import org.springframework.core.env.Environment;
import org.springframework.test.context.BootstrapWith;
import org.springframework.test.context.junit.jupiter.SpringExtension;

/**
 * A test of the MCP server alone, without a web server and the rest of the application. It starts the components that
 * declare methods for clients ({@code @McpTool}, {@code @McpPrompt}, {@code @McpResource}, {@code @McpComplete}), and
 * those that take part in calls: interceptors, access rules, resolvers of parameters and exceptions, customizers of
 * schemas, converters and formatters, and components of Jackson. Other components, for instance services and
 * repositories, are replaced by {@code @MockitoBean} or added by {@code @Import}. Method security is enabled if Spring
 * Security is present; its filter chains and {@code @ConfigurationProperties} are not part of the test; use
 * {@code @SpringBootTest} with {@link AutoConfigureMcpTester} to test them.
 *
 * <p>A bean of type {@link io.mcpspring.test.McpTester} calls the server in process.
 */
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
@Documented
@Inherited
@BootstrapWith(McpServerTestContextBootstrapper.class)
@ExtendWith(SpringExtension.class)
@OverrideAutoConfiguration(enabled = false)
@TypeExcludeFilters(McpServerTypeExcludeFilter.class)
@AutoConfigureJson
@AutoConfigureMcpTester
@ImportAutoConfiguration
public @interface McpServerTest {

    /** {@return properties of the {@link Environment} in the form {@code key=value}} */
    String[] properties() default {};

    /**
     * {@return the components to start; by default all that declare methods for clients} An alias of
     * {@link #components()}.
     */
    @AliasFor("components")
    Class<?>[] value() default {};

    /**
     * {@return the components to start; by default all that declare methods for clients} An alias of {@link #value()}.
     */
    @AliasFor("value")
    Class<?>[] components() default {};

    /**
     * {@return whether the components described above are started; otherwise only those of {@link #includeFilters()}}
     */
    boolean useDefaultFilters() default true;

    /** {@return filters of further components to start} */
    ComponentScan.Filter[] includeFilters() default {};

    /** {@return filters of components not to start} */
    ComponentScan.Filter[] excludeFilters() default {};

    /** {@return auto-configurations that are not applied to the test} */
    @AliasFor(annotation = ImportAutoConfiguration.class, attribute = "exclude")
    Class<?>[] excludeAutoConfiguration() default {};
}
