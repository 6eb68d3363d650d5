package io.mcpspring.test;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledIfSystemProperty;
import org.springframework.boot.test.context.SpringBootTest;

/** A WebFlux application in a mock environment. */
@SpringBootTest(properties = {"spring.main.web-application-type=reactive", "mcp.server.http.sse.keep-alive=50ms"})
@DisabledIfSystemProperty(named = "mcp.tests.stack", matches = "tomcat|jetty")
class WebFluxInProcessTests extends AbstractMcpTesterTests {
    @Test
    void aPrincipalCallsInProcess() {
        tester.mutate()
                .principal(() -> "ann")
                .build()
                .call("caller")
                .execute()
                .text()
                .isEqualTo("ann");
        tester.call("caller").execute().text().isEqualTo("anonymous");
    }
}
