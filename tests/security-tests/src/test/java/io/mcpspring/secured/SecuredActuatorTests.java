package io.mcpspring.secured;

import static io.mcpspring.secured.SecuredServer.ISSUER;
import static org.assertj.core.api.Assertions.assertThat;

import io.mcpspring.annotation.McpTool;
import jakarta.annotation.security.PermitAll;
import jakarta.annotation.security.RolesAllowed;
import java.net.http.HttpResponse;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.security.access.annotation.Secured;
import org.springframework.security.access.prepost.PreAuthorize;
import org.springframework.security.config.annotation.method.configuration.EnableMethodSecurity;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** What endpoints of Actuator show of the server: the rules of entries by name, and never a secret. */
class SecuredActuatorTests {

    private static final String SECRET = "the-secret-of-session-ids-0123456789";

    private static final String PREVIOUS = "an-earlier-secret-of-session-ids-0123456789";

    private static SecuredServer server() {
        return SecuredServer.of(
                Ruled.class,
                ISSUER,
                "management.endpoints.web.exposure.include=mcp,env,configprops",
                "management.endpoint.env.show-values=always",
                "management.endpoint.configprops.show-values=always",
                "mcp.server.secret=${orders.session-key}",
                "mcp.server.previous-secrets=" + PREVIOUS,
                "mcp.server.title=Shown",
                "orders.session-key=" + SECRET);
    }

    @Test
    void theEndpointNamesTheRulesThatDecide() {
        SecuredServer server = server();
        HttpResponse<String> response = server.get("/actuator/mcp", "Authorization", "Bearer " + server.token("ada"));
        Map<String, List<String>> rules = JsonMapper.shared()
                .readTree(response.body())
                .path("entries")
                .valueStream()
                .collect(Collectors.toMap(
                        entry -> entry.path("name").asString(),
                        entry -> entry.path("rules")
                                .valueStream()
                                .map(JsonNode::asString)
                                .toList()));
        assertThat(rules)
                .isEqualTo(Map.of(
                        "orderState", List.of("scopes"),
                        "cancelOrder", List.of("scopes"),
                        "refundOrder", List.of("scopes", RefundsByClerks.class.getName()),
                        "stock", List.of("@PreAuthorize(hasRole('CLERK') and @hours.open)"),
                        "prices", List.of("@PreAuthorize(#region == 'north')"),
                        "discounts", List.of("@Secured(ROLE_CLERK, ROLE_ADMIN)"),
                        "runJob", List.of("@RolesAllowed(ADMIN)"),
                        "jobState", List.of("@PermitAll"),
                        "free", List.of()));
    }

    @Test
    void secretsAreNeverShown() {
        SecuredServer server = server();
        String token = "Bearer " + server.token("ada");
        for (String path : List.of("env", "configprops", "env/mcp.server.secret", "env/orders.session-key")) {
            HttpResponse<String> response = server.get("/actuator/" + path, "Authorization", token);
            assertThat(response.statusCode()).isEqualTo(200);
            assertThat(response.body()).contains("******").doesNotContain(SECRET, PREVIOUS);
        }
        assertThat(server.get("/actuator/env/mcp.server.title", "Authorization", token)
                        .body())
                .contains("Shown");
    }

    @Configuration(proxyBeanMethods = false)
    @EnableMethodSecurity(securedEnabled = true, jsr250Enabled = true)
    @Import({OrderTools.class, RefundsByClerks.class})
    static class Ruled {

        @Bean
        StockTools stockTools() {
            return new StockTools();
        }

        @Bean
        JobTools jobTools() {
            return new JobTools();
        }
    }

    @RolesAllowed("ADMIN")
    static class JobTools {

        @McpTool
        String runJob() {
            return "done";
        }

        @McpTool
        @PermitAll
        String jobState() {
            return "idle";
        }
    }

    static class StockTools {

        @McpTool
        @PreAuthorize("hasRole('CLERK') and @hours.open")
        String stock() {
            return "7";
        }

        @McpTool
        @PreAuthorize("#region == 'north'")
        String prices(String region) {
            return region;
        }

        @McpTool
        @Secured({"ROLE_CLERK", "ROLE_ADMIN"})
        String discounts() {
            return "none";
        }

        @McpTool
        String free() {
            return "free";
        }
    }
}
