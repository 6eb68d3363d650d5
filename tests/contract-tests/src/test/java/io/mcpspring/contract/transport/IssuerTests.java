package io.mcpspring.contract.transport;

import static org.assertj.core.api.Assertions.assertThat;

import io.mcpspring.annotation.McpTool;
import io.mcpspring.annotation.McpTool.TaskSupport;
import io.mcpspring.exchange.McpExchange;
import io.mcpspring.protocol.ProtocolVersion;
import io.mcpspring.support.Answer;
import io.mcpspring.support.Dialogue;
import io.mcpspring.support.LegacyRevisions;
import io.mcpspring.support.McpTestClient;
import io.mcpspring.support.TestServer;
import io.mcpspring.support.TestUsers;
import java.security.Principal;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.security.oauth2.core.ClaimAccessor;
import org.springframework.util.MultiValueMap;
import org.springframework.web.util.UriComponentsBuilder;

/** Users of the same name whose tokens come from different issuers are different users. */
class IssuerTests {

    private static final String ONE = "/mcp?user=ada&issuer=https://one.example";

    private static final String TWO = "/mcp?user=ada&issuer=https://two.example";

    private static final String CAPABILITIES =
            "{\"extensions\": {\"io.modelcontextprotocol/tasks\": {}}, \"elicitation\": {}}";

    record Name(String name) {}

    static class Tools {

        @McpTool
        String ask(McpExchange exchange) {
            return "accepted " + exchange.elicit("Who?", Name.class).isAccepted();
        }

        @McpTool(task = TaskSupport.REQUIRED)
        String work(McpExchange exchange) {
            return ask(exchange);
        }
    }

    @Configuration(proxyBeanMethods = false)
    @Import(Tools.class)
    static class Application {

        /** Authenticates the user that the query names. */
        @Bean
        TestUsers users() {
            return new TestUsers(request -> {
                MultiValueMap<String, String> query =
                        UriComponentsBuilder.fromUri(request.getURI()).build().getQueryParams();
                return new Token(query.getFirst("user"), Map.of("iss", query.getFirst("issuer")));
            });
        }
    }

    private record Token(String name, Map<String, Object> claims) implements Principal, ClaimAccessor {

        @Override
        public String getName() {
            return name;
        }

        @Override
        public Map<String, Object> getClaims() {
            return claims;
        }
    }

    private final TestServer server = TestServer.shared(Application.class);

    @LegacyRevisions
    void aSessionBelongsToOneIssuer(ProtocolVersion version) {
        McpTestClient one = server.client(version, ONE);
        McpTestClient two = server.client(version, TWO);
        String ping = "{\"jsonrpc\": \"2.0\", \"id\": 1, \"method\": \"ping\"}";
        assertThat(two.post(ping, one.headers()).status()).isEqualTo(404);
        assertThat(two.send("GET", one.headers()).status()).isEqualTo(404);
        assertThat(two.send("DELETE", one.headers()).status()).isEqualTo(404);
        assertThat(one.post(ping).status()).isEqualTo(200);
    }

    @Test
    void aStateBelongsToOneIssuer() {
        McpTestClient one = client(ONE);
        McpTestClient two = client(TWO);
        Answer question = one.call("ask");
        String state = question.result().get("requestState").toString();
        String key = question.result()
                .get("inputRequests")
                .propertyNames()
                .iterator()
                .next();
        String params = """
                {"name": "ask", "arguments": {}, "requestState": %s, "inputResponses": {"%s": %s}}
                """.formatted(state, key, Dialogue.accept("{\"name\": \"x\"}"));
        assertThat(two.request("tools/call", params).errorCode()).isEqualTo(-32602);
        // The state belongs to the original request, which has no arguments.
        assertThat(one.request("tools/call", params.replace("\"arguments\": {}, ", ""))
                        .contentText())
                .isEqualTo("accepted true");
    }

    @Test
    void aTaskBelongsToOneIssuer() {
        McpTestClient one = client(ONE);
        McpTestClient two = client(TWO);
        String task = "{\"taskId\": %s}".formatted(one.call("work").result().get("taskId"));
        assertThat(two.request("tasks/get", task).errorCode()).isEqualTo(-32602);
        assertThat(two.request("tasks/cancel", task).errorCode()).isEqualTo(-32602);
        assertThat(one.request("tasks/get", task).result().get("status").stringValue())
                .isEqualTo("input_required");
        one.request("tasks/cancel", task);
    }

    private McpTestClient client(String path) {
        return server.clientWith(ProtocolVersion.V2026_07_28, CAPABILITIES, path);
    }
}
