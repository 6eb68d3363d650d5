package io.mcpspring.test.till;

import static org.assertj.core.api.Assertions.assertThat;

import io.mcpspring.protocol.Tool;
import io.mcpspring.test.McpTester;
import io.mcpspring.test.autoconfigure.McpServerTest;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.security.authentication.TestingAuthenticationToken;

/** A slice with a component that method security secures, which the application enables outside of the slice. */
class SecuredSliceTests {

    @Nested
    @McpServerTest(properties = "spring.main.web-application-type=reactive")
    class OnWebFlux extends SecuredComponent {}

    @Nested
    @McpServerTest(properties = "spring.main.web-application-type=servlet")
    class OnSpringMvc extends SecuredComponent {}

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
