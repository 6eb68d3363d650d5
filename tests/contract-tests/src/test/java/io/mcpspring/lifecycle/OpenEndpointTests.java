package io.mcpspring.lifecycle;

import static org.assertj.core.api.Assertions.assertThat;

import io.mcpspring.annotation.McpTool;
import io.mcpspring.support.ReducedClassPath;
import io.mcpspring.support.TestServer;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;

/** The start of a server without Spring Security that others can reach. */
@Tag("change")
@ExtendWith(OutputCaptureExtension.class)
class OpenEndpointTests {

    @Test
    void onlyAnEndpointThatIsOpenUnintendedlyIsReported(CapturedOutput output) throws Exception {
        String started =
                new ReducedClassPath(List.of("spring-security", "spring-boot-security")).run(Application.class);
        assertThat(output.getOut()).contains(started.split(", "));
        assertThat(output.getOut().lines())
                .filteredOn(line -> line.contains("The MCP endpoint"))
                .singleElement()
                .asString()
                .contains(
                        "WARN",
                        "The MCP endpoint /unintended is open: every program that can connect to this server can use it",
                        "mcp.server.security.open");
    }

    /** Starts servers, each of which logs the path of its endpoint, and returns these paths. */
    public static final class Application {

        private Application() {}

        public static String run() {
            start("server.address=0.0.0.0", "mcp.server.security.open=false", "mcp.server.http.path=/unintended");
            start("server.address=127.0.0.1", "mcp.server.security.open=false", "mcp.server.http.path=/loopback");
            start("mcp.server.security.open=true", "mcp.server.http.path=/open");
            return "/unintended, /loopback, /open";
        }

        private static void start(String... properties) {
            TestServer.start(Tools.class, properties).close();
        }
    }

    static class Tools {

        @McpTool
        String hello() {
            return "Hello";
        }
    }
}
