package io.mcpspring.contract.limit;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.mcpspring.protocol.ProtocolVersion;
import io.mcpspring.session.SessionState;
import io.mcpspring.support.Answer;
import io.mcpspring.support.McpTestClient;
import io.mcpspring.support.RawHttp;
import io.mcpspring.support.TestServer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.springframework.beans.factory.BeanFactory;
import org.springframework.beans.factory.config.BeanFactoryPostProcessor;
import org.springframework.beans.factory.support.AbstractBeanDefinition;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** A server with low bounds, and its clients. */
record LimitedServer(TestServer server) {

    private static final String CAPABILITIES = """
            {"elicitation": {}, "sampling": {}, "extensions": {"io.modelcontextprotocol/tasks": {}}}""";

    private static final ExecutorService THREADS = Executors.newCachedThreadPool(work -> {
        Thread thread = new Thread(work, "limits-client");
        thread.setDaemon(true);
        return thread;
    });

    static LimitedServer start(Limit.Setting setting) {
        return new LimitedServer(TestServer.start(
                setting.beans(),
                Stream.concat(
                                Stream.of(
                                        TestServer.DETECTS_LOST_CLIENTS,
                                        "server.shutdown=immediate",
                                        // Tomcat would keep the buffers of connections that are closed.
                                        "server.tomcat.processor-cache=0"),
                                setting.properties().stream().map(property -> "mcp.server." + property))
                        .toArray(String[]::new)));
    }

    /** Creates a bean of the library otherwise than its configuration does. */
    static BeanFactoryPostProcessor replacing(String bean, Function<BeanFactory, Object> replacement) {
        return beans -> ((AbstractBeanDefinition) beans.getBeanDefinition(bean))
                .setInstanceSupplier(() -> replacement.apply(beans));
    }

    <T> T bean(Class<T> type) {
        return server.context().getBean(type);
    }

    LimitedEntries entries() {
        return bean(LimitedEntries.class);
    }

    SessionState sessions() {
        return new SessionState(server);
    }

    McpTestClient modern() {
        return client(ProtocolVersion.V2026_07_28);
    }

    /** Returns a client with a new session. */
    McpTestClient legacy() {
        return client(ProtocolVersion.V2025_11_25);
    }

    /** Returns a client with a new session of the revision that has batches. */
    McpTestClient batching() {
        return client(ProtocolVersion.V2025_03_26);
    }

    private McpTestClient client(ProtocolVersion version) {
        return server.clientWith(version, CAPABILITIES);
    }

    McpTestClient client(ProtocolVersion version, String user) {
        return server.clientWith(version, CAPABILITIES, "/mcp?user=" + user);
    }

    List<McpTestClient> sessions(int number) {
        return IntStream.range(0, number).mapToObj(i -> legacy()).toList();
    }

    /** Ends sessions. */
    static void delete(List<McpTestClient> clients) {
        clients.forEach(client ->
                assertThat(client.send("DELETE", client.headers()).status()).isEqualTo(204));
    }

    /** Sends requests at the same time. */
    static List<CompletableFuture<Answer>> atOnce(int number, Supplier<Answer> request) {
        return IntStream.range(0, number)
                .mapToObj(i -> CompletableFuture.supplyAsync(request, THREADS))
                .toList();
    }

    /** Returns the answers to requests. */
    static List<Answer> answers(List<CompletableFuture<Answer>> requests) {
        return requests.stream().map(CompletableFuture::join).toList();
    }

    /** Posts a body as it is, over a connection of its own. */
    RawHttp.Response post(McpTestClient client, String body) {
        return RawHttp.post(server.port(), body, lines(client));
    }

    /** Opens a connection, without the thread that reads a stream. */
    RawHttp open(byte[] request) {
        RawHttp connection = RawHttp.connect(server.port());
        connection.send(request);
        return connection;
    }

    /** Opens connections of clients that do not read the response to the call of a tool. */
    List<RawHttp> callsThatAreNotRead(int number, String tool) {
        List<RawHttp> connections = new ArrayList<>();
        for (int i = 0; i < number; i++) {
            RawHttp connection = RawHttp.connectNarrowly(server.port());
            connection.send(request(
                    modern(),
                    "tools/call",
                    "{\"name\": \"%s\", \"arguments\": {}, \"_meta\": {\"io.modelcontextprotocol/logLevel\": \"alert\"}}"
                            .formatted(tool)));
            connections.add(connection);
        }
        return connections;
    }

    /** Returns the bytes of a request. */
    static byte[] request(McpTestClient client, String method, String params) {
        ObjectNode object = (ObjectNode) JsonMapper.shared().readTree(params);
        return RawHttp.request("POST /mcp", client.body(method, object).getBytes(UTF_8), lines(client, method, object));
    }

    private static String[] lines(McpTestClient client, String method, ObjectNode params) {
        // A servlet container keeps the connection of a stream that it has ended.
        return lines(Stream.concat(
                Stream.of("Connection: close"),
                client.headers(method, params).entrySet().stream()
                        .map(header -> header.getKey() + ": " + header.getValue())));
    }

    static String[] lines(McpTestClient client, String... more) {
        return lines(Stream.concat(
                client.headers().entrySet().stream().map(header -> header.getKey() + ": " + header.getValue()),
                Stream.of(more)));
    }

    private static String[] lines(Stream<String> lines) {
        return lines.toArray(String[]::new);
    }

    /** Posts a body whose response must not be a stream, even if it takes longer than the keep-alive time. */
    static Answer postForJson(McpTestClient client, String body) {
        Map<String, String> headers = client.headers();
        headers.put("Accept", "application/json");
        return client.post(body, headers);
    }

    static void close(List<RawHttp> connections) {
        connections.forEach(RawHttp::close);
    }

    static void until(Callable<Boolean> condition) {
        await().pollDelay(Duration.ZERO)
                .pollInterval(Duration.ofMillis(10))
                .atMost(Duration.ofSeconds(30))
                .until(condition);
    }
}
