package io.mcpspring.autoconfigure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.springframework.web.reactive.function.server.RequestPredicates.path;

import org.junit.jupiter.api.Test;
import org.springframework.ai.mcp.server.webflux.transport.WebFluxStreamableServerTransportProvider;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.boot.test.context.runner.ReactiveWebApplicationContextRunner;
import org.springframework.web.reactive.function.server.RouterFunction;
import org.springframework.web.reactive.function.server.RouterFunctions;
import org.springframework.web.reactive.function.server.ServerResponse;

/** An application with two MCP servers at one path does not start: clients would reach only one of them. */
class SharedPathTests {

    @Test
    void bothServersAreNamed() {
        assertRefused(with(springAi("/mcp")), "/mcp");
    }

    @Test
    void thePathMayComeFromTheConfigurationAndBeNested() {
        assertRefused(
                with(RouterFunctions.nest(path("/ai"), springAi("/mcp")))
                        .withPropertyValues("mcp.server.http.path=/ai/mcp"),
                "/ai/mcp");
    }

    @Test
    void twoServersAtTwoPathsAreFine() {
        with(springAi("/mcp"))
                .withPropertyValues("mcp.server.http.path=/other")
                .run(context -> assertThat(context).hasNotFailed());
        with(springAi("/sse")).run(context -> assertThat(context).hasNotFailed());
    }

    @Test
    void routesOfTheApplicationAreItsOwnBusiness() {
        with(RouterFunctions.route(path("/mcp"), request -> ServerResponse.ok().build()))
                .run(context -> assertThat(context).hasNotFailed());
        with(RouterFunctions.route(path("/**"), request -> ServerResponse.ok().build()))
                .run(context -> assertThat(context).hasNotFailed());
    }

    private static RouterFunction<ServerResponse> springAi(String path) {
        return new WebFluxStreamableServerTransportProvider(path).getRouterFunction();
    }

    private static ReactiveWebApplicationContextRunner with(RouterFunction<?> router) {
        return Runners.reactive().withBean("otherRouter", RouterFunction.class, () -> router);
    }

    private static void assertRefused(ReactiveWebApplicationContextRunner application, String path) {
        application.run(context -> {
            FailureAnalysis analysis = FailureTexts.of(context);
            assertThat(analysis.getDescription())
                    .isEqualTo("Two MCP servers are configured for the path '" + path
                            + "': that of mcp-spring-boot and that of "
                            + WebFluxStreamableServerTransportProvider.class.getName()
                            + ".");
            assertThat(analysis.getAction())
                    .isEqualTo("Remove one of the two starters, or give one server another path:"
                            + " this one with mcp.server.http.path, that of Spring AI with"
                            + " spring.ai.mcp.server.streamable-http.mcp-endpoint.");
        });
    }
}
