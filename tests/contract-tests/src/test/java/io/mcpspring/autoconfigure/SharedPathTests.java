package io.mcpspring.autoconfigure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.springframework.web.reactive.function.server.RequestPredicates.path;

import org.junit.jupiter.api.Test;
import org.springframework.ai.mcp.server.webflux.transport.WebFluxStreamableServerTransportProvider;
import org.springframework.ai.mcp.server.webmvc.transport.WebMvcStreamableServerTransportProvider;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.boot.test.context.assertj.ApplicationContextAssertProvider;
import org.springframework.boot.test.context.runner.ReactiveWebApplicationContextRunner;
import org.springframework.boot.test.context.runner.WebApplicationContextRunner;
import org.springframework.web.reactive.function.server.RouterFunction;
import org.springframework.web.reactive.function.server.RouterFunctions;
import org.springframework.web.reactive.function.server.ServerResponse;
import org.springframework.web.servlet.function.RequestPredicates;

/** An application with two MCP servers at one path does not start, because clients would reach only one of them. */
class SharedPathTests {

    private static final Class<?> WEBFLUX = WebFluxStreamableServerTransportProvider.class;

    private static final Class<?> WEBMVC = WebMvcStreamableServerTransportProvider.class;

    @Test
    void refusesTwoServersAtOnePathAndNamesBoth() {
        webFlux(springAi("/mcp")).run(context -> assertRefused(context, WEBFLUX, "/mcp"));
        webMvc(springAiMvc("/mcp")).run(context -> assertRefused(context, WEBMVC, "/mcp"));
    }

    @Test
    void refusesAConfiguredPathAndNestedRoutes() {
        webFlux(RouterFunctions.nest(path("/ai"), springAi("/mcp")))
                .withPropertyValues("mcp.server.http.path=/ai/mcp")
                .run(context -> assertRefused(context, WEBFLUX, "/ai/mcp"));
        webMvc(org.springframework.web.servlet.function.RouterFunctions.nest(
                        RequestPredicates.path("/ai"), springAiMvc("/mcp")))
                .withPropertyValues("mcp.server.http.path=/ai/mcp")
                .run(context -> assertRefused(context, WEBMVC, "/ai/mcp"));
    }

    @Test
    void acceptsTwoServersAtTwoPaths() {
        String other = "mcp.server.http.path=/other";
        webFlux(springAi("/mcp")).withPropertyValues(other).run(SharedPathTests::assertStarted);
        webFlux(springAi("/sse")).run(SharedPathTests::assertStarted);
        webMvc(springAiMvc("/mcp")).withPropertyValues(other).run(SharedPathTests::assertStarted);
        webMvc(springAiMvc("/sse")).run(SharedPathTests::assertStarted);
    }

    @Test
    void acceptsARouteOfTheApplicationForThePath() {
        for (String path : new String[] {"/mcp", "/**"}) {
            webFlux(RouterFunctions.route(
                            path(path), request -> ServerResponse.ok().build()))
                    .run(SharedPathTests::assertStarted);
            webMvc(org.springframework.web.servlet.function.RouterFunctions.route(
                            RequestPredicates.path(path),
                            request -> org.springframework.web.servlet.function.ServerResponse.ok()
                                    .build()))
                    .run(SharedPathTests::assertStarted);
        }
    }

    private static RouterFunction<ServerResponse> springAi(String path) {
        return new WebFluxStreamableServerTransportProvider(path).getRouterFunction();
    }

    private static org.springframework.web.servlet.function.RouterFunction<
                    org.springframework.web.servlet.function.ServerResponse>
            springAiMvc(String path) {
        return new WebMvcStreamableServerTransportProvider(path).getRouterFunction();
    }

    private static ReactiveWebApplicationContextRunner webFlux(RouterFunction<?> router) {
        return Runners.reactive().withBean("otherRouter", RouterFunction.class, () -> router);
    }

    private static WebApplicationContextRunner webMvc(
            org.springframework.web.servlet.function.RouterFunction<?> router) {
        return Runners.servlet()
                .withBean("otherRouter", org.springframework.web.servlet.function.RouterFunction.class, () -> router);
    }

    private static void assertStarted(ApplicationContextAssertProvider<?> context) {
        assertThat(context.getStartupFailure()).isNull();
    }

    private static void assertRefused(ApplicationContextAssertProvider<?> context, Class<?> other, String path) {
        FailureAnalysis analysis = FailureTexts.of(context);
        assertThat(analysis.getDescription())
                .isEqualTo("The path '" + path + "' is configured for two MCP servers: mcp-spring-boot and "
                        + other.getName() + ".");
        assertThat(analysis.getAction())
                .isEqualTo("Remove one of the two starters, or change one of the paths:"
                        + " mcp.server.http.path for mcp-spring-boot,"
                        + " spring.ai.mcp.server.streamable-http.mcp-endpoint for Spring AI.");
    }
}
