package io.mcpspring.autoconfigure;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import io.mcpspring.annotation.McpTool;
import io.mcpspring.protocol.ProtocolVersion;
import io.mcpspring.support.RecordedLog;
import io.mcpspring.support.TestServer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Where the endpoint is. */
class EndpointPathTests {

    @ParameterizedTest
    @ValueSource(strings = {"/mcp", "/mcp/"})
    void theEndpointIsAtMcpWithASlashBehindItOrWithout(String path) {
        assertServes(TestServer.shared(Greeter.class), path);
    }

    @ParameterizedTest
    @ValueSource(strings = {"/api/mcp", "/api/mcp/"})
    void theBasePathOfTheApplicationComesBeforeIt(String path) {
        assertServes(TestServer.shared(Greeter.class, "spring.webflux.base-path=/api"), path);
    }

    @ParameterizedTest
    @ValueSource(strings = {"/tools/mcp", "/tools/mcp/"})
    void thePathCanBeChosen(String path) {
        assertServes(TestServer.shared(Greeter.class, "mcp.server.http.path=/tools/mcp/"), path);
    }

    @Test
    void theLogNamesTheWholePath() {
        try (RecordedLog log = new RecordedLog()) {
            Runners.reactive().withBean(Greeter.class).withPropertyValues("spring.webflux.base-path=/api")
                    .run(context -> assertThat(log.lines(Level.INFO))
                            .anyMatch(line -> line.contains(" at /api/mcp: ")));
        }
    }

    private static void assertServes(TestServer server, String path) {
        assertThat(server.client(ProtocolVersion.V2026_07_28, path).call("greet").contentText()).isEqualTo("Hello!");
    }

    static class Greeter {

        @McpTool(description = "Greets")
        String greet() {
            return "Hello!";
        }
    }
}
