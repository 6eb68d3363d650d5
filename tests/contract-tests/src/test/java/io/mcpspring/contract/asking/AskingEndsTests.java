package io.mcpspring.contract.asking;

import static io.mcpspring.support.Dialogue.accept;
import static org.assertj.core.api.Assertions.assertThat;

import io.mcpspring.annotation.McpTool;
import io.mcpspring.exchange.ElicitResult;
import io.mcpspring.exchange.McpExchange;
import io.mcpspring.exchange.ReactiveMcpExchange;
import io.mcpspring.method.McpToolExceptionResolver;
import io.mcpspring.protocol.McpProtocolException;
import io.mcpspring.protocol.ProtocolVersion;
import io.mcpspring.support.Answer;
import io.mcpspring.support.Dialogue;
import io.mcpspring.support.EventStream;
import io.mcpspring.support.LegacyRevisions;
import io.mcpspring.support.McpTestClient;
import io.mcpspring.support.TestServer;
import io.mcpspring.tool.McpToolDefinition;
import io.mcpspring.tool.McpToolException;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import org.aopalliance.intercept.MethodInterceptor;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.aop.framework.ProxyFactory;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.context.annotation.Bean;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** A question to a client of 2026-07-28 is the result of the run, independent of how the run ends. */
@ExtendWith(OutputCaptureExtension.class)
class AskingEndsTests {

    private static final List<String> SEEN = new CopyOnWriteArrayList<>();

    record Name(String name) {}

    record Sum(int a, int b) {}

    static class Tools {

        @Bean
        static McpToolExceptionResolver resolver() {
            return (failure, request) -> {
                SEEN.add("resolver: " + failure);
                return null;
            };
        }

        @McpTool
        Object catchesExceptions(McpExchange exchange) {
            try {
                return name(exchange);
            } catch (Exception ex) {
                SEEN.add("caught: " + ex);
                return "caught";
            }
        }

        @McpTool
        Object catchesAll(McpExchange exchange) {
            try {
                return name(exchange);
            } catch (Throwable ex) {
                return "caught";
            }
        }

        @McpTool(outputType = Sum.class)
        Object returnsWhatDoesNotFit(McpExchange exchange) {
            try {
                return new Sum(name(exchange).length(), 0);
            } catch (Throwable ex) {
                return "not a sum";
            }
        }

        @McpTool
        Sum returnsNull(McpExchange exchange) {
            try {
                return new Sum(name(exchange).length(), 0);
            } catch (Throwable ex) {
                return null;
            }
        }

        @McpTool
        Mono<Sum> isEmpty(ReactiveMcpExchange exchange) {
            return exchange.elicit("Who?", Name.class)
                    .map(name -> new Sum(1, 2))
                    .onErrorComplete();
        }

        @McpTool
        Mono<String> resumes(ReactiveMcpExchange exchange) {
            return exchange.elicit("Who?", Name.class).map(Tools::name).onErrorResume(ex -> Mono.just("resumed"));
        }

        @McpTool
        Mono<String> retries(ReactiveMcpExchange exchange) {
            return exchange.elicit("Who?", Name.class).map(Tools::name).retry(3);
        }

        @McpTool
        Flux<String> continues(ReactiveMcpExchange exchange) {
            return exchange.elicit("Who?", Name.class).map(Tools::name).flux().onErrorComplete();
        }

        @McpTool
        CompletableFuture<String> exceptionally(ReactiveMcpExchange exchange) {
            return exchange.elicit("Who?", Name.class)
                    .toFuture()
                    .thenApply(Tools::name)
                    .exceptionally(ex -> "other");
        }

        @McpTool
        String failsAfterwards(McpExchange exchange) {
            try {
                return name(exchange);
            } finally {
                if (SEEN.isEmpty()) {
                    SEEN.add("failed");
                    throw new IllegalStateException("afterwards");
                }
            }
        }

        @McpTool
        String saysAfterwards(McpExchange exchange) {
            try {
                return name(exchange);
            } catch (Error ex) {
                throw new McpToolException("explained", ex);
            }
        }

        @McpTool
        String refusesAfterwards(McpExchange exchange) {
            try {
                return name(exchange);
            } catch (Error ex) {
                throw McpProtocolException.invalidParams("refused");
            }
        }

        @McpTool
        String wraps(McpExchange exchange) {
            try {
                return name(exchange);
            } catch (Error ex) {
                throw new IllegalStateException("wrapped", ex);
            }
        }

        @McpTool(timeout = "300ms")
        String isSlowAfterwards(McpExchange exchange) throws InterruptedException {
            try {
                return name(exchange);
            } catch (Error ex) {
                Thread.sleep(10_000);
                return "never";
            }
        }

        @McpTool
        String tellsOfProgress(McpExchange exchange) {
            exchange.progress(1);
            String name = name(exchange);
            exchange.progress(2);
            return name;
        }

        @Bean
        McpToolDefinition function() {
            return McpToolDefinition.named("function")
                    .call((arguments, exchange) -> {
                        try {
                            return name(exchange);
                        } catch (Throwable ex) {
                            return "caught";
                        }
                    })
                    .build();
        }

        @Bean
        McpToolDefinition reactiveFunction() {
            return McpToolDefinition.named("reactiveFunction")
                    .callReactive((arguments, exchange) ->
                            exchange.elicit("Who?", Name.class).map(Tools::name).onErrorReturn("caught"))
                    .build();
        }

        @Bean
        Transactional transactional() {
            ProxyFactory proxy = new ProxyFactory(new Transactional());
            proxy.setProxyTargetClass(true);
            proxy.addAdvice((MethodInterceptor) invocation -> {
                try {
                    Object result = invocation.proceed();
                    SEEN.add("commit");
                    return result;
                } catch (RuntimeException | Error ex) {
                    // The default of Spring's transactions.
                    SEEN.add("rollback");
                    throw ex;
                }
            });
            return (Transactional) proxy.getProxy();
        }

        static String name(McpExchange exchange) {
            return name(exchange.elicit("Who?", Name.class));
        }

        static String name(ElicitResult<Name> answer) {
            return answer.accepted().orElseThrow().name();
        }
    }

    static class Transactional {

        @McpTool
        String inTransaction(McpExchange exchange) {
            try {
                return Tools.name(exchange);
            } catch (Exception ex) {
                return "caught";
            }
        }
    }

    private static final TestServer SERVER = TestServer.shared(Tools.class);

    private final McpTestClient client = SERVER.clientWith(ProtocolVersion.V2026_07_28, "{\"elicitation\": {}}");

    @BeforeEach
    void forget() {
        SEEN.clear();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "catchesExceptions",
                "catchesAll",
                "returnsWhatDoesNotFit",
                "returnsNull",
                "isEmpty",
                "resumes",
                "retries",
                "continues",
                "exceptionally",
                "failsAfterwards",
                "saysAfterwards",
                "refusesAfterwards",
                "wraps",
                "isSlowAfterwards",
                "tellsOfProgress",
                "function",
                "reactiveFunction",
                "inTransaction"
            })
    void aQuestionEndsTheRunWithoutAFailure(String tool, CapturedOutput log) {
        Answer asked = Dialogue.call(client, tool, "{}", null, null);
        assertThat(asked.status()).isEqualTo(200);
        assertThat(asked.header("Content-Type")).startsWith("application/json");
        assertThat(asked.result().propertyNames())
                .containsExactlyInAnyOrder("resultType", "inputRequests", "requestState", "_meta");
        assertThat(asked.result().get("resultType").stringValue()).isEqualTo("input_required");
        assertThat(asked.result().get("inputRequests").propertyNames()).containsExactly("q1");
        assertThat(SEEN)
                .doesNotContain("commit")
                .noneMatch(seen -> seen.startsWith("resolver"))
                .noneMatch(seen -> seen.startsWith("caught"));
        assertThat(log).doesNotContain("ERROR").doesNotContain("error id").doesNotContain("InputAwaited");

        ObjectNode responses =
                (ObjectNode) JsonMapper.shared().readTree("{\"q1\": " + accept("{\"name\": \"Ada\"}") + "}");
        Answer answered =
                Dialogue.call(client, tool, "{}", responses, asked.result().get("requestState"));
        assertThat(answered.result().get("resultType").stringValue())
                .as(answered.text())
                .isEqualTo("complete");
        assertThat(answered.isToolError()).isFalse();
    }

    @Test
    void onlyTheTransactionOfTheLastRunIsCommitted() {
        assertThat(Dialogue.of(client, "inTransaction", accept("{\"name\": \"Ada\"}"))
                        .text())
                .isEqualTo("Ada");
        assertThat(SEEN).containsExactly("rollback", "commit");
    }

    @Test
    void progressPrecedesTheQuestionWhichIsTheLastEvent() {
        try (EventStream stream = client.streamCall("tellsOfProgress", "{}", "1")) {
            List<JsonNode> messages = stream.rest();
            assertThat(messages).hasSize(2);
            assertThat(messages.get(0).at("/params/progress").intValue()).isEqualTo(1);
            assertThat(Dialogue.isInputRequired(messages.get(1))).isTrue();
        }
    }

    @LegacyRevisions(since = ProtocolVersion.V2025_06_18)
    void theRunContinuesInLegacyRevisions(ProtocolVersion version) {
        McpTestClient legacy = SERVER.clientWith(version, "{\"elicitation\": {}}");
        for (String tool : List.of("catchesAll", "resumes", "exceptionally", "inTransaction", "function")) {
            assertThat(Dialogue.of(legacy, tool, accept("{\"name\": \"Ada\"}")).text())
                    .isEqualTo("Ada");
        }
        assertThat(SEEN).containsExactly("commit");
    }
}
