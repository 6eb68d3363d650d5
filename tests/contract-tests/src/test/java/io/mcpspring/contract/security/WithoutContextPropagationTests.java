package io.mcpspring.contract.security;

import static org.assertj.core.api.Assertions.assertThat;

import io.mcpspring.protocol.ProtocolVersion;
import io.mcpspring.support.McpTestClient;
import io.mcpspring.support.ReducedClassPath;
import io.mcpspring.support.TestServer;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.springframework.util.ClassUtils;

/** Methods see their caller although Micrometer's library for the propagation of contexts is absent. */
@Tag("change")
class WithoutContextPropagationTests {

    @Test
    void methodsOfEveryStyleSeeTheCallerOfTheirRequest() throws Exception {
        assertThat(new ReducedClassPath(List.of("context-propagation")).run(Application.class))
                .isEqualTo("library: false, users: [ada, anonymous, ben]");
    }

    /** Returns the users that the methods have seen, and whether the library is there. */
    public static final class Application {

        private Application() {}

        public static String run() {
            try (TestServer server = TestServer.start(IdentityTests.Application.class)) {
                List<String> users = List.of(
                        seen(server.client(ProtocolVersion.newest(), Users.path("ada"))),
                        seen(server.client(ProtocolVersion.newest())),
                        seen(server.client(ProtocolVersion.newest(), Users.path("ben"))));
                return "library: "
                        + ClassUtils.isPresent(
                                "io.micrometer.context.ContextSnapshotFactory", Application.class.getClassLoader())
                        + ", users: " + users;
            }
        }

        private static String seen(McpTestClient client) {
            return IdentityTests.TOOLS.stream()
                    .map(tool -> client.call(tool).contentText())
                    .distinct()
                    .collect(Collectors.joining("|"));
        }
    }
}
