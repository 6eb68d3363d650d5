package io.mcpspring.contract.limit;

import static io.mcpspring.contract.limit.LimitedEntries.MEGABYTE;
import static org.assertj.core.api.Assertions.assertThat;

import io.mcpspring.McpServer;
import io.mcpspring.session.SessionState;
import io.mcpspring.support.Answer;
import io.mcpspring.support.EventStream;
import io.mcpspring.support.McpTestClient;
import io.mcpspring.task.TaskSettings;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.springframework.beans.factory.config.BeanFactoryPostProcessor;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Import;
import tools.jackson.databind.JsonNode;

/** What is kept for each session and task. */
final class SessionLimits {

    /** A row of sessions, and of tasks. */
    private static final String TIME_TO_ANSWER = "time in which a question is answered";

    static Limit.Table table() {
        return new Limit.Table()
                .on("session.max-age=2s")
                .row("a session", SessionLimits::sessions)
                .on("client.max-pending=4", "client.request-timeout=2s")
                .row("listening (`GET`) streams of a session", SessionLimits::streams)
                .row("questions of a session without an answer", SessionLimits::questions)
                .row(TIME_TO_ANSWER, SessionLimits::times)
                .row(TIME_TO_ANSWER, SessionLimits::timesOfATask)
                .row("events for a client that resumes a stream", SessionLimits::events)
                .row("subscriptions to resources", SessionLimits::subscriptions)
                .on("session.idle-timeout=1s")
                .row("log level, subscriptions, a stream without a connected client", SessionLimits::idleSessions)
                .on("tasks.ttl=2s", "tasks.max-active=50")
                .row("a task and its result", SessionLimits::tasks)
                .on(SmallResults.class)
                .row("size of a result", SessionLimits::results);
    }

    private static void sessions(LimitedServer server) {
        List<McpTestClient> clients = server.sessions(500);
        assertThat(server.sessions().size()).isZero();
        LimitedServer.until(() -> clients.get(499).request("ping", "{}").status() == 404);
        assertThat(clients.get(0).request("ping", "{}").status()).isEqualTo(404);
    }

    private static void streams(LimitedServer server) {
        McpTestClient client = server.legacy();
        List<EventStream> streams = new ArrayList<>();
        for (int i = 0; i < 8; i++) {
            streams.add(client.listen());
        }
        LimitedServer.until(() -> server.sessions().listeners(client) == 8);
        assertThat(client.send("GET", client.headers()).status()).isEqualTo(429);
        streams.get(0).close();
        LimitedServer.until(() -> server.sessions().listeners(client) == 7);
        streams.add(client.listen());
        streams.forEach(EventStream::close);
        LimitedServer.delete(List.of(client));
    }

    private static void questions(LimitedServer server) {
        McpTestClient client = server.legacy();
        List<EventStream> questions = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            EventStream stream = client.streamCall("askReactively", "{}");
            stream.nextMessage();
            questions.add(stream);
        }
        assertThat(client.call("askReactively").isToolError()).isTrue();
        LimitedServer.delete(List.of(client));
        questions.forEach(EventStream::close);
    }

    private static void times(LimitedServer server) {
        McpTestClient client = server.legacy();
        try (EventStream stream = client.streamCall("ask", "{}")) {
            List<JsonNode> messages = stream.rest();
            assertThat(messages.get(messages.size() - 1).at("/result/isError").booleanValue())
                    .isTrue();
        }
    }

    private static void timesOfATask(LimitedServer server) {
        McpTestClient client = server.modern();
        String task = taskId(client.call("ask"));
        LimitedServer.until(() -> task(client, task).result().has("result"));
        assertThat(task(client, task).result().at("/result/isError").booleanValue())
                .isTrue();
    }

    private static void events(LimitedServer server) throws InterruptedException {
        McpTestClient client = server.batching();
        String first;
        try (EventStream stream = client.streamCall("burst", "{}")) {
            first = stream.nextWithMessage().id();
            server.entries().begun.acquire();
        }
        Map<String, String> headers = client.headers();
        headers.put("Last-Event-ID", first);
        assertThat(client.send("GET", headers).status()).isEqualTo(400);
        long taken = Runtime.getRuntime().maxMemory() / 8 - server.sessions().eventsLeft();
        assertThat(taken).isBetween((long) MEGABYTE / 2, (long) MEGABYTE);
        LimitedServer.delete(List.of(client));
    }

    private static void subscriptions(LimitedServer server) {
        McpTestClient ofMany = server.legacy();
        for (int i = 0; i <= 1000; i++) {
            assertThat(subscribe(ofMany, i, 30).json().has("result")).isEqualTo(i < 1000);
        }
        McpTestClient ofLong = server.legacy();
        assertThat(subscribe(ofLong, 0, 8193).errorCode()).isEqualTo(-32602);
        for (int i = 0; i <= 15; i++) {
            Answer answer = subscribe(ofLong, i, 8192);
            assertThat(answer.json().has("result")).isEqualTo(i < 15);
        }
        assertThat(subscribe(ofLong, 15, 8192).errorCode()).isEqualTo(-32602);
        LimitedServer.delete(List.of(ofMany, ofLong));
    }

    static Answer subscribe(McpTestClient client, int number, int length) {
        return client.request("resources/subscribe", "{\"uri\": \"" + RequestLimits.address(number, length) + "\"}");
    }

    static Answer setLevel(McpTestClient client) {
        return client.request("logging/setLevel", "{\"level\": \"error\"}");
    }

    private static void idleSessions(LimitedServer server) {
        SessionState state = server.sessions();
        List<McpTestClient> clients = server.sessions(100);
        clients.forEach(client -> {
            assertThat(setLevel(client).status()).isEqualTo(200);
            for (int i = 0; i < 5; i++) {
                subscribe(client, i, 8192).result();
            }
            client.listen().close();
        });
        LimitedServer.until(() -> state.size() == 0);
        assertThat(clients.get(0).request("ping", "{}").status()).isEqualTo(200);
    }

    static String taskId(Answer created) {
        assertThat(created.result().path("resultType").asString())
                .as(created.text())
                .isEqualTo("task");
        return created.result().get("taskId").stringValue();
    }

    static Answer task(McpTestClient client, String task) {
        return client.request("tasks/get", "{\"taskId\": \"" + task + "\"}");
    }

    static String status(McpTestClient client, String task) {
        return task(client, task).result().get("status").stringValue();
    }

    /** The store forgets expired tasks when it is used. */
    private static void tasks(LimitedServer server) throws InterruptedException {
        List<String> running = begin(server, "never", "{}", 30);
        List<String> ended = begin(server, "result", "{\"size\": " + MEGABYTE / 2 + "}", 20);
        assertThat(server.entries().cancelled.tryAcquire(30, 10, TimeUnit.SECONDS))
                .isTrue();
        McpTestClient client = server.modern();
        Stream.of(running.get(0), ended.get(0), ended.get(19))
                .forEach(task -> LimitedServer.until(
                        () -> task(client, task).json().at("/error/code").asInt(0) == -32602));
    }

    private static List<String> begin(LimitedServer server, String tool, String arguments, int number) {
        return LimitedServer.answers(
                        LimitedServer.atOnce(number, () -> server.modern().call(tool, arguments)))
                .stream()
                .map(SessionLimits::taskId)
                .toList();
    }

    /** With an eighth of the heap, the result and its JSON would take most of the memory of the test. */
    @Import(LimitedEntries.class)
    static class SmallResults {

        @Bean
        static BeanFactoryPostProcessor server(ConfigurableApplicationContext application) {
            return LimitedServer.replacing(
                    "io.mcpspring.server",
                    beans -> McpServer.builder(application)
                            .settings(settings -> settings.tasks =
                                    new TaskSettings(Duration.ofSeconds(10), 50, MEGABYTE / 2, Duration.ofSeconds(30)))
                            .build());
        }
    }

    private static void results(LimitedServer server) {
        McpTestClient client = server.modern();
        for (int size : new int[] {MEGABYTE / 2 - 1000, MEGABYTE / 2}) {
            String task = taskId(client.call("result", "{\"size\": " + size + "}"));
            LimitedServer.until(() -> !status(client, task).equals("working"));
            assertThat(status(client, task)).isEqualTo(size == MEGABYTE / 2 ? "failed" : "completed");
        }
    }

    private SessionLimits() {}
}
