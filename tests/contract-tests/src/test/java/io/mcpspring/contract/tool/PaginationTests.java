package io.mcpspring.contract.tool;

import static org.assertj.core.api.Assertions.assertThat;

import io.mcpspring.annotation.McpTool;
import io.mcpspring.protocol.ProtocolVersion;
import io.mcpspring.support.Answer;
import io.mcpspring.support.EveryRevision;
import io.mcpspring.support.McpTestClient;
import io.mcpspring.support.Revisions;
import io.mcpspring.support.TestServer;
import io.mcpspring.tool.McpToolDefinition;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Import;
import tools.jackson.databind.JsonNode;

/** The pages of the list of tools, read once and again. */
class PaginationTests {

    private static final String TWO_TO_A_PAGE = "mcp.server.tools.page-size=2";

    static class Fruit {

        record Basket(List<String> apples, Map<String, Integer> weights) {}

        @McpTool(description = "Picks")
        Basket pick(Basket basket, int count, String from) {
            return basket;
        }

        @McpTool(name = "Apple.press_2", description = "Presses")
        String press(String apple) {
            return apple;
        }

        @McpTool(description = "Eats", idempotentHint = false, readOnlyHint = true)
        void eat() {}
    }

    static class Vegetables {

        @Bean
        McpToolDefinition dig() {
            return McpToolDefinition.named("dig")
                    .description("Digs")
                    .call((arguments, exchange) -> "")
                    .build();
        }

        @McpTool(name = "a-boil", description = "Boils")
        String boil() {
            return "";
        }
    }

    @Import({Fruit.class, Vegetables.class})
    static class Market {}

    @Import({Vegetables.class, Fruit.class})
    static class OtherMarket {}

    private final TestServer server = TestServer.shared(Market.class, TWO_TO_A_PAGE);

    @EveryRevision
    void theToolsAreReadInPagesSortedByName(ProtocolVersion version) {
        McpTestClient client = server.client(version);
        List<String> pages = new ArrayList<>();
        String params = "{}";
        while (params != null && pages.size() < 10) {
            JsonNode result = client.request("tools/list", params).result();
            pages.add(String.join(
                    " ",
                    result.get("tools")
                            .valueStream()
                            .map(tool -> tool.get("name").stringValue())
                            .toList()));
            params = result.has("nextCursor") ? "{\"cursor\": " + result.get("nextCursor") + "}" : null;
        }
        assertThat(pages).containsExactly("Apple.press_2 a-boil", "dig eat", "pick");
    }

    @EveryRevision
    void aCursorIsValidForEveryRevisionAndSession(ProtocolVersion version) {
        String cursor = server.client(ProtocolVersion.V2025_06_18)
                .request("tools/list", "{}")
                .result()
                .get("nextCursor")
                .stringValue();
        Answer answer = server.client(version).request("tools/list", "{\"cursor\": \"" + cursor + "\"}");
        assertThat(answer.result().at("/tools/0/name").stringValue()).isEqualTo("dig");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "\"\"",
                "\"2\"",
                "\"AQID\"",
                "\"eyJvZmZzZXQiOjJ9\"",
                "7",
                "true",
                "[]",
                "{}",
                "\"😀\"",
                "\"\\u0000\""
            })
    void aForgedCursorIsAnInvalidParameter(String cursor) {
        for (ProtocolVersion version : Revisions.every()) {
            Answer answer = server.client(version).request("tools/list", "{\"cursor\": " + cursor + "}");
            assertThat(answer.status()).isEqualTo(200);
            assertThat(answer.errorCode()).isEqualTo(-32602);
        }
    }

    @Test
    void aChangedCursorIsAnInvalidParameter() {
        McpTestClient client = server.client(ProtocolVersion.V2026_07_28);
        String cursor =
                client.request("tools/list", "{}").result().get("nextCursor").stringValue();
        for (int at = 0; at < cursor.length(); at++) {
            char changed = cursor.charAt(at) == 'A' ? 'B' : 'A';
            for (String broken :
                    List.of(cursor.substring(0, at), cursor.substring(0, at) + changed + cursor.substring(at + 1))) {
                assertThat(client.request("tools/list", "{\"cursor\": \"" + broken + "\"}")
                                .errorCode())
                        .isEqualTo(-32602);
            }
        }
    }

    @EveryRevision
    void aCursorOfNullIsTheFirstPage(ProtocolVersion version) {
        assertThat(server.client(version)
                        .request("tools/list", "{\"cursor\": null}")
                        .result()
                        .at("/tools/0/name")
                        .stringValue())
                .isEqualTo("Apple.press_2");
    }

    @Test
    void everyStartProducesTheSameListByteForByte() {
        TestServer first = TestServer.shared(Market.class);
        TestServer other = TestServer.shared(OtherMarket.class);
        for (ProtocolVersion version : Revisions.every()) {
            byte[] list = first.client(version).request("tools/list", "{}").bytes();
            assertThat(list)
                    .isEqualTo(first.client(version).request("tools/list", "{}").bytes());
            assertThat(list)
                    .isEqualTo(other.client(version).request("tools/list", "{}").bytes());
        }
    }
}
