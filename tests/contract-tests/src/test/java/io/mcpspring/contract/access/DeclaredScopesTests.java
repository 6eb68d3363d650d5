package io.mcpspring.contract.access;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mcpspring.annotation.McpPrompt;
import io.mcpspring.annotation.McpResource;
import io.mcpspring.annotation.McpTool;
import io.mcpspring.entry.McpAccessDecision;
import io.mcpspring.entry.McpAccessRule;
import io.mcpspring.exchange.McpExchange;
import io.mcpspring.method.McpMethodException;
import io.mcpspring.protocol.McpProtocolException;
import io.mcpspring.protocol.ProtocolVersion;
import io.mcpspring.support.Answer;
import io.mcpspring.support.EventStream;
import io.mcpspring.support.EveryRevision;
import io.mcpspring.support.LegacyRevisions;
import io.mcpspring.support.McpTestClient;
import io.mcpspring.support.ModernRevisions;
import io.mcpspring.support.TestServer;
import io.mcpspring.tool.McpToolDefinition;
import io.mcpspring.tool.McpTools;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import reactor.core.publisher.Mono;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** Entries declare scopes; callers who lack them see the entry, and are told what its use requires. */
class DeclaredScopesTests {

    private final TestServer server = TestServer.shared(Application.class, "orders.scope=orders:read");

    private McpTestClient caller(ProtocolVersion version, String... scopes) {
        return server.client(version, Callers.path("ada", scopes));
    }

    @EveryRevision
    void callersWithTheScopesUseTheEntries(ProtocolVersion version) {
        McpTestClient ada = caller(version, "orders:read", "orders:write");
        assertThat(ada.call("change").contentText()).isEqualTo("changed");
        assertThat(ada.call("defined").contentText()).isEqualTo("defined");
        assertThat(ada.request("prompts/get", "{\"name\": \"report\"}").text()).contains("Report");
        assertThat(ada.request("resources/read", "{\"uri\": \"orders://all\"}").text())
                .contains("All orders");
        assertThat(ada.call("free").contentText()).isEqualTo("free");
    }

    @EveryRevision
    void entriesAreListedWithoutTheScopes(ProtocolVersion version) {
        assertThat(caller(version).request("tools/list", "{}").result().get("tools"))
                .extracting(tool -> tool.get("name").stringValue())
                .containsExactly("change", "defined", "free", "late", "ruled");
    }

    @EveryRevision
    void theErrorNamesAllScopesOfTheOperation(ProtocolVersion version) {
        McpTestClient reader = caller(version, "orders:read");
        assertRequired(reader.call("change"), "orders:read", "orders:write");
        assertRequired(reader.call("defined"), "orders:write");
        assertRequired(reader.call("ruled"), "orders:read", "audit");
        assertRequired(caller(version).request("prompts/get", "{\"name\": \"report\"}"), "orders:read");
        assertRequired(
                caller(version)
                        .request(
                                "completion/complete",
                                "{\"ref\": {\"type\": \"ref/prompt\", \"name\": \"report\"},"
                                        + " \"argument\": {\"name\": \"open\", \"value\": \"\"}}"),
                "orders:read");
        assertRequired(caller(version).request("resources/read", "{\"uri\": \"orders://all\"}"), "orders:read");
    }

    @Test
    void aBatchHasTheErrorAmongItsResponses() {
        McpTestClient reader = caller(ProtocolVersion.V2025_03_26, "orders:read");
        ObjectNode change = JsonMapper.shared().createObjectNode().put("name", "change");
        ObjectNode free = JsonMapper.shared().createObjectNode().put("name", "free");
        Answer answer =
                reader.post("[" + reader.body("tools/call", change) + "," + reader.body("tools/call", free) + "]");
        assertThat(answer.status()).isEqualTo(200);
        List<JsonNode> responses = answer.isStream()
                ? answer.messages()
                : List.copyOf(answer.json().values());
        assertThat(responses)
                .filteredOn(response -> response.has("error"))
                .singleElement()
                .satisfies(response ->
                        assertThat(response.at("/error/data/requiredScopes")).hasSize(2));
        assertThat(responses).filteredOn(response -> response.has("result")).hasSize(1);
    }

    @EveryRevision
    void anOpenStreamEndsWithTheError(ProtocolVersion version) {
        try (EventStream stream = caller(version).streamCall("late", "{}", "1")) {
            List<JsonNode> messages = stream.rest();
            assertThat(messages.get(0).get("method").stringValue()).isEqualTo("notifications/progress");
            JsonNode error = messages.get(messages.size() - 1).get("error");
            assertThat(error.get("code").intValue()).isEqualTo(-32600);
            assertThat(error.at("/data/requiredScopes/0").stringValue()).isEqualTo("audit");
        }
    }

    @LegacyRevisions
    void subscribingRequiresTheScopes(ProtocolVersion version) {
        assertRequired(caller(version).request("resources/subscribe", "{\"uri\": \"orders://all\"}"), "orders:read");
    }

    @ModernRevisions
    void listeningRequiresTheScopes(ProtocolVersion version) {
        assertRequired(
                caller(version)
                        .request(
                                "subscriptions/listen",
                                "{\"notifications\": {\"resourceSubscriptions\": [\"orders://all\"]}}"),
                "orders:read");
    }

    @ModernRevisions
    void listsAreNotSharedByCaches(ProtocolVersion version) {
        assertThat(caller(version)
                        .request("tools/list", "{}")
                        .result()
                        .get("cacheScope")
                        .stringValue())
                .isEqualTo("private");
    }

    @Test
    void entriesAddedAtRunTimeDeclareScopesToo() {
        McpTools tools = server.context().getBean(McpTools.class);
        tools.update(changes -> changes.add(McpToolDefinition.named("added")
                .scopes("late:use")
                .call((arguments, exchange) -> "late")
                .build()));
        assertRequired(caller(ProtocolVersion.newest()).call("added"), "late:use");
        tools.update(changes -> changes.remove("added"));
    }

    @Test
    void definitionsKeepTheirScopes() {
        McpToolDefinition definition = McpToolDefinition.named("a")
                .scopes("x", "y")
                .call((arguments, exchange) -> "")
                .build();
        assertThat(definition.mutate().name("b").build().scopes()).containsExactly("x", "y");
    }

    @Test
    void anUnusableScopeStopsTheStart() {
        assertThatThrownBy(() -> TestServer.start(TwoScopesInOne.class))
                .isInstanceOf(McpMethodException.class)
                .hasMessageContaining("Its scope 'orders:read orders:write' is not a scope of OAuth");
    }

    private static void assertRequired(Answer answer, String... scopes) {
        assertThat(answer.status()).isEqualTo(403);
        assertThat(answer.errorCode()).isEqualTo(-32600);
        assertThat(answer.error().at("/data/requiredScopes"))
                .extracting(scope -> scope.stringValue())
                .containsExactly(scopes);
    }

    static class Entries {

        @McpTool(scopes = {"${orders.scope}", "orders:write"})
        String change() {
            return "changed";
        }

        @McpTool
        String free() {
            return "free";
        }

        @McpTool
        String late(McpExchange exchange) {
            exchange.progress(1);
            throw McpProtocolException.insufficientScope(List.of("audit"));
        }

        @McpTool(scopes = "orders:read")
        Mono<String> ruled() {
            return Mono.just("ruled");
        }

        @McpPrompt(scopes = "orders:read")
        Mono<String> report(java.util.Optional<Boolean> open) {
            return Mono.just("Report");
        }

        @McpResource(uri = "orders://all", scopes = "orders:read")
        String all() {
            return "All orders";
        }
    }

    static class TwoScopesInOne {

        @McpTool(scopes = "orders:read orders:write")
        String change() {
            return "changed";
        }
    }

    @Configuration(proxyBeanMethods = false)
    @Import({Callers.class, Entries.class})
    static class Application {

        @Bean
        McpToolDefinition defined() {
            return McpToolDefinition.named("defined")
                    .scopes("orders:write")
                    .call((arguments, exchange) -> "defined")
                    .build();
        }

        @Bean
        McpAccessRule audit() {
            return (entry, request) -> Mono.just(
                    entry.name().equals("ruled")
                            ? McpAccessDecision.lacksScopes("audit")
                            : McpAccessDecision.granted());
        }
    }
}
