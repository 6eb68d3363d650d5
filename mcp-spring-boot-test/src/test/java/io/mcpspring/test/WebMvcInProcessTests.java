package io.mcpspring.test;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.springframework.boot.test.context.SpringBootTest;

/** A Spring MVC application in a mock environment. */
@SpringBootTest(properties = {"spring.main.web-application-type=servlet", "mcp.server.http.sse.keep-alive=50ms"})
@EnabledIfSystemProperty(named = "mcp.tests.stack", matches = "tomcat|jetty")
class WebMvcInProcessTests extends AbstractMcpTesterTests {
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
