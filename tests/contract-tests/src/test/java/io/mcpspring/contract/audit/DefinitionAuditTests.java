package io.mcpspring.contract.audit;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import io.mcpspring.annotation.McpPrompt;
import io.mcpspring.annotation.McpResource;
import io.mcpspring.annotation.McpTool;
import io.mcpspring.audit.McpAuditEvent;
import io.mcpspring.audit.McpAuditEvent.Change;
import io.mcpspring.protocol.ProtocolVersion;
import io.mcpspring.support.RecordedLog;
import io.mcpspring.support.TestServer;
import io.mcpspring.tool.McpToolDefinition;
import io.mcpspring.tool.McpTools;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import org.junit.jupiter.api.Test;
import org.springframework.context.annotation.Bean;

/** Operators learn of all definitions at the start, and of every change. */
class DefinitionAuditTests {

    static class Entries {

        @McpTool(description = "Says hello")
        String hello() {
            return "Hello";
        }

        @McpPrompt
        String greeting() {
            return "Hello";
        }

        @McpResource(uri = "text://one")
        String one() {
            return "1";
        }

        @McpResource(uri = "text://{name}")
        String text(String name) {
            return name;
        }

        @Bean
        static Trail trail() {
            return new Trail();
        }
    }

    private static McpToolDefinition tool(String description) {
        return McpToolDefinition.named("added")
                .description(description)
                .call((arguments, exchange) -> "in")
                .build();
    }

    @Test
    void theDefinitionsOfTheStartAndTheirChangesAreEvents() throws NoSuchAlgorithmException {
        try (TestServer server = TestServer.start(Entries.class);
                RecordedLog log = new RecordedLog()) {
            Trail trail = server.context().getBean(Trail.class);
            McpTools tools = server.context().getBean(McpTools.class);
            McpAuditEvent.Definitions initial = trail.await(McpAuditEvent.Definitions.class, 1);
            assertThat(initial.initial()).isTrue();
            assertThat(initial.fingerprints().keySet())
                    .containsExactly(
                            "prompt greeting", "resource template text://{name}", "resource text://one", "tool hello");
            String listed = server.client(ProtocolVersion.newest())
                    .request("tools/list", "{}")
                    .result()
                    .at("/tools/0")
                    .toString();
            assertThat(initial.fingerprints())
                    .containsEntry(
                            "tool hello",
                            HexFormat.of()
                                    .formatHex(
                                            MessageDigest.getInstance("SHA-256").digest(listed.getBytes())));

            tools.update(changes -> changes.add(tool("one")));
            McpAuditEvent.Definitions added = trail.await(McpAuditEvent.Definitions.class, 2);
            String one = added.fingerprints().get("tool added");
            assertThat(added.initial()).isFalse();
            assertThat(added.changes()).containsExactly(new Change("tool added", null, one));

            tools.update(changes -> changes.replace(tool("two")));
            McpAuditEvent.Definitions changed = trail.await(McpAuditEvent.Definitions.class, 3);
            String two = changed.fingerprints().get("tool added");
            assertThat(two).isNotEqualTo(one);
            assertThat(changed.changes()).containsExactly(new Change("tool added", one, two));

            tools.update(changes -> changes.remove("added"));
            assertThat(trail.await(McpAuditEvent.Definitions.class, 4).changes())
                    .containsExactly(new Change("tool added", two, null));
            assertThat(log.audit(Level.INFO))
                    .containsSubsequence(
                            "definition name=\"tool added\" after=\"" + one + "\"",
                            "definition name=\"tool added\" before=\"" + one + "\" after=\"" + two + "\"",
                            "definition name=\"tool added\" before=\"" + two + "\"");
        }
    }
}
