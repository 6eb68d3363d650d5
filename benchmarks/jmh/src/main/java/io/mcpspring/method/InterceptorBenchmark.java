package io.mcpspring.method;

import io.mcpspring.exchange.CallContext;
import io.mcpspring.exchange.Exchange;
import io.mcpspring.exchange.SilentClient;
import io.mcpspring.protocol.CallToolResult;
import io.mcpspring.protocol.Content;
import io.mcpspring.protocol.McpProtocolException;
import io.mcpspring.protocol.RequestMethod;
import io.mcpspring.server.Refusals;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;
import org.springframework.beans.factory.support.StaticListableBeanFactory;
import reactor.core.publisher.Mono;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** The chain of interceptors around an entry that answers at once. */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Fork(1)
@Warmup(iterations = 5, time = 1)
@Measurement(iterations = 5, time = 1)
public class InterceptorBenchmark {

    private static final ObjectNode NONE = JsonMapper.shared().createObjectNode();

    @Param({"0", "1", "10"})
    int interceptors;

    private Invocations invocations;

    private Exchange exchange;

    @Setup
    public void createChain() {
        StaticListableBeanFactory beans = new StaticListableBeanFactory();
        IntStream.range(0, interceptors)
                .forEach(number -> beans.addBean(
                        "interceptor" + number, (McpInterceptor) (invocation, chain) -> chain.proceed(invocation)));
        invocations = new Invocations(
                () -> beans.getBeanProvider(McpInterceptor.class).orderedStream(),
                beans.getBeanProvider(McpToolExceptionResolver.class),
                new Refusals());
        exchange = SilentClient.request(RequestMethod.CALL_TOOL.value(), CallContext.Attributes.NONE);
    }

    @Benchmark
    public CallToolResult invoke() {
        return invocations.invoke(new Constant(), "constant", NONE, exchange).block();
    }

    /** An entry with a constant result. */
    private record Constant() implements Invocable<ObjectNode, CallToolResult> {

        private static final CallToolResult RESULT = CallToolResult.of(Content.text("done"));

        @Override
        public McpInvocation.Kind kind() {
            return McpInvocation.Kind.TOOL;
        }

        @Override
        public String describe() {
            return "Constant";
        }

        @Override
        public ObjectNode arguments(ObjectNode input) {
            return input;
        }

        @Override
        public ObjectNode input(ObjectNode arguments, ObjectNode before) {
            return arguments;
        }

        @Override
        public Mono<CallToolResult> run(Invocation<ObjectNode, CallToolResult> invocation) {
            return Mono.just(RESULT);
        }

        @Override
        public CallToolResult result(@Nullable Object value, Invocation<ObjectNode, CallToolResult> invocation) {
            return RESULT;
        }

        @Override
        public McpProtocolException unknown(Invocation<ObjectNode, CallToolResult> invocation) {
            return McpProtocolException.invalidParams("unknown");
        }
    }
}
