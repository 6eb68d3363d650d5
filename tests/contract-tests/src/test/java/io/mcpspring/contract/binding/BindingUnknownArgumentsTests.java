package io.mcpspring.contract.binding;

import static io.mcpspring.contract.binding.BindingChecks.assertAccepted;
import static io.mcpspring.contract.binding.BindingChecks.assertRefused;
import static io.mcpspring.support.ResultChecks.json;
import static io.mcpspring.support.ResultChecks.listed;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.annotation.JsonAnySetter;
import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
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
import java.util.List;
import java.util.Map;
import java.util.Optional;
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

        @McpTool
        String travel(Route route) {
            return route.toString();
        }

        @McpTool
        String note(Note note) {
            return note.text;
        }

        @McpTool
        String measure(Area area) {
            return String.valueOf(area.width);
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

    record Stop(String name) {}

    @JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "kind")
    @JsonSubTypes({
        @JsonSubTypes.Type(value = Bus.class, name = "bus"),
        @JsonSubTypes.Type(value = Train.class, name = "train")
    })
    interface Vehicle {}

    record Bus(int line) implements Vehicle {}

    record Train(int number) implements Vehicle {}

    record Seat(int row) {}

    record Route(
            Stop from,
            List<Stop> via,
            Map<String, Stop> by,
            Optional<Stop> to,
            Vehicle vehicle,
            @JsonUnwrapped Seat seat) {}

    @JsonIgnoreProperties(ignoreUnknown = true)
    static class Note {

        public String text = "";
    }

    record Area(int width) {

        @JsonProperty
        int size() {
            return width * width;
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
    void anUnknownMemberOfAnArgumentIsRefusedWhereverItIs(ProtocolVersion version) {
        McpTestClient client = strict.client(version);
        String unknown = "is not a known property; known are \"name\"";
        assertRefused(
                client,
                "travel",
                """
                {"route": {"from": {"name": "a", "nmae": 1}, "via": [{"name": "b", "x": 1}], "row": 1, "rwo": 2,
                    "by": {"c": {"name": "c", "y": 1}}, "to": {"name": "d", "z": 1}, "vehicle": {"kind": "bus", "line": 1}}}""",
                "route.from.nmae: " + unknown,
                "route.via[0].x: " + unknown,
                "route.rwo: is not a known property; known are \"from\", \"via\", \"by\", \"to\", \"vehicle\", \"row\"",
                "route.by.c.y: " + unknown,
                "route.to.z: " + unknown);
        assertRefused(
                client, "travel", """
                {"route": {"from": {"name": "a"}, "via": [], "row": 1, "by": {},
                    "vehicle": {"kind": "train", "number": 1, "line": 1}}}""", "route.vehicle.line: is not a known property; known are \"kind\", \"number\"");
    }

    @EveryRevision
    void aTypeMayAcceptUnknownMembers(ProtocolVersion version) {
        assertAccepted(strict.client(version), "note", "{\"note\": {\"text\": \"a\", \"b\": 1}}", "a");
    }

    @EveryRevision
    void anObjectThatAToolHasReturnedCanBeSentBack(ProtocolVersion version) {
        assertAccepted(strict.client(version), "measure", "{\"area\": {\"width\": 3, \"size\": 9}}", "3");
    }

    @EveryRevision
    void anUnknownMemberOfAnArgumentIsIgnoredIfConfigured(ProtocolVersion version) {
        assertAccepted(
                lenient.client(version),
                "travel",
                """
                {"route": {"from": {"name": "a", "x": 1}, "via": [], "row": 1, "by": {}, "vehicle": {"kind": "bus", "line": 1}}}""",
                "Route[from=Stop[name=a], via=[], by={}, to=Optional.empty, vehicle=Bus[line=1], seat=Seat[row=1]]");
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
