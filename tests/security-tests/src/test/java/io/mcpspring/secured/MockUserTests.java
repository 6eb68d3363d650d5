package io.mcpspring.secured;

import static io.mcpspring.secured.SecuredServer.AUTHORIZATION;
import static org.assertj.core.api.Assertions.assertThat;

import io.mcpspring.annotation.McpTool;
import io.mcpspring.protocol.ProtocolVersion;
import io.mcpspring.protocol.Tool;
import io.mcpspring.test.McpTester;
import io.mcpspring.test.autoconfigure.AutoConfigureMcpTester;
import java.security.Principal;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.security.access.prepost.PreAuthorize;
import org.springframework.security.config.annotation.method.configuration.EnableMethodSecurity;
import org.springframework.security.test.context.support.WithMockUser;
import org.springframework.test.context.DynamicPropertyRegistry;
import org.springframework.test.context.DynamicPropertySource;

/** The users of Spring Security's test support, whom the tester has in process. */
class MockUserTests {

    @Nested
    @OnStack(Stack.WEBFLUX)
    @SpringBootTest(classes = Application.class, properties = "spring.main.web-application-type=reactive")
    class WebFluxTests extends UserTests {}

    @Nested
    @OnStack(Stack.SPRING_MVC)
    @SpringBootTest(classes = Application.class, properties = "spring.main.web-application-type=servlet")
    class SpringMvcTests extends UserTests {}

    @AutoConfigureMcpTester
    abstract static class UserTests {

        @Autowired
        private McpTester tester;

        @DynamicPropertySource
        static void issuer(DynamicPropertyRegistry registry) {
            registry.add("spring.security.oauth2.resourceserver.jwt.issuer-uri", AUTHORIZATION::issuer);
        }

        @ParameterizedTest
        @EnumSource
        @WithMockUser(username = "ada", roles = "CLERK")
        void aUserCallsWhatTheRolesAllow(ProtocolVersion version) {
            McpTester mcp = tester.mutate().protocolVersion(version).build();
            assertThat(mcp.tools()).extracting(Tool::name).containsExactlyInAnyOrder("refund", "whoAmI");
            mcp.call("refund").execute().text().isEqualTo("Refunded by ada");
            mcp.call("whoAmI").execute().text().isEqualTo("ada");
        }

        @Test
        @WithMockUser("bob")
        void aUserWithoutTheRoleDoesNotSeeTheTool() {
            assertThat(tester.tools()).extracting(Tool::name).containsExactly("whoAmI");
            tester.call("refund").execute().rejected(-32602);
        }
    }

    @Configuration(proxyBeanMethods = false)
    @EnableAutoConfiguration
    @EnableMethodSecurity
    static class Application {

        @Bean
        Desk desk() {
            return new Desk();
        }
    }

    static class Desk {

        @McpTool
        @PreAuthorize("hasRole('CLERK')")
        String refund(Principal user) {
            return "Refunded by " + user.getName();
        }

        @McpTool
        String whoAmI(Principal user) {
            return user.getName();
        }
    }
}
