package io.mcpspring.contract.asking;

import static org.assertj.core.api.Assertions.assertThat;

import io.mcpspring.annotation.McpTool;
import io.mcpspring.annotation.McpTool.TaskSupport;
import io.mcpspring.exchange.Exchanges;
import io.mcpspring.exchange.InputRequired;
import io.mcpspring.exchange.McpClientCapabilityException;
import io.mcpspring.exchange.McpExchange;
import io.mcpspring.exchange.Question;
import io.mcpspring.exchange.ReactiveMcpExchange;
import io.mcpspring.memory.ByteBudget;
import io.mcpspring.memory.RequestMemory;
import io.mcpspring.protocol.CreateMessageRequest;
import io.mcpspring.protocol.ProtocolVersion;
import io.mcpspring.support.Answer;
import io.mcpspring.support.Dialogue;
import io.mcpspring.support.EventStream;
import io.mcpspring.support.LegacyRevisions;
import io.mcpspring.support.McpTestClient;
import io.mcpspring.support.TestServer;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.springframework.context.annotation.Bean;
import org.springframework.scheduling.concurrent.ThreadPoolTaskExecutor;
import reactor.core.publisher.Mono;
import tools.jackson.databind.JsonNode;

/** Unanswered questions occupy neither all workers nor all memory. */
class AskingLimitsTests {

    private static final String TOO_MANY =
            "The client cannot be asked: too many calls wait for the answers of their clients, or the server has a"
                    + " single worker, which must not wait. Try again later.";

    private static final String ASKING = """
            {"sampling": {}, "extensions": {"io.modelcontextprotocol/tasks": {}}}""";

    private static final int MOST_ANSWERS = 7;

    private static final int ANSWER_SIZE = 1_000_000;

    private static final Semaphore REFUSED = new Semaphore(0);

    static class Tools {

        private final AtomicInteger asked = new AtomicInteger();

        @McpTool(task = TaskSupport.OPTIONAL)
        String ask(McpExchange exchange) {
            try {
                return exchange.sample(CreateMessageRequest.of("Hi", 10)).text();
            } catch (McpClientCapabilityException ex) {
                REFUSED.release();
                throw ex;
            }
        }

        @McpTool(task = TaskSupport.OPTIONAL)
        Mono<String> askReactive(ReactiveMcpExchange exchange) {
            return exchange.sample(CreateMessageRequest.of("Hi", 10)).map(answer -> answer.text());
        }

        /** Keeps the answers of its client, of which {@code MOST_ANSWERS} fit into the memory. */
        @McpTool
        String collect(McpExchange exchange) {
            leaveMemoryForAnswers(exchange);
            int answers = 0;
            try {
                while (answers < 1_000) {
                    exchange.sample(CreateMessageRequest.of("Part " + answers, 10));
                    answers++;
                }
            } catch (McpClientCapabilityException ex) {
                return answers + " answers, then: " + ex.getMessage();
            }
            return answers + " answers";
        }

        @McpTool
        Object repeat(McpExchange exchange) {
            if (asked.get() == 0) {
                leaveMemoryForAnswers(exchange);
            }
            return asked.incrementAndGet() > 2 * MOST_ANSWERS
                    ? "twice as many answers"
                    : InputRequired.of(Question.sample("same", CreateMessageRequest.of("Hi", 10)));
        }

        @McpTool
        String blocks() {
            return "done";
        }

        private static void leaveMemoryForAnswers(McpExchange exchange) {
            RequestMemory memory = Exchanges.of(exchange).context().memory();
            long share = new ByteBudget(ByteBudget.shareOfHeap(8)).share();
            // The call before may still hold memory.
            Awaitility.await().until(() -> memory.take(share - MOST_ANSWERS * ANSWER_SIZE));
        }
    }

    static class ToolsWithWorkersOfTheApplication extends Tools {

        @Bean(name = "io.mcpspring.executor", defaultCandidate = false, destroyMethod = "shutdownNow")
        Executor executor() {
            return Executors.newFixedThreadPool(4);
        }
    }

    static class ToolsWithQueueOfTheApplication extends Tools {

        @Bean(name = "io.mcpspring.executor", defaultCandidate = false)
        ThreadPoolTaskExecutor executor() {
            ThreadPoolTaskExecutor executor = new ThreadPoolTaskExecutor();
            executor.setCorePoolSize(4);
            return executor;
        }
    }

    static class ToolsWithUnknownExecutor extends Tools {

        @Bean(name = "io.mcpspring.executor", defaultCandidate = false, destroyMethod = "shutdownNow")
        ExecutorService executor() {
            return Executors.unconfigurableExecutorService(Executors.newFixedThreadPool(4));
        }
    }

    private static final String SAYS = """
            {"role": "assistant", "model": "m", "content": {"type": "text", "text": "hello"}}""";

    private static TestServer withFourWorkers() {
        return TestServer.shared(Tools.class, "mcp.server.execution.pool.max-size=4");
    }

    private static TestServer withOneWorkerAndThreeQuestions() {
        return TestServer.shared(
                Tools.class, "mcp.server.execution.pool.max-size=1", "mcp.server.client.max-pending-total=3");
    }

    @LegacyRevisions
    void unansweredQuestionsOccupyAtMostHalfOfTheWorkers(ProtocolVersion version) {
        keepHalfOfFourWorkers(withFourWorkers(), version);
    }

    @Test
    void unansweredQuestionsOccupyAtMostHalfOfTheWorkersOfTheApplication() {
        keepHalfOfFourWorkers(TestServer.shared(ToolsWithWorkersOfTheApplication.class), ProtocolVersion.V2025_11_25);
    }

    @Test
    @Tag("change")
    void unansweredQuestionsOccupyAtMostHalfOfTheCoreThreadsOfAPoolWithAQueue() {
        keepHalfOfFourWorkers(TestServer.shared(ToolsWithQueueOfTheApplication.class), ProtocolVersion.V2025_11_25);
    }

    @Test
    @Tag("change")
    void unansweredQuestionsOccupyAtMostHalfOfTheConfiguredSizeOfAnUnknownExecutor() {
        keepHalfOfFourWorkers(
                TestServer.shared(ToolsWithUnknownExecutor.class, "mcp.server.execution.pool.max-size=4"),
                ProtocolVersion.V2025_11_25);
    }

    @LegacyRevisions
    void aSingleWorkerDoesNotWaitForAnAnswer(ProtocolVersion version) {
        TestServer server = withOneWorkerAndThreeQuestions();
        assertThat(server.clientWith(version, ASKING).call("ask").contentText()).isEqualTo(TOO_MANY);
        assertThat(Dialogue.of(server.clientWith(version, ASKING), "askReactive", SAYS)
                        .text())
                .isEqualTo("hello");
    }

    private static void keepHalfOfFourWorkers(TestServer server, ProtocolVersion version) {
        REFUSED.drainPermits();
        List<McpTestClient> clients = new ArrayList<>();
        List<JsonNode> questions = new ArrayList<>();
        for (int i = 0; i < 2; i++) {
            McpTestClient client = server.clientWith(version, ASKING);
            clients.add(client);
            try (EventStream stream = client.streamCall("ask", "{}")) {
                questions.add(stream.nextMessage());
            }
        }
        for (int i = 0; i < 8; i++) {
            Answer refused = server.clientWith(version, ASKING).call("ask");
            assertThat(refused.isToolError()).isTrue();
            assertThat(refused.contentText()).isEqualTo(TOO_MANY);
        }
        assertThat(REFUSED.tryAcquire(8)).isTrue();
        assertThat(server.clientWith(version, ASKING).call("blocks").contentText())
                .isEqualTo("done");
        // Questions that occupy no thread are not refused.
        assertThat(Dialogue.of(server.clientWith(version, ASKING), "askReactive", SAYS)
                        .text())
                .isEqualTo("hello");

        for (int i = 0; i < 2; i++) {
            clients.get(i).respond(questions.get(i), SAYS);
        }
        McpTestClient next = server.clientWith(version, ASKING);
        Awaitility.await()
                .untilAsserted(() -> assertThat(
                                Dialogue.of(next, "ask", question -> SAYS).text())
                        .isEqualTo("hello"));
    }

    @Test
    void questionsOfTasksOccupyAtMostHalfOfTheWorkers() throws Exception {
        REFUSED.drainPermits();
        McpTestClient client = withFourWorkers().clientWith(ProtocolVersion.V2026_07_28, ASKING);
        List<String> tasks = new ArrayList<>();
        int answered = 0;
        for (int i = 0; i < 10; i++) {
            Answer answer = client.call("ask");
            if (answer.result().has("taskId")) {
                tasks.add(answer.result().get("taskId").stringValue());
            } else {
                assertThat(answer.contentText()).isEqualTo(TOO_MANY);
                answered++;
            }
        }
        assertThat(REFUSED.tryAcquire(8, 10, TimeUnit.SECONDS)).isTrue();
        assertThat(tasks).hasSize(10 - answered).hasSizeGreaterThanOrEqualTo(2);
        assertThat(client.call("blocks").contentText()).isEqualTo("done");

        cancel(client, tasks);
        Awaitility.await().untilAsserted(() -> {
            JsonNode result = client.call("ask").result();
            assertThat(result.has("taskId")).isTrue();
            cancel(client, List.of(result.get("taskId").stringValue()));
        });
    }

    private static void cancel(McpTestClient client, List<String> tasks) {
        tasks.forEach(task -> client.request("tasks/cancel", "{\"taskId\": \"" + task + "\"}"));
    }

    @Test
    void theAnswersThatACallKeepsCountAsMemoryOfRequestsUntilItEnds() {
        String large = SAYS.replace("hello", "x".repeat(ANSWER_SIZE));
        McpTestClient client = withFourWorkers().clientWith(ProtocolVersion.V2025_11_25, ASKING);
        String text = Dialogue.of(client, "collect", question -> large).text();
        assertThat(text)
                .endsWith(" answers, then: The client's answer is too large: the server is processing too many"
                        + " large requests");
        assertThat(Integer.parseInt(text.substring(0, text.indexOf(' ')))).isBetween(MOST_ANSWERS - 2, MOST_ANSWERS);
        // Each of these answers replaces the one before.
        assertThat(Dialogue.of(client, "repeat", question -> large).text()).isEqualTo("twice as many answers");
    }

    @LegacyRevisions
    void theOpenQuestionsOfAllSessionsTogetherAreLimited(ProtocolVersion version) {
        TestServer server = withOneWorkerAndThreeQuestions();
        List<McpTestClient> clients = new ArrayList<>();
        List<JsonNode> questions = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            McpTestClient client = server.clientWith(version, ASKING);
            clients.add(client);
            try (EventStream stream = client.streamCall("askReactive", "{}")) {
                questions.add(stream.nextMessage());
            }
        }
        assertThat(server.clientWith(version, ASKING).call("askReactive").contentText())
                .isEqualTo(TOO_MANY);
        assertThat(server.clientWith(ProtocolVersion.V2026_07_28, ASKING)
                        .call("askReactive")
                        .contentText())
                .isEqualTo(TOO_MANY);

        for (int i = 0; i < 3; i++) {
            clients.get(i).respond(questions.get(i), SAYS);
        }
        McpTestClient next = server.clientWith(version, ASKING);
        Awaitility.await()
                .untilAsserted(() -> assertThat(Dialogue.of(next, "askReactive", question -> SAYS)
                                .text())
                        .isEqualTo("hello"));
    }
}
