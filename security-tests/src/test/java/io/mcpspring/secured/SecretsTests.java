package io.mcpspring.secured;

import static io.mcpspring.secured.SecuredServer.ISSUER;
import static org.assertj.core.api.Assertions.assertThat;

import java.net.http.HttpResponse;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The secrets of the server in the endpoints of Actuator that show properties. */
class SecretsTests {

    private static final String SECRET = "the-secret-of-session-ids-0123456789";

    private static final String PREVIOUS = "an-earlier-secret-of-session-ids-0123456789";

    @Test
    void secretsAreNeverShown() {
        SecuredServer server = SecuredServer.of(Tools.class,
                ISSUER,
                "management.endpoints.web.exposure.include=env,configprops",
                "management.endpoint.env.show-values=always",
                "management.endpoint.configprops.show-values=always",
                "mcp.server.secret=${orders.session-key}",
                "mcp.server.previous-secrets=" + PREVIOUS,
                "mcp.server.title=Shown",
                "orders.session-key=" + SECRET);
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
}
