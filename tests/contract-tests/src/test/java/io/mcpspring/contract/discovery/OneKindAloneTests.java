package io.mcpspring.contract.discovery;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mcpspring.annotation.McpPrompt;
import io.mcpspring.annotation.McpResource;
import io.mcpspring.annotation.McpTool;
import io.mcpspring.protocol.ProtocolVersion;
import io.mcpspring.support.EveryRevision;
import io.mcpspring.support.TestServer;
import io.mcpspring.test.McpTester;
import java.util.List;

/** A server that offers one kind of entry has empty lists of the others, so that clients and tests can ask for all. */
class OneKindAloneTests {

    static class Tools {

        @McpTool(description = "Greets")
        String greet() {
            return "hello";
        }
    }

    static class Prompts {

        @McpPrompt(description = "Greets")
        String greet() {
            return "Say hello";
        }
    }

    static class Resources {

        @McpResource(uri = "note://one", description = "A note")
        String note() {
            return "hello";
        }
    }

    static class Templates {

        @McpResource(uri = "note://{name}", description = "Notes")
        String note(String name) {
            return "hello " + name;
        }
    }

    @EveryRevision
    void theOtherListsAreEmpty(ProtocolVersion version) {
        for (Class<?> alone : List.of(Tools.class, Prompts.class, Resources.class, Templates.class)) {
            McpTester tester = TestServer.shared(alone).tester(version);
            assertThat(tester.tools()).hasSize(alone == Tools.class ? 1 : 0);
            assertThat(tester.prompts()).hasSize(alone == Prompts.class ? 1 : 0);
            assertThat(tester.resources()).hasSize(alone == Resources.class ? 1 : 0);
            assertThat(tester.resourceTemplates()).hasSize(alone == Templates.class ? 1 : 0);
            // All definitions are read before the file.
            assertThatThrownBy(() -> assertThat(tester).definitionsMatch("missing.json"))
                    .isInstanceOf(AssertionError.class)
                    .hasMessageContaining("does not exist");
        }
    }
}
