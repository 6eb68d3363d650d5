package io.mcpspring.contract.transport;

import static org.assertj.core.api.Assertions.assertThat;

import io.mcpspring.support.ModernRequest;
import io.mcpspring.support.OnNetty;
import io.mcpspring.support.RawHttp;
import io.mcpspring.support.TestServer;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.boot.autoconfigure.condition.ConditionalOnWebApplication;
import org.springframework.boot.autoconfigure.condition.ConditionalOnWebApplication.Type;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;
import org.springframework.web.cors.CorsConfiguration;
import org.springframework.web.cors.reactive.CorsWebFilter;
import org.springframework.web.filter.CorsFilter;

/** The CORS headers for web pages. */
class CorsTests {

    private static final String PAGE = "http://localhost:3000";

    private final TestServer server = TestServer.shared(PlainTools.class);

    @ParameterizedTest
    @ValueSource(strings = {"POST", "DELETE", "GET"})
    void aPreflightAllowsWhatTheProtocolNeeds(String method) {
        String headers = "content-type, mcp-protocol-version, mcp-session-id, mcp-method, mcp-name, mcp-param-region,"
                + " authorization, last-event-id";
        RawHttp.Response response = RawHttp.send(
                server.port(),
                "OPTIONS /mcp",
                "Origin: " + PAGE,
                "Access-Control-Request-Method: " + method,
                "Access-Control-Request-Headers: " + headers);
        assertThat(response.status()).isEqualTo(200);
        assertThat(response.body()).isEmpty();
        assertThat(response.header("Access-Control-Allow-Origin")).isEqualTo(PAGE);
        assertThat(response.header("Access-Control-Allow-Methods")).contains(method);
        assertThat(response.header("Access-Control-Max-Age")).isEqualTo("3600");
        assertThat(response.header("Access-Control-Allow-Headers").toLowerCase())
                .contains(headers.split(", *"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"https://evil.example", "null", "http://localhost.evil.example"})
    void aPreflightOfAForeignPageIsRefused(String origin) {
        RawHttp.Response response =
                RawHttp.send(server.port(), "OPTIONS /mcp", "Origin: " + origin, "Access-Control-Request-Method: POST");
        assertThat(response.status()).isEqualTo(403);
        assertThat(response.header("Access-Control-Allow-Origin")).isNull();
        assertThat(response.header("Access-Control-Allow-Methods")).isNull();
    }

    @Test
    void aPageMayReadTheAnswerAndItsSessionId() {
        RawHttp.Response response = RawHttp.post(
                server.port(),
                "{\"jsonrpc\":\"2.0\",\"id\":1,"
                        + "\"method\":\"initialize\",\"params\":{\"protocolVersion\":\"2025-11-25\",\"capabilities\":{},"
                        + "\"clientInfo\":{\"name\":\"page\",\"version\":\"1\"}}}",
                "Origin: " + PAGE);
        assertThat(response.status()).isEqualTo(200);
        assertThat(response.header("Mcp-Session-Id")).isNotBlank();
        readable(response);
    }

    @Test
    void aPageMayReadARefusal() {
        readable(RawHttp.post(server.port(), "{", "Origin: " + PAGE));
        readable(RawHttp.post(server.port(), PlainTools.PING, "Origin: " + PAGE, "Mcp-Session-Id: x"));
        readable(RawHttp.post(server.port(), PlainTools.PING, "Origin: " + PAGE, "Accept: text/html"));
        readable(ModernRequest.of("tools/sing").with("Origin: " + PAGE).send(server.port()));
    }

    @ParameterizedTest
    @ValueSource(strings = {"PUT", "PATCH", "OPTIONS"})
    void otherMethodsAreNotAllowedForPages(String method) {
        RawHttp.Response response = RawHttp.send(server.port(), method + " /mcp", "Origin: " + PAGE);
        assertThat(response.status()).as(response.toString()).isEqualTo(405);
        assertThat(response.errorCode()).isEqualTo(-32600);
        assertThat(response.header("Allow")).isEqualTo("GET, POST, DELETE");
    }

    @Test
    @OnNetty("Tomcat refuses TRACE itself")
    void traceIsNotAllowedForPages() {
        otherMethodsAreNotAllowedForPages("TRACE");
    }

    @Test
    void responsesVaryByOrigin() {
        RawHttp.Response response = RawHttp.post(server.port(), "{", "Origin: " + PAGE);
        assertThat(response.headers().get("Vary").toString()).contains("Origin");
    }

    @Test
    void otherClientsGetNoCorsHeaders() {
        RawHttp.Response response = RawHttp.post(server.port(), "{");
        assertThat(response.headers().keySet()).noneMatch(name -> name.startsWith("Access-Control"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"X-Total", "Mcp-Session-Id", "X-Retry-After, mcp-session-id"})
    void aPageMayReadTheHeadersThatAFilterOfTheApplicationDoesNotKnow(String exposed) {
        int port = TestServer.shared(
                        WithFilter.class, "mcp.server.http.allowed-origins=" + PAGE, "test.exposed=" + exposed)
                .port();
        RawHttp.Response response =
                ModernRequest.of("ping").with("Origin: " + PAGE).send(port);
        assertThat(String.join(", ", response.headers().get("Access-Control-Expose-Headers")))
                .containsOnlyOnce("WWW-Authenticate")
                .startsWith(exposed);
        readable(RawHttp.post(port, PlainTools.PING, "Origin: " + PAGE, "Mcp-Session-Id: x"));
        readable(ModernRequest.of("tools/sing").with("Origin: " + PAGE).send(port));
    }

    @Test
    void otherClientsOfAnApplicationWithAFilterGetNoCorsHeaders() {
        RawHttp.Response response = RawHttp.post(
                TestServer.shared(WithFilter.class, "mcp.server.http.allowed-origins=" + PAGE)
                        .port(),
                "{");
        assertThat(response.headers().keySet()).noneMatch(name -> name.startsWith("Access-Control"));
    }

    @Configuration(proxyBeanMethods = false)
    @Import(PlainTools.class)
    static class WithFilter {

        @Value("${test.exposed:X-Total}")
        private List<String> exposed;

        private CorsConfiguration cors() {
            CorsConfiguration cors = new CorsConfiguration().applyPermitDefaultValues();
            cors.setAllowedOrigins(List.of(PAGE));
            cors.setExposedHeaders(exposed);
            return cors;
        }

        @Bean
        @Order(Ordered.HIGHEST_PRECEDENCE)
        @ConditionalOnWebApplication(type = Type.SERVLET)
        CorsFilter filter() {
            return new CorsFilter(request -> cors());
        }

        @Bean
        @Order(Ordered.HIGHEST_PRECEDENCE)
        @ConditionalOnWebApplication(type = Type.REACTIVE)
        CorsWebFilter reactiveFilter() {
            return new CorsWebFilter(exchange -> cors());
        }
    }

    private static void readable(RawHttp.Response response) {
        assertThat(response.header("Access-Control-Allow-Origin"))
                .as(response.toString())
                .isEqualTo(PAGE);
        assertThat(String.join(",", response.headers().get("Access-Control-Expose-Headers")))
                .containsIgnoringCase("Mcp-Session-Id")
                .containsPattern("WWW-Authenticate")
                .containsPattern("(^|[, ])Retry-After");
        assertThat(response.header("Access-Control-Allow-Credentials")).isNull();
        assertThat(response.json().get("jsonrpc").stringValue()).isEqualTo("2.0");
    }
}
