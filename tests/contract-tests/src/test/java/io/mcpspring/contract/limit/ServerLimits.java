package io.mcpspring.contract.limit;

import static io.mcpspring.contract.limit.LimitedEntries.MEGABYTE;
import static org.assertj.core.api.Assertions.assertThat;

import io.mcpspring.McpServer;
import io.mcpspring.protocol.ClientCapabilities;
import io.mcpspring.protocol.Implementation;
import io.mcpspring.protocol.ProtocolVersion;
import io.mcpspring.server.StreamEvent;
import io.mcpspring.session.LegacyClient;
import io.mcpspring.session.LegacySessions;
import io.mcpspring.session.SessionState;
import io.mcpspring.support.Answer;
import io.mcpspring.support.EventStream;
import io.mcpspring.support.McpTestClient;
import io.mcpspring.support.RawHttp;
import io.mcpspring.task.McpTask;
import io.mcpspring.task.McpTaskStore;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** What is kept for all clients together. */
final class ServerLimits {

    private static final long HEAP = Runtime.getRuntime().maxMemory();

    /** More tasks with small results than a caller can have: each takes more than 500 bytes. */
    static final int MANY_SMALL = (int) (HEAP / 32 / 500);

    private static final String LISTS = "{\"notifications\": {\"toolsListChanged\": true}}";

    static Limit.Table table() {
        return new Limit.Table()
                .on("http.max-request-size=16MB", "http.read-timeout=6s")
                .row("bodies of requests, from the first byte to the end of the work", ServerLimits::bodies)
                .row("bytes that wait to be sent to all clients", ServerLimits::unsent)
                .on(
                        "execution.pool.max-size=4",
                        "execution.pool.queue-capacity=4",
                        "client.max-pending-total=6",
                        "tasks.max-active=10",
                        "tasks.ttl=10s")
                .row("calls of blocking methods", ServerLimits::calls)
                .row("workers that wait for the answer to a question", ServerLimits::workers)
                .row("questions of all sessions and tasks without an answer", ServerLimits::questions)
                .row("running tasks", ServerLimits::tasks)
                .row("tasks that have ended (`InMemoryTaskStore`)", ServerLimits::endedTasks)
                .on(
                        "session.max-open=20",
                        "http.sse.max-listening-streams=30",
                        "http.sse.max-listening-streams-per-caller=25")
                .row("sessions whose state is kept between their requests", ServerLimits::sessions)
                .row("listening streams of both eras", ServerLimits::streams)
                .row("listening streams of both eras", ServerLimits::streamsOfACaller)
                .on("session.events.max-size=64MB")
                .row(
                        "decrypted contents of session ids",
                        server -> useSessions(server, 2_500),
                        ServerLimits::sessionIds)
                .row("events of all sessions", ServerLimits::events)
                .row("subscriptions of all sessions", ServerLimits::subscriptions)
                .row("filters of all `subscriptions/listen`", ServerLimits::filters)
                .row("sessions that were ended by `DELETE`, until their ids expire", ServerLimits::endedSessions);
    }

    /** While the calls of a caller are running, there is no room for one more of it, but for those of others. */
    private static void bodies(LimitedServer server) {
        LimitedEntries entries = server.entries();
        McpTestClient client = server.modern();
        int size = (int) (HEAP / 32 / 2 - MEGABYTE);
        byte[] request = LimitedServer.request(
                client, "tools/call", "{\"name\": \"keep\", \"arguments\": {\"text\": \"" + "x".repeat(size) + "\"}}");
        int most = 2;
        List<RawHttp> calls = new ArrayList<>();
        for (int i = 0; i < most; i++) {
            calls.add(server.open(request));
            LimitedServer.until(entries.begun::tryAcquire);
        }
        // Not all of it: the server does not read the rest, and the client could lose the response.
        long left = HEAP / 32 - (long) most * request.length;
        byte[] oneMore = Arrays.copyOf(request, (int) left + 64 * 1024);
        for (int i = 0; i < 3; i++) {
            try (RawHttp refused = server.open(oneMore)) {
                assertThat(refused.receive().status()).isEqualTo(503);
            }
        }
        assertThat(server.modern().call("greet").contentText())
                .as("a small body")
                .isEqualTo("hello");
        assertThat(server.client(ProtocolVersion.V2026_07_28, "ada")
                        .call("text", "{\"size\": 1, \"junk\": \"" + "x".repeat(size) + "\"}")
                        .status())
                .as("a large body of another caller")
                .isEqualTo(200);
        entries.released.release(most);
        for (RawHttp call : calls) {
            assertThat(call.receive().text()).contains("kept " + size);
        }
        LimitedServer.close(calls);
    }

    /** While a caller does not read, there is no room for one more large response to it, but for those to others. */
    private static void unsent(LimitedServer server) {
        // The buffers of the system take a part of each response, and may take more of it a moment later.
        List<RawHttp> unread = new ArrayList<>();
        int refusals = 0;
        while (refusals < 3 && unread.size() < 30) {
            RawHttp next = server.callsThatAreNotRead(1, "huge").get(0);
            unread.add(next);
            refusals = next.receiveHead().status() == 503 ? refusals + 1 : 0;
        }
        McpTestClient session = server.legacy();
        for (McpTestClient client : List.of(server.modern(), session)) {
            Answer refused = client.call("huge");
            assertThat(refused.status()).isEqualTo(503);
            assertThat(refused.header("Retry-After")).isEqualTo("5");
            assertThat(refused.errorCode()).isEqualTo(-32000);
            assertThat(refused.error().get("message").stringValue()).isEqualTo(StreamEvent.Message.NO_MEMORY.message());
            assertThat(refused.json().get("id").intValue()).isEqualTo(client.lastId());
        }
        assertThat(session.call("greet").contentText()).isEqualTo("hello");
        assertThat(server.client(ProtocolVersion.V2026_07_28, "ada")
                        .call("text", "{\"size\": 900000}")
                        .contentText())
                .as("another caller")
                .hasSize(900_000);
        LimitedServer.close(unread);
        LimitedServer.delete(List.of(session));
        LimitedServer.until(() -> server.modern().call("huge").status() == 200);
    }

    private static void calls(LimitedServer server) {
        LimitedEntries entries = server.entries();
        List<CompletableFuture<Answer>> calls =
                LimitedServer.atOnce(30, () -> server.modern().call("hold"));
        LimitedServer.until(
                () -> calls.stream().filter(CompletableFuture::isDone).count() == 22);
        assertThat(entries.running).hasValue(4);
        entries.released.release(8);
        assertThat(LimitedServer.answers(calls))
                .filteredOn(answer -> !answer.isToolError())
                .hasSize(8)
                .allMatch(answer -> answer.contentText().equals("held"));
        assertThat(entries.mostRunning).hasValue(4);
        entries.begun.drainPermits();
    }

    private static void workers(LimitedServer server) {
        ask(server, "ask", 2);
    }

    private static void questions(LimitedServer server) {
        ask(server, "askReactively", 6);
    }

    /** Asks as many clients as possible, and one more. */
    private static void ask(LimitedServer server, String tool, int most) {
        List<McpTestClient> clients = server.sessions(most + 1);
        for (McpTestClient client : clients.subList(0, most)) {
            try (EventStream stream = client.streamCall(tool, "{}")) {
                assertThat(stream.nextMessage().get("method").stringValue()).isEqualTo("sampling/createMessage");
            }
        }
        assertThat(clients.get(most).call(tool).isToolError()).isTrue();
        assertThat(server.modern().call("greet").contentText()).isEqualTo("hello");
        LimitedServer.delete(clients);
        // The threads of the calls end after the response.
        McpTestClient next = server.legacy();
        LimitedServer.until(() -> {
            try (EventStream stream = next.streamCall(tool, "{}")) {
                return stream.nextMessage().has("method");
            }
        });
        LimitedServer.delete(List.of(next));
    }

    private static void tasks(LimitedServer server) {
        McpTestClient client = server.modern();
        List<String> tasks =
                LimitedServer.answers(
                                LimitedServer.atOnce(10, () -> server.modern().call("never")))
                        .stream()
                        .map(SessionLimits::taskId)
                        .toList();
        assertThat(client.call("never").isToolError()).isTrue();
        assertThat(client.call("greet").contentText()).isEqualTo("hello");
        tasks.forEach(task -> client.request("tasks/cancel", "{\"taskId\": \"" + task + "\"}"));
        LimitedServer.until(() -> !client.call("never").isToolError());
    }

    private static void endedTasks(LimitedServer server) {
        McpTaskStore store = server.bean(McpTaskStore.class);
        forgetsTheOldest(server, store, 10, MANY_SMALL);
        String last = forgetsTheOldest(server, store, MEGABYTE, (int) (HEAP / 32 / MEGABYTE));
        LimitedServer.until(() -> store.find(last).isEmpty());
    }

    /**
     * Ends a task, and saves others until it is forgotten. They are copies, because each call takes a moment to become
     * a task, and those of a user, because a stored task does not have an address.
     *
     * @return the last task, which is kept
     */
    static String forgetsTheOldest(LimitedServer server, McpTaskStore store, int size, int others) {
        McpTestClient client = server.client(ProtocolVersion.V2026_07_28, "ada");
        String task = SessionLimits.taskId(client.call("result", "{\"size\": " + size + "}"));
        LimitedServer.until(() ->
                store.find(task).filter(saved -> saved.status().isTerminal()).isPresent());
        String json = store.find(task).orElseThrow().toJson();
        for (int i = 1; i <= others; i++) {
            store.save(McpTask.fromJson(json.replace(task, task + "-" + i)));
        }
        assertThat(SessionLimits.task(client, task).errorCode()).isEqualTo(-32602);
        String last = task + "-" + others;
        assertThat(SessionLimits.status(client, last)).isEqualTo("completed");
        return last;
    }

    private static void sessions(LimitedServer server) {
        SessionState state = server.sessions();
        List<McpTestClient> clients = server.sessions(21);
        clients.forEach(
                client -> assertThat(SessionLimits.setLevel(client).status()).isEqualTo(200));
        LimitedServer.until(() -> state.size() == 20);
        assertThat(state.contains(clients.get(0))).isFalse();
        LimitedServer.delete(clients);
    }

    private static void awaitNoListeners(LimitedServer server) {
        LimitedServer.until(
                () -> server.bean(McpServer.class).parts().state().streams().open() == 0);
    }

    private static void streams(LimitedServer server) {
        listen(server, List.of("ada", "ben"), 30, 503);
        keptOfMeta(server);
    }

    /** The tree of the largest {@code _meta} would take more than 400 KB for each stream. */
    private static void keptOfMeta(LimitedServer server) {
        // Threads of the web server keep the buffers that they have needed, so that the second round is measured.
        closeAll(server, listenWithMeta(server));
        long before = LimitsTests.usedHeap();
        List<EventStream> streams = listenWithMeta(server);
        assertThat((LimitsTests.usedHeap() - before) / streams.size()).isLessThan(250_000);
        closeAll(server, streams);
    }

    private static List<EventStream> listenWithMeta(LimitedServer server) {
        List<EventStream> streams = new ArrayList<>();
        for (int i = 0; i < 25; i++) {
            EventStream stream = server.modern().stream(
                    "subscriptions/listen",
                    LISTS.replaceFirst("}$", ", \"_meta\": {\"x\": [[]" + ",[]".repeat(4_900) + "]}}"));
            assertThat(stream.nextMessage().get("method").stringValue()).endsWith("acknowledged");
            streams.add(stream);
        }
        return streams;
    }

    private static void closeAll(LimitedServer server, List<EventStream> streams) {
        streams.forEach(EventStream::close);
        awaitNoListeners(server);
    }

    private static void streamsOfACaller(LimitedServer server) {
        listen(server, List.of("ada"), 25, 429);
    }

    /** Opens as many streams as possible by these users, and one more. */
    private static void listen(LimitedServer server, List<String> users, int most, int status) {
        List<EventStream> streams = new ArrayList<>();
        McpTestClient legacy = server.client(ProtocolVersion.V2025_11_25, users.get(0));
        streams.add(legacy.listen());
        for (int i = 1; i < most; i++) {
            EventStream stream = server.client(ProtocolVersion.V2026_07_28, users.get(i % users.size())).stream(
                    "subscriptions/listen", LISTS);
            stream.nextMessage();
            streams.add(stream);
        }
        assertThat(legacy.send("GET", legacy.headers()).status()).isEqualTo(status);
        assertThat(server.client(ProtocolVersion.V2026_07_28, users.get(0))
                        .request("subscriptions/listen", LISTS)
                        .errorCode())
                .isEqualTo(-32603);
        streams.forEach(EventStream::close);
        LimitedServer.delete(List.of(legacy));
        awaitNoListeners(server);
    }

    /** Opens sessions, and uses them, as requests would. */
    private static void useSessions(LimitedServer server, int number) {
        LegacySessions sessions = server.bean(McpServer.class).parts().state().sessions();
        LegacyClient client = new LegacyClient(
                ProtocolVersion.V2025_11_25, new Implementation("c".repeat(64), "1"), ClientCapabilities.NONE);
        for (int i = 0; i < number; i++) {
            assertThat(sessions.find(sessions.id(sessions.begin(client, null)), null))
                    .isPresent();
        }
    }

    private static void sessionIds(LimitedServer server) {
        McpTestClient first = server.legacy();
        useSessions(server, 20_000);
        assertThat(server.sessions().decryptedIds()).isEqualTo(2000);
        assertThat(first.request("ping", "{}").status()).isEqualTo(200);
        assertThat(server.sessions().decryptedIds()).isEqualTo(2000);
    }

    private static void events(LimitedServer server) throws InterruptedException {
        McpTestClient other = server.client(ProtocolVersion.V2025_11_25, "ada");
        String kept = flood(server, other, "burst");
        int most = (int) (HEAP / 32 / LimitedEntries.FLOOD);
        List<McpTestClient> clients = server.sessions(most + 1);
        String first = flood(server, clients.get(0), "flood");
        for (McpTestClient client : clients.subList(1, most + 1)) {
            flood(server, client, "flood");
        }
        SessionState state = server.sessions();
        assertThat(state.eventsLeft()).isGreaterThan(HEAP / 8 - HEAP / 32 - 4 * MEGABYTE);
        assertThat(resume(clients.get(0), first)).isEqualTo(400);
        assertThat(resume(other, kept)).as("another caller").isEqualTo(200);
        LimitedServer.delete(clients);
        LimitedServer.delete(List.of(other));
        LimitedServer.until(() -> state.eventsLeft() == HEAP / 8);
    }

    /** Returns the id of the first event. */
    private static String flood(LimitedServer server, McpTestClient client, String tool) throws InterruptedException {
        try (EventStream stream = client.streamCall(tool, "{}")) {
            String first = stream.nextWithMessage().id();
            server.entries().begun.acquire();
            return first;
        }
    }

    private static int resume(McpTestClient client, String event) {
        Map<String, String> headers = client.headers();
        headers.put("Last-Event-ID", event);
        return client.send("GET", headers).status();
    }

    private static void subscriptions(LimitedServer server) {
        SessionState state = server.sessions();
        List<McpTestClient> clients = new ArrayList<>();
        List<RawHttp> listeners = new ArrayList<>();
        Answer answer;
        do {
            McpTestClient client = server.batching();
            clients.add(client);
            RawHttp listener = server.open(RawHttp.head("GET /mcp", LimitedServer.lines(client)));
            assertThat(listener.receiveHead().status()).isEqualTo(200);
            listeners.add(listener);
            answer = LimitedServer.postForJson(client, subscribe(15));
        } while (answer.json().get(14).has("result"));
        assertThat(clients).hasSize((int) (HEAP / 64 / (15 * (2 * ("resource ".length() + 8192) + 100)) + 1));
        assertThat(answer.json().get(14).at("/error/code").intValue()).isEqualTo(-32603);
        McpTestClient last = clients.get(clients.size() - 1);
        LimitedServer.delete(List.of(clients.remove(0)));
        LimitedServer.until(() ->
                LimitedServer.postForJson(last, subscribe(15)).json().get(14).has("result"));
        LimitedServer.close(listeners);
        LimitedServer.delete(clients);
        LimitedServer.until(() -> state.subscriptionsLeft() == HEAP / 16);
    }

    private static String subscribe(int number) {
        return IntStream.range(0, number)
                .mapToObj(i ->
                        "{\"jsonrpc\":\"2.0\",\"id\":%d,\"method\":\"resources/subscribe\",\"params\":{\"uri\":\"%s\"}}"
                                .formatted(i, RequestLimits.address(i, 8192)))
                .collect(Collectors.joining(",", "[", "]"));
    }

    private static void filters(LimitedServer server) {
        byte[] listen = LimitedServer.request(server.modern(), "subscriptions/listen", RequestLimits.listen(15, 8192));
        List<RawHttp> streams = new ArrayList<>();
        String type;
        do {
            RawHttp stream = server.open(listen);
            streams.add(stream);
            type = stream.receiveHead().header("Content-Type");
        } while (type.equals("text/event-stream"));
        assertThat(streams).hasSize((int) (HEAP / 64 / (15 * (2 * 8192 + 100)) + 1));
        assertThat(server.modern()
                        .request("subscriptions/listen", RequestLimits.listen(15, 8192))
                        .errorCode())
                .isEqualTo(-32603);
        LimitedServer.close(streams);
        awaitNoListeners(server);
    }

    /** The other sessions are noted as ended, because so many requests take too long. */
    private static void endedSessions(LimitedServer server) {
        McpTestClient ended = server.legacy();
        LimitedServer.delete(List.of(ended));
        SessionState state = server.sessions();
        assertThat(state.endOthers()).isBetween(90_000, 100_000 - 1);
        assertThat(ended.request("ping", "{}").status()).isEqualTo(404);
        // The sessions of earlier tests are older.
        for (int earlier = 0; ended.request("ping", "{}").status() == 404; earlier++) {
            assertThat(earlier).isLessThan(10_000);
            McpTestClient late = server.legacy();
            LimitedServer.delete(List.of(late));
            assertThat(late.request("ping", "{}").status()).isEqualTo(404);
        }
        state.forgetEnded();
    }

    private ServerLimits() {}
}
