package io.mcpspring.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.mcpspring.McpConfigurationException;
import io.mcpspring.actuate.SharedState;
import io.mcpspring.task.McpTask;
import io.mcpspring.tool.McpToolDefinition;
import io.mcpspring.tool.McpTools;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** Two instances that share a Redis. */
class RedisReplicasTests {

    private static RedisServer redis;

    private static Instance a;

    private static Instance b;

    @BeforeAll
    static void start() {
        redis = RedisServer.create();
        a = Instance.start(redis.port());
        b = Instance.start(redis.port());
    }

    @AfterAll
    static void stop() {
        if (redis != null) {
            b.close();
            a.close();
            redis.close();
        }
    }

    @BeforeEach
    void begin() {
        Application.done = new CountDownLatch(1);
        Application.BEGUN.drainPermits();
        Application.CANCELLED.drainPermits();
    }

    @Test
    void aSessionThatEndsOnOneInstanceHasEndedOnAllAndOnThoseThatStartLater() {
        Client client = Client.legacy(a);
        assertThat(client.status(b, "tools/list")).isEqualTo(200);
        assertThat(client.endSession(a)).isEqualTo(204);
        await().until(() -> client.status(b, "tools/list") == 404);
        Client other = Client.legacy(a);
        try (Instance later = Instance.start(redis.port())) {
            assertThat(client.status(later, "tools/list")).isEqualTo(404);
            assertThat(other.status(later, "tools/list")).isEqualTo(200);
        }
    }

    @Test
    void aQuestionIsAnsweredThroughAnotherInstance() {
        Client client = Client.legacy(a);
        try (Client.Events call = client.stream(a, "tools/call", "{\"name\": \"ask\"}")) {
            JsonNode question = call.next();
            assertThat(client.post(
                            b,
                            "{\"jsonrpc\": \"2.0\", \"id\": %s, \"result\": {\"roots\": [{\"uri\": \"file:///x\"}]}}"
                                    .formatted(question.get("id"))))
                    .isEqualTo(202);
            assertThat(call.next().at("/result/content/0/text").stringValue()).isEqualTo("file:///x");
        }
    }

    @Test
    void aCallIsCancelledThroughAnotherInstance() throws InterruptedException {
        Client client = Client.legacy(a);
        CompletableFuture<JsonNode> call = CompletableFuture.supplyAsync(() -> client.call(a, "work"));
        assertThat(Application.BEGUN.tryAcquire(10, TimeUnit.SECONDS)).isTrue();
        assertThat(client.post(b, """
                {"jsonrpc": "2.0", "method": "notifications/cancelled", "params": {"requestId": %d}}""".formatted(Client.lastId()))).isEqualTo(202);
        assertThat(Application.CANCELLED.tryAcquire(10, TimeUnit.SECONDS)).isTrue();
        assertThat(call).succeedsWithin(Duration.ofSeconds(10));
    }

    @Test
    void aChangeOfAListIsSentToTheClientsOfAll() {
        try (Client.Events stream = Client.modern().stream(
                b, "subscriptions/listen", "{\"notifications\": {\"toolsListChanged\": true}}")) {
            stream.next();
            a.bean(McpTools.class)
                    .update(changes -> changes.add(McpToolDefinition.named("new")
                            .description("New")
                            .call((arguments, exchange) -> "new")
                            .build()));
            assertThat(stream.next().get("method").stringValue()).isEqualTo("notifications/tools/list_changed");
        }
    }

    @Test
    void aTaskIsSeenOnAnotherInstanceUntilItsEnd() {
        Client client = Client.modern();
        String task = task(client.call(a, "work"));
        assertThat(client.task(b, "tasks/get", task).at("/result/status").asString())
                .isEqualTo("working");
        try (Client.Events stream =
                client.stream(b, "subscriptions/listen", "{\"notifications\": {\"taskIds\": [\"" + task + "\"]}}")) {
            stream.next();
            Application.done.countDown();
            assertThat(stream.next().at("/params/result/content/0/text").asString())
                    .isEqualTo("done");
        }
        assertThat(client.task(b, "tasks/get", task)
                        .at("/result/result/content/0/text")
                        .asString())
                .isEqualTo("done");
    }

    private static String task(JsonNode created) {
        return created.at("/result/taskId").stringValue();
    }

    @Test
    void aTaskIsCancelledThroughAnotherInstance() throws InterruptedException {
        Client client = Client.modern();
        String task = task(client.call(a, "work"));
        client.task(b, "tasks/cancel", task);
        assertThat(Application.CANCELLED.tryAcquire(10, TimeUnit.SECONDS)).isTrue();
        await().until(() -> client.task(b, "tasks/get", task)
                .at("/result/status")
                .asString()
                .equals("cancelled"));
    }

    @Test
    void aTaskIsNotEndedByAnotherInstanceIfItHasChangedMeanwhile() {
        Client client = Client.modern();
        String task = task(client.call(a, "work"));
        RedisTaskStore store = b.bean(RedisTaskStore.class);
        McpTask found = store.find(task).orElseThrow();
        assertThat(store.save(failed(found, 5))).isFalse();
        assertThat(client.task(b, "tasks/get", task).at("/result/status").asString())
                .isEqualTo("working");
        assertThat(store.save(failed(found, 1))).isTrue();
        assertThat(client.task(b, "tasks/get", task).at("/result/status").asString())
                .isEqualTo("failed");
        client.task(a, "tasks/cancel", task);
    }

    private static McpTask failed(McpTask task, int revision) {
        ObjectNode json = (ObjectNode) JsonMapper.shared().readTree(task.toJson());
        json.put("revision", revision).withObject("task").put("status", "failed");
        return McpTask.fromJson(json.toString());
    }

    @Test
    void aRateHoldsOverAllInstances() {
        Client client = Client.modern();
        List<String> answers = IntStream.range(0, 24)
                .parallel()
                .mapToObj(call -> client.text(call % 2 == 0 ? a : b, "rare"))
                .toList();
        assertThat(answers).filteredOn("rare"::equals).hasSize(10);
        assertThat(answers)
                .filteredOn(answer -> answer.matches("Too many calls\\. Try again in \\d+ s\\."))
                .hasSize(14);
    }

    @Test
    void plainCallsDoNotUseRedis() {
        Client client = Client.modern();
        Client session = Client.legacy(a);
        redis.command("CONFIG RESETSTAT");
        for (int call = 0; call < 200; call++) {
            assertThat(client.text(a, "hello")).isEqualTo("hello");
            assertThat(session.text(b, "hello")).isEqualTo("hello");
        }
        // The instances themselves send a few commands meanwhile.
        assertThat(redis.command("INFO commandstats").lines())
                .filteredOn(line -> line.startsWith("cmdstat_"))
                .isNotEmpty()
                .allSatisfy(line -> assertThat(Integer.parseInt(line.replaceAll(".*calls=(\\d+),.*", "$1")))
                        .as(line)
                        .isLessThan(200));
    }

    @Test
    void everyKeyExpiresAndTellsNothing() {
        Client client = Client.modern();
        String task = task(client.call(a, "work"));
        Client.legacy(a).endSession(a);
        client.text(a, "rare");
        await().until(() -> redis.list("KEYS *").count() >= 6);
        await().untilAsserted(() -> assertThat(redis.list("KEYS *"))
                .allSatisfy(key -> assertThat(redis.command("PTTL " + key.replace(" ", "?")))
                        .as(key)
                        .matches(":[1-9]\\d*|:-2")));
        assertThat(redis.command("HGET mcp:desk:{task:" + task + "} task"))
                .isNotEmpty()
                .doesNotContain("working");
        Application.done.countDown();
    }

    @Test
    void messagesAndTasksOfAnotherSecretAreIgnored() {
        try (Instance stranger = Instance.start(redis.port(), "mcp.server.secret=" + "x".repeat(40))) {
            Client client = Client.modern();
            String task = task(client.call(stranger, "work"));
            assertThat(client.task(a, "tasks/get", task).at("/error/code").asInt())
                    .isEqualTo(-32602);
            client.task(stranger, "tasks/cancel", task);
        }
    }

    @Test
    void instancesWithTheNextSecretReadWhatTheOthersSeal() throws InterruptedException {
        try (Instance next = Instance.start(
                redis.port(),
                "mcp.server.secret=" + "x".repeat(40),
                "mcp.server.previous-secrets=" + Instance.SECRET)) {
            Client client = Client.modern();
            String task = task(client.call(a, "work"));
            assertThat(client.task(next, "tasks/get", task).at("/result/status").asString())
                    .isEqualTo("working");
            Client session = Client.legacy(a);
            session.endSession(a);
            await().until(() -> session.status(next, "tools/list") == 404);
            client.task(a, "tasks/cancel", task);
            assertThat(Application.CANCELLED.tryAcquire(10, TimeUnit.SECONDS)).isTrue();
        }
    }

    @Test
    void metersAndTheDescriptionShowWhatIsShared() {
        SimpleMeterRegistry meters = new SimpleMeterRegistry();
        a.bean(RedisMeters.class).bindTo(meters);
        double before = meters.get("mcp.server.redis.messages")
                .tag("outcome", "published")
                .functionCounter()
                .count();
        Client.legacy(a).endSession(a);
        await().until(() -> meters.get("mcp.server.redis.messages")
                        .tag("outcome", "published")
                        .functionCounter()
                        .count()
                > before);
        assertThat(meters.get("mcp.server.redis.connected").gauge().value()).isEqualTo(1);
        assertThat(meters.get("mcp.server.redis.scripts")
                        .tag("outcome", "executed")
                        .functionCounter()
                        .count())
                .isPositive();
        assertThat(meters.get("mcp.server.redis.lag").timeGauge().value(TimeUnit.MINUTES))
                .isBetween(0.0, 1.0);
        assertThat(a.bean(SharedState.class).describe())
                .containsEntry("engine", "redis")
                .containsEntry("keyPrefix", "mcp:desk:")
                .containsEntry("connected", true)
                .containsEntry("state", List.of("endedSessions", "messages", "rates", "tasks"));
    }

    @Test
    void theDashboardAndTheAlertsUseTheMeters() throws IOException {
        SimpleMeterRegistry registry = new SimpleMeterRegistry();
        a.bean(RedisMeters.class).bindTo(registry);
        Set<String> meters = registry.getMeters().stream()
                .map(Meter::getId)
                .map(id -> id.getName().replace('.', '_')
                        + (id.getType() == Meter.Type.COUNTER ? "_total" : "")
                        + (id.getBaseUnit() == null ? "" : "_" + id.getBaseUnit()))
                .collect(Collectors.toSet());
        assertThat(metersIn("grafana-dashboard.json")).isEqualTo(meters);
        assertThat(metersIn("prometheus-alerts.yml")).isNotEmpty().isSubsetOf(meters);
    }

    private static Set<String> metersIn(String file) throws IOException {
        return Pattern.compile("mcp_server_redis_\\w+")
                .matcher(Files.readString(Path.of("../docs/operations", file)))
                .results()
                .map(MatchResult::group)
                .collect(Collectors.toSet());
    }

    @Test
    void withoutASecretTheStartFails() {
        assertThatThrownBy(() -> Instance.startWithoutSecret(redis.port()).close())
                .hasRootCauseInstanceOf(McpConfigurationException.class)
                .rootCause()
                .hasMessageContaining("mcp.server.secret is not set");
    }

    @Test
    void withAFixedListOfAMasterAndItsReplicasTheStartFails() {
        assertThatThrownBy(() -> Instance.start(
                                redis.port(), "spring.data.redis.masterreplica.nodes=127.0.0.1:" + redis.port())
                        .close())
                .rootCause()
                .isInstanceOf(McpConfigurationException.class)
                .hasMessageContaining("cannot use a fixed list of a master and its replicas");
    }
}
