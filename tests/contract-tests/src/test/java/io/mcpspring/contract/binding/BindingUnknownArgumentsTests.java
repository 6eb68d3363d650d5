package io.mcpspring.contract.binding;

import static io.mcpspring.contract.binding.BindingChecks.assertAccepted;
import static io.mcpspring.contract.binding.BindingChecks.assertRefused;
import static io.mcpspring.support.ResultChecks.json;
import static io.mcpspring.support.ResultChecks.listed;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.annotation.JsonAnySetter;
import io.mcpspring.annotation.McpTool;
import io.mcpspring.exchange.McpExchange;
import io.mcpspring.protocol.ProtocolVersion;
import io.mcpspring.support.Answer;
import io.mcpspring.support.EveryRevision;
import io.mcpspring.support.McpTestClient;
import io.mcpspring.support.TestServer;
import io.mcpspring.tool.McpArguments;
import io.mcpspring.tool.McpToolDefinition;
import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;
import org.springframework.context.annotation.Bean;

/** Arguments that a tool does not have. */
class BindingUnknownArgumentsTests {

    static class Tools {

        @McpTool
        String any(McpArguments arguments, McpExchange exchange) {
            return arguments.json().toString();
        }

        @McpTool
        String some(McpArguments arguments, String name) {
            return arguments.json().toString();
        }

        @McpTool
        String greet(String name) {
            return "Hello, " + name;
        }

        @McpTool
        String nothing() {
            return "called";
        }

        @Bean
        McpToolDefinition search() {
            return McpToolDefinition.named("search")
                    .inputSchema(Filters.class)
                    .call((arguments, exchange) -> {
                        Filters filters = arguments.as(Filters.class);
                        return filters.query + new TreeMap<>(filters.limits);
                    })
                    .build();
        }
    }

    static class Filters {

        public String query = "";

        @JsonAnySetter
        public Map<String, Integer> limits = new HashMap<>();
    }

    private final TestServer strict = TestServer.shared(Tools.class);

    private final TestServer lenient = TestServer.shared(Tools.class, "mcp.server.tools.unknown-arguments=ignore");

    @EveryRevision
    void anUnknownArgumentIsRefusedWithAListOfTheKnownOnes(ProtocolVersion version) {
        McpTestClient client = strict.client(version);
        assertRefused(
                client,
                "greet",
                "{\"name\": \"Ada\", \"nmae\": 1, \"a b\": 2}",
                "nmae: is not a known argument; known are \"name\"",
                "[\"a b\"]: is not a known argument; known are \"name\"");
        assertRefused(
                client,
                "greet",
                "{\"nmae\": \"Ada\"}",
                "nmae: is not a known argument; known are \"name\"",
                "name: is required");
        assertRefused(client, "nothing", "{\"x\": 1}", "x: is not a known argument; there are none");
    }

    @EveryRevision
    void anUnknownArgumentIsIgnoredIfConfigured(ProtocolVersion version) {
        McpTestClient client = lenient.client(version);
        assertAccepted(client, "greet", "{\"name\": \"Ada\", \"nmae\": 1}", "Hello, Ada");
        assertAccepted(client, "nothing", "{\"x\": 1}", "called");
        assertRefused(client, "greet", "{\"nmae\": \"Ada\"}", "name: is required");
    }

    @EveryRevision
    void theSchemaStatesWhetherUnknownArgumentsAreAllowed(ProtocolVersion version) {
        assertThat(listed(strict.client(version), "greet").at("/inputSchema/additionalProperties"))
                .isEqualTo(json("false"));
        assertThat(listed(strict.client(version), "nothing").get("inputSchema"))
                .isEqualTo(json("{\"type\": \"object\", \"additionalProperties\": false}"));
        assertThat(listed(lenient.client(version), "greet").get("inputSchema").has("additionalProperties"))
                .isFalse();
    }

    @EveryRevision
    void aToolThatTakesAllArgumentsAsJsonAcceptsAnyName(ProtocolVersion version) {
        McpTestClient client = strict.client(version);
        assertThat(listed(client, "any").get("inputSchema")).isEqualTo(json("{\"type\": \"object\"}"));
        assertAccepted(client, "any", "{\"a\": 1, \"b\": [true]}", "{\"a\":1,\"b\":[true]}");
        assertAccepted(client, "any", "{}", "{}");
        assertRefused(
                client, "some", "{\"name\": \"Ada\", \"a\": 1}", "a: is not a known argument; known are \"name\"");
    }

    @EveryRevision
    void aTypeThatTakesOtherMembersAcceptsAnyName(ProtocolVersion version) {
        McpTestClient client = strict.client(version);
        assertThat(listed(client, "search").at("/inputSchema/additionalProperties"))
                .isEqualTo(json("{\"type\": \"integer\"}"));
        assertAccepted(client, "search", "{\"query\": \"x\", \"b\": 2, \"a\": \"1\"}", "x{a=1, b=2}");
        assertRefused(client, "search", "{\"a\": \"many\"}", "a: must be a whole number, got string \"many\"");
    }

    @EveryRevision
    void unknownMembersBesideTheArgumentsAreIgnored(ProtocolVersion version) {
        Answer answer = strict.client(version)
                .request(
                        "tools/call",
                        "{\"name\": \"greet\", \"arguments\": {\"name\": \"Ada\"}, \"task\": {\"ttl\": 1}, \"other\": []}");
        assertThat(answer.contentText()).isEqualTo("Hello, Ada");
    }
}
