package io.mcpspring.benchmarks;

import java.util.List;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/**
 * Answers the messages of the workload by hand, in the form that the revision of the request demands, but without
 * sessions, checks, or anything else of the protocol.
 */
public final class Answers {

    private static final String IN_META = "io.modelcontextprotocol/";

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
        boolean modern = params.path("_meta").has(IN_META + "protocolVersion");
        ObjectNode result = json.createObjectNode();
        if (modern) {
            result.put("resultType", "complete");
        }
        switch (request.path("method").asString()) {
            case "tools/call" -> call(params.path("name").asString(), params.path("arguments"), result);
            case "tools/list" -> list(modern, result);
            case "initialize" -> initialize(params, result);
            default -> throw new IllegalArgumentException("unknown method");
        }
        if (modern) {
            describeServer(result.putObject("_meta").putObject(IN_META + "serverInfo"));
        }
        return json.createObjectNode()
                .put("jsonrpc", "2.0")
                .<ObjectNode>set("id", request.get("id"))
                .set("result", result);
    }

    private void call(String name, JsonNode arguments, ObjectNode result) {
        switch (name) {
            case "add" ->
                structured(
                        Workload.add(
                                arguments.path("a").asInt(), arguments.path("b").asInt()),
                        result);
            case "search" -> structured(Workload.search(arguments.path("query").asString()), result);
            case "slow" -> text(Workload.slow(), result);
            default -> text(arguments.path("text").asString(), result);
        }
    }

    private void text(String text, ObjectNode result) {
        result.putArray("content").addObject().put("type", "text").put("text", text);
        result.put("isError", false);
    }

    private void structured(Object value, ObjectNode result) {
        text(json.writeValueAsString(value), result);
        result.putPOJO("structuredContent", value);
    }

    private void list(boolean modern, ObjectNode result) {
        result.putArray("tools").addAll(tools);
        if (modern) {
            result.put("ttlMs", 0).put("cacheScope", "private");
        }
    }

    private void initialize(JsonNode params, ObjectNode result) {
        result.put("protocolVersion", params.path("protocolVersion").asString());
        result.putObject("capabilities").putObject("tools");
        describeServer(result.putObject("serverInfo"));
    }

    private static void describeServer(ObjectNode server) {
        server.put("name", "bare").put("version", "1");
    }
}
