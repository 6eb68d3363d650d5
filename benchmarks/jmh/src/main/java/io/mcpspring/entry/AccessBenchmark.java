package io.mcpspring.entry;

import io.mcpspring.seal.Sealer;
import io.mcpspring.content.ContentLimit;
import io.mcpspring.content.ResultRules;
import io.mcpspring.event.InProcessChannel;
import io.mcpspring.event.Instances;
import io.mcpspring.event.ListChanged;
import io.mcpspring.event.ServerEvents;
import io.mcpspring.exchange.CallContext;
import io.mcpspring.exchange.Exchange;
import io.mcpspring.exchange.SilentClient;
import io.mcpspring.method.BoundMethod;
import io.mcpspring.method.Invocation;
import io.mcpspring.method.McpInvocation;
import io.mcpspring.protocol.CallToolResult;
import io.mcpspring.protocol.Implementation;
import io.mcpspring.protocol.McpProtocolException;
import io.mcpspring.protocol.McpResult;
import io.mcpspring.protocol.RequestMethod;
import io.mcpspring.security.MethodAdvisors;
import io.mcpspring.security.MethodSecurity;
import io.mcpspring.server.Refusals;
import io.mcpspring.server.RequiredMembers;
import io.mcpspring.tool.McpToolDefinition;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
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
import org.springframework.security.access.prepost.PreAuthorize;
import org.springframework.security.authentication.TestingAuthenticationToken;
import org.springframework.security.authorization.method.AuthorizationAdvisor;
import org.springframework.security.authorization.method.AuthorizationManagerBeforeMethodInterceptor;
import org.springframework.security.core.context.SecurityContext;
import org.springframework.security.core.context.SecurityContextHolder;
import org.springframework.security.core.context.SecurityContextImpl;
import org.springframework.util.ReflectionUtils;
import reactor.core.publisher.Mono;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** A list of 100 tools that the caller may use, that are hidden from the caller, and that have no rule. */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Fork(1)
@Warmup(iterations = 5, time = 1)
@Measurement(iterations = 5, time = 1)
public class AccessBenchmark {

    private static final int TOOLS = 100;

    @Param({"open", "visible", "hidden"})
    String tools;

    private final Exchange exchange = SilentClient.request(
            RequestMethod.LIST_TOOLS.value(),
            CallContext.Attributes.NONE.with(
                    SecurityContext.class,
                    new SecurityContextImpl(new TestingAuthenticationToken("user", "password", "tools"))));

    private final ObjectNode firstPage = JsonMapper.shared().createObjectNode();

    private ListHandler list;

    /** The methods of the tools. */
    static class Tools {

        public Mono<String> open() {
            return Mono.just("");
        }

        @PreAuthorize("hasAuthority('tools')")
        public Mono<String> visible() {
            return Mono.just("");
        }

        @PreAuthorize("hasAuthority('administration')")
        public Mono<String> hidden() {
            return Mono.just("");
        }
    }

    /** A tool that is listed and never called. */
    private record Tool(Registration<Map<String, String>> registration)
            implements RegisteredEntry<Map<String, String>, ObjectNode, CallToolResult> {

        @Override
        public ObjectNode arguments(ObjectNode input) {
            return input;
        }

        @Override
        public ObjectNode input(ObjectNode arguments, ObjectNode before) {
            return arguments;
        }

        @Override
        public BoundMethod<ObjectNode> call() {
            throw new UnsupportedOperationException();
        }

        @Override
        public CallToolResult result(Object value, Invocation<ObjectNode, CallToolResult> invocation) {
            return CallToolResult.of();
        }

        @Override
        public McpProtocolException unknown(Invocation<ObjectNode, CallToolResult> invocation) {
            return McpProtocolException.invalidParams("No tool");
        }
    }

    @Setup
    public void createList() {
        StaticListableBeanFactory beans = new StaticListableBeanFactory();
        beans.addBean("preAuthorize", AuthorizationManagerBeforeMethodInterceptor.preAuthorize());
        beans.addBean(
                "methodSecurity",
                new MethodSecurity(
                        new MethodAdvisors(beans.getBeanProvider(AuthorizationAdvisor.class), false, bean -> false),
                        false,
                        SecurityContextHolder::getContextHolderStrategy));
        Access access = new Access(
                beans.getBeanProvider(McpAccessRule.class),
                () -> beans.getBeanProvider(EntryRules.class).orderedStream(),
                beans.getBeanProvider(McpCallerScopes.class),
                new Refusals());
        McpToolDefinition declared =
                McpToolDefinition.of(new Tools(), ReflectionUtils.findMethod(Tools.class, tools));
        Registry<McpToolDefinition, Tool> registry = new Registry<>(
                ListChanged.TOOLS,
                new ServerEvents(new Instances(new InProcessChannel(), Sealer.ofProcess())),
                definition -> tool(definition, access));
        registry.start(IntStream.range(0, TOOLS)
                .mapToObj(number -> declared.mutate().name("tool" + number).build()));
        list = new ListHandler(
                registry,
                Map.class,
                TOOLS,
                "tools",
                new RequiredMembers(new Implementation("benchmark", "1"), Duration.ZERO));
    }

    private static Tool tool(McpToolDefinition declared, Access access) {
        return new Tool(Registration.of(
                McpInvocation.Kind.TOOL,
                Map.of("name", declared.name()),
                declared,
                (definition, version) -> {},
                ResultRules.ofContents(new ContentLimit(1024 * 1024), false),
                access));
    }

    @Benchmark
    public McpResult list() {
        return list.handle(firstPage, exchange).block();
    }
}
