package io.mcpspring.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** The process that runs a task is killed, or does nothing for a while. */
@Tag("change")
class OwnerTests {

    private static final String LEASE = "mcp.server.redis.lease=3s";

    private final Client client = Client.modern();

    private RedisServer redis;

    private Instance other;

    private InstanceProcess owner;

    private Instance remote;

    @BeforeEach
    void start() {
        Application.done = new CountDownLatch(1);
        redis = RedisServer.create();
        other = Instance.start(redis.port(), LEASE);
        owner = new InstanceProcess(redis.port(), LEASE);
        remote = owner.instance();
    }

    @AfterEach
    void stop() {
        if (redis != null) {
            owner.close();
            other.close();
            redis.close();
        }
    }

    private String status(Instance instance, String task) {
        return client.task(instance, "tasks/get", task).at("/result/status").asString("");
    }

    @Test
    void tasksOfAnInstanceThatWasKilledFail() {
        String task = client.call(remote, "work").at("/result/taskId").stringValue();
        String listened = client.call(remote, "work").at("/result/taskId").stringValue();
        try (Client.Events stream = client.stream(
                other, "subscriptions/listen", "{\"notifications\": {\"taskIds\": [\"" + listened + "\"]}}")) {
            stream.next();
            Client session = Client.legacy(remote);
            owner.kill();
            for (int call = 0; call < 500; call++) {
                assertThat(client.text(other, "hello")).isEqualTo("hello");
                assertThat(session.text(other, "hello")).isEqualTo("hello");
            }
            JsonNode told = stream.next();
            assertThat(told.at("/params/status").asString()).isEqualTo("failed");
        }
        await().atMost(Duration.ofSeconds(15)).until(() -> status(other, task).equals("failed"));
        JsonNode error = client.task(other, "tasks/get", task).at("/result/error");
        assertThat(error.get("code").intValue()).isEqualTo(-32603);
        assertThat(error.get("message").stringValue())
                .isEqualTo("The instance that ran the task has ended; the task may have taken effect");
    }

    @Test
    void theEndOfATaskThatRedisLosesIsSavedAgainOrTheTaskFails() {
        String task = client.call(other, "work").at("/result/taskId").stringValue();
        String key = "mcp:desk:{task:" + task + "}";
        redis.command("COPY " + key + " " + key + ":before");
        Application.done.countDown();
        await().until(() -> status(remote, task).equals("completed"));
        String lose = "COPY " + key + ":before " + key + " REPLACE";
        redis.command(lose);
        assertThat(status(remote, task)).isEqualTo("working");
        redis.command("CLIENT KILL TYPE normal");
        await().ignoreExceptions().until(() -> status(remote, task).equals("completed"));

        await().until(() -> {
            redis.command(lose);
            return status(other, task).equals("failed");
        });
        assertThat(status(remote, task)).isEqualTo("failed");
    }

    @Test
    void aTaskThatFailedBecauseItsInstanceWasPausedStaysFailed() {
        String task = client.call(remote, "work").at("/result/taskId").stringValue();
        owner.signal("-STOP");
        await().atMost(Duration.ofSeconds(20)).until(() -> status(other, task).equals("failed"));
        owner.signal("-CONT");
        await().ignoreExceptions().until(() -> status(remote, task).equals("failed"));
        assertThat(status(other, task)).isEqualTo("failed");
    }
}
