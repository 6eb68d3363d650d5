package io.mcpspring.autoconfigure;

import java.time.Duration;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.context.event.ApplicationReadyEvent;
import org.springframework.boot.jackson.autoconfigure.JacksonAutoConfiguration;
import org.springframework.boot.test.context.assertj.ApplicationContextAssertProvider;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.test.context.runner.ReactiveWebApplicationContextRunner;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.support.SimpleThreadScope;

/** Applications of each kind with the auto-configurations of the project, without a web server. */
final class Runners {

    private static final AutoConfigurations CONFIGURATIONS = AutoConfigurations.of(
            JacksonAutoConfiguration.class,
            McpServerAutoConfiguration.class,
            McpWebFluxAutoConfiguration.class,
            McpServletAutoConfiguration.class);

    private Runners() {}

    static ReactiveWebApplicationContextRunner reactive() {
        return new ReactiveWebApplicationContextRunner().withConfiguration(CONFIGURATIONS);
    }

    static ReactiveWebApplicationContextRunner withoutStarter() {
        return new ReactiveWebApplicationContextRunner()
                .withConfiguration(AutoConfigurations.of(JacksonAutoConfiguration.class));
    }

    /** A servlet application as Spring Boot recognises it; the servlet API itself is not on the test class path. */
    static ApplicationContextRunner servlet() {
        return notWeb().withInitializer(
                        context -> context.getBeanFactory().registerScope("session", new SimpleThreadScope()));
    }

    static ApplicationContextRunner notWeb() {
        return new ApplicationContextRunner().withConfiguration(CONFIGURATIONS);
    }

    /** Does what {@code SpringApplication} does at the end of a start, and the runners do not. */
    static void ready(ApplicationContextAssertProvider<?> application) {
        ConfigurableApplicationContext context =
                (ConfigurableApplicationContext) application.getSourceApplicationContext();
        context.publishEvent(new ApplicationReadyEvent(new SpringApplication(), new String[0], context, Duration.ZERO));
    }
}
