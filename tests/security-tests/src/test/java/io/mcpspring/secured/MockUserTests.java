package io.mcpspring.secured;

import static io.mcpspring.secured.SecuredServer.AUTHORIZATION;
import static org.assertj.core.api.Assertions.assertThat;
import static org.springframework.security.test.web.servlet.request.SecurityMockMvcRequestPostProcessors.user;
import static org.springframework.security.test.web.servlet.setup.SecurityMockMvcConfigurers.springSecurity;
import static org.springframework.test.web.servlet.request.MockMvcRequestBuilders.post;
import static org.springframework.test.web.servlet.result.MockMvcResultMatchers.header;
import static org.springframework.test.web.servlet.result.MockMvcResultMatchers.jsonPath;
import static org.springframework.test.web.servlet.result.MockMvcResultMatchers.status;

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
import org.springframework.test.web.servlet.MockMvc;
import org.springframework.test.web.servlet.request.MockHttpServletRequestBuilder;
import org.springframework.test.web.servlet.setup.MockMvcBuilders;
import org.springframework.web.context.WebApplicationContext;

/** The users of Spring Security's test support, whom the tester has in process. */
class MockUserTests {

    @Nested
    @OnStack(Stack.WEBFLUX)
    @SpringBootTest(classes = Application.class, properties = "spring.main.web-application-type=reactive")
    class WebFluxTests extends UserTests {}

    @Nested
    @OnStack(Stack.SPRING_MVC)
    @SpringBootTest(classes = Application.class, properties = "spring.main.web-application-type=servlet")
    class SpringMvcTests extends UserTests {

        @Autowired
        private WebApplicationContext application;

        @Test
        void mockMvcHasTheUserOfARequest() throws Exception {
            MockMvc mvc = mockMvc();
            mvc.perform(call("refund").with(user("ada").roles("CLERK")))
                    .andExpect(status().isOk())
                    .andExpect(jsonPath("$.result.content[0].text").value("Refunded by ada"));
            mvc.perform(call("whoAmI").with(user("bob")))
                    .andExpect(status().isOk())
                    .andExpect(jsonPath("$.result.content[0].text").value("bob"));
            mvc.perform(call("refund").with(user("bob")))
                    .andExpect(jsonPath("$.error.code").value(-32602));
        }

        @Test
        @WithMockUser(username = "ada", roles = "CLERK")
        void mockMvcHasTheUserOfTheTest() throws Exception {
            mockMvc()
                    .perform(call("refund"))
                    .andExpect(status().isOk())
                    .andExpect(jsonPath("$.result.content[0].text").value("Refunded by ada"));
        }

        @Test
        void mockMvcRefusesARequestWithoutAUser() throws Exception {
            mockMvc()
                    .perform(call("whoAmI"))
                    .andExpect(status().isUnauthorized())
                    .andExpect(header().exists("WWW-Authenticate"));
        }

        private MockMvc mockMvc() {
            return MockMvcBuilders.webAppContextSetup(application)
                    .apply(springSecurity())
                    .build();
        }

        private static MockHttpServletRequestBuilder call(String tool) {
            return post("/mcp")
                    .contentType("application/json")
                    .header("Accept", "application/json, text/event-stream")
                    .header("MCP-Protocol-Version", "2026-07-28")
                    .header("Mcp-Method", "tools/call")
                    .header("Mcp-Name", tool)
                    .content("""
                            {"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": "%s", "_meta": {
                            "io.modelcontextprotocol/protocolVersion": "2026-07-28",
                            "io.modelcontextprotocol/clientInfo": {"name": "test", "version": "1"},
                            "io.modelcontextprotocol/clientCapabilities": {}}}}
                            """.formatted(tool));
        }
    }

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
