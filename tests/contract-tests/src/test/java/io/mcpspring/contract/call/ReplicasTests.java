package io.mcpspring.contract.call;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.mcpspring.annotation.McpTool;
import io.mcpspring.event.InProcessChannel;
import io.mcpspring.event.McpEndedSessions;
import io.mcpspring.event.McpInstanceChannel;
import io.mcpspring.exchange.McpExchange;
import io.mcpspring.protocol.ProtocolVersion;
import io.mcpspring.seal.Sealer;
import io.mcpspring.support.Answer;
import io.mcpspring.support.EventStream;
import io.mcpspring.support.LegacyRevisions;
import io.mcpspring.support.McpTestClient;
import io.mcpspring.support.Revisions;
import io.mcpspring.support.TestServer;
import io.mcpspring.tool.McpToolDefinition;
import io.mcpspring.tool.McpTools;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledIfSystemProperty;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingClass;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/**
 * To clients, two instances with the same secret and a channel between them are one server. With the module for Redis
 * on the class path, it connects them.
 */
class ReplicasTests {

    private static final String REDIS = "io.mcpspring.redis.McpRedisAutoConfiguration";

    /** Fails on demand, like the network between instances. */
    static final class FragileChannel implements McpInstanceChannel {

        final InProcessChannel network = new InProcessChannel();

        volatile boolean broken;

        @Override
        public void publish(byte[] message) {
            if (broken) {
                throw new IllegalStateException("The network is down");
            }
            network.publish(message);
        }

        @Override
        public void subscribe(Consumer<byte[]> listener) {
            network.subscribe(listener);
        }
    }

    private static final FragileChannel CHANNEL = new FragileChannel();

    /** Keeps the ended sessions, and fails for some. */
    private static final class Ended implements McpEndedSessions {

        private final Map<String, Instant> sessions = new ConcurrentHashMap<>();

        private volatile boolean broken;

        @Override
        public void add(String session, Instant expiresAt) {
            if (broken) {
                throw new IllegalStateException("no connection");
            }
            sessions.put(session, expiresAt);
        }

        @Override
        public void load(Consumer<String> listener) {
            sessions.keySet().forEach(listener);
            if (broken) {
                throw new IllegalStateException("no connection");
            }
        }
    }

    private static final Ended ENDED = new Ended();

    @Configuration(proxyBeanMethods = false)
    @ConditionalOnMissingClass(REDIS)
    static class Shared {

        @Bean
        McpEndedSessions endedSessions() {
            return ENDED;
        }

        @Bean
        McpInstanceChannel channel() {
            return CHANNEL;
        }
    }

    @Import(Shared.class)
    static class Replica {

        static final Semaphore BEGUN = new Semaphore(0);

        static final Semaphore CANCELLED = new Semaphore(0);

        @McpTool(description = "Asks for the roots")
        String ask(McpExchange exchange) {
            return exchange.roots().get(0).uri().toString();
        }

        @McpTool(description = "Works for ever")
        String work(McpExchange exchange) {
            exchange.progress(1);
            BEGUN.release();
            try {
                new CountDownLatch(1).await();
            } catch (InterruptedException ex) {
                CANCELLED.release();
            }
            return "over";
        }
    }

    static class Alone {}

    private static final String SECRET = "mcp.server.secret=a secret that both of the instances know";

    private static final String KEYS = "mcp.server.redis.key-prefix=replicas:";

    private static final TestServer A = TestServer.shared(Replica.class, SECRET, KEYS, "spring.application.name=a");

    private static final TestServer B = TestServer.shared(Replica.class, SECRET, KEYS, "spring.application.name=b");

    private static final AtomicInteger TOOLS = new AtomicInteger();

    /** Returns the channel of an instance. */
    private static McpInstanceChannel channel(TestServer server) {
        return server.context().getBean(McpInstanceChannel.class);
    }

    @AfterEach
    void repair() {
        CHANNEL.broken = false;
        ENDED.broken = false;
    }

    /** Sends a request of one client to any instance. */
    private static Answer send(TestServer server, McpTestClient client, String method, String params) {
        ObjectNode object = (ObjectNode) JsonMapper.shared().readTree(params);
        return post(server, client.body(method, object), client);
    }

    private static Answer post(TestServer server, String body, McpTestClient client) {
        return server.client(client.version()).post(body, client.headers());
    }

    private static EventStream listen(TestServer server, McpTestClient client) {
        return server.client(client.version()).get(client.headers());
    }

    private static String answer(JsonNode question, String uri) {
        return "{\"jsonrpc\": \"2.0\", \"id\": %s, \"result\": {\"roots\": [{\"uri\": \"%s\"}]}}"
                .formatted(question.get("id"), uri);
    }

    private static void change(TestServer server) {
        String name = "t" + TOOLS.incrementAndGet();
        server.context()
                .getBean(McpTools.class)
                .update(changes -> changes.add(McpToolDefinition.named(name)
                        .description("Does nothing")
                        .call((arguments, exchange) -> "done")
                        .build()));
    }

    @LegacyRevisions
    void everyInstanceWithTheSecretAcceptsASession(ProtocolVersion version) {
        McpTestClient client = A.client(version);
        assertThat(send(B, client, "tools/list", "{}").result().get("tools")).isNotEmpty();
        assertThat(send(A, client, "tools/list", "{}").result().get("tools")).isNotEmpty();
        TestServer stranger =
                TestServer.shared(Alone.class, "mcp.server.secret=another secret, which neither of them knows");
        assertThat(send(stranger, client, "tools/list", "{}").status()).isEqualTo(404);
    }

    @LegacyRevisions
    void endingASessionEndsItOnAllInstances(ProtocolVersion version) throws Exception {
        McpTestClient client = A.client(version);
        EventStream standAlone = listen(B, client);
        EventStream call = B.client(version).stream(
                client.body("tools/call", (ObjectNode)
                        JsonMapper.shared().readTree("{\"name\": \"work\", \"_meta\": {\"progressToken\": 1}}")),
                client.headers());
        assertThat(client.send("DELETE", client.headers()).status()).isEqualTo(204);
        assertThat(standAlone.rest()).isEmpty();
        assertThat(Replica.CANCELLED.tryAcquire(30, TimeUnit.SECONDS))
                .as("work is cancelled")
                .isTrue();
        assertThat(call.rest()).noneMatch(message -> message.has("id"));
        assertThat(send(B, client, "tools/list", "{}").status()).isEqualTo(404);
        assertThat(send(A, client, "tools/list", "{}").status()).isEqualTo(404);
    }

    @Test
    void aSessionThatWasEndedHasEndedOnInstancesThatStartLater() {
        McpTestClient ended = A.client(ProtocolVersion.V2025_11_25);
        McpTestClient other = A.client(ProtocolVersion.V2025_11_25);
        ended.send("DELETE", ended.headers());
        try (TestServer later = TestServer.start(Replica.class, SECRET, KEYS)) {
            assertThat(send(later, ended, "tools/list", "{}").status()).isEqualTo(404);
            assertThat(send(later, other, "tools/list", "{}").status()).isEqualTo(200);
        }
        assertThat(ENDED.sessions.values())
                .allMatch(expiry -> Duration.between(Instant.now(), expiry).toHours() == 23);
    }

    @Test
    @DisabledIfSystemProperty(
            named = "spring.data.redis.port",
            matches = ".*",
            disabledReason = "The tests of the module take it down")
    void endedSessionsThatCannotBeKeptOrLoadedPreventNothing() {
        ENDED.broken = true;
        McpTestClient client = A.client(ProtocolVersion.V2025_11_25);
        assertThat(client.send("DELETE", client.headers()).status()).isEqualTo(204);
        assertThat(send(A, client, "tools/list", "{}").status()).isEqualTo(404);
        try (TestServer later = TestServer.start(Replica.class, SECRET, KEYS)) {
            assertThat(send(later, client, "tools/list", "{}").status()).isEqualTo(200);
        }
    }

    @LegacyRevisions
    void aQuestionIsAnsweredThroughAnotherInstance(ProtocolVersion version) {
        McpTestClient client = A.clientWith(version, "{\"roots\": {}}");
        try (EventStream call = client.streamCall("ask", "{}")) {
            JsonNode question = call.nextMessage();
            assertThat(post(B, answer(question, "file:///x"), client).status()).isEqualTo(202);
            assertThat(call.nextMessage().at("/result/content/0/text").stringValue())
                    .isEqualTo("file:///x");
        }
        try (EventStream call = client.streamCall("ask", "{}")) {
            JsonNode question = call.nextMessage();
            assertThat(post(
                                    B,
                                    "{\"jsonrpc\": \"2.0\", \"id\": %s, \"error\": {\"code\": -1, \"message\": \"No\"}}"
                                            .formatted(question.get("id")),
                                    client)
                            .status())
                    .isEqualTo(202);
            assertThat(call.nextMessage().at("/result/isError").booleanValue()).isTrue();
        }
    }

    @LegacyRevisions
    void anAnswerThatIsTooLargeForOtherInstancesIsRefused(ProtocolVersion version) {
        McpTestClient client = A.clientWith(version, "{\"roots\": {}}");
        String uri = "file:///" + "x".repeat(1_100_000);
        try (EventStream call = client.streamCall("ask", "{}")) {
            JsonNode question = call.nextMessage();
            Answer refused = post(B, answer(question, uri), client);
            assertThat(refused.status()).isEqualTo(413);
            assertThat(refused.errorCode()).isEqualTo(-32600);
            assertThat(refused.json().at("/error/message").stringValue())
                    .isEqualTo("This instance of the server does not await the answer, and passes on answers of at"
                            + " most 1 MB to the others");
            post(B, answer(question, "file:///x"), client);
            assertThat(call.nextMessage().at("/result/content/0/text").stringValue())
                    .isEqualTo("file:///x");
        }
        try (EventStream call = client.streamCall("ask", "{}")) {
            JsonNode question = call.nextMessage();
            assertThat(post(A, answer(question, uri), client).status()).isEqualTo(202);
            call.nextMessage();
        }
    }

    @Test
    void anAnswerThatIsRefusedDoesNotPreventTheOthersOfItsBatch() {
        McpTestClient client = A.clientWith(ProtocolVersion.V2025_03_26, "{\"roots\": {}}");
        try (EventStream first = client.streamCall("ask", "{}");
                EventStream second = client.streamCall("ask", "{}")) {
            JsonNode large = first.nextMessage();
            JsonNode small = second.nextMessage();
            String batch =
                    "[" + answer(large, "file:///" + "x".repeat(1_100_000)) + "," + answer(small, "file:///x") + "]";
            assertThat(post(B, batch, client).status()).isEqualTo(413);
            assertThat(second.nextMessage().at("/result/content/0/text").stringValue())
                    .isEqualTo("file:///x");
            assertThat(post(B, answer(large, "file:///y"), client).status()).isEqualTo(202);
            assertThat(first.nextMessage().at("/result/content/0/text").stringValue())
                    .isEqualTo("file:///y");
        }
    }

    @LegacyRevisions
    void questionsOfSeveralInstancesAreNotMixedUp(ProtocolVersion version) {
        McpTestClient client = A.clientWith(version, "{\"roots\": {}}");
        String call = "{\"name\": \"ask\"}";
        try (EventStream first = client.stream("tools/call", call);
                EventStream second = B.client(version).stream(
                        client.body(
                                "tools/call", (ObjectNode) JsonMapper.shared().readTree(call)),
                        client.headers())) {
            JsonNode ofA = first.nextMessage();
            JsonNode ofB = second.nextMessage();
            assertThat(ofA.get("id")).isNotEqualTo(ofB.get("id"));
            post(B, answer(ofA, "file:///a"), client);
            post(A, answer(ofB, "file:///b"), client);
            assertThat(first.nextMessage().at("/result/content/0/text").stringValue())
                    .isEqualTo("file:///a");
            assertThat(second.nextMessage().at("/result/content/0/text").stringValue())
                    .isEqualTo("file:///b");
        }
    }

    @LegacyRevisions
    void anAnswerOfAnotherSessionIsIgnored(ProtocolVersion version) {
        McpTestClient client = A.clientWith(version, "{\"roots\": {}}");
        McpTestClient other = A.clientWith(version, "{\"roots\": {}}");
        try (EventStream call = client.streamCall("ask", "{}")) {
            JsonNode question = call.nextMessage();
            assertThat(post(B, answer(question, "file:///stolen"), other).status())
                    .isEqualTo(202);
            assertThat(post(B, answer(question, "file:///own"), client).status())
                    .isEqualTo(202);
            assertThat(call.nextMessage().at("/result/content/0/text").stringValue())
                    .isEqualTo("file:///own");
        }
    }

    @LegacyRevisions
    void aCallIsCancelledThroughAnotherInstance(ProtocolVersion version) throws Exception {
        Replica.BEGUN.drainPermits();
        McpTestClient client = A.client(version);
        EventStream call = client.streamCall("work", "{}", "1");
        assertThat(Replica.BEGUN.tryAcquire(30, TimeUnit.SECONDS)).isTrue();
        String cancel =
                "{\"jsonrpc\": \"2.0\", \"method\": \"notifications/cancelled\", \"params\": {\"requestId\": %d}}"
                        .formatted(client.lastId());
        assertThat(post(B, cancel, B.client(version)).status()).isEqualTo(202);
        assertThat(Replica.CANCELLED.tryAcquire())
                .as("cancelled by another session")
                .isFalse();
        assertThat(post(B, cancel, client).status()).isEqualTo(202);
        assertThat(Replica.CANCELLED.tryAcquire(30, TimeUnit.SECONDS)).isTrue();
        assertThat(call.rest()).noneMatch(message -> message.has("id"));
    }

    /** Returns the messages that the instances publish during an action. */
    private static List<String> published(Runnable action) {
        List<String> messages = new CopyOnWriteArrayList<>();
        channel(A).subscribe(message -> messages.add(new String(message, StandardCharsets.UTF_8)));
        awaitEarlier(messages);
        messages.clear();
        action.run();
        awaitEarlier(messages);
        return messages;
    }

    // Messages arrive in their order.
    private static void awaitEarlier(List<String> messages) {
        String last = UUID.randomUUID().toString();
        channel(A).publish(last.getBytes(StandardCharsets.UTF_8));
        await().until(() -> messages.remove(last));
    }

    @LegacyRevisions
    void onlyAnswersToQuestionsOfOtherInstancesArePublished(ProtocolVersion version) {
        McpTestClient client = A.client(version);
        String response = "{\"jsonrpc\": \"2.0\", \"id\": %s, \"result\": {\"text\": \"%s\"}}";
        String cancelled = "{\"requestId\": \"%s\", \"reason\": \"%s\"}";
        assertThat(published(() -> {
                    for (String id : List.of("1", "\"x\"", "\"server-1\"", "\"" + "0".repeat(256) + "\"")) {
                        assertThat(client.post(response.formatted(id, "x")).status())
                                .isEqualTo(202);
                    }
                    assertThat(client.post(response.formatted("\"" + "0".repeat(10_000) + "\"", "x"))
                                    .status())
                            .isEqualTo(400);
                    assertThat(client.post(response.formatted("\"01234567-1\"", "x".repeat(1_200_000)))
                                    .status())
                            .isEqualTo(413);
                    client.notify("notifications/cancelled", cancelled.formatted("0".repeat(10_000), "none"));
                }))
                .isEmpty();
        assertThat(published(() -> {
                    assertThat(client.post(response.formatted("\"01234567-1\"", "x"))
                                    .status())
                            .isEqualTo(202);
                    client.notify("notifications/cancelled", cancelled.formatted("mine", "r".repeat(10_000)));
                }))
                .hasSize(2)
                .allSatisfy(message -> assertThat(message.length()).isLessThan(500));
    }

    @Test
    void changesOfOneInstanceAreSentOnceToTheClientsOfAll() {
        List<McpTestClient> clients = new ArrayList<>();
        List<EventStream> streams = new ArrayList<>();
        for (TestServer server : List.of(A, B)) {
            for (ProtocolVersion version : Revisions.every()) {
                McpTestClient client = server.client(version);
                clients.add(client);
                streams.add(
                        version.isModern()
                                ? client.stream(
                                        "subscriptions/listen", "{\"notifications\": {\"toolsListChanged\": true}}")
                                : client.listen());
                if (version.isModern()) {
                    streams.get(streams.size() - 1).nextMessage();
                }
            }
        }
        change(A);
        change(B);
        for (int i = 0; i < streams.size(); i++) {
            McpTestClient client = clients.get(i);
            if (client.version().isModern()) {
                assertThat(List.of(streams.get(i).nextMessage(), streams.get(i).nextMessage()))
                        .allMatch(message -> message.get("method").stringValue().endsWith("list_changed"));
                assertThat(streams.get(i).arrived()).isEmpty();
                streams.get(i).close();
            } else {
                streams.get(i).nextMessage();
                streams.get(i).nextMessage();
                client.send("DELETE", client.headers());
                assertThat(streams.get(i).rest()).as("%s", client.version()).isEmpty();
            }
        }
    }

    @Test
    void aModernClientMayAnswerToAnotherInstance() {
        McpTestClient a = A.clientWith(ProtocolVersion.V2026_07_28, "{\"roots\": {}}");
        McpTestClient b = B.clientWith(ProtocolVersion.V2026_07_28, "{\"roots\": {}}");
        Answer asked = a.call("ask");
        ObjectNode again = JsonMapper.shared().createObjectNode().put("name", "ask");
        again.set("requestState", asked.result().get("requestState"));
        String key =
                asked.result().get("inputRequests").propertyNames().iterator().next();
        again.putObject("inputResponses")
                .putObject(key)
                .putArray("roots")
                .addObject()
                .put("uri", "file:///x");
        assertThat(b.request("tools/call", again).contentText()).isEqualTo("file:///x");
    }

    @Test
    @DisabledIfSystemProperty(
            named = "spring.data.redis.port",
            matches = ".*",
            disabledReason = "The tests of the module take it down")
    void aFailingChannelDoesNotFailRequests() {
        CHANNEL.broken = true;
        McpTestClient client = A.clientWith(ProtocolVersion.V2025_11_25, "{\"roots\": {}}");
        EventStream stream = client.listen();
        change(A);
        assertThat(stream.nextMessage().get("method").stringValue()).endsWith("list_changed");
        client.notify("notifications/cancelled", "{\"requestId\": 4711}");
        try (EventStream call = client.streamCall("ask", "{}")) {
            JsonNode question = call.nextMessage();
            assertThat(post(B, answer(question, "file:///lost"), client).status())
                    .isEqualTo(202);
            client.respond(question, "{\"roots\": [{\"uri\": \"file:///x\"}]}");
            assertThat(call.nextMessage().at("/result/content/0/text").stringValue())
                    .isEqualTo("file:///x");
        }
        assertThat(client.send("DELETE", client.headers()).status()).isEqualTo(204);
        assertThat(send(A, client, "tools/list", "{}").status()).isEqualTo(404);
        assertThat(send(B, client, "tools/list", "{}").status()).isEqualTo(200);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "\0\1\2",
                "null",
                "{}",
                "[]",
                "7",
                "{\"from\": \"x\"}",
                "{\"message\": null}",
                "{\"message\": {\"type\": \"unknown\"}}",
                "{\"message\": {\"type\": \"changed\"}}",
                "{\"message\": {\"type\": \"changed\", \"event\": \"MOON_CHANGED\"}}",
                "{\"message\": {\"type\": \"answered\"}}",
                "{\"message\": {\"type\": \"answered\", \"session\": \"s\", \"response\": {}}}",
                "{\"message\": {\"type\": \"cancelled\", \"session\": \"s\", \"requestId\": {}}}",
                "{\"message\": {\"type\": \"undelivered\"}}",
                "{\"message\": {\"type\": \"undelivered\", \"sessions\": [null], \"event\": {}}}",
                "{\"message\": {\"type\": \"undelivered\", \"sessions\": [null],"
                        + " \"event\": {\"kind\": \"resourceUpdated\"}}}",
                "{\"message\": {\"type\": \"unsubscribed\"}}",
                "{\"message\": {\"type\": \"sessionEnded\"}}",
                "{\"message\": {\"type\": \"sessionEnded\", \"session\": \"s\", \"openedAt\": 9e18}}"
            })
    void unreadableMessagesAreIgnored(String message) {
        McpTestClient client = B.client(ProtocolVersion.V2025_11_25);
        EventStream stream = client.listen();
        byte[] content = message.getBytes(StandardCharsets.ISO_8859_1);
        channel(A).publish(content);
        byte[] sealed =
                new Sealer(List.of(SECRET.substring(SECRET.indexOf('=') + 1))).sealBytes("instance message", content);
        channel(A)
                .publish(ByteBuffer.allocate(36 + sealed.length)
                        .position(36)
                        .put(sealed)
                        .array());
        change(A);
        assertThat(stream.nextMessage().get("method").stringValue()).endsWith("list_changed");
        client.send("DELETE", client.headers());
        assertThat(stream.rest()).isEmpty();
    }
}
