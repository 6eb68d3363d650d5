package io.mcpspring.contract.interceptor;

import static org.assertj.core.api.Assertions.assertThat;

import io.mcpspring.annotation.McpTool;
import io.mcpspring.exchange.Question;
import io.mcpspring.method.McpInterceptor;
import io.mcpspring.method.McpInvocation;
import io.mcpspring.protocol.CallToolResult;
import io.mcpspring.protocol.JsonRpcError;
import io.mcpspring.protocol.McpProtocolException;
import io.mcpspring.protocol.ProtocolVersion;
import io.mcpspring.protocol.Tool;
import io.mcpspring.support.EveryRevision;
import io.mcpspring.support.TestServer;
import io.mcpspring.support.TestUsers;
import io.mcpspring.test.McpTestRequest;
import io.mcpspring.test.McpTester;
import io.mcpspring.test.McpToolResponse;
import io.micrometer.context.ContextRegistry;
import java.security.Principal;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BiFunction;
import org.junit.jupiter.api.Tag;
import org.springframework.cache.Cache;
import org.springframework.cache.concurrent.ConcurrentMapCache;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.security.oauth2.core.ClaimAccessor;
import reactor.core.publisher.Mono;
import tools.jackson.databind.node.ObjectNode;

/** The examples of the page on interceptors. */
@Tag("change")
class InterceptorExamplesTests {

    private static final ThreadLocal<String> TENANT = new ThreadLocal<>();

    private static final AtomicInteger CALLS = new AtomicInteger();

    static class Tools {

        @McpTool
        String tenant() {
            return TENANT.get();
        }

        @McpTool
        Mono<String> reactiveTenant() {
            return Mono.deferContextual(context -> Mono.just(context.get("tenant")));
        }

        @McpTool(readOnlyHint = true)
        String count(String text) {
            return text + CALLS.incrementAndGet();
        }

        @McpTool(destructiveHint = true)
        String delete() {
            return "deleted";
        }
    }

    record User(String name, Map<String, Object> claims) implements Principal, ClaimAccessor {

        @Override
        public String getName() {
            return name;
        }

        @Override
        public Map<String, Object> getClaims() {
            return claims;
        }
    }

    record Key(String tool, ObjectNode arguments, Optional<String> user) {

        static Key of(McpInvocation invocation) {
            return new Key(
                    invocation.name(),
                    invocation.arguments().deepCopy(),
                    invocation.context().principal().map(Principal::getName));
        }
    }

    record Confirmation(boolean confirmed) {}

    @Configuration(proxyBeanMethods = false)
    @Import(Tools.class)
    static class Application {

        @Bean
        TestUsers users() {
            return new TestUsers(request -> {
                String query = request.getURI().getQuery();
                return query == null
                        ? new User("anonymous", Map.of("sub", "anonymous"))
                        : new User(query, Map.of("tenant", "of " + query));
            });
        }

        @Bean
        McpInterceptor tenant() {
            ContextRegistry.getInstance().registerThreadLocalAccessor("tenant", TENANT);
            return (invocation, chain) -> invocation
                    .context()
                    .principal()
                    .map(ClaimAccessor.class::cast)
                    .map(claims -> claims.getClaimAsString("tenant"))
                    .map(tenant -> chain.proceed(invocation).contextWrite(context -> context.put("tenant", tenant)))
                    .orElseGet(() -> Mono.error(new McpProtocolException(
                            JsonRpcError.INVALID_REQUEST, "The token does not name a tenant")));
        }

        @Bean
        McpInterceptor caching() {
            Cache cache = new ConcurrentMapCache("tools");
            return (invocation, chain) -> {
                if (!isMarked(invocation, "readOnly")) {
                    return chain.proceed(invocation);
                }
                Key key = Key.of(invocation);
                CallToolResult cached = cache.get(key, CallToolResult.class);
                return cached != null
                        ? Mono.just(cached)
                        : chain.proceed(invocation).doOnNext(result -> cache.put(key, result));
            };
        }

        @Bean
        McpInterceptor confirmation() {
            return (invocation, chain) -> isMarked(invocation, "destructive")
                    ? isConfirmed(invocation)
                            .flatMap(confirmed -> confirmed
                                    ? chain.proceed(invocation)
                                    : Mono.just(CallToolResult.error("The user did not confirm the call.")))
                    : chain.proceed(invocation);
        }

        private static Mono<Boolean> isConfirmed(McpInvocation invocation) {
            return invocation
                    .context()
                    .ask(Question.elicit("confirmation", "May it be called?", Confirmation.class))
                    .map(answer ->
                            answer.accepted().map(Confirmation::confirmed).orElse(false));
        }

        private static boolean isMarked(McpInvocation invocation, String hint) {
            return invocation
                    .definition(Tool.class)
                    .map(Tool::annotations)
                    .map(annotations -> Boolean.TRUE.equals(
                            hint.equals("readOnly") ? annotations.readOnlyHint() : annotations.destructiveHint()))
                    .orElse(false);
        }
    }

    private static final TestServer SERVER = TestServer.shared(Application.class);

    @EveryRevision
    void aTenantReachesBlockingAndReactiveMethods(ProtocolVersion version) {
        McpTester ada = SERVER.tester(version, "/mcp?ada");
        McpTester bob = SERVER.tester(version, "/mcp?bob");
        ada.call("tenant").execute().text().isEqualTo("of ada");
        bob.call("tenant").execute().text().isEqualTo("of bob");
        ada.call("reactiveTenant").execute().text().isEqualTo("of ada");
    }

    @EveryRevision
    void aCallerWithoutATenantIsRefused(ProtocolVersion version) {
        SERVER.tester(version).call("tenant").execute().rejected(JsonRpcError.INVALID_REQUEST);
    }

    @EveryRevision
    void resultsAreCachedPerUserAndArguments(ProtocolVersion version) {
        BiFunction<String, String, String> call = (user, text) -> SERVER.tester(version, "/mcp?" + user)
                .call("count")
                .argument("text", version + text)
                .execute()
                .text()
                .actual();
        String first = call.apply("ada", "x");
        assertThat(call.apply("ada", "x")).isEqualTo(first);
        assertThat(call.apply("ada", "y")).isNotEqualTo(first);
        assertThat(call.apply("bob", "x")).isNotEqualTo(first);
    }

    @EveryRevision
    void aDestructiveToolRunsOnlyIfTheUserConfirms(ProtocolVersion version) {
        McpTestRequest<McpToolResponse> delete =
                SERVER.tester(version, "/mcp?ada").call("delete");
        delete.onElicitation(form -> form.accept(new Confirmation(true)))
                .execute()
                .text()
                .isEqualTo("deleted");
        delete.onElicitation(form -> form.accept(new Confirmation(false)))
                .execute()
                .error()
                .isEqualTo("The user did not confirm the call.");
        delete.onElicitation(McpTestRequest.Elicitation::decline)
                .execute()
                .error()
                .isEqualTo("The user did not confirm the call.");
    }
}
