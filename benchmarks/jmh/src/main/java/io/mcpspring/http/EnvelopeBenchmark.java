package io.mcpspring.http;

import io.mcpspring.benchmarks.Workload;
import io.mcpspring.protocol.CallToolResult;
import io.mcpspring.protocol.Content;
import io.mcpspring.memory.RequestMemory;
import io.mcpspring.protocol.JsonLimits;
import io.mcpspring.protocol.JsonRpcResponse;
import io.mcpspring.protocol.JsonValue;
import io.mcpspring.protocol.McpJson;
import io.mcpspring.protocol.RequestId;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.IntNode;

/** The JSON-RPC message around arguments and results. */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Fork(1)
@Warmup(iterations = 5, time = 1)
@Measurement(iterations = 5, time = 1)
public class EnvelopeBenchmark {

    private final MessageReader reader = new MessageReader(new JsonLimits(4 * 1024 * 1024, 100));

    private final byte[] call = """
            {"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {
              "name": "echo", "arguments": {"text": "A text of some words"}, "_meta": {
                "io.modelcontextprotocol/protocolVersion": "2026-07-28",
                "io.modelcontextprotocol/clientCapabilities": {}}}}""".getBytes(StandardCharsets.UTF_8);

    private final JsonRpcResponse text = response(CallToolResult.of(Content.text("A text of some words")));

    private final JsonRpcResponse structured = response(structured());

    private static CallToolResult structured() {
        byte[] json = JsonMapper.shared().writeValueAsBytes(Workload.search("tents"));
        return new CallToolResult(
                List.of(Content.text(new String(json, StandardCharsets.UTF_8))), JsonValue.ofUtf8(json), false, null);
    }

    private static JsonRpcResponse response(CallToolResult result) {
        return new JsonRpcResponse.Success(new RequestId(IntNode.valueOf(1)), result);
    }

    @Benchmark
    public Object read() {
        return reader.read(call, RequestMemory.UNCOUNTED);
    }

    @Benchmark
    public Object writeText() {
        return McpJson.write(text);
    }

    @Benchmark
    public Object writeStructured() {
        return McpJson.write(structured);
    }
}
