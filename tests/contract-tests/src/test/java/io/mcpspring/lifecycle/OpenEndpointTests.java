package io.mcpspring.lifecycle;

import static org.assertj.core.api.Assertions.assertThat;

import io.mcpspring.annotation.McpTool;
import io.mcpspring.protocol.ProtocolVersion;
import io.mcpspring.support.McpTestClient;
import io.mcpspring.support.ReducedClassPath;
import io.mcpspring.support.TestServer;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;

/** An endpoint without Spring Security, which clients on other machines use: here, those of a proxy. */
@Tag("change")
@ExtendWith(OutputCaptureExtension.class)
class OpenEndpointTests {

    @Test
    void theFirstCallFromAnotherMachineIsReportedUnlessItIsIntended(CapturedOutput output) throws Exception {
        String started =
                new ReducedClassPath(List.of("spring-security", "spring-boot-security")).run(Application.class);
        assertThat(output.getOut()).contains(started.split(", "));
        assertThat(output.getOut().lines())
                .filteredOn(line -> line.contains("The MCP endpoint"))
                .hasSize(3)
                .allSatisfy(line -> assertThat(line).contains("WARN", "is open", "mcp.server.security.open"))
                .anySatisfy(line -> assertThat(line).contains("/unevaluated"))
                .anySatisfy(line -> assertThat(line).contains("/address"))
                .anySatisfy(line -> assertThat(line).contains("/evaluated"));
    }

    /** Starts and calls servers, each of which logs the path of its endpoint, and returns these paths. */
    public static final class Application {

        private Application() {}

        public static String run() {
            call(Map.of(), false, "none", "/loopback");
            call(Map.of("X-Forwarded-For", "192.0.2.7"), true, "none", "/intended");
            call(Map.of("X-Forwarded-For", "192.0.2.7"), false, "none", "/unevaluated");
            call(Map.of("X-Real-IP", "192.0.2.7"), false, "none", "/address");
            call(Map.of("Forwarded", "for=192.0.2.7"), false, "framework", "/evaluated");
            return "/loopback, /intended, /unevaluated, /address, /evaluated";
        }

        private static void call(Map<String, String> forwarded, boolean open, String strategy, String path) {
            try (TestServer server = TestServer.start(
                    Tools.class,
                    "mcp.server.security.open=" + open,
                    "server.forward-headers-strategy=" + strategy,
                    "mcp.server.http.path=" + path)) {
                McpTestClient client = server.client(ProtocolVersion.V2025_11_25, path);
                Map<String, String> headers = new HashMap<>(client.headers());
                headers.putAll(forwarded);
                for (int i = 0; i < 2; i++) {
                    assertThat(client.post("{\"jsonrpc\": \"2.0\", \"id\": 7, \"method\": \"ping\"}", headers)
                                    .status())
                            .isEqualTo(200);
                }
            }
        }
    }

    static class Tools {

        @McpTool
        String hello() {
            return "Hello";
        }
    }
}
