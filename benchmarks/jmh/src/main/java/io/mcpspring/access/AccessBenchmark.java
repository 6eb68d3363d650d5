package io.mcpspring.entry;

import io.mcpspring.exchange.CallContext;
import io.mcpspring.exchange.Exchange;
import io.mcpspring.exchange.SilentClient;
import io.mcpspring.entry.ListHandler;
import io.mcpspring.entry.PageParams;
import io.mcpspring.entry.Registry;
import io.mcpspring.method.BeanMethod;
import io.mcpspring.method.McpInvocation;
import io.mcpspring.protocol.Implementation;
import io.mcpspring.protocol.JsonValue;
import io.mcpspring.protocol.ListToolsResult;
import io.mcpspring.protocol.McpResult;
import io.mcpspring.protocol.ProtocolVersion;
import io.mcpspring.protocol.RequestMethod;
import io.mcpspring.security.MethodAdvisors;
import io.mcpspring.security.MethodSecurity;
import io.mcpspring.server.Refusals;
import io.mcpspring.server.ResultSeal;
import java.time.Duration;
import java.util.List;
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

    private final PageParams firstPage = PageParams.of(JsonMapper.shared().createObjectNode());

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

    private record Tool(String key, Map<ProtocolVersion, JsonValue> rendered, Guard guard) implements Registry.Entry {

        @Override
        public Map<String, String> limitsByName() {
            return Map.of();
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
                        null,
                        false,
                        SecurityContextHolder::getContextHolderStrategy));
        Access access = new Access(
                beans.getBeanProvider(McpAccessRule.class),
                beans.getBeanProvider(EntryRules.class),
                beans.getBeanProvider(McpCallerScopes.class),
                new Refusals());
        BeanMethod method = BeanMethod.of(new Tools(), ReflectionUtils.findMethod(Tools.class, tools));
        Registry<Tool> registry = new Registry<>("tool");
        registry.start(
                IntStream.range(0, TOOLS)
                        .mapToObj(number -> tool("tool" + number, method, access))
                        .toList(),
                (one, other) -> new IllegalStateException(one.key()));
        list = new ListHandler(
                registry,
                TOOLS,
                ListToolsResult::new,
                new ResultSeal(new Implementation("benchmark", "1"), Duration.ZERO));
    }

    private static Tool tool(String name, BeanMethod method, Access access) {
        return new Tool(
                name,
                Registry.rendered(version -> Map.of("name", name)),
                access.guard(new McpEntry(McpInvocation.Kind.TOOL, name, name, List.of(), method)));
    }

    @Benchmark
    public McpResult list() {
        return list.handle(firstPage, exchange).block();
    }
}
