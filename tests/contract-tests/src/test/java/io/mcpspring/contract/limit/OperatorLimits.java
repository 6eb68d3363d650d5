package io.mcpspring.contract.limit;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import io.mcpspring.McpServer;
import io.mcpspring.audit.AuditTrail;
import io.mcpspring.audit.McpAuditEvent;
import io.mcpspring.audit.RefusalAudit;
import io.mcpspring.event.McpInstanceChannel;
import io.mcpspring.support.McpTestClient;
import io.mcpspring.support.RawHttp;
import io.mcpspring.support.RecordedLog;
import io.mcpspring.task.McpTask;
import io.mcpspring.task.McpTaskStore;
import io.mcpspring.task.UnsavedTasks;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Semaphore;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.springframework.beans.factory.config.BeanFactoryPostProcessor;
import org.springframework.context.ApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Import;
import org.springframework.context.event.EventListener;

/** What is kept for the surroundings of the server: other instances, a store, listeners of events, and the log. */
final class OperatorLimits {

    private static final int MAX_EVENTS = 10_000;

    static Limit.Table table() {
        return new Limit.Table()
                .on(Surroundings.class, "http.allowed-hosts=localhost", "tasks.ttl=10s")
                .row("final states of tasks that an `McpTaskStore` could not save", OperatorLimits::unsavedTasks)
                .row(
                        "values of `Host` and `Origin`, and audiences of access tokens, that were refused, each logged"
                                + " once",
                        OperatorLimits::refusedValues)
                .row("a message to other instances on behalf of a client", OperatorLimits::messages)
                .row("[events](../how-to/audit.md) that wait for their listeners", OperatorLimits::events)
                .row("events of refused requests", OperatorLimits::refusals);
    }

    @Import(LimitedEntries.class)
    static class Surroundings {

        private static volatile long nanos = System.nanoTime();

        private final List<McpAuditEvent.Refusal> refusals = new CopyOnWriteArrayList<>();

        private final Semaphore listening = new Semaphore(Integer.MAX_VALUE);

        private final List<String> messages = new CopyOnWriteArrayList<>();

        @Bean
        static BeanFactoryPostProcessor clockOfRefusals(ApplicationContext application) {
            return LimitedServer.replacing("io.mcpspring.auditTrail", beans -> {
                AuditTrail trail = new AuditTrail(application);
                RefusalAudit.begin(beans.getBean(McpServer.class).parts().refusals(), trail, () -> nanos);
                return trail;
            });
        }

        @EventListener
        void listen(McpAuditEvent event) throws InterruptedException {
            listening.acquire();
            listening.release();
            if (event instanceof McpAuditEvent.Refusal refusal) {
                refusals.add(refusal);
            }
        }

        @Bean
        McpInstanceChannel channel() {
            return new McpInstanceChannel() {

                @Override
                public void publish(byte[] message) {
                    messages.add(new String(message, 0, Math.min(1000, message.length)));
                }

                @Override
                public void subscribe(Consumer<byte[]> listener) {}
            };
        }

        /** Saves no final states. */
        @Bean
        McpTaskStore store() {
            Map<String, McpTask> saved = new ConcurrentHashMap<>();
            return new McpTaskStore() {

                @Override
                public boolean save(McpTask task) {
                    saved.remove(task.id());
                    if (task.status().isTerminal()) {
                        throw new IllegalStateException("The store is full");
                    }
                    saved.put(task.id(), task);
                    return true;
                }

                @Override
                public Optional<McpTask> find(String id) {
                    return Optional.ofNullable(saved.get(id));
                }
            };
        }
    }

    private static void unsavedTasks(LimitedServer server) {
        McpTaskStore unsaved =
                UnsavedTasks.of(server.bean(McpServer.class).parts().state().tasks());
        String last = ServerLimits.forgetsTheOldest(server, unsaved, 10, ServerLimits.MANY_SMALL);
        LimitedServer.until(() -> unsaved.find(last).isEmpty());
    }

    private static void refusedValues(LimitedServer server) {
        McpTestClient client = server.legacy();
        String page = "x".repeat(40);
        try (RecordedLog log = new RecordedLog()) {
            for (int i = 0; i < 300; i++) {
                refused(server, client, "Host: " + page + i);
                refused(server, client, "Origin: https://" + page + i);
            }
            for (String header : List.of("Host", "Origin")) {
                assertThat(log.lines(Level.WARN))
                        .filteredOn(line -> line.startsWith("Refused a request with " + header))
                        .hasSize(100);
            }
        }
    }

    private static void refused(LimitedServer server, McpTestClient client, String header) {
        RawHttp.Response response = RawHttp.post(
                server.server().port(),
                "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ping\"}",
                LimitedServer.lines(client, header));
        assertThat(response.status()).isEqualTo(403);
    }

    private static void messages(LimitedServer server) {
        List<String> messages = server.bean(Surroundings.class).messages;
        McpTestClient client = server.legacy();
        messages.clear();
        assertThat(answer(client, "01234567-1", 1_000_000)).isEqualTo(202);
        assertThat(answer(client, "01234567-1", 1_100_000)).isEqualTo(413);
        for (int size : new int[] {1_000_000, 1_100_000}) {
            assertThat(answer(client, "not-asked", size)).isEqualTo(202);
        }
        assertThat(messages).hasSize(1);
        messages.clear();
        for (int size : new int[] {256 - 2, 256 + 1}) {
            client.notify("notifications/cancelled", "{\"requestId\": \"" + "x".repeat(size) + "\"}");
        }
        assertThat(messages).hasSize(1);
    }

    private static int answer(McpTestClient client, String question, int size) {
        return client.post("{\"jsonrpc\": \"2.0\", \"id\": \"%s\", \"result\": {\"text\": \"%s\"}}"
                        .formatted(question, "x".repeat(size)))
                .status();
    }

    private static void events(LimitedServer server) {
        Semaphore listening = server.bean(Surroundings.class).listening;
        McpTestClient client = server.batching();
        String calls = IntStream.range(0, 100)
                .mapToObj(id ->
                        "{\"jsonrpc\":\"2.0\",\"id\":%d,\"method\":\"tools/call\",\"params\":{\"name\":\"greet\"}}"
                                .formatted(id))
                .collect(Collectors.joining(",", "[", "]"));
        int more = 500;
        try (RecordedLog log = new RecordedLog()) {
            listening.drainPermits();
            for (int sent = 0; sent < MAX_EVENTS + more; sent += 100) {
                assertThat(LimitedServer.postForJson(client, calls).json()).hasSize(100);
            }
            listening.release();
            LimitedServer.until(() -> log.lines(Level.WARN).stream().anyMatch(line -> lost(line) > more - 50));
            assertThat(log.lines(Level.WARN)).allMatch(line -> lost(line) <= more);
        }
    }

    private static int lost(String line) {
        return line.endsWith(" audit events were lost, because their listeners are too slow")
                ? Integer.parseInt(line.substring(0, line.indexOf(' ')))
                : 0;
    }

    /** A clock of the test takes the place of ten seconds. */
    private static void refusals(LimitedServer server) {
        List<McpAuditEvent.Refusal> events = server.bean(Surroundings.class).refusals;
        McpTestClient client = server.legacy();
        // Other tests may have caused refusals in this period.
        Surroundings.nanos += Duration.ofSeconds(11).toNanos();
        events.clear();
        for (int i = 0; i < 50; i++) {
            refused(server, client, "Host: evil.example");
        }
        Surroundings.nanos += Duration.ofSeconds(11).toNanos();
        refused(server, client, "Host: evil.example");
        LimitedServer.until(() -> events.stream().anyMatch(event -> event.suppressed() == 30));
        assertThat(events).hasSize(21);
        events.clear();
    }

    private OperatorLimits() {}
}
