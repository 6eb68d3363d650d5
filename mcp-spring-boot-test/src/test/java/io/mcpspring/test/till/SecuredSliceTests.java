package io.mcpspring.test.till;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.mcpspring.annotation.McpTool;
import io.mcpspring.protocol.Tool;
import io.mcpspring.test.McpTester;
import io.mcpspring.test.autoconfigure.McpServerTest;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.context.annotation.Import;
import org.springframework.security.access.annotation.Secured;
import org.springframework.security.access.prepost.PreAuthorize;
import org.springframework.security.authentication.AuthenticationCredentialsNotFoundException;
import org.springframework.security.authentication.TestingAuthenticationToken;
import org.springframework.security.config.annotation.method.configuration.EnableMethodSecurity;
import org.springframework.security.config.annotation.method.configuration.EnableReactiveMethodSecurity;
import reactor.core.publisher.Mono;

/** A slice with a component that method security secures, which the application enables outside of the slice. */
class SecuredSliceTests {

    @Nested
    @McpServerTest(properties = "spring.main.web-application-type=reactive")
    class OnWebFlux extends SecuredComponent {}

    @Nested
    @McpServerTest(properties = "spring.main.web-application-type=servlet")
    class OnSpringMvc extends SecuredComponent {}

    @Nested
    @Import(ReactiveSecurity.class)
    @McpServerTest(components = ReactiveSecurity.class, properties = "spring.main.web-application-type=reactive")
    class WithReactiveMethodSecurity {

        @Autowired
        private McpTester mcp;

        @Test
        void whatTheTestImportsIsEnforced() {
            McpTester clerk = mcp.mutate()
                    .principal(new TestingAuthenticationToken("ada", null, "ROLE_CLERK"))
                    .build();
            clerk.call("count").execute().text().isEqualTo("counted");
            assertThat(mcp.tools()).isEmpty();
        }
    }

    @Nested
    @Import(PlainSecurity.class)
    @McpServerTest(components = PlainSecurity.class)
    class WithPlainMethodSecurity {

        @Autowired
        private PlainSecurity security;

        @Test
        void whatTheTestDoesNotSwitchOnIsNotEnforced() {
            assertThat(security.open()).isEqualTo("opened");
            assertThatExceptionOfType(AuthenticationCredentialsNotFoundException.class)
                    .isThrownBy(security::refund);
        }
    }

    @EnableReactiveMethodSecurity
    static class ReactiveSecurity {

        @McpTool(description = "Counts the money")
        @PreAuthorize("hasRole('CLERK')")
        Mono<String> count() {
            return Mono.just("counted");
        }
    }

    @EnableMethodSecurity
    static class PlainSecurity {

        @Secured("ROLE_CLERK")
        public String open() {
            return "opened";
        }

        @PreAuthorize("hasRole('CLERK')")
        public String refund() {
            return "refunded";
        }
    }

    abstract static class SecuredComponent {

        @Autowired
        private McpTester mcp;

        @Test
        void whatItIsSecuredByIsEnforced() {
            McpTester clerk = mcp.mutate()
                    .principal(new TestingAuthenticationToken("ada", null, "ROLE_CLERK"))
                    .build();
            assertThat(clerk.tools()).extracting(Tool::name).containsExactlyInAnyOrder("refund", "open", "empty");
            clerk.call("refund").execute().text().isEqualTo("refunded");
            assertThat(mcp.tools()).isEmpty();
            mcp.call("refund").execute().rejected(-32602);
        }
    }
}
