package io.mcpspring.test;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.springframework.boot.test.context.SpringBootTest;

/** A Spring MVC application with a web server, below a path. */
@SpringBootTest(
        webEnvironment = SpringBootTest.WebEnvironment.RANDOM_PORT,
        properties = {
            "spring.main.web-application-type=servlet",
            "server.servlet.context-path=/shop",
            "mcp.server.http.path=/tools",
            "mcp.server.http.sse.keep-alive=50ms"
        })
@EnabledIfSystemProperty(named = "mcp.tests.stack", matches = "tomcat|jetty")
@Tag("change")
class WebMvcServerTests extends AbstractMcpTesterTests {}
