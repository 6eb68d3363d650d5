package io.mcpspring.autoconfigure;

import static org.assertj.core.api.Assertions.assertThat;

import io.mcpspring.annotation.McpTool;
import io.mcpspring.exchange.McpExchange;
import io.mcpspring.protocol.ProtocolVersion;
import io.mcpspring.session.SessionState;
import io.mcpspring.support.Answer;
import io.mcpspring.support.OnNetty;
import io.mcpspring.support.TestServer;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executor;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledForJreRange;
import org.junit.jupiter.api.condition.JRE;
import org.springframework.boot.task.ThreadPoolTaskExecutorCustomizer;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Import;
import org.springframework.core.task.SimpleAsyncTaskExecutor;
import org.springframework.core.task.TaskDecorator;
import org.springframework.scheduling.concurrent.ThreadPoolTaskExecutor;
import reactor.core.publisher.Mono;

/** The threads on which tools run. */
class ToolExecutorTests {

    @Test
    void blockingToolsRunOnANamedPool() {
        assertThat(thread(TestServer.shared(Tools.class), "blocking")).matches("mcp-tool-\\d+ platform");
    }

    @Test
    @OnNetty("A servlet container has no event loop")
    void reactiveToolsRunOnTheEventLoop() {
        assertThat(thread(TestServer.shared(Tools.class), "reactive"))
                .matches("(reactor|webflux)-http-\\w+-\\d+ platform");
    }

    @Test
    @EnabledForJreRange(min = JRE.JAVA_21)
    void blockingToolsRunOnVirtualThreadsIfEnabled() {
        TestServer server = TestServer.shared(Tools.class, "spring.threads.virtual.enabled=true");
        assertThat(server.context().getBean("io.mcpspring.executor")).isInstanceOf(SimpleAsyncTaskExecutor.class);
        assertThat(thread(server, "blocking")).matches("mcp-tool-\\d+ virtual");
    }

    @Test
    void anExecutorOfTheUserReplacesThePool() {
        assertThat(thread(TestServer.shared(OwnExecutor.class), "blocking")).matches("own-\\d+ platform");
    }

    @Test
    void thePoolHasTheConfiguredSizeAndRemovesIdleThreads() {
        Runners.reactive()
                .withPropertyValues(
                        "mcp.server.execution.pool.max-size=3", "mcp.server.execution.pool.queue-capacity=5")
                .run(context -> {
                    ThreadPoolTaskExecutor pool =
                            context.getBean("io.mcpspring.executor", ThreadPoolTaskExecutor.class);
                    assertThat(pool.getMaxPoolSize()).isEqualTo(3);
                    assertThat(pool.getQueueCapacity()).isEqualTo(5);
                    assertThat(pool.getThreadPoolExecutor().allowsCoreThreadTimeOut())
                            .isTrue();
                });
    }

    @Test
    void callsOneAfterTheOtherRunOnIdleThreads() {
        try (TestServer server = TestServer.start(Tools.class)) {
            for (int call = 0; call < 100; call++) {
                thread(server, "blocking");
            }
            ThreadPoolTaskExecutor pool =
                    server.context().getBean("io.mcpspring.executor", ThreadPoolTaskExecutor.class);
            assertThat(pool.getThreadPoolExecutor().getLargestPoolSize()).isLessThanOrEqualTo(20);
        }
    }

    @Test
    void callsWaitOnlyWhileAllThreadsAreBusy() throws Exception {
        try (TestServer server = TestServer.start(
                Occupied.class, "mcp.server.execution.pool.max-size=3", "mcp.server.execution.pool.queue-capacity=2")) {
            Occupied occupied = server.context().getBean(Occupied.class);
            List<CompletableFuture<Answer>> calls = Stream.generate(() -> CompletableFuture.supplyAsync(
                            () -> call(server, "occupy"), task -> new Thread(task).start()))
                    .limit(5)
                    .toList();
            Executor executor = server.context().getBean("io.mcpspring.executor", Executor.class);
            SessionState.until(
                    () -> queue(executor).size() == 2 && ((ThreadPoolTaskExecutor) executor).getActiveCount() == 3);
            assertThat(call(server, "occupy").contentText()).isEqualTo("The server is busy. Try again in a moment.");
            occupied.left.countDown();
            assertThat(calls)
                    .allSatisfy(
                            call -> assertThat(call.get(10, TimeUnit.SECONDS).isToolError())
                                    .isFalse());
        }
    }

    @Test
    void theConcurrencyLimitAppliesToThePool() {
        Runners.reactive()
                .withPropertyValues("mcp.server.execution.max-concurrency=3")
                .run(context -> assertThat(context.getBean("io.mcpspring.executor", ThreadPoolTaskExecutor.class)
                                .getMaxPoolSize())
                        .isEqualTo(3));
    }

    @Test
    @EnabledForJreRange(min = JRE.JAVA_21)
    void theConcurrencyLimitAppliesToVirtualThreads() throws Exception {
        isBusyBeyondOneCall(
                Occupied.class, "spring.threads.virtual.enabled=true", "mcp.server.execution.max-concurrency=1");
    }

    @Test
    void taskDecoratorsOfTheApplicationAreApplied() {
        assertThat(thread(TestServer.shared(Decorated.class), "blocking")).matches("decorated mcp-tool-\\d+ platform");
    }

    @Test
    void aCallIsRefusedAsBusyWhenThePoolAndItsQueueAreFull() throws Exception {
        isBusyBeyondOneCall(
                Occupied.class, "mcp.server.execution.pool.max-size=1", "mcp.server.execution.pool.queue-capacity=0");
    }

    @Test
    void aCustomizerOfTheApplicationDoesNotMakeTheSubmittingThreadRunCalls() throws Exception {
        isBusyBeyondOneCall(
                OccupiedByCallers.class,
                "mcp.server.execution.pool.max-size=1",
                "mcp.server.execution.pool.queue-capacity=0");
    }

    @Test
    void aCallThatIsStoppedLeavesTheQueue() throws Exception {
        aCallThatIsStoppedLeavesTheQueueOf(Occupied.class);
    }

    @Tag("change")
    @Test
    void aCallThatIsStoppedLeavesTheQueueOfAnOwnExecutor() throws Exception {
        aCallThatIsStoppedLeavesTheQueueOf(OccupiedOwn.class);
    }

    private static void aCallThatIsStoppedLeavesTheQueueOf(Class<?> beans) throws Exception {
        try (TestServer server = TestServer.start(
                beans, "mcp.server.execution.pool.max-size=1", "mcp.server.execution.pool.queue-capacity=1")) {
            Occupied occupied = server.context().getBean(Occupied.class);
            CompletableFuture<Answer> first = CompletableFuture.supplyAsync(() -> call(server, "occupy"));
            assertThat(occupied.entered.await(10, TimeUnit.SECONDS)).isTrue();
            Executor executor = server.context().getBean("io.mcpspring.executor", Executor.class);
            assertThat(call(server, "hasty").contentText()).contains("was stopped");
            assertThat(queue(executor)).isEmpty();
            CompletableFuture<Answer> next = CompletableFuture.supplyAsync(() -> call(server, "occupy"));
            SessionState.until(() -> next.isDone() || queue(executor).size() == 1);
            occupied.left.countDown();
            assertThat(first.get(10, TimeUnit.SECONDS).isToolError()).isFalse();
            assertThat(next.get(10, TimeUnit.SECONDS).isToolError()).isFalse();
        }
    }

    private static Collection<Runnable> queue(Executor executor) {
        ThreadPoolExecutor pool = executor instanceof ThreadPoolTaskExecutor springs
                ? springs.getThreadPoolExecutor()
                : (ThreadPoolExecutor) executor;
        return pool.getQueue();
    }

    private static void isBusyBeyondOneCall(Class<?> beans, String... properties) throws Exception {
        TestServer server = TestServer.shared(beans, properties);
        Occupied occupied = server.context().getBean(Occupied.class);
        CompletableFuture<Answer> first = CompletableFuture.supplyAsync(() -> call(server, "occupy"));
        assertThat(occupied.entered.await(10, TimeUnit.SECONDS)).isTrue();
        Answer second = call(server, "occupy");
        occupied.left.countDown();
        assertThat(second.isToolError()).isTrue();
        assertThat(second.contentText()).isEqualTo("The server is busy. Try again in a moment.");
        assertThat(first.get(10, TimeUnit.SECONDS).isToolError()).isFalse();
    }

    @Test
    void callsRunAtTheSameTime() {
        TestServer server = TestServer.shared(Tools.class);
        Set<String> answers = new TreeSet<>();
        CompletableFuture<Answer> one = CompletableFuture.supplyAsync(() -> call(server, "meet"));
        CompletableFuture<Answer> two = CompletableFuture.supplyAsync(() -> call(server, "meet"));
        answers.add(one.join().contentText());
        answers.add(two.join().contentText());
        assertThat(answers).containsExactly("met");
    }

    private static String thread(TestServer server, String tool) {
        return call(server, tool).contentText();
    }

    private static Answer call(TestServer server, String tool) {
        return server.client(ProtocolVersion.V2026_07_28).call(tool);
    }

    static class Tools {

        private final CountDownLatch both = new CountDownLatch(2);

        @McpTool
        String blocking(McpExchange exchange) {
            return describe(Thread.currentThread());
        }

        @McpTool
        Mono<String> reactive() {
            return Mono.just(describe(Thread.currentThread()));
        }

        @McpTool
        String meet() throws InterruptedException {
            both.countDown();
            return both.await(10, TimeUnit.SECONDS) ? "met" : "missed";
        }

        private static String describe(Thread thread) {
            boolean virtual = thread.getThreadGroup() != null
                    && thread.getThreadGroup().getName().equals("VirtualThreads");
            return thread.getName() + (virtual ? " virtual" : " platform");
        }
    }

    @Import(Tools.class)
    static class OwnExecutor {

        @Bean("io.mcpspring.executor")
        Executor executor() {
            return new SimpleAsyncTaskExecutor("own-");
        }
    }

    @Import(Tools.class)
    static class Decorated {

        @Bean
        TaskDecorator decorator() {
            return task -> () -> {
                Thread thread = Thread.currentThread();
                String name = thread.getName();
                thread.setName("decorated " + name);
                try {
                    task.run();
                } finally {
                    thread.setName(name);
                }
            };
        }
    }

    static class Occupied {

        private final CountDownLatch entered = new CountDownLatch(1);

        private final CountDownLatch left = new CountDownLatch(1);

        @McpTool
        void occupy(McpExchange exchange) throws InterruptedException {
            entered.countDown();
            left.await(10, TimeUnit.SECONDS);
        }

        @McpTool(timeout = "100ms")
        void hasty(McpExchange exchange) {}
    }

    @Import(Occupied.class)
    static class OccupiedByCallers {

        @Bean
        ThreadPoolTaskExecutorCustomizer customizer() {
            return executor -> executor.setRejectedExecutionHandler(new ThreadPoolExecutor.CallerRunsPolicy());
        }
    }

    @Import(Occupied.class)
    static class OccupiedOwn {

        @Bean("io.mcpspring.executor")
        Executor executor() {
            return new ThreadPoolExecutor(1, 1, 1, TimeUnit.MINUTES, new ArrayBlockingQueue<>(1));
        }
    }
}
