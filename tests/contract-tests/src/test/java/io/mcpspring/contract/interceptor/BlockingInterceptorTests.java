package io.mcpspring.contract.interceptor;

import static org.assertj.core.api.Assertions.assertThat;

import io.mcpspring.entry.McpAccessDecision;
import io.mcpspring.entry.McpBlockingAccessRule;
import io.mcpspring.method.McpBlockingInterceptor;
import io.mcpspring.method.McpInvocation;
import io.mcpspring.protocol.McpProtocolException;
import io.mcpspring.protocol.McpResult;
import io.mcpspring.protocol.ProtocolVersion;
import io.mcpspring.support.Answer;
import io.mcpspring.support.EveryRevision;
import io.mcpspring.support.TestServer;
import io.mcpspring.support.WebStack;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Import;
import reactor.core.scheduler.Schedulers;
import tools.jackson.databind.JsonNode;

/** Blocking interceptors run on threads that may block, before an entry and after it. */
class BlockingInterceptorTests {

    @Import(Entries.class)
    static class Intercepted {

        @Bean
        static McpBlockingInterceptor blocking() {
            return new McpBlockingInterceptor() {

                @Override
                public McpInvocation before(McpInvocation invocation) throws IOException {
                    requireBlockingThread();
                    String text = invocation
                            .arguments()
                            .valueStream()
                            .findFirst()
                            .map(JsonNode::stringValue)
                            .orElse("");
                    if (text.equals("refused")) {
                        throw new McpProtocolException(402, "Pay first");
                    }
                    if (text.equals("failed")) {
                        throw new IOException("secret");
                    }
                    return invocation;
                }

                @Override
                public McpResult after(McpInvocation invocation, McpResult result) {
                    requireBlockingThread();
                    return Results.appended(result, "<after");
                }
            };
        }

        private static void requireBlockingThread() {
            if (Schedulers.isInNonBlockingThread()) {
                throw new IllegalStateException("This thread must not block: " + Thread.currentThread());
            }
        }
    }

    /** An interceptor that waits until it is interrupted, behind a rule that blocks. */
    @Import(Entries.class)
    static class Stuck {

        @Bean
        static McpBlockingAccessRule rule() {
            return (entry, request) -> McpAccessDecision.granted();
        }

        @Bean
        static McpBlockingInterceptor waiting() {
            return new McpBlockingInterceptor() {

                @Override
                public McpInvocation before(McpInvocation invocation) throws InterruptedException {
                    new CountDownLatch(1).await();
                    return invocation;
                }
            };
        }
    }

    private static final TestServer SERVER = TestServer.shared(Intercepted.class);

    @ParameterizedTest
    @MethodSource("io.mcpspring.contract.interceptor.Use#ofMethodsInAllRevisions")
    void theResultMayBeChanged(ProtocolVersion version, Use use) {
        assertThat(use.text(SERVER, version, "in")).isEqualTo("in<after");
    }

    @EveryRevision
    void blockingToolsRunOnTheirThreads(ProtocolVersion version) {
        assertThat(SERVER.client(version).call("blocking").contentText())
                .startsWith(WebStack.isServlet() ? "" : "mcp-tool-")
                .endsWith("<after");
    }

    @EveryRevision
    void theTimeLimitStopsAnInterceptorAfterARuleThatBlocks(ProtocolVersion version) {
        TestServer server = TestServer.shared(Stuck.class, "mcp.server.tools.timeout=300ms");
        for (String text : List.of("in", "x".repeat(110 * 1024))) {
            assertThat(Use.TOOL.send(server, version, text).contentText())
                    .isEqualTo("Tool 'echo' was stopped: it did not finish within 300 ms.");
        }
    }

    @EveryRevision
    void reactiveToolsAreIntercepted(ProtocolVersion version) {
        assertThat(SERVER.client(version).call("reactive").contentText()).endsWith("<after");
    }

    @ParameterizedTest
    @MethodSource("io.mcpspring.contract.interceptor.Use#inAllRevisions")
    void anErrorOfTheProtocolReachesTheClient(ProtocolVersion version, Use use) {
        assertThat(use.send(SERVER, version, "refused").errorCode()).isEqualTo(402);
    }

    @ParameterizedTest
    @MethodSource("io.mcpspring.contract.interceptor.Use#inAllRevisions")
    void anyOtherExceptionIsAnInternalError(ProtocolVersion version, Use use) {
        Answer answer = use.send(SERVER, version, "failed");
        assertThat(answer.text()).doesNotContain("secret");
        if (use == Use.TOOL) {
            assertThat(answer.isToolError()).isTrue();
        } else {
            assertThat(answer.errorCode()).isEqualTo(-32603);
        }
    }
}
