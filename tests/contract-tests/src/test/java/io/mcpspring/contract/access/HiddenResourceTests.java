package io.mcpspring.contract.access;

import static org.assertj.core.api.Assertions.assertThat;

import io.mcpspring.annotation.McpResource;
import io.mcpspring.entry.McpAccessDecision;
import io.mcpspring.entry.McpAccessRule;
import io.mcpspring.entry.McpBlockingAccessRule;
import io.mcpspring.protocol.ProtocolVersion;
import io.mcpspring.support.EveryRevision;
import io.mcpspring.support.McpTestClient;
import io.mcpspring.support.TestServer;
import java.util.concurrent.atomic.AtomicInteger;
import org.assertj.core.api.AbstractStringAssert;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import reactor.core.publisher.Mono;

/** A resource is served by the template that also matches its URI to callers from whom it is hidden. */
class HiddenResourceTests {

    private static final AtomicInteger ASKED = new AtomicInteger();

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

    @EveryRevision
    void anUnknownUriAsksAsManyRulesAsAHiddenResource(ProtocolVersion version) {
        McpTestClient client = TestServer.shared(FixedResources.class).client(version, Callers.path("employee"));
        assertThat(rules(client, "docs://plan"))
                .isEqualTo(rules(client, "docs://nothing"))
                .isEqualTo(1);
    }

    private static int rules(McpTestClient client, String uri) {
        ASKED.set(0);
        assertThat(client.request("resources/read", "{\"uri\": \"" + uri + "\"}")
                        .json()
                        .has("error"))
                .isTrue();
        return ASKED.get();
    }

    @Configuration(proxyBeanMethods = false)
    @Import(Callers.class)
    static class FixedResources {

        @McpResource(uri = "docs://plan")
        String plan() {
            return "The plan";
        }

        @Bean
        static McpAccessRule rule() {
            return (entry, request) -> {
                ASKED.incrementAndGet();
                return Mono.just(McpAccessDecision.hidden());
            };
        }
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
