package io.mcpspring.contract.call;

import static org.assertj.core.api.Assertions.assertThat;

import io.mcpspring.annotation.McpTool;
import io.mcpspring.exchange.McpExchange;
import io.mcpspring.protocol.ProtocolVersion;
import io.mcpspring.support.EventStream;
import io.mcpspring.support.EveryRevision;
import io.mcpspring.support.McpTestClient;
import io.mcpspring.support.TestServer;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledForJreRange;
import org.junit.jupiter.api.condition.JRE;

/** A server whose requests and blocking methods run on virtual threads. */
@EnabledForJreRange(min = JRE.JAVA_21, disabledReason = "Needs virtual threads")
class VirtualThreadsTests {

    private static final Semaphore GO_ON = new Semaphore(0);

    private static final Semaphore INTERRUPTED = new Semaphore(0);

    static class Tools {

        @McpTool(description = "Reports progress and waits")
        String patient(McpExchange exchange) throws InterruptedException {
            exchange.progress(1);
            try {
                GO_ON.acquire();
            } catch (InterruptedException ex) {
                INTERRUPTED.release();
                throw ex;
            }
            return Thread.currentThread().getThreadGroup().getName();
        }
    }

    // The pool would limit calls on platform threads.
    private final TestServer server = TestServer.shared(
            Tools.class,
            "spring.threads.virtual.enabled=true",
            "mcp.server.execution.pool.max-size=1",
            TestServer.DETECTS_LOST_CLIENTS);

    @BeforeEach
    void reset() {
        GO_ON.drainPermits();
        INTERRUPTED.drainPermits();
    }

    @EveryRevision
    void manyMethodsWaitAtTheSameTime(ProtocolVersion version) {
        McpTestClient client = server.client(version);
        List<EventStream> streams = new ArrayList<>();
        try {
            for (int call = 0; call < 10; call++) {
                EventStream stream = client.streamCall("patient", "{}", Integer.toString(call));
                streams.add(stream);
                assertThat(stream.nextMessage().get("method").stringValue()).isEqualTo("notifications/progress");
            }
            GO_ON.release(streams.size());
            assertThat(streams)
                    .allSatisfy(stream -> assertThat(stream.rest())
                            .singleElement()
                            .satisfies(response -> assertThat(response.at("/result/content/0/text")
                                            .stringValue())
                                    .isEqualTo("VirtualThreads")));
        } finally {
            streams.forEach(EventStream::close);
        }
    }

    @Test
    void aMethodIsInterruptedWhenItsClientHasGone() throws Exception {
        McpTestClient client = server.client(ProtocolVersion.V2026_07_28);
        EventStream stream = client.streamCall("patient", "{}", "1");
        stream.nextMessage();
        stream.close();
        assertThat(INTERRUPTED.tryAcquire(30, TimeUnit.SECONDS)).isTrue();
    }
}
