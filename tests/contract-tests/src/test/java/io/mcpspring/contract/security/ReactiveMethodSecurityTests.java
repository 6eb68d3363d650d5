package io.mcpspring.contract.security;

import static org.assertj.core.api.Assertions.assertThat;

import io.mcpspring.annotation.McpTool;
import io.mcpspring.protocol.ProtocolVersion;
import io.mcpspring.support.EveryRevision;
import io.mcpspring.support.McpTestClient;
import io.mcpspring.support.TestServer;
import java.util.List;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.security.access.prepost.PreAuthorize;
import org.springframework.security.config.annotation.method.configuration.EnableReactiveMethodSecurity;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/** Method security for reactive methods only decides who sees an entry, too. */
class ReactiveMethodSecurityTests {

    private final TestServer server = TestServer.shared(Application.class);

    @EveryRevision
    void theListContainsWhatTheCallerMayCall(ProtocolVersion version) {
        McpTestClient editor = server.client(version, Users.path("eve", "EDITOR"));
        McpTestClient reader = server.client(version, Users.path("ben", "READER"));
        assertThat(MethodSecurityTests.names(editor, "tools/list", "tools")).containsExactly("flux", "free", "mono");
        assertThat(MethodSecurityTests.names(reader, "tools/list", "tools")).containsExactly("free");
        assertThat(MethodSecurityTests.names(server.client(version), "tools/list", "tools"))
                .containsExactly("free");
        for (String tool : List.of("mono", "flux")) {
            assertThat(editor.call(tool).contentText()).contains("done");
            assertThat(reader.call(tool).errorCode()).isEqualTo(-32602);
        }
    }

    static class Entries {

        @McpTool
        String free() {
            return "free";
        }

        @McpTool
        @PreAuthorize("hasRole('EDITOR')")
        Mono<String> mono() {
            return Mono.just("done");
        }

        @McpTool
        @PreAuthorize("hasRole('EDITOR')")
        Flux<String> flux() {
            return Flux.just("done");
        }
    }

    @Configuration(proxyBeanMethods = false)
    @EnableReactiveMethodSecurity
    @Import({Users.class, Entries.class})
    static class Application {}
}
