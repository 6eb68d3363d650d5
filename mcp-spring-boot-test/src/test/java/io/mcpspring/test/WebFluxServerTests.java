package io.mcpspring.test;

import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import org.junit.jupiter.api.Test;
import org.springframework.boot.test.context.SpringBootTest;

/** A WebFlux application with a web server, below a path. */
@SpringBootTest(
        webEnvironment = SpringBootTest.WebEnvironment.RANDOM_PORT,
        properties = {
            "spring.main.web-application-type=reactive",
            "spring.webflux.base-path=/shop",
            "mcp.server.http.sse.keep-alive=50ms"
        })
class WebFluxServerTests extends AbstractMcpTesterTests {
    @Test
    void aPrincipalIsRefusedOverHttp() {
        McpTester.Builder builder = tester.mutate().principal(() -> "ann");
        assertThatIllegalStateException().isThrownBy(builder::build).withMessageContaining("bearerToken");
    }
}
