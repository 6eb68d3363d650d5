package io.mcpspring.contract.call;

import static org.assertj.core.api.Assertions.assertThat;

import io.mcpspring.annotation.McpTool;
import io.mcpspring.protocol.ProtocolVersion;
import io.mcpspring.support.Answer;
import io.mcpspring.support.Revisions;
import io.mcpspring.support.TestServer;
import io.mcpspring.tool.McpArguments;
import io.mcpspring.tool.McpToolDefinition;
import io.mcpspring.tool.McpToolException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import reactor.core.publisher.Mono;

/** In every revision, a call gets exactly one response for every style of tool and every outcome. */
class SingleAnswerTests {

    private static final String UNEXPECTED =
            "Tool '%s' failed unexpectedly. The server's log has the reason under" + " error id [0-9a-f]{8}\\.";

    enum Ending {
        RETURN("done"),
        NOTHING("null|Done\\."),
        EXPLAINED("explained"),
        EXCEPTION(UNEXPECTED),
        CHECKED_EXCEPTION(UNEXPECTED),
        ASSERTION(UNEXPECTED),
        STACK_OVERFLOW(UNEXPECTED),
        MISSING_CLASS(UNEXPECTED),
        OUT_OF_MEMORY(UNEXPECTED),
        // What a reactive method has begun may go on.
        NEVER(
                "Tool '(?=blocking|function)%1$s' was stopped: it did not finish within 150 ms\\."
                        + "|Tool '(?!blocking|function)%1$s' may still take effect: it did not finish within 150 ms and could not be stopped\\..+");

        private final String text;

        Ending(String text) {
            this.text = text;
        }

        @Nullable
        String reach() throws Exception {
            switch (this) {
                case EXPLAINED -> throw new McpToolException("explained");
                case EXCEPTION -> throw new IllegalStateException("secret");
                case CHECKED_EXCEPTION -> throw new Exception("secret");
                case ASSERTION -> throw new AssertionError("secret");
                case STACK_OVERFLOW -> throw new StackOverflowError("secret");
                case MISSING_CLASS -> throw new NoClassDefFoundError("secret");
                case OUT_OF_MEMORY -> throw new OutOfMemoryError("secret");
                case NEVER -> new CountDownLatch(1).await();
                default -> {}
            }
            return this == NOTHING ? null : "done";
        }
    }

    static class Tools {

        @McpTool(description = "Blocks")
        @Nullable
        String blocking(Ending ending) throws Exception {
            return ending.reach();
        }

        @McpTool(description = "Is a Mono")
        Mono<String> mono(Ending ending) {
            return ending == Ending.NEVER ? Mono.never() : Mono.fromCallable(ending::reach);
        }

        @McpTool(description = "Has a failing operator")
        Mono<String> operator(Ending ending) {
            return ending == Ending.NEVER
                    ? Mono.never()
                    : Mono.just(ending).handle((value, sink) -> {
                        try {
                            String reached = value.reach();
                            if (reached != null) {
                                sink.next(reached);
                            }
                        } catch (Exception ex) {
                            sink.error(ex);
                        }
                    });
        }

        @McpTool(description = "Is a future")
        CompletableFuture<String> future(Ending ending) {
            CompletableFuture<String> future = new CompletableFuture<>();
            if (ending != Ending.NEVER) {
                try {
                    future.complete(ending.reach());
                } catch (Throwable ex) {
                    future.completeExceptionally(ex);
                }
            }
            return future;
        }
    }

    @Configuration(proxyBeanMethods = false)
    @Import(Tools.class)
    static class Application {

        private record Input(Ending ending) {}

        @Bean
        McpToolDefinition function() {
            return tool("function")
                    .call((arguments, exchange) -> ending(arguments).reach())
                    .build();
        }

        @Bean
        McpToolDefinition reactiveFunction() {
            return tool("reactiveFunction")
                    .callReactive((arguments, exchange) -> ending(arguments) == Ending.NEVER
                            ? Mono.never()
                            : Mono.fromCallable(() -> ending(arguments).reach()))
                    .build();
        }

        private static McpToolDefinition.Builder tool(String name) {
            return McpToolDefinition.named(name).description("Written in code").inputSchema(Input.class);
        }

        private static Ending ending(McpArguments arguments) {
            return arguments.as(Input.class).ending();
        }
    }

    static Stream<Arguments> calls() {
        return Revisions.every().stream()
                .flatMap(version -> Stream.of("blocking", "mono", "operator", "future", "function", "reactiveFunction")
                        .flatMap(
                                tool -> Stream.of(Ending.values()).map(ending -> Arguments.of(version, tool, ending))));
    }

    @ParameterizedTest
    @MethodSource("calls")
    void aCallGetsOneAnswer(ProtocolVersion version, String tool, Ending ending) {
        TestServer server = ending == Ending.NEVER
                ? TestServer.shared(Application.class, "mcp.server.tools.timeout=150ms")
                : TestServer.shared(Application.class);
        Answer answer = server.client(version).call(tool, "{\"ending\": \"%s\"}".formatted(ending));
        assertThat(answer.status()).isEqualTo(200);
        assertThat(answer.text()).doesNotContain("secret");
        assertThat(answer.isToolError()).isEqualTo(ending != Ending.RETURN && ending != Ending.NOTHING);
        assertThat(answer.contentText()).matches(ending.text.formatted(tool));
    }
}
