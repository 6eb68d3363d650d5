package io.mcpspring.server;

import io.mcpspring.McpServer;
import io.mcpspring.annotation.McpTool;
import io.mcpspring.exchange.CallContext;
import io.mcpspring.exchange.SilentClient;
import io.mcpspring.memory.ByteBudget;
import io.mcpspring.memory.RequestMemory;
import io.mcpspring.protocol.JsonRpcMessage;
import io.mcpspring.protocol.JsonRpcRequest;
import io.mcpspring.protocol.RequestId;
import io.mcpspring.protocol.RequestMethod;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import reactor.core.publisher.Mono;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.IntNode;
import tools.jackson.databind.node.ObjectNode;

/** The whole way of a call but HTTP and the JSON around the arguments and the result, in an application. */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Fork(1)
@Warmup(iterations = 5, time = 1)
@Measurement(iterations = 5, time = 1)
public class CallBenchmark {

    private ConfigurableApplicationContext application;

    private McpDispatcher dispatcher;

    private final JsonRpcRequest echo = call("echo", "{\"text\": \"A text of some words\"}");

    private final JsonRpcRequest add = call("add", "{\"a\": 3, \"b\": 4}");

    private final CallContext context = SilentClient.context(
            CallContext.Attributes.NONE.with(RequestMemory.class, new RequestMemory(new ByteBudget(Long.MAX_VALUE))));

    @Configuration(proxyBeanMethods = false)
    @EnableAutoConfiguration(
            excludeName =
                    "org.springframework.boot.security.autoconfigure.web.reactive.ReactiveWebSecurityAutoConfiguration")
    @Import(Tools.class)
    static class Application {}

    static class Tools {

        @McpTool(description = "Returns the text")
        Mono<String> echo(String text) {
            return Mono.just(text);
        }

        @McpTool(description = "Adds two numbers")
        Mono<Sum> add(int a, int b) {
            return Mono.just(new Sum(a + b));
        }

        record Sum(int sum) {}
    }

    private static JsonRpcRequest call(String tool, String arguments) {
        ObjectNode params = JsonMapper.shared().createObjectNode().put("name", tool);
        params.set("arguments", JsonMapper.shared().readTree(arguments));
        return new JsonRpcRequest(new RequestId(IntNode.valueOf(1)), RequestMethod.CALL_TOOL.value(), params);
    }

    @Setup
    public void start() {
        application = new SpringApplicationBuilder(Application.class)
                .properties("server.port=0", "server.address=localhost", "logging.level.root=warn")
                .run();
        dispatcher = application.getBean(McpServer.class).parts().dispatcher();
    }

    @TearDown
    public void stop() {
        application.close();
    }

    @Benchmark
    public JsonRpcMessage echo() {
        return answer(echo);
    }

    @Benchmark
    public JsonRpcMessage add() {
        return answer(add);
    }

    private JsonRpcMessage answer(JsonRpcRequest request) {
        return dispatcher.dispatch(request, context).blockLast();
    }
}
