package io.mcpspring.contract.tool;

import static org.assertj.core.api.Assertions.assertThat;

import io.mcpspring.annotation.McpPrompt;
import io.mcpspring.annotation.McpTool;
import io.mcpspring.protocol.ProtocolVersion;
import io.mcpspring.support.Answer;
import io.mcpspring.support.EventStream;
import io.mcpspring.support.EveryRevision;
import io.mcpspring.support.LegacyRevisions;
import io.mcpspring.support.McpTestClient;
import io.mcpspring.support.ModernRevisions;
import io.mcpspring.support.RawHttp;
import io.mcpspring.support.TestServer;
import io.mcpspring.tool.McpToolDefinition;
import io.mcpspring.tool.McpTools;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.context.annotation.Bean;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** Clients select toolsets by the URL or by a header: other tools are not listed, and calls of them are refused. */
class ToolsetTests {

    private static final String[] ALL = {"add", "find", "ping", "remove", "search", "zip"};

    private static final String READER = "/mcp?toolsets=reader";

    private final TestServer server = TestServer.shared(
            Orders.class,
            "mcp.server.tools.page-size=2",
            "test.tag=reading",
            "mcp.server.toolsets.reader.tags=reading",
            "mcp.server.toolsets.editor.tags=writing,deleting",
            "mcp.server.toolsets.all_in-1.tags=reading,writing,deleting");

    private final McpTools tools = server.context().getBean(McpTools.class);

    static class Orders {

        @McpTool(tags = "writing")
        String add() {
            return "added";
        }

        @McpTool(tags = {"${test.tag}", "other"})
        String find() {
            return "found";
        }

        @McpTool
        String ping() {
            return "pong";
        }

        @McpTool(tags = "deleting")
        String remove() {
            return "removed";
        }

        @McpTool(tags = {"reading", "writing"})
        String search() {
            return "searched";
        }

        @Bean
        McpToolDefinition zip() {
            return tool("zip", "reading");
        }

        @McpPrompt
        String greet() {
            return "Hello";
        }
    }

    private static McpToolDefinition tool(String name, String... tags) {
        return McpToolDefinition.named(name)
                .tags(tags)
                .call((arguments, exchange) -> "done")
                .build();
    }

    private static Answer request(McpTestClient client, String method, String params, String header) {
        ObjectNode body = (ObjectNode) JsonMapper.shared().readTree(params);
        Map<String, String> headers = client.headers(method, body);
        headers.put("x-mcp-toolsets", header);
        return client.post(client.body(method, body), headers);
    }

    private static List<List<String>> pages(McpTestClient client) {
        List<List<String>> pages = new ArrayList<>();
        JsonNode page = client.request("tools/list", "{}").result();
        pages.add(names(page));
        while (page.has("nextCursor")) {
            page = client.request("tools/list", "{\"cursor\": " + page.get("nextCursor") + "}")
                    .result();
            pages.add(names(page));
        }
        return pages;
    }

    private static List<String> names(JsonNode page) {
        return page.get("tools").findValuesAsString("name");
    }

    private static List<String> listed(McpTestClient client) {
        return pages(client).stream().flatMap(List::stream).toList();
    }

    @EveryRevision
    void allToolsAreServedWithoutASelection(ProtocolVersion version) {
        for (String path : List.of("/mcp", "/mcp?user=ada&toolset=reader&Toolsets=x&x")) {
            McpTestClient client = server.client(version, path);
            assertThat(listed(client)).containsExactly(ALL);
            assertThat(client.call("ping").contentText()).isEqualTo("pong");
        }
    }

    @EveryRevision
    void theQuerySelectsToolsets(ProtocolVersion version) {
        McpTestClient reader = server.client(version, READER);
        assertThat(pages(reader)).containsExactly(List.of("find", "search"), List.of("zip"));
        assertThat(reader.call("find").contentText()).isEqualTo("found");
        assertThat(reader.call("zip").contentText()).isEqualTo("done");
    }

    @EveryRevision
    void theHeaderSelectsToolsets(ProtocolVersion version) {
        McpTestClient client = server.client(version);
        assertThat(names(request(client, "tools/list", "{}", "editor").result()))
                .containsExactly("add", "remove");
        assertThat(request(client, "tools/call", "{\"name\": \"add\"}", "editor")
                        .contentText())
                .isEqualTo("added");
        assertThat(request(client, "tools/call", "{\"name\": \"find\"}", "editor")
                        .errorCode())
                .isEqualTo(-32602);
        assertThat(listed(client)).containsExactly(ALL);
    }

    @EveryRevision
    void aToolOutsideTheSelectionIsUnknown(ProtocolVersion version) {
        McpTestClient reader = server.client(version, READER);
        for (String tool : List.of("add", "ping")) {
            Answer answer = reader.call(tool, "{\"wrong\": 1}");
            Answer unknown = reader.call("nothing", "{\"wrong\": 1}");
            assertThat(answer.status()).isEqualTo(unknown.status());
            assertThat(answer.error().toString().replace(tool, "nothing"))
                    .isEqualTo(unknown.error().toString());
        }
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            reader,editor       | add find remove search zip
            editor%2creader     | add find remove search zip
            editor,editor       | add remove search
            all_in-1            | add find remove search zip
            reader&other=editor | find search zip
            """)
    void severalToolsetsAreUnited(String query, String expected) {
        McpTestClient client = server.client(ProtocolVersion.newest(), "/mcp?toolsets=" + query);
        assertThat(String.join(" ", listed(client))).isEqualTo(expected);
    }

    @EveryRevision
    void theQueryAndTheHeaderMayAgree(ProtocolVersion version) {
        McpTestClient client = server.client(version, "/mcp?toolsets=reader,editor");
        assertThat(names(
                        request(client, "tools/list", "{}", " editor , reader ").result()))
                .containsExactly("add", "find");
        Answer differs = request(client, "tools/list", "{}", "reader");
        assertThat(differs.status()).isEqualTo(400);
        assertThat(differs.error().get("message").stringValue())
                .isEqualTo("Give toolsets once, separated by commas: in the parameter 'toolsets', in the header"
                        + " X-MCP-Toolsets, or the same in both");
    }

    @EveryRevision
    void anUnknownToolsetIsRefused(ProtocolVersion version) {
        McpTestClient client = server.client(version);
        for (String method : List.of("tools/list", "prompts/list", "ping")) {
            if (method.equals("ping") && version.isModern()) {
                continue;
            }
            Answer refused = request(client, method, "{}", "reader,Writer");
            assertThat(refused.status()).isEqualTo(400);
            assertThat(refused.errorCode()).isEqualTo(-32602);
            assertThat(refused.json().get("id").intValue()).isEqualTo(client.lastId());
            assertThat(refused.error().get("message").stringValue())
                    .isEqualTo("No toolset named 'Writer'; the toolsets of this server are [all_in-1, editor, reader]");
        }
    }

    @LegacyRevisions
    void anUnknownToolsetIsRefusedAtTheStartOfASessionAndOfAStream(ProtocolVersion version) {
        McpTestClient client = server.client(version);
        String initialize = """
                {"protocolVersion": "%s", "capabilities": {}, "clientInfo": {"name": "test", "version": "1"}}""".formatted(version);
        assertThat(request(client, "initialize", initialize, "writer").status()).isEqualTo(400);
        Map<String, String> headers = client.headers();
        headers.put("X-MCP-Toolsets", "writer");
        assertThat(client.send("GET", headers).status()).isEqualTo(400);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "toolsets",
                "toolsets=",
                "toolsets=reader,",
                "toolsets=reader;editor",
                "toolsets=%20reader",
                "toolsets=reader&toolsets=reader",
                "toolsets=reader&x=1&toolsets=editor"
            })
    void anEmptyOrRepeatedParameterIsRefused(String query) {
        Answer refused =
                server.client(ProtocolVersion.newest(), "/mcp?" + query).request("tools/list", "{}");
        assertThat(refused.status()).isEqualTo(400);
        assertThat(refused.errorCode()).isEqualTo(-32602);
    }

    @Test
    void linesOfTheHeaderAreOneList() {
        McpTestClient client = server.client(ProtocolVersion.newest());
        ObjectNode params = JsonMapper.shared().createObjectNode();
        Map<String, String> headers = client.headers("tools/list", params);
        String[] lines = Stream.concat(
                        headers.entrySet().stream().map(header -> header.getKey() + ": " + header.getValue()),
                        Stream.of("X-MCP-Toolsets: editor", "X-MCP-Toolsets: editor"))
                .toArray(String[]::new);
        RawHttp.Response response =
                RawHttp.post(server.port(), client.body("tools/list", params).getBytes(StandardCharsets.UTF_8), lines);
        assertThat(names(response.json().get("result"))).containsExactly("add", "remove");
    }

    @Test
    void aBatchHasTheSelectionOfItsRequest() {
        McpTestClient reader = server.client(ProtocolVersion.V2025_03_26, READER);
        ObjectNode list = JsonMapper.shared().createObjectNode();
        Answer answer =
                reader.post("[" + reader.body("tools/list", list) + "," + reader.body("tools/list", list) + "]");
        List<JsonNode> responses = answer.isStream()
                ? answer.messages()
                : List.copyOf(answer.json().values());
        assertThat(responses)
                .hasSize(2)
                .allSatisfy(
                        response -> assertThat(names(response.get("result"))).containsExactly("find", "search"));
    }

    @EveryRevision
    void aCursorOfAnotherSelectionContinuesAfterItsTool(ProtocolVersion version) {
        String cursor = server.client(version)
                .request("tools/list", "{}")
                .result()
                .get("nextCursor")
                .toString();
        assertThat(names(server.client(version, READER)
                        .request("tools/list", "{\"cursor\": " + cursor + "}")
                        .result()))
                .containsExactly("search", "zip");
    }

    @ModernRevisions
    void aListOfASelectionIsCachedByItsClientAlone(ProtocolVersion version) {
        JsonNode all = server.client(version).request("tools/list", "{}").result();
        McpTestClient reader = server.client(version, READER);
        JsonNode selected = reader.request("tools/list", "{}").result();
        assertThat(all.get("cacheScope").stringValue()).isEqualTo("public");
        assertThat(selected.get("cacheScope").stringValue()).isEqualTo("private");
        assertThat(selected.get("ttlMs")).isEqualTo(all.get("ttlMs"));
        assertThat(reader.request("tools/list", "{}").result()).isEqualTo(selected);
        assertThat(reader.request("prompts/list", "{}").result())
                .isEqualTo(server.client(version).request("prompts/list", "{}").result());
    }

    @EveryRevision
    void tagsAreNotSentToClients(ProtocolVersion version) {
        assertThat(server.client(version).request("tools/list", "{}").text()).doesNotContain("reading", "tags");
    }

    @EveryRevision
    void aSelectionFollowsChangesOfItsTools(ProtocolVersion version) {
        McpTestClient reader = server.client(version, READER);
        try (EventStream stream = version.isLegacy()
                ? reader.listen()
                : reader.stream("subscriptions/listen", "{\"notifications\": {\"toolsListChanged\": true}}")) {
            if (version.isModern()) {
                stream.nextMessage();
            }
            tools.update(changes -> changes.add(tool("late", "reading")).replace(tool("zip", "writing")));
            try {
                assertThat(stream.nextMessage().get("method").stringValue())
                        .isEqualTo("notifications/tools/list_changed");
                assertThat(listed(reader)).containsExactly("find", "late", "search");
                assertThat(reader.call("late").contentText()).isEqualTo("done");
                assertThat(reader.call("zip").errorCode()).isEqualTo(-32602);
            } finally {
                tools.update(changes -> changes.remove("late").replace(tool("zip", "reading")));
            }
        }
    }
}
