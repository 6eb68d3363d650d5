package io.mcpspring.contract.call;

import static io.mcpspring.support.ResultChecks.assertText;
import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import io.mcpspring.annotation.McpTool;
import io.mcpspring.protocol.ProtocolVersion;
import io.mcpspring.support.McpTestClient;
import io.mcpspring.support.RecordedLog;
import io.mcpspring.support.TestServer;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicInteger;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A method that ignores its interrupt keeps its thread until it returns. */
@Tag("change")
@Timeout(60)
class IgnoredInterruptTests {

    static class Tools {

        static final Semaphore GO_ON = new Semaphore(0);

        static final AtomicInteger UNINTERRUPTIBLE = new AtomicInteger();

        static final AtomicInteger INTERRUPTED = new AtomicInteger();

        @McpTool(timeout = "100ms")
        String uninterruptible() {
            UNINTERRUPTIBLE.incrementAndGet();
            GO_ON.acquireUninterruptibly();
            return "too late";
        }

        @McpTool(timeout = "100ms")
        String interruptible() throws InterruptedException {
            try {
                GO_ON.acquire();
                return "never";
            } finally {
                INTERRUPTED.incrementAndGet();
            }
        }

        @McpTool
        String other() {
            return "works";
        }
    }

    private static final String COUNTED = "Tools.uninterruptible() ignores interrupts: %d of its calls were ended, but"
            + " still run and keep their threads";

    private final McpTestClient client = TestServer.shared(Tools.class, "mcp.server.execution.pool.max-size=4")
            .client(ProtocolVersion.V2026_07_28);

    @BeforeEach
    void reset() {
        Tools.GO_ON.drainPermits();
        Tools.INTERRUPTED.set(0);
        Tools.UNINTERRUPTIBLE.set(0);
    }

    @AfterEach
    void letTheCallsReturn() {
        Tools.GO_ON.release(10);
    }

    @Test
    void itIsCountedAndNamedWithItsStack() {
        try (RecordedLog log = new RecordedLog()) {
            // A call that ends before it gets a thread does not run.
            while (Tools.INTERRUPTED.get() < 1) {
                assertThat(client.call("interruptible").isToolError()).isTrue();
            }
            while (Tools.UNINTERRUPTIBLE.get() < 3) {
                assertThat(client.call("uninterruptible").isToolError()).isTrue();
            }
            Awaitility.await()
                    .untilAsserted(() -> assertThat(log.lines(Level.WARN))
                            .filteredOn(line -> line.contains("uninterruptible"))
                            .hasSize(2)
                            .satisfiesExactly(
                                    first -> assertThat(first).endsWith(COUNTED.formatted(1)),
                                    second -> assertThat(second).endsWith(COUNTED.formatted(2))));
            assertThat(log.stack("ignores interrupts")).anyMatch(frame -> frame.contains("Tools.uninterruptible("));
        }
        assertText(client.call("other"), "works");
    }
}
