package io.mcpspring.contract.call;

import static io.mcpspring.support.ResultChecks.assertText;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.mcpspring.annotation.McpTool;
import io.mcpspring.method.McpMethodException;
import io.mcpspring.protocol.ProtocolVersion;
import io.mcpspring.support.Answer;
import io.mcpspring.support.EventStream;
import io.mcpspring.support.EveryRevision;
import io.mcpspring.support.McpTestClient;
import io.mcpspring.support.TestServer;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/** A call that takes too long is stopped with a text for the model that states the limit. */
class TimeoutTests {

    static class Tools {

        static final Semaphore BEGUN = new Semaphore(0);

        static final Semaphore STOPPED = new Semaphore(0);

        static final Semaphore GO_ON = new Semaphore(0);

        static final Semaphore HEARD = new Semaphore(0);

        @McpTool(timeout = "150ms")
        String blocking() throws InterruptedException {
            return untilInterrupted();
        }

        @McpTool
        String withoutLimitOfItsOwn() throws InterruptedException {
            return untilInterrupted();
        }

        @McpTool(timeout = "150ms")
        Mono<String> mono() {
            return Mono.<String>never().doOnSubscribe(begun -> BEGUN.release()).doOnCancel(STOPPED::release);
        }

        @McpTool(timeout = "150ms")
        Flux<String> flux() {
            return Flux.just("a")
                    .concatWith(Flux.never())
                    .doOnSubscribe(begun -> BEGUN.release())
                    .doOnCancel(STOPPED::release);
        }

        @McpTool(timeout = "150ms")
        CompletableFuture<String> future() {
            CompletableFuture<String> future = new CompletableFuture<>();
            future.whenComplete((value, failure) -> {
                if (future.isCancelled()) {
                    STOPPED.release();
                }
            });
            BEGUN.release();
            return future;
        }

        @McpTool(timeout = "150ms")
        String uninterruptible() {
            BEGUN.release();
            HEARD.acquireUninterruptibly();
            return "too late";
        }

        @McpTool(timeout = "1s")
        String uninterruptibleSecond() {
            HEARD.acquireUninterruptibly();
            return "too late";
        }

        @McpTool(timeout = "150ms")
        String interruptIgnoring() throws InterruptedException {
            try {
                return untilInterrupted();
            } catch (InterruptedException ignored) {
                return "too late";
            }
        }

        @McpTool(timeout = "0")
        String patient() throws InterruptedException {
            GO_ON.acquire();
            return "done at last";
        }

        @McpTool
        String patientByConfiguration() throws InterruptedException {
            GO_ON.acquire();
            return "done at last";
        }

        @McpTool(timeout = "1s")
        String oneSecond() throws InterruptedException {
            return untilInterrupted();
        }

        @McpTool(timeout = "3s")
        String threeSeconds() throws InterruptedException {
            return untilInterrupted();
        }

        @McpTool(timeout = "PT1M")
        String oneMinute() {
            return "in time";
        }

        @McpTool(timeout = "${limit:1m}")
        String configured() {
            return "in time";
        }

        private static String untilInterrupted() throws InterruptedException {
            BEGUN.release();
            try {
                new CountDownLatch(1).await();
                return "never";
            } catch (InterruptedException ex) {
                STOPPED.release();
                throw ex;
            }
        }
    }

    static class Negative {

        @McpTool(timeout = "-5s")
        String negative() {
            return "never";
        }
    }

    private final TestServer limited = TestServer.shared(Tools.class, "mcp.server.tools.timeout=200ms");

    private final TestServer hasty = TestServer.shared(Tools.class, "mcp.server.http.sse.keep-alive=100ms");

    private final TestServer unlimited = TestServer.shared(Tools.class, "mcp.server.tools.timeout=0");

    @BeforeEach
    void reset() {
        Stream.of(Tools.BEGUN, Tools.STOPPED, Tools.GO_ON, Tools.HEARD).forEach(Semaphore::drainPermits);
    }

    @EveryRevision
    void aBlockingToolIsStoppedAtItsLimit(ProtocolVersion version) throws InterruptedException {
        McpTestClient client = unlimited.client(version);
        assertBegunAndStopped(client, "blocking", "150 ms");
        assertThat(Tools.STOPPED.tryAcquire(30, TimeUnit.SECONDS)).isTrue();
    }

    @EveryRevision
    void aMethodThatReturnsAlthoughItWasInterruptedMayTakeEffect(ProtocolVersion version) {
        assertBegunAndMayTakeEffect(unlimited.client(version), "interruptIgnoring");
    }

    /** Such as a request that was sent, blocking code on another thread, or a method with {@code @Async}. */
    @EveryRevision
    void whatAReactiveMethodHasBegunMayTakeEffectAlthoughItIsCancelled(ProtocolVersion version)
            throws InterruptedException {
        for (String tool : new String[] {"mono", "flux", "future"}) {
            assertBegunAndMayTakeEffect(unlimited.client(version), tool);
            assertThat(Tools.STOPPED.tryAcquire(30, TimeUnit.SECONDS))
                    .as("%s is cancelled", tool)
                    .isTrue();
        }
    }

    @EveryRevision
    void theConfiguredLimitAppliesToToolsWithoutALimit(ProtocolVersion version) throws InterruptedException {
        McpTestClient client = limited.client(version);
        assertBegunAndStopped(client, "withoutLimitOfItsOwn", "200 ms");
        assertThat(Tools.STOPPED.tryAcquire(30, TimeUnit.SECONDS)).isTrue();
        assertBegunAndMayTakeEffect(client, "mono");
        assertThat(Tools.STOPPED.tryAcquire(30, TimeUnit.SECONDS)).isTrue();
        assertText(client.call("oneMinute"), "in time");
        assertText(client.call("configured"), "in time");
    }

    @EveryRevision
    void theResponseDoesNotWaitForAToolThatCannotBeStopped(ProtocolVersion version) {
        McpTestClient client = limited.client(version);
        Tools.HEARD.drainPermits();
        assertBegunAndMayTakeEffect(client, "uninterruptible");
        Tools.HEARD.release();
        assertText(client.call("oneMinute"), "in time");
    }

    @Test
    void noCallWaitsOnTheConnectionOfAToolThatCannotBeStopped() {
        McpTestClient client = hasty.client(ProtocolVersion.V2026_07_28);
        try {
            Answer answer = client.call("uninterruptibleSecond");
            assertThat(answer.isStream()).isTrue();
            assertThat(answer.contentText()).contains("may still take effect");
            assertText(client.call("oneMinute"), "in time");
        } finally {
            Tools.HEARD.release();
        }
    }

    @EveryRevision
    void zeroMeansNoLimit(ProtocolVersion version) {
        assertOutlives(limited, version, "patient", "withoutLimitOfItsOwn");
        assertOutlives(unlimited, version, "patientByConfiguration", "blocking");
    }

    // On a servlet container, the method occupies the thread of the first connection, whose response ends earlier.
    @Test
    void theLimitHoldsWhenTheClientResumesTheStream() throws InterruptedException {
        McpTestClient client = hasty.client(ProtocolVersion.V2025_11_25);
        try (EventStream first = client.streamCall("threeSeconds", "{}")) {
            Tools.BEGUN.acquire();
            try (EventStream second = client.resume(first.next().id())) {
                assertThat(first.restOfEvents())
                        .as("messages on the first connection")
                        .allMatch(EventStream.Event::isComment);
                assertThat(second.nextMessage().at("/result/content/0/text").stringValue())
                        .contains("it did not finish within 3 s");
            }
        }
        assertThat(Tools.STOPPED.tryAcquire(30, TimeUnit.SECONDS)).isTrue();
    }

    @Test
    void wholeSecondsAreReportedAsSeconds() {
        assertStopped(limited.client(ProtocolVersion.V2026_07_28).call("oneSecond"), "oneSecond", "1 s");
    }

    @Test
    void aNegativeLimitStopsTheApplication() {
        assertThatExceptionOfType(McpMethodException.class)
                .isThrownBy(() -> TestServer.start(Negative.class))
                .withMessageContaining("-5s");
    }

    private static void assertOutlives(TestServer server, ProtocolVersion version, String patient, String impatient) {
        CompletableFuture<Answer> waiting =
                CompletableFuture.supplyAsync(() -> server.client(version).call(patient));
        // On a busy machine, the call may reach its limit before it gets a thread.
        do {
            assertThat(server.client(version).call(impatient).isToolError()).isTrue();
        } while (!acquired(Tools.STOPPED));
        assertThat(waiting).isNotDone();
        Tools.GO_ON.release();
        assertText(waiting.join(), "done at last");
    }

    private static boolean acquired(Semaphore semaphore) {
        try {
            return semaphore.tryAcquire(1, TimeUnit.SECONDS);
        } catch (InterruptedException ex) {
            throw new IllegalStateException(ex);
        }
    }

    // On a busy machine, a call may reach its limit before it gets a thread; the method is then not invoked.
    private static void assertBegunAndStopped(McpTestClient client, String tool, String limit) {
        do {
            assertStopped(client.call(tool), tool, limit);
        } while (!Tools.BEGUN.tryAcquire());
    }

    private static void assertBegunAndMayTakeEffect(McpTestClient client, String tool) {
        Answer answer;
        do {
            answer = client.call(tool);
        } while (!Tools.BEGUN.tryAcquire());
        assertThat(answer.isToolError()).as(answer.text()).isTrue();
        assertThat(answer.contentText())
                .isEqualTo("Tool '" + tool + "' may still take effect: it did not finish within 150 ms and could not be"
                        + " stopped. Check what it has done before you repeat it.");
    }

    private static void assertStopped(Answer answer, String tool, String limit) {
        assertThat(answer.status()).isEqualTo(200);
        assertThat(answer.isToolError()).as(answer.text()).isTrue();
        assertThat(answer.contentText())
                .isEqualTo("Tool '" + tool + "' was stopped: it did not finish within " + limit + ".");
    }
}
