package io.mcpspring.contract.access;

import io.mcpspring.access.McpAccessDecision;
import io.mcpspring.access.McpBlockingAccessRule;
import io.mcpspring.annotation.McpResource;
import io.mcpspring.protocol.ProtocolVersion;
import io.mcpspring.support.EveryRevision;
import io.mcpspring.support.TestServer;
import org.assertj.core.api.AbstractStringAssert;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;

/** A resource is served by the template that also matches its URI to callers from whom it is hidden. */
class HiddenResourceTests {

    private final TestServer server = TestServer.shared(Application.class);

    private AbstractStringAssert<?> read(ProtocolVersion version, String user) {
        return server.tester(version, Callers.path(user))
                .resource("docs://plan")
                .execute()
                .text();
    }

    @EveryRevision
    void theTemplateServesThoseFromWhomTheResourceIsHidden(ProtocolVersion version) {
        read(version, "boss").isEqualTo("The plan");
        read(version, "employee").isEqualTo("Draft of plan");
    }

    @Configuration(proxyBeanMethods = false)
    @Import(Callers.class)
    static class Application {

        @McpResource(uri = "docs://plan")
        String plan() {
            return "The plan";
        }

        @McpResource(uri = "docs://{name}")
        String draft(String name) {
            return "Draft of " + name;
        }

        @Bean
        static McpBlockingAccessRule rule() {
            return (entry, request) -> entry.name().equals("docs://plan")
                            && request.principal()
                                    .filter(user -> user.getName().equals("boss"))
                                    .isEmpty()
                    ? McpAccessDecision.hidden()
                    : McpAccessDecision.granted();
        }
    }
}
