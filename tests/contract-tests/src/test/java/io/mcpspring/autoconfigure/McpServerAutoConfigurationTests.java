package io.mcpspring.autoconfigure;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import io.mcpspring.McpServer;
import io.mcpspring.annotation.McpTool;
import io.mcpspring.support.RecordedLog;
import io.mcpspring.tool.McpTools;
import jakarta.validation.Validator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.boot.test.context.runner.WebApplicationContextRunner;
import org.springframework.boot.webmvc.autoconfigure.DispatcherServletPath;
import org.springframework.context.ApplicationContext;
import org.springframework.web.servlet.DispatcherServlet;

/** The applications in which a server starts. */
class McpServerAutoConfigurationTests {

    private final RecordedLog log = new RecordedLog();

    @AfterEach
    void closeLog() {
        log.close();
    }

    @Test
    void aReactiveApplicationStartsAServer() {
        Runners.reactive().withBean(Greeter.class).run(context -> {
            assertThat(context).hasNotFailed().hasSingleBean(McpServer.class).hasBean("io.mcpspring.handlerMapping");
            assertThat(context.getBean(McpTools.class).list())
                    .singleElement()
                    .satisfies(tool -> assertThat(tool.name()).isEqualTo("greet"));
            assertThat(ours(context)).isNotEmpty();
        });
    }

    @Test
    void aReactiveApplicationWithoutBeanValidationIsAServer() {
        Runners.reactive()
                .withBean(Greeter.class)
                .withClassLoader(new FilteredClassLoader(Validator.class))
                .run(context -> assertThat(context).hasNotFailed().hasSingleBean(McpServer.class));
    }

    @Test
    void theNamesOfItsBeansDoNotCollideWithThoseOfTheApplication() {
        Set<String> before = new HashSet<>();
        Runners.reactive()
                .withPropertyValues("mcp.server.enabled=false")
                .run(context -> before.addAll(List.of(context.getBeanDefinitionNames())));
        Runners.reactive()
                .run(context -> assertThat(context.getBeanDefinitionNames())
                        .filteredOn(name -> !before.contains(name))
                        .filteredOn(name -> !name.startsWith("org.springframework.boot.context.properties."))
                        .hasSizeGreaterThan(8)
                        .allMatch(name -> name.startsWith("mcp") || name.startsWith("io.mcpspring.")));
    }

    @Test
    void aDisabledServerHasNoBeans() {
        Runners.reactive()
                .withBean(Greeter.class)
                .withPropertyValues("mcp.server.enabled=false")
                .run(context -> {
                    assertThat(context).hasNotFailed().doesNotHaveBean(McpTools.class);
                    assertThat(ours(context)).isEmpty();
                    assertThat(log.lines()).isEmpty();
                });
    }

    @Test
    void aDisabledServerDoesNotChangeTheBeansOfTheApplication() {
        Set<String> without = new HashSet<>();
        Runners.withoutStarter().run(context -> without.addAll(List.of(context.getBeanDefinitionNames())));
        Runners.reactive()
                .withPropertyValues("mcp.server.enabled=false")
                .run(context ->
                        assertThat(context.getBeanDefinitionNames()).containsExactlyInAnyOrderElementsOf(without));
    }

    @Test
    void aDisabledServerDoesNotReadItsConfiguration() {
        Runners.reactive()
                .withPropertyValues("mcp.server.enabled=false", "mcp.server.secret=short")
                .run(context -> assertThat(context).hasNotFailed());
    }

    @Test
    void aSpringMvcApplicationIsServedWithoutAWarning() {
        Runners.servlet().withBean(Greeter.class).run(context -> {
            assertThat(context).hasNotFailed().hasSingleBean(McpTools.class);
            assertThat(log.lines(Level.WARN)).isEmpty();
        });
    }

    @Test
    void aServletApplicationStartsWithoutAWarningIfTheServerIsDisabled() {
        Runners.servlet().withPropertyValues("mcp.server.enabled=false").run(context -> {
            assertThat(context).hasNotFailed();
            assertThat(ours(context)).isEmpty();
            assertThat(log.lines()).isEmpty();
        });
    }

    @Test
    void anApplicationWithoutWebServerStartsWithoutAWarning() {
        Runners.notWeb().withBean(Greeter.class).run(context -> {
            assertThat(context).hasNotFailed();
            assertThat(ours(context)).isEmpty();
            assertThat(log.lines()).isEmpty();
        });
    }

    @Test
    void aServletApplicationWithoutSpringMvcDoesNotStart() {
        List<WebApplicationContextRunner> applications = List.of(
                Runners.servletWithoutSpringMvc(),
                Runners.servletWithoutSpringMvc().withClassLoader(new FilteredClassLoader(DispatcherServlet.class)),
                Runners.servlet().withClassLoader(new FilteredClassLoader(DispatcherServletPath.class)));
        for (WebApplicationContextRunner application : applications) {
            application.withBean(Greeter.class).run(context -> {
                FailureAnalysis analysis = FailureTexts.of(context);
                assertThat(analysis.getDescription())
                        .isEqualTo("The MCP server has no endpoint: the application has neither WebFlux nor a"
                                + " DispatcherServlet of Spring MVC that is registered by a"
                                + " DispatcherServletRegistrationBean.");
                assertThat(analysis.getAction())
                        .isEqualTo(
                                "Add mcp-spring-boot-starter-webmvc, let Spring Boot register the DispatcherServlet, or"
                                        + " set mcp.server.enabled to false.");
            });
            application
                    .withPropertyValues("mcp.server.enabled=false")
                    .run(context -> assertThat(context).hasNotFailed());
        }
    }

    @Test
    void theBeansOfADisabledServerDoNotExistInASpringMvcApplication() {
        Set<String> without = new HashSet<>();
        Runners.servletWithoutStarter().run(context -> without.addAll(List.of(context.getBeanDefinitionNames())));
        Runners.servlet()
                .withPropertyValues("mcp.server.enabled=false")
                .run(context ->
                        assertThat(context.getBeanDefinitionNames()).containsExactlyInAnyOrderElementsOf(without));
    }

    private static List<String> ours(ApplicationContext context) {
        return Stream.of(context.getBeanDefinitionNames())
                .filter(name -> !context.getType(name).equals(Greeter.class))
                .filter(name -> name.startsWith("mcp") || name.startsWith("io.mcpspring"))
                .toList();
    }

    static class Greeter {

        @McpTool(description = "Greets somebody")
        String greet(String name) {
            return "Hello, " + name + "!";
        }
    }
}
