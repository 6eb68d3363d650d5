package io.mcpspring.contract.binding;

import static io.mcpspring.contract.binding.BindingChecks.assertAccepted;
import static io.mcpspring.contract.binding.BindingChecks.assertRefused;

import com.fasterxml.jackson.annotation.JsonTypeInfo;
import io.mcpspring.annotation.McpTool;
import io.mcpspring.protocol.ProtocolVersion;
import io.mcpspring.support.EveryRevision;
import io.mcpspring.support.McpTestClient;
import io.mcpspring.support.TestServer;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Some models send an object or a list as a string that contains its JSON. */
class BindingStringifiedTests {

    static class Tools {

        record Point(int x, int y) {}

        record Line(Point from, Point to) {}

        record Tree(String name, List<Tree> children) {}

        @JsonTypeInfo(use = JsonTypeInfo.Id.SIMPLE_NAME, property = "kind")
        sealed interface Shape {}

        record Circle(int radius) implements Shape {}

        record Square(int side) implements Shape {}

        @McpTool
        String point(Point point) {
            return point.toString();
        }

        @McpTool
        String line(Line line) {
            return line.toString();
        }

        @McpTool
        String list(List<Point> points) {
            return points.toString();
        }

        @McpTool
        String map(Map<String, Integer> map) {
            return new TreeMap<>(map).toString();
        }

        @McpTool
        String optional(Optional<Point> point) {
            return point.toString();
        }

        @McpTool
        String nullable(@Nullable List<String> names) {
            return String.valueOf(names);
        }

        @McpTool
        String tree(Tree tree) {
            return tree.toString();
        }

        @McpTool
        String shape(Shape shape) {
            return shape.toString();
        }

        @McpTool
        String text(String text) {
            return text;
        }

        @McpTool
        String names(List<String> names) {
            return names.toString();
        }

        @McpTool
        String anything(Object anything) {
            return anything.getClass() == String.class ? "text" : "no text";
        }

        @McpTool
        String json(JsonNode json) {
            return json.isString() ? "text" : "no text";
        }
    }

    private final TestServer server = TestServer.shared(Tools.class);

    @EveryRevision
    void jsonInAStringIsDecoded(ProtocolVersion version) {
        McpTestClient client = server.client(version);
        assertAccepted(client, "point", stringified("point", "{\"x\": 1, \"y\": 2}"), "Point[x=1, y=2]");
        assertAccepted(client, "list", stringified("points", " [{\"x\": 1, \"y\": 2}]\n"), "[Point[x=1, y=2]]");
        assertAccepted(client, "map", stringified("map", "{\"a\": 1}"), "{a=1}");
        assertAccepted(client, "optional", stringified("point", "{\"x\": 1, \"y\": 2}"), "Optional[Point[x=1, y=2]]");
        assertAccepted(client, "nullable", stringified("names", "[\"a\"]"), "[a]");
        assertAccepted(
                client,
                "tree",
                stringified("tree", "{\"name\": \"a\", \"children\": []}"),
                "Tree[name=a, children=[]]");
        assertAccepted(client, "shape", stringified("shape", "{\"kind\": \"Square\", \"side\": 2}"), "Square[side=2]");
    }

    @EveryRevision
    void stringsAreNotDecodedForStringParameters(ProtocolVersion version) {
        McpTestClient client = server.client(version);
        assertAccepted(client, "text", stringified("text", "{\"x\": 1}"), "{\"x\": 1}");
        assertAccepted(client, "names", "{\"names\": [\"[1]\", \"{}\"]}", "[[1], {}]");
        assertAccepted(client, "anything", stringified("anything", "{\"x\": 1}"), "text");
        assertAccepted(client, "json", stringified("json", "{\"x\": 1}"), "text");
    }

    @EveryRevision
    void jsonInAStringIsDecodedOnlyOnce(ProtocolVersion version) {
        McpTestClient client = server.client(version);
        String twice = JsonMapper.shared().writeValueAsString("{\"x\": 1, \"y\": 2}");
        assertRefused(
                client,
                "point",
                stringified("point", twice),
                "point: must be an object, got string \"\\\"{\\\\\\\"x\\\\\\\": 1, \\\\\\\"y\\\\\\\": 2}\\\"\"");
        assertRefused(
                client,
                "line",
                "{\"line\": {\"from\": \"{}\", \"to\": {\"x\": 1, \"y\": 2}}}",
                "line.from: must be an object or null, got string \"{}\"");
    }

    @EveryRevision
    void problemsOfDecodedJsonAreReported(ProtocolVersion version) {
        McpTestClient client = server.client(version);
        assertRefused(
                client,
                "point",
                stringified("point", "{\"x\": 1.5, \"y\": 2}"),
                "point.x: must be a whole number, got number 1.5");
        assertRefused(client, "point", stringified("point", "[1]"), "point: must be an object, got string \"[1]\"");
        assertRefused(
                client,
                "point",
                stringified("point", "{\"x\": 1"),
                "point: must be an object, got string \"{\\\"x\\\": 1\"");
        assertRefused(
                client,
                "point",
                stringified("point", "{\"x\": 1, \"x\": 2, \"y\": 3}"),
                "point: must be an object, got string \"{\\\"x\\\": 1, \\\"x\\\": 2, \\\"y\\\": 3}\"");
    }

    @EveryRevision
    @Tag("change")
    void decodingCanBeSwitchedOff(ProtocolVersion version) {
        McpTestClient client = TestServer.shared(Tools.class, "mcp.server.tools.parse-stringified-json=false")
                .client(version);
        assertAccepted(client, "point", "{\"point\": {\"x\": 1, \"y\": 2}}", "Point[x=1, y=2]");
        assertRefused(client, "point", stringified("point", "{}"), "point: must be an object, got string \"{}\"");
    }

    private static String stringified(String argument, String document) {
        return JsonMapper.shared().writeValueAsString(Map.of(argument, document));
    }
}
