package io.mcpspring.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Instances share a cluster, a server that Sentinel watches, and one with TLS. */
@Tag("full")
class RedisClusterTests {

    private final List<AutoCloseable> open = new ArrayList<>();

    private final Client client = Client.modern();

    @BeforeEach
    void begin() {
        Application.done = new CountDownLatch(1);
        Application.CANCELLED.drainPermits();
    }

    @AfterEach
    void close() throws Exception {
        for (int i = open.size() - 1; i >= 0; i--) {
            open.get(i).close();
        }
    }

    private RedisServer server(String... options) {
        RedisServer server = RedisServer.create(options);
        open.add(server);
        return server;
    }

    private Instance instance(int port, String... properties) {
        Instance instance = Instance.start(port, properties);
        open.add(instance);
        return instance;
    }

    private void share(Instance a, Instance b) {
        Client session = Client.legacy(a);
        session.endSession(a);
        await().until(() -> session.status(b, "tools/list") == 404);
        assertThat(IntStream.range(0, 24).mapToObj(call -> client.text(call % 2 == 0 ? a : b, "rare")))
                .filteredOn("rare"::equals)
                .hasSize(10);
        String task = client.call(a, "work").at("/result/taskId").stringValue();
        assertThat(client.task(b, "tasks/get", task).at("/result/status").asString())
                .isEqualTo("working");
        cancel(b, task);
    }

    private void cancel(Instance through, String task) {
        await().atMost(Duration.ofSeconds(20)).until(() -> {
            client.task(through, "tasks/cancel", task);
            return Application.CANCELLED.tryAcquire(500, TimeUnit.MILLISECONDS);
        });
    }

    @Test
    void instancesShareACluster() {
        List<RedisServer> nodes = IntStream.range(0, 3)
                .mapToObj(node -> server("--cluster-enabled", "yes", "--cluster-node-timeout", "1000"))
                .toList();
        RedisServer first = nodes.get(0);
        nodes.forEach(node -> first.command("CLUSTER MEET 127.0.0.1 " + node.port()));
        for (int node = 0; node < 3; node++) {
            int begin = node * 5_461;
            int end = node == 2 ? 16_383 : begin + 5_460;
            nodes.get(node).command("CLUSTER ADDSLOTSRANGE " + begin + " " + end);
        }
        await().until(() ->
                nodes.stream().allMatch(node -> node.command("CLUSTER INFO").contains("cluster_state:ok")));
        String property = "spring.data.redis.cluster.nodes="
                + nodes.stream().map(node -> "127.0.0.1:" + node.port()).collect(Collectors.joining(","));
        share(instance(first.port(), property), instance(first.port(), property));
    }

    @Test
    void instancesShareAServerWithTls() throws Exception {
        Path folder = Files.createTempDirectory("mcp-redis-tls");
        String key = folder.resolve("key.pem").toString();
        String certificate = folder.resolve("certificate.pem").toString();
        List<String> command = List.of(
                ("openssl req -x509 -newkey rsa:2048 -nodes -days 2 -subj /CN=redis -addext subjectAltName=IP:127.0.0.1"
                                + " -keyout " + key + " -out " + certificate)
                        .split(" "));
        assertThat(new ProcessBuilder(command)
                        .redirectErrorStream(true)
                        .redirectOutput(folder.resolve("log").toFile())
                        .start()
                        .waitFor())
                .isZero();
        int port = RedisServer.freePort();
        server(
                "--tls-port",
                String.valueOf(port),
                "--tls-cert-file",
                certificate,
                "--tls-key-file",
                key,
                "--tls-ca-cert-file",
                certificate,
                "--tls-auth-clients",
                "no");
        String[] properties = {
            "spring.data.redis.ssl.bundle=redis",
            "spring.ssl.bundle.pem.redis.truststore.certificate=file:" + certificate
        };
        share(instance(port, properties), instance(port, properties));
    }

    @Test
    void instancesFollowSentinelToTheNewMaster() {
        RedisServer master = server();
        RedisServer replica = server("--replicaof", "127.0.0.1 " + master.port());
        RedisServer sentinel = server("--sentinel");
        sentinel.command("SENTINEL MONITOR main 127.0.0.1 " + master.port() + " 1");
        sentinel.command("SENTINEL SET main down-after-milliseconds 1000");
        await().until(() -> replica.command("INFO replication").contains("master_link_status:up"));
        await().atMost(Duration.ofSeconds(30))
                .until(() -> sentinel.command("SENTINEL REPLICAS main").contains(String.valueOf(replica.port())));
        String property = "spring.data.redis.sentinel.master=main";
        Instance a = sentinels(master, sentinel, property);
        Instance b = sentinels(master, sentinel, property);
        share(a, b);
        String task = client.call(a, "work").at("/result/taskId").stringValue();
        master.kill();
        await().atMost(Duration.ofSeconds(30))
                .until(() -> replica.command("INFO replication").contains("role:master"));
        await().atMost(Duration.ofSeconds(20))
                .until(() -> client.task(b, "tasks/get", task)
                        .at("/result/status")
                        .asString("")
                        .equals("working"));
        cancel(b, task);
    }

    private Instance sentinels(RedisServer master, RedisServer sentinel, String property) {
        Instance instance = Instance.start(
                master.port(), property, "spring.data.redis.sentinel.nodes=127.0.0.1:" + sentinel.port());
        open.add(instance);
        return instance;
    }
}
