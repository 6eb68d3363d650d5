package io.mcpspring.tool;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.annotation.JsonProperty;
import io.mcpspring.annotation.McpIcon;
import io.mcpspring.annotation.McpTool;
import io.mcpspring.annotation.McpToolParam;
import io.mcpspring.protocol.ProtocolVersion;
import io.mcpspring.support.EveryRevision;
import io.mcpspring.support.TestServer;
import java.util.List;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The list omits members of a tool that the revision does not have. */
class ToolProjectionTests {

    static class Tools {

        @McpTool(
                title = "Order finder",
                description = "Finds an order",
                meta = "{\"shelf\": {\"row\": 7}}",
                icons =
                        @McpIcon(
                                src = "https://example.com/i.png",
                                mimeType = "image/png",
                                sizes = {"48x48", "any"},
                                theme = "dark"))
        String titled() {
            return "";
        }

        @McpTool(title = "Order finder", readOnlyHint = true, openWorldHint = false)
        String titledWithHints() {
            return "";
        }

        @McpTool(destructiveHint = false, idempotentHint = true)
        String hinted() {
            return "";
        }

        @McpTool
        String plain() {
            return "";
        }

        @McpTool
        String repeatedInAHeader(@McpToolParam(header = "Region") String region, String other) {
            return "";
        }

        @McpTool
        String oddlyNamed(@McpToolParam(name = "x-mcp-header") String odd, Odd inner) {
            return "";
        }

        record Odd(@JsonProperty("x-mcp-header") String text) {}
    }

    private final TestServer server = TestServer.shared(Tools.class);

    @EveryRevision
    void everyRevisionHasATitle(ProtocolVersion version) {
        JsonNode tool = listed(version, "titled");
        if (version == ProtocolVersion.V2025_03_26) {
            assertThat(tool.propertyNames()).containsExactly("name", "description", "inputSchema", "annotations");
            assertThat(tool.get("annotations")).isEqualTo(json("{\"title\": \"Order finder\"}"));
        } else {
            assertThat(tool.get("title").stringValue()).isEqualTo("Order finder");
            assertThat(tool.has("annotations")).isFalse();
        }
        assertThat(tool.get("description").stringValue()).isEqualTo("Finds an order");
    }

    @EveryRevision
    void hintsAreSentUnchanged(ProtocolVersion version) {
        assertThat(listed(version, "titledWithHints").get("annotations"))
                .isEqualTo(json(
                        version == ProtocolVersion.V2025_03_26
                                ? "{\"title\": \"Order finder\", \"readOnlyHint\": true, \"openWorldHint\": false}"
                                : "{\"readOnlyHint\": true, \"openWorldHint\": false}"));
        assertThat(listed(version, "hinted").get("annotations"))
                .isEqualTo(json("{\"destructiveHint\": false, \"idempotentHint\": true}"));
        assertThat(listed(version, "plain").has("annotations")).isFalse();
    }

    @EveryRevision
    void metaIsSentFrom20250618On(ProtocolVersion version) {
        JsonNode tool = listed(version, "titled");
        assertThat(tool.has("_meta")).isEqualTo(version.isAtLeast(ProtocolVersion.V2025_06_18));
        if (tool.has("_meta")) {
            assertThat(tool.get("_meta")).isEqualTo(json("{\"shelf\": {\"row\": 7}}"));
        }
    }

    @EveryRevision
    void iconsAreSentFrom20251125On(ProtocolVersion version) {
        JsonNode tool = listed(version, "titled");
        assertThat(tool.has("icons")).isEqualTo(version.isAtLeast(ProtocolVersion.V2025_11_25));
        if (tool.has("icons")) {
            assertThat(tool.get("icons")).isEqualTo(json("""
                    [{"src": "https://example.com/i.png", "mimeType": "image/png", "sizes": ["48x48", "any"],
                      "theme": "dark"}]"""));
        }
    }

    @EveryRevision
    void headersOfArgumentsAreSentTo20260728Only(ProtocolVersion version) {
        JsonNode properties = listed(version, "repeatedInAHeader").at("/inputSchema/properties");
        assertThat(properties.propertyNames()).containsExactly("region", "other");
        assertThat(properties.get("region").path("x-mcp-header").stringValue("none"))
                .isEqualTo(version.isModern() ? "Region" : "none");
        assertThat(properties.get("region").get("type").stringValue()).isEqualTo("string");
    }

    @EveryRevision
    void anArgumentMayHaveTheNameOfTheKeyword(ProtocolVersion version) {
        JsonNode properties = listed(version, "oddlyNamed").at("/inputSchema/properties");
        assertThat(properties.get("x-mcp-header")).isEqualTo(json("{\"type\": \"string\"}"));
        assertThat(properties.at("/inner/properties").propertyNames()).containsExactly("x-mcp-header");
    }

    @EveryRevision
    void unsetAttributesAreNotSent(ProtocolVersion version) {
        assertThat(List.copyOf(listed(version, "plain").propertyNames())).isEqualTo(List.of("name", "inputSchema"));
    }

    private JsonNode listed(ProtocolVersion version, String name) {
        return server.client(version)
                .request("tools/list", "{}")
                .result()
                .get("tools")
                .valueStream()
                .filter(tool -> tool.get("name").stringValue().equals(name))
                .findFirst()
                .orElseThrow();
    }

    private static JsonNode json(String text) {
        return JsonMapper.shared().readTree(text);
    }
}
