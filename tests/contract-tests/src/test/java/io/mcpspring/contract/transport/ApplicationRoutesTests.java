package io.mcpspring.contract.transport;

import static org.assertj.core.api.Assertions.assertThat;
import static org.springframework.web.reactive.function.server.RouterFunctions.route;

import io.mcpspring.protocol.ProtocolVersion;
import io.mcpspring.support.Answer;
import io.mcpspring.support.EveryRevision;
import io.mcpspring.support.OnNetty;
import io.mcpspring.support.RawHttp;
import io.mcpspring.support.TestServer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Import;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.reactive.function.server.RequestPredicates;
import org.springframework.web.reactive.function.server.RouterFunction;
import org.springframework.web.reactive.function.server.ServerResponse;

/** The endpoint beside the routes of the application. */
@OnNetty("The routes are those of Spring WebFlux")
class ApplicationRoutesTests {

    @RestController
    static class Controller {

        @RequestMapping({"/mcp", "/tools", "/controlled"})
        String everything() {
            return "controller";
        }
    }

    @Import({PlainTools.class, Controller.class})
    static class Application {

        @Bean
        @Order(Ordered.HIGHEST_PRECEDENCE)
        RouterFunction<ServerResponse> first() {
            return route(
                    RequestPredicates.headers(
                            headers -> !headers.header("X-First").isEmpty()),
                    request -> ServerResponse.ok().bodyValue("first"));
        }

        @Bean
        @Order(1)
        RouterFunction<ServerResponse> routes() {
            return route(
                    RequestPredicates.path("/**")
                            .and(RequestPredicates.path("/controlled").negate()),
                    request -> ServerResponse.ok().bodyValue("router"));
        }
    }

    private final TestServer server = TestServer.shared(Application.class);

    private final TestServer elsewhere =
            TestServer.shared(Application.class, "spring.webflux.base-path=/api", "mcp.server.http.path=/tools");

    @EveryRevision
    void theEndpointPrecedesTheRoutesOfTheApplication(ProtocolVersion version) {
        Answer answer = server.client(version, "/mcp").call("greet", "{\"name\": \"Ada\"}");
        assertThat(answer.contentText()).isEqualTo("Hello, Ada!");
    }

    @Test
    void theEndpointPrecedesRoutesOfAnyOrder() {
        assertThat(RawHttp.send(server.port(), "PUT /mcp", "X-First: yes").status())
                .isEqualTo(405);
        assertThat(RawHttp.send(server.port(), "PUT /other", "X-First: yes").text())
                .isEqualTo("first");
    }

    @EveryRevision
    void theEndpointFollowsTheBasePathAndItsProperty(ProtocolVersion version) {
        Answer answer = elsewhere.client(version, "/api/tools").call("greet", "{\"name\": \"Ada\"}");
        assertThat(answer.contentText()).isEqualTo("Hello, Ada!");
    }

    @ParameterizedTest
    @ValueSource(strings = {"/mcp/x", "/mcp//", "/mcpx", "/MCP", "/"})
    void otherPathsBelongToTheApplication(String path) {
        RawHttp.Response response = RawHttp.send(server.port(), "GET " + path);
        assertThat(response.text()).isEqualTo("router");
    }

    @ParameterizedTest
    @ValueSource(strings = {"/api/mcp", "/api/other"})
    void theApplicationMayUseTheDefaultPathIfTheEndpointHasAnother(String path) {
        assertThat(RawHttp.send(elsewhere.port(), "GET " + path).text()).isEqualTo("router");
    }

    @Test
    void metadataThatDoesNotExistPrecedesTheRoutesOfTheApplication() {
        assertThat(RawHttp.send(server.port(), "GET /.well-known/oauth-protected-resource/mcp")
                        .status())
                .isEqualTo(404);
    }

    @ParameterizedTest
    @ValueSource(strings = {"/mcp?x=1", "/mcp?a=/b", "http://localhost/mcp"})
    void aQueryDoesNotChangeThePath(String target) {
        RawHttp.Response response = RawHttp.send(server.port(), "PUT " + target);
        assertThat(response.status()).isEqualTo(405);
        assertThat(response.errorCode()).isEqualTo(-32600);
    }

    @ParameterizedTest
    @ValueSource(strings = "/controlled")
    void controllersOfTheApplicationAreReached(String path) {
        assertThat(RawHttp.send(server.port(), "GET " + path).text()).isEqualTo("controller");
    }
}
