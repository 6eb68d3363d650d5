package io.mcpspring.contract.access;

import static org.assertj.core.api.Assertions.assertThat;

import io.mcpspring.annotation.McpTool;
import io.mcpspring.entry.McpAccessDecision;
import io.mcpspring.entry.McpBlockingAccessRule;
import io.mcpspring.entry.McpEntry;
import io.mcpspring.support.ModernRequest;
import io.mcpspring.support.RawHttp;
import io.mcpspring.support.TestServer;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.context.annotation.Bean;
import org.springframework.core.annotation.Order;

/** A blocking rule is interrupted when the client closes the connection. */
class InterruptedRuleTests {

    private static final Semaphore BEGUN = new Semaphore(0);

    private static final Semaphore INTERRUPTED = new Semaphore(0);

    @ParameterizedTest
    @CsvSource({"first, 10", "second, 10", "first, 200000", "second, 200000"})
    void aRuleIsInterruptedWhenItsClientLeaves(String tool, int characters) throws InterruptedException {
        TestServer server = TestServer.shared(Application.class, TestServer.DETECTS_LOST_CLIENTS);
        String arguments = "{\"text\": \"" + "x".repeat(characters) + "\"}";
        try (RawHttp connection = RawHttp.connect(server.port())) {
            connection.send(ModernRequest.call(tool, arguments).bytes());
            assertThat(BEGUN.tryAcquire(30, TimeUnit.SECONDS)).isTrue();
        }
        assertThat(INTERRUPTED.tryAcquire(30, TimeUnit.SECONDS)).isTrue();
    }

    static class Application {

        @McpTool
        String first(String text) {
            return "done";
        }

        @McpTool
        String second(String text) {
            return "done";
        }

        @Bean
        @Order(1)
        static McpBlockingAccessRule firstRule() {
            return (entry, request) -> decide(entry, "first");
        }

        @Bean
        @Order(2)
        static McpBlockingAccessRule secondRule() {
            return (entry, request) -> decide(entry, "second");
        }

        private static McpAccessDecision decide(McpEntry entry, String waiting) throws InterruptedException {
            if (entry.name().equals(waiting)) {
                BEGUN.release();
                try {
                    new CountDownLatch(1).await();
                } catch (InterruptedException interrupt) {
                    INTERRUPTED.release();
                    throw interrupt;
                }
            }
            return McpAccessDecision.granted();
        }
    }
}
