package io.mcpspring.benchmarks;

import java.util.List;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** Answers the messages of the workload by hand, without sessions, checks, or anything else of the protocol. */
public final class Answers {

    private final JsonMapper json;

    private final List<ObjectNode> tools;

    public Answers(JsonMapper json) {
        this.json = json;
        this.tools = new ToolList(json).tools();
    }

    /** Whether the answer to a request blocks. */
    public boolean isSlow(JsonNode request) {
        return request.path("params").path("name").asString("").equals("slow");
    }

    public ObjectNode to(JsonNode request) {
        JsonNode params = request.path("params");
        ObjectNode result = switch (request.path("method").asString()) {
            case "tools/call" -> call(params.path("name").asString(), params.path("arguments"));
            case "tools/list" -> list();
            case "initialize" -> initialize(params);
            default -> throw new IllegalArgumentException("unknown method");
        };
        return json.createObjectNode()
                .put("jsonrpc", "2.0")
                .<ObjectNode>set("id", request.get("id"))
                .set("result", result);
    }

    private ObjectNode call(String name, JsonNode arguments) {
        return switch (name) {
            case "add" ->
                structured(Workload.add(
                        arguments.path("a").asInt(), arguments.path("b").asInt()));
            case "search" -> structured(Workload.search(arguments.path("query").asString()));
            case "slow" -> text(Workload.slow());
            default -> text(arguments.path("text").asString());
        };
    }

    private ObjectNode text(String text) {
        ObjectNode result = json.createObjectNode();
        result.putArray("content").addObject().put("type", "text").put("text", text);
        return result.put("isError", false);
    }

    private ObjectNode structured(Object value) {
        return text(json.writeValueAsString(value)).putPOJO("structuredContent", value);
    }

    private ObjectNode list() {
        ObjectNode result = json.createObjectNode();
        result.putArray("tools").addAll(tools);
        return result;
    }

    private ObjectNode initialize(JsonNode params) {
        ObjectNode result = json.createObjectNode();
        result.put("protocolVersion", params.path("protocolVersion").asString());
        result.putObject("capabilities").putObject("tools");
        result.putObject("serverInfo").put("name", "bare").put("version", "1");
        return result;
    }
}
