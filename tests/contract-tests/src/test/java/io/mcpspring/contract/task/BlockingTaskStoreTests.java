package io.mcpspring.contract.task;

import static org.assertj.core.api.Assertions.assertThat;

import io.mcpspring.annotation.McpTool;
import io.mcpspring.annotation.McpTool.TaskSupport;
import io.mcpspring.entry.McpAccessDecision;
import io.mcpspring.entry.McpAccessRule;
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
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.IntStream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.springframework.context.annotation.Bean;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Schedulers;

/** A store of the application may block, also by means of Reactor. */
class BlockingTaskStoreTests {

    private final TestServer server = TestServer.shared(Application.class);

    private final Store store = server.context().getBean(Store.class);

    private final McpTestClient client = server.clientWith(ProtocolVersion.V2026_07_28, TaskTests.TASKS);

    private String endedTask() {
        String task = client.call("work").result().get("taskId").stringValue();
        Application.DONE.complete("done");
        // A task that runs is not looked up in the store.
        Awaitility.await().until(() -> {
            client.request("tasks/get", "{\"taskId\": \"" + task + "\"}").result();
            return store.found.contains(task);
        });
        return task;
    }

    @Test
    void theStoreIsCalledOnThreadsThatMayBlock() {
        String task = endedTask();
        // Many, because a task is often, but not always, found where the rule has decided about the one before.
        List<String> copies = IntStream.range(0, 100)
                .mapToObj(number -> store.copy(task, number))
                .toList();

        try (EventStream stream = client.stream(
                "subscriptions/listen",
                "{\"notifications\": {\"taskIds\": [\"" + String.join("\", \"", copies) + "\"]}}")) {
            assertThat(stream.nextMessage().at("/params/notifications/taskIds").valueStream())
                    .hasSameSizeAs(copies);
        }
        assertThat(store.found).containsAll(copies);
        assertThat(store.nonBlocking).isEmpty();
    }

    private static final class Store implements McpTaskStore {

        private final Map<String, McpTask> tasks = new ConcurrentHashMap<>();

        private final Set<String> found = ConcurrentHashMap.newKeySet();

        private final Set<String> nonBlocking = ConcurrentHashMap.newKeySet();

        @Override
        public boolean save(McpTask task) {
            requireBlocking("save");
            tasks.put(task.id(), task);
            return true;
        }

        @Override
        public Optional<McpTask> find(String id) {
            requireBlocking("find");
            Optional<McpTask> task = Optional.ofNullable(tasks.get(id));
            task.ifPresent(present -> found.add(id));
            return task;
        }

        private void requireBlocking(String method) {
            if (Schedulers.isInNonBlockingThread()) {
                nonBlocking.add(method + " on " + Thread.currentThread().getName());
            }
        }

        private String copy(String id, int number) {
            McpTask copy = McpTask.fromJson(tasks.get(id).toJson().replace(id, id + "-" + number));
            tasks.put(copy.id(), copy);
            return copy.id();
        }
    }

    static class Application {

        private static final CompletableFuture<String> DONE = new CompletableFuture<>();

        @McpTool(task = TaskSupport.REQUIRED)
        Mono<String> work() {
            return Mono.fromFuture(DONE, true);
        }

        @Bean
        static McpAccessRule rule() {
            return (entry, request) -> Mono.just(McpAccessDecision.granted()).publishOn(Schedulers.parallel());
        }

        @Bean
        static Store store() {
            return new Store();
        }
    }
}
