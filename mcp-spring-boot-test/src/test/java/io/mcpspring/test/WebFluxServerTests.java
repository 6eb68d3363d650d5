package io.mcpspring.test;

import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledIfSystemProperty;
import org.springframework.boot.test.context.SpringBootTest;

/** A WebFlux application with a web server, below a path. */
@SpringBootTest(
        webEnvironment = SpringBootTest.WebEnvironment.RANDOM_PORT,
        properties = {
            "spring.main.web-application-type=reactive",
            "spring.webflux.base-path=/shop",
            "mcp.server.http.sse.keep-alive=50ms"
        })
@DisabledIfSystemProperty(named = "mcp.tests.stack", matches = "tomcat|jetty")
@Tag("change")
class WebFluxServerTests extends AbstractMcpTesterTests {
    @Test
    void aPrincipalIsRefusedOverHttp() {
        McpTester.Builder builder = tester.mutate().principal(() -> "ann");
        assertThatIllegalStateException().isThrownBy(builder::build).withMessageContaining("bearerToken");
    }
}
