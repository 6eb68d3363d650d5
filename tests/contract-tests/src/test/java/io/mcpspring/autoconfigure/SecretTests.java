package io.mcpspring.autoconfigure;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import io.mcpspring.protocol.ProtocolVersion;
import io.mcpspring.support.Answer;
import io.mcpspring.support.McpTestClient;
import io.mcpspring.support.RecordedLog;
import io.mcpspring.support.TestServer;
import java.io.PrintWriter;
import java.io.StringWriter;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Secrets are used and checked, but not printed. */
class SecretTests {

    private static final String SECRET = "correct horse battery staple hold";

    private static final String OTHER = "another correct horse battery staple";

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            mcp.server.secret=tooshort32charsareneededbutnot1 | mcp.server.secret must have at least 32 bytes
            mcp.server.secret= | mcp.server.secret must have at least 32 bytes
            mcp.server.previous-secrets=tooshort | mcp.server.previous-secrets must have at least 32 bytes each
            mcp.server.previous-secrets[0]=tooshort | mcp.server.previous-secrets must have at least 32 bytes each
            """)
    void aShortSecretIsRefusedWithoutBeingPrinted(String property, String reason) {
        Runners.properties().withPropertyValues(property).run(context -> {
            assertThat(FailureTexts.of(context).getDescription()).isEqualToNormalizingNewlines("""
                    Failed to bind properties under 'mcp.server' to io.mcpspring.autoconfigure.McpServerProperties:

                        Reason: java.lang.IllegalArgumentException: %s""".formatted(reason));
            StringWriter trace = new StringWriter();
            context.getStartupFailure().printStackTrace(new PrintWriter(trace));
            assertThat(trace.toString()).doesNotContain("tooshort");
        });
    }

    @Test
    void theLengthIsCountedInBytes() {
        Runners.properties()
                .withPropertyValues("mcp.server.secret=" + "\u00e9".repeat(16))
                .run(context -> assertThat(context).hasNotFailed());
        Runners.properties()
                .withPropertyValues("mcp.server.secret=" + "\u00e9".repeat(15) + "e")
                .run(context -> assertThat(context).hasFailed());
    }

    @Test
    void thePropertiesDoNotPrintTheSecret() {
        Runners.properties()
                .withPropertyValues("mcp.server.secret=" + SECRET, "mcp.server.previous-secrets=" + OTHER)
                .run(context -> assertThat(
                                context.getBean(McpServerProperties.class).toString())
                        .contains("secret=******", "previousSecrets=[******]")
                        .doesNotContain(SECRET, OTHER));
    }

    @Test
    void theLogOfTheStartDoesNotContainTheSecret() {
        try (RecordedLog log = new RecordedLog()) {
            Runners.reactive()
                    .withPropertyValues("mcp.server.secret=" + SECRET, "mcp.server.previous-secrets=" + OTHER)
                    .run(context -> {
                        Runners.ready(context);
                        assertThat(log.lines())
                                .isNotEmpty()
                                .noneMatch(line -> line.contains(SECRET) || line.contains(OTHER))
                                .noneMatch(line -> line.contains("mcp.server.secret"));
                    });
        }
    }

    @Test
    void aServerWithoutSecretLogsIt() {
        try (RecordedLog log = new RecordedLog()) {
            Runners.reactive()
                    .run(context -> assertThat(log.lines(Level.INFO))
                            .contains("mcp.server.secret is not set, so sessions end with this process"));
        }
    }

    /** As with DevTools, which creates a new application with the same classes of the library. */
    @Test
    void sessionsWithoutASecretSurviveARestartOfTheApplication() {
        McpTestClient client;
        try (TestServer before = TestServer.start(Object.class)) {
            client = before.client(ProtocolVersion.V2025_11_25);
        }
        try (TestServer after = TestServer.start(Object.class)) {
            assertThat(ping(after, client).status()).isEqualTo(200);
        }
    }

    @Test
    void everyServerWithTheSecretOfASessionAcceptsIt() {
        TestServer first = TestServer.shared(Object.class, "mcp.server.secret=" + OTHER, "mcp.server.name=first");
        TestServer second = TestServer.shared(Object.class, "mcp.server.secret=" + OTHER, "mcp.server.name=second");
        TestServer later =
                TestServer.shared(Object.class, "mcp.server.secret=" + SECRET, "mcp.server.previous-secrets=" + OTHER);
        McpTestClient client = first.client(ProtocolVersion.V2025_11_25);
        assertThat(ping(second, client).status()).isEqualTo(200);
        assertThat(ping(later, client).status()).as("a previous secret").isEqualTo(200);
        assertThat(ping(first, later.client(ProtocolVersion.V2025_11_25)).status())
                .as("an unknown secret")
                .isEqualTo(404);
    }

    /** Pings a server in the session that the client has opened at another one. */
    private static Answer ping(TestServer server, McpTestClient client) {
        return server.client(ProtocolVersion.V2025_11_25)
                .post("{\"jsonrpc\": \"2.0\", \"id\": 1, \"method\": \"ping\"}", client.headers());
    }
}
