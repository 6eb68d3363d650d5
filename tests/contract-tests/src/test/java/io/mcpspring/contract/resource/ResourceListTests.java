package io.mcpspring.contract.resource;

import static org.assertj.core.api.Assertions.assertThat;

import io.mcpspring.annotation.McpIcon;
import io.mcpspring.annotation.McpResource;
import io.mcpspring.protocol.Annotations;
import io.mcpspring.protocol.Icon;
import io.mcpspring.protocol.ProtocolVersion;
import io.mcpspring.protocol.Role;
import io.mcpspring.resource.McpResourceDefinition;
import io.mcpspring.resource.McpResources;
import io.mcpspring.support.Answer;
import io.mcpspring.support.EveryRevision;
import io.mcpspring.support.McpTestClient;
import io.mcpspring.support.TestServer;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.springframework.context.annotation.Bean;
import org.springframework.core.io.ByteArrayResource;
import tools.jackson.databind.JsonNode;

/** Lists of resources and templates are adapted to each revision, and the capability is declared if there are any. */
class ResourceListTests {

    static class Described {

        @McpResource(
                uri = "d://one",
                name = "one",
                title = "${test.none:The one}",
                description = "The first",
                mimeType = "text/plain",
                audience = {Role.USER, Role.ASSISTANT},
                priority = 0.5,
                icons = @McpIcon(src = "https://acme.example/i.png", mimeType = "image/png"),
                meta = "{\"a\": {\"b\": 1}}")
        String one() {
            return "1";
        }

        @McpResource(uri = "d://bare")
        String bare() {
            return "1";
        }

        @McpResource(uri = "d://important", priority = 1)
        String important() {
            return "1";
        }

        @McpResource(
                uri = "d://{id}",
                title = "Those",
                description = "All others",
                mimeType = "text/plain",
                audience = Role.ASSISTANT,
                priority = 0,
                icons = @McpIcon(src = "https://acme.example/i.png"),
                meta = "{\"c\": []}")
        String those(String id) {
            return id;
        }

        @Bean
        McpResourceDefinition coded() {
            return McpResourceDefinition.at("d://coded")
                    .name("coded")
                    .title("Coded")
                    .description("In code")
                    .annotations(Annotations.forAudience(Role.USER)
                            .withPriority(0.1)
                            .withLastModified(Instant.parse("2026-01-02T03:04:05Z")))
                    .icon(new Icon("https://acme.example/c.png", null, List.of(), null))
                    .meta(Map.of("k", "v"))
                    .content(new ByteArrayResource(new byte[17]))
                    .build();
        }

        @Bean
        McpResourceDefinition sized() {
            return McpResourceDefinition.at("d://sized")
                    .size(0)
                    .content(new ByteArrayResource(new byte[17]))
                    .mimeType("text/plain")
                    .build();
        }

        @Bean
        McpResourceDefinition codedTemplate() {
            return McpResourceDefinition.at("d://{a}/{b}")
                    .name("pairs")
                    .read((request, exchange) -> "")
                    .build();
        }
    }

    static class TemplatesOnly {

        @McpResource(uri = "t://{id}")
        String one(String id) {
            return id;
        }
    }

    static class Empty {}

    private static final TestServer SERVER = TestServer.shared(Described.class);

    private static final TestServer PAGED = TestServer.shared(Described.class, "mcp.server.resources.page-size=2");

    private static JsonNode entry(JsonNode list, String member, String address) {
        return list.valueStream()
                .filter(entry -> entry.get(member).stringValue().equals(address))
                .findFirst()
                .orElseThrow();
    }

    @EveryRevision
    void resourcesAreAdaptedToTheRevision(ProtocolVersion version) {
        JsonNode list =
                SERVER.client(version).request("resources/list", "{}").result().get("resources");
        assertThat(list.findValuesAsString("uri"))
                .containsExactly("d://bare", "d://coded", "d://important", "d://one", "d://sized");
        assertThat(entry(list, "uri", "d://bare")).hasToString("{\"uri\":\"d://bare\",\"name\":\"bare\"}");
        assertThat(entry(list, "uri", "d://important").at("/annotations")).hasToString("{\"priority\":1.0}");
        boolean titles = version.isAtLeast(ProtocolVersion.V2025_06_18);
        boolean icons = version.isAtLeast(ProtocolVersion.V2025_11_25);
        assertThat(entry(list, "uri", "d://one"))
                .hasToString("{\"uri\":\"d://one\",\"name\":\"one\","
                        + (titles ? "\"title\":\"The one\"," : "")
                        + "\"description\":\"The first\",\"mimeType\":\"text/plain\","
                        + "\"annotations\":{\"audience\":[\"user\",\"assistant\"],\"priority\":0.5}"
                        + (icons
                                ? ",\"icons\":[{\"src\":\"https://acme.example/i.png\",\"mimeType\":\"image/png\"}]"
                                : "")
                        + (titles ? ",\"_meta\":{\"a\":{\"b\":1}}" : "") + "}");
        assertThat(entry(list, "uri", "d://coded"))
                .hasToString("{\"uri\":\"d://coded\",\"name\":\"coded\","
                        + (titles ? "\"title\":\"Coded\"," : "")
                        + "\"description\":\"In code\",\"size\":17,"
                        + "\"annotations\":{\"audience\":[\"user\"],\"priority\":0.1"
                        + (titles ? ",\"lastModified\":\"2026-01-02T03:04:05Z\"" : "") + "}"
                        + (icons ? ",\"icons\":[{\"src\":\"https://acme.example/c.png\"}]" : "")
                        + (titles ? ",\"_meta\":{\"k\":\"v\"}" : "") + "}");
        assertThat(entry(list, "uri", "d://sized").get("size").intValue()).isZero();
    }

    @EveryRevision
    void templatesAreAdaptedToTheRevision(ProtocolVersion version) {
        JsonNode list = SERVER.client(version)
                .request("resources/templates/list", "{}")
                .result()
                .get("resourceTemplates");
        boolean titles = version.isAtLeast(ProtocolVersion.V2025_06_18);
        boolean icons = version.isAtLeast(ProtocolVersion.V2025_11_25);
        assertThat(list)
                .hasToString("[{\"uriTemplate\":\"d://{a}/{b}\",\"name\":\"pairs\"},"
                        + "{\"uriTemplate\":\"d://{id}\",\"name\":\"those\","
                        + (titles ? "\"title\":\"Those\"," : "")
                        + "\"description\":\"All others\",\"mimeType\":\"text/plain\","
                        + "\"annotations\":{\"audience\":[\"assistant\"],\"priority\":0.0}"
                        + (icons ? ",\"icons\":[{\"src\":\"https://acme.example/i.png\"}]" : "")
                        + (titles ? ",\"_meta\":{\"c\":[]}" : "") + "}]");
    }

    @EveryRevision
    void listsHavePages(ProtocolVersion version) {
        McpTestClient client = PAGED.client(version);
        assertThat(pages(client, "resources/list", "resources", "uri"))
                .containsExactly(
                        List.of("d://bare", "d://coded"), List.of("d://important", "d://one"), List.of("d://sized"));
        assertThat(pages(client, "resources/templates/list", "resourceTemplates", "name"))
                .containsExactly(List.of("pairs", "those"));
        assertThat(client.request("resources/list", "{\"cursor\": \"x\"}").errorCode())
                .isEqualTo(-32602);
    }

    private static List<List<String>> pages(McpTestClient client, String method, String list, String member) {
        List<List<String>> pages = new ArrayList<>();
        String params = "{}";
        while (params != null) {
            JsonNode result = client.request(method, params).result();
            pages.add(result.get(list).findValuesAsString(member));
            params = result.has("nextCursor") ? "{\"cursor\": " + result.get("nextCursor") + "}" : null;
        }
        return pages;
    }

    @Test
    void listsMayBeCached() {
        for (String method : List.of("resources/list", "resources/templates/list")) {
            JsonNode result = SERVER.client(ProtocolVersion.V2026_07_28)
                    .request(method, "{}")
                    .result();
            assertThat(result.get("ttlMs").intValue()).isEqualTo(300_000);
        }
    }

    @EveryRevision
    void theCapabilityIsDeclared(ProtocolVersion version) {
        TestServer templates = TestServer.shared(TemplatesOnly.class);
        for (TestServer server : List.of(SERVER, templates)) {
            assertThat(capabilities(server, version).get("resources"))
                    .hasToString("{\"subscribe\":true,\"listChanged\":true}");
        }
        JsonNode list =
                templates.client(version).request("resources/list", "{}").result();
        assertThat(list.get("resources")).isEmpty();
    }

    @EveryRevision
    void withoutResourcesTheCapabilityIsNotDeclared(ProtocolVersion version) {
        TestServer server = TestServer.shared(Empty.class);
        assertThat(capabilities(server, version).has("resources")).isFalse();
        McpTestClient client = server.client(version);
        assertThat(client.request("resources/list", "{}").result().get("resources"))
                .isEmpty();
        assertThat(client.request("resources/templates/list", "{}").result().get("resourceTemplates"))
                .isEmpty();
        for (String method : List.of("resources/read", "resources/subscribe", "resources/unsubscribe")) {
            assertThat(client.request(method, "{\"uri\": \"a://b\"}").errorCode())
                    .as(method)
                    .isEqualTo(-32601);
        }
    }

    @EveryRevision
    void theCapabilityFollowsTheResources(ProtocolVersion version) {
        TestServer server = TestServer.shared(Empty.class);
        McpResources resources = server.context().getBean(McpResources.class);
        resources.update(changes -> changes.add(McpResourceDefinition.at("a://{b}")
                .read((request, exchange) -> "here")
                .build()));
        McpTestClient client = server.client(version);
        assertThat(capabilities(server, version).has("resources")).isTrue();
        assertThat(client.read("a://b").result().at("/contents/0/text").stringValue())
                .isEqualTo("here");
        resources.update(changes -> changes.remove("a://{b}"));
        assertThat(capabilities(server, version).has("resources")).isFalse();
        assertThat(client.read("a://b").errorCode()).isEqualTo(-32601);
    }

    static JsonNode capabilities(TestServer server, ProtocolVersion version) {
        McpTestClient client = server.client(version);
        if (version.isModern()) {
            return client.request("server/discover", "{}").result().get("capabilities");
        }
        Map<String, String> headers = client.headers();
        headers.remove("Mcp-Session-Id");
        Answer opened = client.post("""
                {"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": {"protocolVersion": "%s",
                "capabilities": {}, "clientInfo": {"name": "test", "version": "1"}}}""".formatted(version), headers);
        return opened.result().get("capabilities");
    }
}
