package io.mcpspring.autoconfigure;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import io.mcpspring.support.RecordedLog;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.boot.test.context.runner.AbstractApplicationContextRunner;
import org.springframework.boot.test.context.runner.ReactiveWebApplicationContextRunner;
import org.springframework.boot.webflux.autoconfigure.WebFluxProperties;
import org.springframework.context.annotation.Configuration;
import org.springframework.mock.web.MockServletContext;

/** The URL of the endpoint in the line about the server that is logged at start-up. */
class StartupUrlTests {

    private static final String PORT = "local.server.port=4711";

    static Stream<Arguments> settings() {
        return Stream.of(
                Arguments.of("server.port=0", "http://localhost:4711/mcp"),
                Arguments.of("mcp.server.http.path=/tools", "http://localhost:4711/tools"),
                Arguments.of("server.address=192.0.2.1", "http://192.0.2.1:4711/mcp"),
                Arguments.of("server.address=2001:db8::1", "http://[2001:db8::1]:4711/mcp"),
                Arguments.of("server.ssl.bundle=web", "https://localhost:4711/mcp"),
                Arguments.of("server.ssl.key-store=classpath:keys.p12", "https://localhost:4711/mcp"),
                Arguments.of("server.ssl.enabled=false", "http://localhost:4711/mcp"));
    }

    @ParameterizedTest
    @MethodSource("settings")
    void theUrlIsThatOfTheWebServer(String property, String url) {
        assertLogged(Runners.reactive().withPropertyValues(PORT, property), url);
    }

    @Tag("change")
    @ParameterizedTest
    @MethodSource("settings")
    void theUrlIsThatOfTheServletContainer(String property, String url) {
        assertLogged(Runners.servlet().withPropertyValues(PORT, property), url);
    }

    @Test
    void theUrlContainsThePathsOfTheApplication() {
        assertLogged(
                reactive().withPropertyValues(PORT, "spring.webflux.base-path=/api"), "http://localhost:4711/api/mcp");
        assertLogged(
                Runners.servlet().withPropertyValues(PORT, "spring.mvc.servlet.path=/api"),
                "http://localhost:4711/api/mcp");
        assertLogged(
                Runners.servlet(new MockServletContext() {
                            {
                                setContextPath("/shop");
                            }
                        })
                        .withPropertyValues(PORT, "spring.mvc.servlet.path=/api"),
                "http://localhost:4711/shop/api/mcp");
    }

    @Test
    void withoutAWebServerItIsThePath() {
        assertLogged(reactive().withPropertyValues("spring.webflux.base-path=/api"), "/api/mcp");
        assertLogged(Runners.servlet().withPropertyValues("spring.mvc.servlet.path=/api"), "/api/mcp");
    }

    private static ReactiveWebApplicationContextRunner reactive() {
        return Runners.reactive().withUserConfiguration(WebFlux.class);
    }

    private static void assertLogged(AbstractApplicationContextRunner<?, ?, ?> application, String url) {
        try (RecordedLog log = new RecordedLog()) {
            application.run(context -> {
                assertThat(context.getStartupFailure()).isNull();
                Runners.ready(context);
                assertThat(log.lines(Level.INFO)).anyMatch(line -> line.contains(" at " + url + ": "));
            });
        }
    }

    @Configuration(proxyBeanMethods = false)
    @EnableConfigurationProperties(WebFluxProperties.class)
    static class WebFlux {}
}
