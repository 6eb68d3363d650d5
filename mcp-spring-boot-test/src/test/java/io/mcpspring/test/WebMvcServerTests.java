package io.mcpspring.test;

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
class WebMvcServerTests extends AbstractMcpTesterTests {}
