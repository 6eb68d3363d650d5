package io.mcpspring.autoconfigure;

import static org.assertj.core.api.Assertions.assertThat;

import io.mcpspring.annotation.McpTool;
import io.mcpspring.protocol.ProtocolVersion;
import io.mcpspring.support.McpTestClient;
import io.mcpspring.support.OnNetty;
import io.mcpspring.support.ReducedClassPath;
import io.mcpspring.support.TestServer;
import io.swagger.v3.oas.annotations.media.Schema;
import jakarta.validation.constraints.Size;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** A server without any optional library. */
@Tag("change")
@OnNetty("The starter of WebFlux")
class BareStarterTests {

    private static final List<String> OPTIONAL = List.of(
            "bucket4j",
            "context-propagation",
            "hibernate-validator",
            "jakarta.servlet",
            "jakarta.validation-api",
            "spring-boot-actuator",
            "spring-boot-security",
            "spring-boot-servlet",
            "spring-boot-tomcat",
            "spring-boot-validation",
            "spring-boot-webmvc",
            "spring-security",
            "spring-webmvc",
            "swagger-annotations",
            "therapi-runtime-javadoc",
            "tomcat-");

    @Test
    void theServerRunsWithTheLibrariesOfTheStarterAlone() throws Exception {
        assertThat(new ReducedClassPath(OPTIONAL).run(Application.class))
                .startsWith("Hello, Ada Lovelace! {\"type\":\"string\"}\n")
                .contains("It has a rate, which needs the library Bucket4j.");
    }

    @Test
    void theSchemaContainsConstraintsWithoutAProviderOfBeanValidation() throws Exception {
        List<String> excluded = OPTIONAL.stream()
                .filter(library -> !library.equals("jakarta.validation-api"))
                .toList();
        assertThat(new ReducedClassPath(excluded).run(Application.class))
                .contains("Invalid arguments", "{\"type\":\"string\",\"maxLength\":5}");
    }

    /** Returns the result of a call, the schema of its argument, and why a tool with a rate is refused. */
    public static final class Application {

        private Application() {}

        public static String run() {
            try (TestServer server = TestServer.start(Greeter.class, "spring.reactor.netty.shutdown-quiet-period=0s")) {
                McpTestClient client = server.client(ProtocolVersion.V2026_07_28);
                return client.call("greet", "{\"name\": \"Ada Lovelace\"}").contentText() + " "
                        + client.request("tools/list", "{}").result().at("/tools/0/inputSchema/properties/name") + "\n"
                        + refusal();
            }
        }

        private static String refusal() {
            try {
                TestServer.start(Rated.class).close();
                return "started";
            } catch (RuntimeException refused) {
                return String.valueOf(refused.getMessage());
            }
        }
    }

    static class Greeter {

        @McpTool
        String greet(@Size(max = 5) @Schema(description = "Whom to greet") String name) {
            return "Hello, " + name + "!";
        }
    }

    static class Rated {

        @McpTool(rate = "5/1h")
        String report() {
            return "";
        }
    }
}
