package io.mcpspring.autoconfigure;

import io.mcpspring.console.McpConsoleAutoConfiguration;
import java.time.Duration;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.context.event.ApplicationReadyEvent;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.boot.jackson.autoconfigure.JacksonAutoConfiguration;
import org.springframework.boot.test.context.assertj.ApplicationContextAssertProvider;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.test.context.runner.ReactiveWebApplicationContextRunner;
import org.springframework.boot.test.context.runner.WebApplicationContextRunner;
import org.springframework.boot.web.context.servlet.AnnotationConfigServletWebApplicationContext;
import org.springframework.boot.webmvc.autoconfigure.DispatcherServletAutoConfiguration;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Import;
import org.springframework.mock.web.MockServletContext;

/** Applications of each kind with the auto-configurations of the project, without a web server. */
final class Runners {

    private static final AutoConfigurations CONFIGURATIONS = AutoConfigurations.of(
            JacksonAutoConfiguration.class,
            McpServerAutoConfiguration.class,
            McpWebFluxAutoConfiguration.class,
            McpServletAutoConfiguration.class,
            McpConsoleAutoConfiguration.class);

    private Runners() {}

    static ReactiveWebApplicationContextRunner reactive() {
        return new ReactiveWebApplicationContextRunner().withConfiguration(CONFIGURATIONS);
    }

    /** Binds the properties of the server; there is no server. */
    static ApplicationContextRunner properties() {
        return new ApplicationContextRunner().withUserConfiguration(Properties.class);
    }

    @EnableConfigurationProperties(McpServerProperties.class)
    @Import(RevisionConverter.class)
    static class Properties {}

    static ReactiveWebApplicationContextRunner withoutStarter() {
        return new ReactiveWebApplicationContextRunner()
                .withConfiguration(AutoConfigurations.of(JacksonAutoConfiguration.class));
    }

    static WebApplicationContextRunner servletWithoutStarter() {
        return new WebApplicationContextRunner()
                .withConfiguration(AutoConfigurations.of(
                        JacksonAutoConfiguration.class, DispatcherServletAutoConfiguration.class));
    }

    static WebApplicationContextRunner servlet() {
        return servlet(new MockServletContext());
    }

    static WebApplicationContextRunner servlet(MockServletContext container) {
        return new WebApplicationContextRunner(() -> {
                    AnnotationConfigServletWebApplicationContext context =
                            new AnnotationConfigServletWebApplicationContext();
                    context.setServletContext(container);
                    return context;
                })
                .withConfiguration(CONFIGURATIONS)
                .withConfiguration(AutoConfigurations.of(DispatcherServletAutoConfiguration.class));
    }

    /** Has the classes of Spring MVC, but not its servlet. */
    static WebApplicationContextRunner servletWithoutSpringMvc() {
        return new WebApplicationContextRunner().withConfiguration(CONFIGURATIONS);
    }

    static ApplicationContextRunner notWeb() {
        return new ApplicationContextRunner().withConfiguration(CONFIGURATIONS);
    }

    /** Publishes the event that {@code SpringApplication} publishes at the end of a start, and the runners do not. */
    static void ready(ApplicationContextAssertProvider<?> application) {
        ConfigurableApplicationContext context =
                (ConfigurableApplicationContext) application.getSourceApplicationContext();
        context.publishEvent(new ApplicationReadyEvent(new SpringApplication(), new String[0], context, Duration.ZERO));
    }
}
