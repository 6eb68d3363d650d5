package io.mcpspring.contract.security;

import static org.mockito.BDDMockito.given;

import io.mcpspring.annotation.McpTool;
import io.mcpspring.test.McpTester;
import io.mcpspring.test.autoconfigure.AutoConfigureMcpTester;
import io.mcpspring.tool.McpToolDefinition;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.security.access.prepost.PreAuthorize;
import org.springframework.security.authentication.UsernamePasswordAuthenticationToken;
import org.springframework.security.config.annotation.method.configuration.EnableMethodSecurity;
import org.springframework.security.core.authority.AuthorityUtils;
import org.springframework.test.context.bean.override.mockito.MockitoBean;
import org.springframework.test.context.bean.override.mockito.MockitoSpyBean;
import org.springframework.util.ReflectionUtils;

/** A test may replace a secured bean by a mock, to which Spring does not apply method security. */
@Tag("change")
@SpringBootTest(properties = "spring.main.web-application-type=reactive")
@AutoConfigureMcpTester
class MockedBeanTests {

    private static final int UNKNOWN = -32602;

    @Autowired
    private McpTester mcp;

    @MockitoBean
    private Orders orders;

    @MockitoBean
    private Defined defined;

    @MockitoSpyBean
    private Prices prices;

    @Test
    void aMockIsCalledForThoseWhoMayUseItsMethod() {
        given(orders.edit()).willReturn("mocked");
        user("ada", "ROLE_EDITOR").call("edit").execute().text().isEqualTo("mocked");
        user("ben", "ROLE_READER").call("edit").execute().rejected(UNKNOWN).isEqualTo("No tool named 'edit'");
    }

    @Test
    void theMethodOfADefinitionMayBelongToAMock() {
        given(defined.remove()).willReturn("mocked");
        user("ada", "ROLE_EDITOR").call("remove").execute().text().isEqualTo("mocked");
        user("ben", "ROLE_READER").call("remove").execute().rejected(UNKNOWN).isEqualTo("No tool named 'remove'");
    }

    // Only a proxy can evaluate the expression.
    @Test
    void aSpyHasItsProxy() {
        user("ada").call("price").argument("owner", "ada").execute().text().isEqualTo("42");
        user("ben").call("price").argument("owner", "ada").execute().rejected(UNKNOWN);
    }

    private McpTester user(String name, String... authorities) {
        return mcp.mutate()
                .principal(UsernamePasswordAuthenticationToken.authenticated(
                        name, null, AuthorityUtils.createAuthorityList(authorities)))
                .build();
    }

    @Configuration(proxyBeanMethods = false)
    @EnableAutoConfiguration
    @EnableMethodSecurity
    @Import({Users.class, Orders.class, Defined.class, Prices.class})
    static class Application {

        @Bean
        McpToolDefinition remove(Defined bean) {
            return McpToolDefinition.of(bean, ReflectionUtils.findMethod(Defined.class, "remove"));
        }
    }

    static class Orders {

        @McpTool
        @PreAuthorize("hasRole('EDITOR')")
        String edit() {
            return "edited";
        }
    }

    static class Defined {

        @PreAuthorize("hasRole('EDITOR')")
        String remove() {
            return "removed";
        }
    }

    static class Prices {

        @McpTool
        @PreAuthorize("#owner == authentication.name")
        String price(String owner) {
            return "42";
        }
    }
}
