package io.mcpspring.contract.task;

import static org.assertj.core.api.Assertions.assertThat;

import io.mcpspring.annotation.McpTool;
import io.mcpspring.annotation.McpTool.TaskSupport;
import io.mcpspring.event.InProcessChannel;
import io.mcpspring.event.McpInstanceChannel;
import io.mcpspring.exchange.McpExchange;
import io.mcpspring.protocol.ProtocolVersion;
import io.mcpspring.support.EventStream;
import io.mcpspring.support.McpTestClient;
import io.mcpspring.support.TestServer;
import io.mcpspring.task.McpTask;
import io.mcpspring.task.McpTaskStore;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledIfSystemProperty;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingClass;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import tools.jackson.databind.JsonNode;

/**
 * Every instance can return every task if the instances share a store of the application and a channel, or the module
 * for Redis is on the class path.
 */
class TaskReplicasTests {

    /** Stores tasks as text, like a database. */
    private static final class SharedStore implements McpTaskStore {

        private final Map<String, String> rows = new ConcurrentHashMap<>();

        /** The tasks whose instance seems to have gone. */
        private final Set<String> abandoned = ConcurrentHashMap.newKeySet();

        @Override
        public synchronized boolean save(McpTask task) {
            boolean ended =
                    find(task.id()).filter(saved -> saved.status().isTerminal()).isPresent();
            if (!ended) {
                rows.put(task.id(), task.toJson());
            }
            return !ended;
        }

        @Override
        public boolean isAbandoned(String id) {
            return abandoned.contains(id);
        }

        @Override
        public Optional<McpTask> find(String id) {
            return Optional.ofNullable(rows.get(id)).map(McpTask::fromJson);
        }
    }

    private static final McpInstanceChannel CHANNEL = new InProcessChannel();

    private static final SharedStore STORE = new SharedStore();

    private static final String LARGE = "x".repeat(100_000);

    private static final Semaphore INTERRUPTED = new Semaphore(0);

    @Configuration(proxyBeanMethods = false)
    @ConditionalOnMissingClass("io.mcpspring.redis.McpRedisAutoConfiguration")
    static class Shared {

        @Bean
        McpInstanceChannel channel() {
            return CHANNEL;
        }

        @Bean
        McpTaskStore store() {
            return STORE;
        }
    }

    @Import(Shared.class)
    static class WithoutTools {}

    @Import(Shared.class)
    static class Replica {

        record Confirmation(boolean confirm) {}

        @McpTool(description = "Asks at once", task = TaskSupport.OPTIONAL)
        Confirmation confirm(McpExchange exchange) {
            return exchange.elicit("Sure?", Confirmation.class).accepted().orElseThrow();
        }

        @McpTool(description = "Asks at once, and returns much", task = TaskSupport.OPTIONAL)
        String report(McpExchange exchange) {
            confirm(exchange);
            return LARGE;
        }

        @McpTool(description = "Works for ever", task = TaskSupport.OPTIONAL)
        void work() throws InterruptedException {
            try {
                new CountDownLatch(1).await();
            } finally {
                INTERRUPTED.release();
            }
        }
    }

    private static final String SECRET = "mcp.server.secret=a secret that all of the instances know";

    private static final TestServer A =
            TestServer.shared(Replica.class, "spring.application.name=a", "mcp.server.name=replica", SECRET);

    private static final TestServer B =
            TestServer.shared(Replica.class, "spring.application.name=b", "mcp.server.name=replica", SECRET);

    private final McpTestClient a = A.clientWith(ProtocolVersion.V2026_07_28, TaskTests.TASKS);

    private final McpTestClient b = B.clientWith(ProtocolVersion.V2026_07_28, TaskTests.TASKS);

    private static JsonNode get(McpTestClient client, String task) {
        return client.request("tasks/get", "{\"taskId\": \"" + task + "\"}").result();
    }

    private static JsonNode await(McpTestClient client, String task, String status) {
        return Awaitility.await()
                .until(
                        () -> get(client, task),
                        shown -> shown.get("status").stringValue().equals(status));
    }

    @Test
    void aQuestionCanBeAnsweredOnAnyInstance() {
        String task = a.call("confirm").result().get("taskId").stringValue();
        JsonNode waiting = await(b, task, "input_required");
        String key = waiting.get("inputRequests").propertyNames().iterator().next();
        assertThat(waiting.get("inputRequests")).isEqualTo(get(a, task).get("inputRequests"));

        try (EventStream stream =
                b.stream("subscriptions/listen", "{\"notifications\": {\"taskIds\": [\"" + task + "\"]}}")) {
            assertThat(stream.nextMessage()
                            .at("/params/notifications/taskIds/0")
                            .stringValue())
                    .isEqualTo(task);
            assertThat(b.request("tasks/update", """
                    {"taskId": "%s", "inputResponses": {"%s": {"action": "accept", "content": {"confirm": true}}}}
                    """.formatted(task, key))
                            .result()
                            .get("resultType")
                            .stringValue())
                    .isEqualTo("complete");

            assertThat(TaskReports.nextAfterQuestion(stream)
                            .at("/params/status")
                            .stringValue())
                    .isEqualTo("working");
            assertThat(stream.nextMessage().at("/params/status").stringValue()).isEqualTo("completed");
        }
        assertThat(get(b, task).at("/result/structuredContent")).hasToString("{\"confirm\":true}");
        assertThat(get(b, task)).isEqualTo(get(a, task));
    }

    @Test
    void aResultIsReadFromTheStoreWhereAClientListens() {
        List<Integer> sizes = new CopyOnWriteArrayList<>();
        A.context().getBean(McpInstanceChannel.class).subscribe(message -> sizes.add(message.length));
        String task = a.call("report").result().get("taskId").stringValue();
        String key = await(b, task, "input_required")
                .get("inputRequests")
                .propertyNames()
                .iterator()
                .next();
        try (EventStream stream =
                b.stream("subscriptions/listen", "{\"notifications\": {\"taskIds\": [\"" + task + "\"]}}")) {
            stream.nextMessage();
            b.request("tasks/update", """
                    {"taskId": "%s", "inputResponses": {"%s": {"action": "accept", "content": {"confirm": true}}}}
                    """.formatted(task, key)).result();
            assertThat(TaskReports.nextAfterQuestion(stream)
                            .at("/params/status")
                            .stringValue())
                    .isEqualTo("working");
            assertThat(stream.nextMessage().at("/params/result/content/0/text").stringValue())
                    .isEqualTo(LARGE);
        }
        assertThat(sizes).isNotEmpty().allMatch(size -> size < 2_000);
    }

    @Test
    void answersThatAreTooLargeForOtherInstancesAreRefused() {
        String task = a.call("confirm").result().get("taskId").stringValue();
        String key = await(b, task, "input_required")
                .get("inputRequests")
                .propertyNames()
                .iterator()
                .next();
        String answer = """
                {"taskId": "%s", "inputResponses": {"%s": {"action": "accept", "content": {"confirm": true, "x": "%s"}}}}
                """;
        assertThat(b.request("tasks/update", answer.formatted(task, key, "x".repeat(1_100_000)))
                        .errorCode())
                .isEqualTo(-32602);
        assertThat(get(a, task).get("status").stringValue()).isEqualTo("input_required");
        b.request("tasks/update", answer.formatted(task, key, "x")).result();
        await(a, task, "completed");
    }

    @Test
    void aTaskCanBeCancelledOnAnyInstance() throws InterruptedException {
        String task = a.call("work").result().get("taskId").stringValue();

        b.request("tasks/cancel", "{\"taskId\": \"" + task + "\"}").result();

        assertThat(INTERRUPTED.tryAcquire(10, TimeUnit.SECONDS)).isTrue();
        await(b, task, "cancelled");
        await(a, task, "cancelled");
    }

    @ParameterizedTest
    @ValueSource(strings = {"tasks/get", "tasks/cancel"})
    @DisabledIfSystemProperty(
            named = "spring.data.redis.port",
            matches = ".*",
            disabledReason = "The tests of the module kill instances")
    void aTaskWhoseInstanceHasGoneFails(String method) throws InterruptedException {
        String task = a.call("work").result().get("taskId").stringValue();
        STORE.abandoned.add(task);
        b.request(method, "{\"taskId\": \"" + task + "\"}").result();
        JsonNode failed = get(b, task);
        assertThat(failed.get("status").stringValue()).isEqualTo("failed");
        assertThat(failed.get("statusMessage").stringValue())
                .isEqualTo("The instance that ran the task has ended; the task may have taken effect");
        assertThat(failed.at("/error/code").intValue()).isEqualTo(-32603);

        // It was only slow.
        assertThat(INTERRUPTED.tryAcquire(10, TimeUnit.SECONDS)).isTrue();
        assertThat(get(a, task)).isEqualTo(failed);
    }

    @Test
    @Tag("change")
    @DisabledIfSystemProperty(
            named = "spring.data.redis.port",
            matches = ".*",
            disabledReason = "The tests of the module kill instances")
    void clientsThatListenLearnOfATaskWhoseInstanceHasGone() throws InterruptedException {
        String task = a.call("work").result().get("taskId").stringValue();
        try (EventStream stream =
                b.stream("subscriptions/listen", "{\"notifications\": {\"taskIds\": [\"" + task + "\"]}}")) {
            stream.nextMessage();
            STORE.abandoned.add(task);
            assertThat(stream.nextMessage().at("/params/status").stringValue()).isEqualTo("failed");
        }
        assertThat(INTERRUPTED.tryAcquire(10, TimeUnit.SECONDS)).isTrue();
    }

    @Test
    void anInstanceWithoutToolsThatSupportTasksReturnsTasksOfOthers() {
        McpTestClient other = TestServer.shared(
                        WithoutTools.class, "spring.application.name=c", "mcp.server.name=replica", SECRET)
                .clientWith(ProtocolVersion.V2026_07_28, TaskTests.TASKS);
        String task = a.call("confirm").result().get("taskId").stringValue();
        assertThat(await(other, task, "input_required")).isEqualTo(get(a, task));

        other.request("tasks/cancel", "{\"taskId\": \"" + task + "\"}").result();

        await(other, task, "cancelled");
    }
}
