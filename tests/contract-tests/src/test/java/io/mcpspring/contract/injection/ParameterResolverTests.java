package io.mcpspring.contract.injection;

import static io.mcpspring.support.InjectionChecks.arguments;
import static org.assertj.core.api.Assertions.assertThat;

import io.mcpspring.annotation.McpTool;
import io.mcpspring.annotation.McpToolParam;
import io.mcpspring.exchange.McpExchange;
import io.mcpspring.method.McpParameterResolver;
import io.mcpspring.protocol.ProtocolVersion;
import io.mcpspring.support.EveryRevision;
import io.mcpspring.support.TestServer;
import io.mcpspring.support.WebStack;
import io.mcpspring.tool.McpArguments;
import io.mcpspring.tool.McpToolDefinition;
import io.mcpspring.tool.McpToolException;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.core.MethodParameter;
import org.springframework.core.annotation.Order;
import reactor.core.publisher.Mono;

/** Parameters that resolvers of the application supply, and those that they do not. */
class ParameterResolverTests {

    private static final AtomicInteger ASKED = new AtomicInteger();

    record Tenant(String id) {}

    record Thrown() {}

    static class Tools {

        @McpTool
        String blocking(Tenant tenant) {
            return tenant.id();
        }

        @McpTool
        Mono<String> reactive(Tenant tenant) {
            return Mono.just(tenant.id());
        }

        @McpTool
        String optional(Optional<Tenant> tenant) {
            return tenant.toString();
        }

        @McpTool
        String nothing(@Nullable String hidden) {
            return String.valueOf(hidden);
        }

        @McpTool
        String builtIn(Locale locale, @Autowired Locale again) {
            return locale + " " + again;
        }

        @McpTool
        String argument(@McpToolParam Tenant tenant) {
            return tenant.id();
        }

        @McpTool
        String failing(Thrown thrown) {
            return "never";
        }
    }

    record Resolver(Predicate<MethodParameter> supported, Function<McpExchange, @Nullable Object> value)
            implements McpParameterResolver {

        @Override
        public boolean supports(MethodParameter parameter) {
            ASKED.incrementAndGet();
            return supported.test(parameter);
        }

        @Override
        public @Nullable Object resolve(MethodParameter parameter, McpExchange exchange) {
            Object resolved = value.apply(exchange);
            return parameter.getParameterType() == Optional.class ? Optional.ofNullable(resolved) : resolved;
        }
    }

    @Configuration(proxyBeanMethods = false)
    @Import(Tools.class)
    static class Application {

        @Bean
        @Order(2)
        McpParameterResolver late() {
            return new Resolver(
                    parameter -> parameter.nestedIfOptional().getNestedParameterType() == Tenant.class,
                    exchange -> new Tenant("late"));
        }

        @Bean
        @Order(1)
        McpParameterResolver early() {
            return new Resolver(
                    parameter -> parameter.nestedIfOptional().getNestedParameterType() == Tenant.class,
                    exchange -> new Tenant(exchange.protocolVersion() + " "
                            + Thread.currentThread().getName()));
        }

        @Bean
        McpParameterResolver hidden() {
            return new Resolver(parameter -> "hidden".equals(parameter.getParameterName()), exchange -> null);
        }

        @Bean
        McpParameterResolver locales() {
            return new Resolver(parameter -> parameter.getParameterType() == Locale.class, exchange -> Locale.CHINA);
        }

        @Bean
        McpParameterResolver failing() {
            return new Resolver(parameter -> parameter.getParameterType() == Thrown.class, exchange -> {
                throw new McpToolException("No tenant, no tool");
            });
        }

        /** Declares a parameter that only functions can have. */
        @Bean
        McpParameterResolver greedy() {
            return new Resolver(
                    parameter -> parameter.getParameterType() == McpExchange.class
                            || parameter.getParameterType() == McpArguments.class,
                    exchange -> null);
        }

        @Bean
        McpToolDefinition function() {
            return McpToolDefinition.named("function")
                    .call((arguments, exchange) -> arguments.json() + " " + exchange.protocolVersion())
                    .build();
        }

        @Bean
        McpToolDefinition reactiveFunction() {
            return McpToolDefinition.named("reactiveFunction")
                    .callReactive(
                            (arguments, exchange) -> Mono.just(arguments.json().toString()))
                    .build();
        }
    }

    private final TestServer server = TestServer.shared(Application.class);

    @EveryRevision
    void theFirstResolverIsCalledOnTheThreadOfTheMethod(ProtocolVersion version) {
        assertThat(call(version, "blocking")).startsWith(version + (WebStack.isServlet() ? " " : " mcp-tool-"));
        assertThat(call(version, "reactive")).startsWith(version + " ").doesNotContain("mcp-tool-");
        assertThat(call(version, "optional"))
                .startsWith("Optional[Tenant[id=" + version + (WebStack.isServlet() ? " " : " mcp-tool-"));
        assertThat(call(version, "nothing")).isEqualTo("null");
        for (String tool : new String[] {"blocking", "reactive", "optional", "nothing"}) {
            assertThat(arguments(server, version, tool)).isEmpty();
        }
    }

    @EveryRevision
    void aResolverTakesPrecedenceOverInjection(ProtocolVersion version) {
        assertThat(call(version, "builtIn")).isEqualTo("zh_CN zh_CN");
    }

    @EveryRevision
    void resolversDoNotSupplyDeclaredArguments(ProtocolVersion version) {
        assertThat(arguments(server, version, "argument")).containsExactly("tenant");
        server.tester(version)
                .call("argument")
                .argument("tenant", Map.of("id", "acme"))
                .execute()
                .text()
                .isEqualTo("acme");
    }

    @EveryRevision
    void anExceptionOfAResolverEndsTheCall(ProtocolVersion version) {
        server.tester(version).call("failing").execute().error().isEqualTo("No tenant, no tool");
    }

    @EveryRevision
    void functionsGetTheParametersOfTheirInterface(ProtocolVersion version) {
        assertThat(call(version, "function")).isEqualTo("{} " + version);
        assertThat(call(version, "reactiveFunction")).isEqualTo("{}");
    }

    @Test
    void resolversAreSelectedAtTheStart() {
        int asked = ASKED.get();
        assertThat(asked).isPositive();
        call(ProtocolVersion.V2026_07_28, "blocking");
        assertThat(ASKED).hasValue(asked);
    }

    private String call(ProtocolVersion version, String tool) {
        return server.tester(version).call(tool).execute().text().actual();
    }
}
