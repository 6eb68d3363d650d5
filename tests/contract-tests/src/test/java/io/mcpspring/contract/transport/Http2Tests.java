package io.mcpspring.contract.transport;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeFalse;

import ch.qos.logback.classic.Level;
import io.mcpspring.annotation.McpTool;
import io.mcpspring.exchange.McpExchange;
import io.mcpspring.protocol.LoggingLevel;
import io.mcpspring.protocol.ProtocolVersion;
import io.mcpspring.support.McpTestClient;
import io.mcpspring.support.OnServletContainers;
import io.mcpspring.support.RecordedLog;
import io.mcpspring.support.TestServer;
import io.mcpspring.support.WebStack;
import jakarta.servlet.Filter;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import jakarta.servlet.http.HttpServletResponseWrapper;
import java.io.BufferedInputStream;
import java.io.BufferedReader;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.KeyStore;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Flow;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.context.annotation.Bean;
import org.springframework.core.io.ClassPathResource;
import reactor.adapter.JdkFlowAdapter;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.core.publisher.Sinks;
import reactor.core.scheduler.Schedulers;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** Over HTTP/2, requests are answered, refused and reset as over HTTP/1.1. */
@Tag("change")
@Timeout(60)
class Http2Tests {

    private static final String KEY_STORE = "tls/localhost.p12";

    private static final String PASSWORD = "changeit";

    private static final Semaphore BEGUN = new Semaphore(0);

    private static final Semaphore ENDED = new Semaphore(0);

    private static final Semaphore GO_ON = new Semaphore(0);

    static class Tools {

        @McpTool(description = "Greets")
        String greet() {
            return "hello";
        }

        /** Applies to requests with a header. */
        @Bean
        static Filter strict() {
            return (request, response, chain) -> chain.doFilter(
                    request,
                    ((HttpServletRequest) request).getHeader("X-Strict") == null
                            ? response
                            : new HttpServletResponseWrapper((HttpServletResponse) response) {

                                @Override
                                public void setHeader(String name, String value) {
                                    super.setHeader(name, Objects.requireNonNull(value));
                                }
                            });
        }

        @McpTool(description = "Occupies its thread")
        String block() throws InterruptedException {
            BEGUN.release();
            try {
                new Semaphore(0).acquire();
                return "never";
            } finally {
                ENDED.release();
            }
        }

        @McpTool(description = "Returns much", maxTextSize = "16MB")
        String much() {
            return "x".repeat(8 * 1024 * 1024);
        }

        @McpTool(description = "Returns less than the buffer of a connection holds")
        String some() {
            return "x".repeat(20_000);
        }

        @McpTool(description = "Says more than a client receives without reading it")
        String say(McpExchange exchange) {
            for (int i = 0; i < 40; i++) {
                exchange.log(LoggingLevel.ALERT, "x".repeat(1024 * 1024));
            }
            return "done";
        }

        @McpTool(description = "Takes too long", timeout = "700ms")
        String late() throws InterruptedException {
            return block();
        }

        @McpTool(description = "Takes too long, and does not hear the interrupt", timeout = "700ms")
        String uninterruptible() {
            GO_ON.acquireUninterruptibly();
            ENDED.release();
            return "too late";
        }

        @McpTool(description = "Says two words")
        String talk(McpExchange exchange) throws InterruptedException {
            exchange.log(LoggingLevel.ALERT, "first word");
            GO_ON.acquire();
            exchange.log(LoggingLevel.ALERT, "second word");
            return "done";
        }

        @McpTool(description = "Waits without a thread")
        Mono<String> hang() {
            BEGUN.release();
            return Mono.<String>never().doOnCancel(ENDED::release);
        }
    }

    private enum Transport {
        CLEAR("http"),
        TLS("https", "server.ssl.key-store=classpath:" + KEY_STORE, "server.ssl.key-store-password=" + PASSWORD);

        private final String scheme;

        private final List<String> properties;

        Transport(String scheme, String... properties) {
            this.scheme = scheme;
            this.properties = List.of(properties);
        }

        private String[] properties(String... more) {
            List<String> all = new ArrayList<>(properties);
            all.add("server.http2.enabled=true");
            all.add("mcp.server.http.allowed-hosts=localhost");
            all.add("mcp.server.http.max-request-size=20KB");
            all.add("mcp.server.http.sse.max-listening-streams=1");
            all.add("mcp.server.http.sse.write-timeout=500ms");
            all.add("mcp.server.limits.text-warning-size=16MB");
            all.add(TestServer.DETECTS_LOST_CLIENTS);
            all.addAll(List.of(more));
            return all.toArray(String[]::new);
        }

        private TestServer shared() {
            return TestServer.shared(Tools.class, properties());
        }

        private TestServer start() {
            return TestServer.start(Tools.class, properties("spring.lifecycle.timeout-per-shutdown-phase=5s"));
        }
    }

    @BeforeEach
    void reset() {
        BEGUN.drainPermits();
        ENDED.drainPermits();
        GO_ON.drainPermits();
    }

    @ParameterizedTest
    @EnumSource(Transport.class)
    void aCallOfAnAllowedHostIsAnswered(Transport transport) throws Exception {
        Client client = new Client(transport, transport.shared());
        assertThat(client.answer(client.call("greet"))).contains("hello");
        HttpRequest fromItsOwnPage = client.call("greet", Map.of("Origin", client.origin()));
        assertThat(client.answer(fromItsOwnPage)).contains("hello");
    }

    @ParameterizedTest
    @EnumSource(Transport.class)
    @OnServletContainers("Others have no servlet filters")
    void aCallIsAnsweredThroughAFilterThatRefusesHeadersWithoutAValue(Transport transport) throws Exception {
        Client client = new Client(transport, transport.shared());
        assertThat(client.answer(client.call("greet", Map.of("X-Strict", "true"))))
                .contains("hello");
    }

    @ParameterizedTest
    @EnumSource(Transport.class)
    void refusalsAreComplete(Transport transport) throws Exception {
        Client client = new Client(transport, transport.shared());
        HttpResponse<String> large = client.send(client.post(" ".repeat(30_000)));
        assertThat(large.statusCode()).isEqualTo(413);
        assertThat(large.body()).contains("max-request-size");
        // Tomcat closes a connection on which too much of a body arrives after the response.
        client = new Client(transport, transport.shared());
        HttpResponse<String> foreign = client.send(client.call("greet", Map.of("Origin", "https://evil.example")));
        assertThat(foreign.statusCode()).isEqualTo(403);
        HttpResponse<String> unsupported = client.send(client.call("greet", Map.of("Content-Encoding", "gzip")));
        assertThat(unsupported.statusCode()).isEqualTo(415);
        assertThat(client.answer(client.call("greet"))).contains("hello");
    }

    @ParameterizedTest
    @EnumSource(Transport.class)
    void aRefusalReachesAClientThatHasNotSentItsBody(Transport transport) throws Exception {
        Client client = new Client(transport, transport.shared());
        String tooLarge = " ".repeat(30_000);
        for (int i = 0; i < 3; i++) {
            for (String body : List.of(client.callBody("greet"), tooLarge)) {
                HttpRequest call = client.call("greet", Map.of("Origin", "https://evil.example"));
                HttpResponse<String> foreign = client.send(Client.slow(call, body));
                assertThat(foreign.statusCode()).isEqualTo(403);
                assertThat(foreign.body()).contains("Origin");
            }
            HttpResponse<String> large = client.send(Client.slow(client.call("greet"), tooLarge));
            assertThat(large.statusCode()).isEqualTo(413);
            assertThat(large.body()).contains("max-request-size");
        }
        assertThat(client.answer(client.call("greet"))).contains("hello");
    }

    /** Each connection has one reset, because Tomcat closes a connection that has several. */
    @ParameterizedTest
    @EnumSource(Transport.class)
    void aCallWhoseStreamIsResetIsCancelled(Transport transport) throws Exception {
        try (RecordedLog log = new RecordedLog()) {
            for (String tool : List.of("hang", "block")) {
                Client client = new Client(transport, transport.shared());
                CompletableFuture<HttpResponse<String>> call =
                        client.http.sendAsync(client.call(tool), BodyHandlers.ofString());
                assertThat(BEGUN.tryAcquire(10, TimeUnit.SECONDS)).as("begun").isTrue();
                call.cancel(true);
                assertThat(ENDED.tryAcquire(10, TimeUnit.SECONDS))
                        .as("%s has ended", tool)
                        .isTrue();
                assertThat(client.answer(client.call("greet"))).contains("hello");
            }
            assertThat(log.worries()).isEmpty();
        }
    }

    @ParameterizedTest
    @EnumSource(Transport.class)
    void aStreamThatIsResetMakesPlaceForAnother(Transport transport) throws Exception {
        try (RecordedLog log = new RecordedLog()) {
            for (int i = 0; i < 3; i++) {
                Client client = new Client(transport, transport.shared());
                await().until(() -> listens(client));
                assertThat(client.answer(client.call("greet"))).contains("hello");
            }
            assertThat(log.worries()).isEmpty();
        }
    }

    @ParameterizedTest
    @EnumSource(Transport.class)
    void aClientThatResetsItsResponseCausesNoError(Transport transport) throws Exception {
        try (RecordedLog log = new RecordedLog()) {
            for (String tool : List.of("much", "say")) {
                beginsToRead(transport, tool).close();
                isServed(transport);
            }
            assertThat(log.worries()).isEmpty();
        }
    }

    @ParameterizedTest
    @EnumSource(Transport.class)
    void aClientThatDoesNotReadItsResponseCausesNoError(Transport transport) throws Exception {
        try (RecordedLog log = new RecordedLog();
                InputStream response = beginsToRead(transport, "say")) {
            await().atMost(Duration.ofSeconds(20))
                    .until(() -> log.lines(Level.DEBUG).contains("A client does not read its response"));
            isServed(transport);
            assertThat(response.read()).isPositive();
            assertThat(log.worries()).isEmpty();
        }
    }

    /** Many of them would otherwise take the memory of all callers, over one connection. */
    @ParameterizedTest
    @ValueSource(strings = {"some", "much"})
    void aResponseForAClientWithoutAWindowIsDropped(String tool) throws Exception {
        assumeFalse(tool.equals("some") && WebStack.isServlet(), "A container holds a small response");
        // No comment may begin a stream.
        TestServer server =
                TestServer.shared(Tools.class, Transport.CLEAR.properties("mcp.server.http.sse.keep-alive=1m"));
        try (RecordedLog log = new RecordedLog();
                Frames client = new Frames(server.port())) {
            client.call(tool);
            await().atMost(Duration.ofSeconds(20))
                    .until(() -> log.lines(Level.DEBUG).contains("A client does not read its response"));
            client.grantWindow();
            assertThat(client.countRest()).isLessThan(tool.equals("some") ? 20_000 : 1024 * 1024);
            isServed(Transport.CLEAR);
            assertThat(log.worries()).isEmpty();
        }
    }

    private static InputStream beginsToRead(Transport transport, String tool) throws Exception {
        Client client = new Client(transport, transport.shared());
        InputStream response = client.http
                .send(client.loudCall(tool), BodyHandlers.ofInputStream())
                .body();
        assertThat(response.read()).isPositive();
        return response;
    }

    private static void isServed(Transport transport) throws Exception {
        Client client = new Client(transport, transport.shared());
        assertThat(client.answer(client.call("greet"))).contains("hello");
    }

    @ParameterizedTest
    @EnumSource(Transport.class)
    void aBodyThatEndsEarlyCausesNoError(Transport transport) throws Exception {
        try (RecordedLog log = new RecordedLog()) {
            for (boolean announced : new boolean[] {true, false}) {
                Client client = new Client(transport, transport.shared());
                Sinks.Many<ByteBuffer> parts = Sinks.many().unicast().onBackpressureBuffer();
                Flow.Publisher<ByteBuffer> body = JdkFlowAdapter.publisherToFlowPublisher(parts.asFlux());
                CompletableFuture<?> sent = client.http.sendAsync(
                        HttpRequest.newBuilder(client.endpoint)
                                .POST(
                                        announced
                                                ? BodyPublishers.fromPublisher(body, 100)
                                                : BodyPublishers.fromPublisher(body))
                                .setHeader("Content-Type", "application/json")
                                .build(),
                        BodyHandlers.ofString());
                parts.tryEmitNext(ByteBuffer.wrap(new byte[] {'{'}));
                assertThat(client.answer(client.call("greet"))).contains("hello");
                parts.tryEmitError(new IOException("on purpose"));
                assertThat(sent).failsWithin(Duration.ofSeconds(10));
                isServed(transport);
            }
            assertThat(log.worries()).isEmpty();
        }
    }

    @ParameterizedTest
    @EnumSource(Transport.class)
    void aCallThatTakesTooLongIsAnswered(Transport transport) throws Exception {
        Client client = new Client(transport, transport.shared());
        // The first call takes longer, and would leave no time to begin the next one.
        assertThat(client.answer(client.call("greet"))).contains("hello");
        assertThat(client.answer(client.call("late"))).contains("700 ms", "\"isError\":true");
        assertThat(ENDED.tryAcquire(10, TimeUnit.SECONDS)).isTrue();
        assertThat(client.answer(client.call("greet"))).contains("hello");
    }

    @ParameterizedTest
    @EnumSource(Transport.class)
    void aCallIsAnsweredWhileItsMethodDoesNotReturn(Transport transport) throws Exception {
        Client client = new Client(transport, transport.shared());
        // The first call takes longer, and would leave no time to begin the next one.
        assertThat(client.answer(client.call("greet"))).contains("hello");
        assertThat(client.answer(client.call("uninterruptible"))).contains("700 ms", "\"isError\":true");
        assertThat(client.answer(client.call("greet"))).contains("hello");
        GO_ON.release();
        assertThat(ENDED.tryAcquire(10, TimeUnit.SECONDS)).isTrue();
        assertThat(client.answer(client.call("greet"))).contains("hello");
    }

    @ParameterizedTest
    @EnumSource(Transport.class)
    void aBodyThatArrivesTooSlowlyIsRefused(Transport transport) throws Exception {
        TestServer server = TestServer.shared(Tools.class, transport.properties("mcp.server.http.read-timeout=600ms"));
        Client client = new Client(transport, server);
        for (boolean announced : new boolean[] {true, false}) {
            HttpRequest slow = Client.trickling(client.call("greet"), announced);
            if (WebStack.isJetty()) {
                assertRefusedOrReset(client, slow);
            } else {
                assertTooSlow(client.send(slow));
            }
            assertThat(client.answer(client.call("greet"))).contains("hello");
        }
    }

    // Jetty resets the stream of a body that has not been read to its end, for which newer clients drop the response.
    private static void assertRefusedOrReset(Client client, HttpRequest slow) throws Exception {
        try {
            assertTooSlow(client.send(slow));
        } catch (IOException reset) {
            assertThat(reset).hasMessageContaining("RST_STREAM");
        }
    }

    private static void assertTooSlow(HttpResponse<String> response) {
        assertThat(response.statusCode()).as(response.body()).isEqualTo(408);
        assertThat(response.body()).contains("\"error\":");
    }

    @ParameterizedTest
    @EnumSource(Transport.class)
    void aStreamThatIsResetIsResumed(Transport transport) throws Exception {
        Client client = new Client(transport, transport.shared());
        String session = client.openSession();
        String first;
        try (InputStream lost = client.http
                .send(client.talk(session), BodyHandlers.ofInputStream())
                .body()) {
            first = idOf("first word", lost);
        }
        GO_ON.release();
        assertThat(client.answer(client.resumption(session, first)))
                .contains("second word", "done")
                .doesNotContain("first word");
    }

    /** Reads up to an event, and returns its id. */
    private static String idOf(String event, InputStream stream) throws IOException {
        BufferedReader lines = new BufferedReader(new InputStreamReader(stream, StandardCharsets.UTF_8));
        String id = "";
        for (String line = lines.readLine(); line != null; line = lines.readLine()) {
            if (line.startsWith("id:")) {
                id = line.substring(3).strip();
            } else if (line.contains(event)) {
                return id;
            }
        }
        throw new IOException("The stream has ended without " + event);
    }

    /** Opens a stream, of which there may be one at a time, and resets it; returns whether the server has opened it. */
    private static boolean listens(Client client) throws Exception {
        try (InputStream stream = client.listen()) {
            return firstMessage(stream).contains("notifications/subscriptions/acknowledged");
        }
    }

    @ParameterizedTest
    @EnumSource(Transport.class)
    void theShutdownEndsStreams(Transport transport) throws Exception {
        InputStream stream;
        try (TestServer server = transport.start()) {
            Client client = new Client(transport, server);
            stream = client.listen();
            assertThat(firstMessage(stream)).contains("notifications/subscriptions/acknowledged");
            // The last message is written late.
            for (int i = 0; i < Schedulers.DEFAULT_POOL_SIZE; i++) {
                Schedulers.parallel()
                        .schedule(() ->
                                LockSupport.parkNanos(Duration.ofMillis(300).toNanos()));
            }
        }
        assertThat(new String(stream.readAllBytes(), StandardCharsets.UTF_8)).contains("\"resultType\":\"complete\"");
    }

    /** Reads up to the first event with a message. */
    private static String firstMessage(InputStream stream) throws IOException {
        BufferedReader lines = new BufferedReader(new InputStreamReader(stream, StandardCharsets.UTF_8));
        for (String line = lines.readLine(); line != null; line = lines.readLine()) {
            if (line.startsWith("data: {")) {
                return line;
            }
        }
        return "no message";
    }

    /** A connection in clear text whose stream has no window at first. */
    private static final class Frames implements AutoCloseable {

        private static final int STREAM = 1;

        private final Socket socket = new Socket();

        private final DataInputStream in;

        private final McpTestClient messages;

        Frames(int port) throws IOException {
            URI endpoint = URI.create("http://localhost:" + port + "/mcp");
            messages = new McpTestClient(endpoint, ProtocolVersion.V2026_07_28, "{}");
            socket.connect(new InetSocketAddress("localhost", port));
            socket.setSoTimeout(20_000);
            in = new DataInputStream(new BufferedInputStream(socket.getInputStream()));
            socket.getOutputStream().write("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
            // Streams begin with a window of no bytes.
            send(0, 4, 0, new byte[] {0, 4, 0, 0, 0, 0});
        }

        private void send(int stream, int type, int flags, byte[] content) throws IOException {
            ByteBuffer frame = ByteBuffer.allocate(9 + content.length)
                    .putInt(content.length << 8 | type)
                    .put((byte) flags)
                    .putInt(stream)
                    .put(content);
            socket.getOutputStream().write(frame.array());
        }

        void call(String tool) throws IOException {
            ObjectNode params = JsonMapper.shared().createObjectNode().put("name", tool);
            ByteArrayOutputStream headers = new ByteArrayOutputStream();
            // POST, http, and the indexes of path and authority.
            headers.write(0x83);
            headers.write(0x86);
            headers.write(4);
            add(headers, "/mcp");
            headers.write(1);
            add(headers, "localhost");
            messages.headers("tools/call", params).forEach((name, value) -> {
                headers.write(0);
                add(headers, name.toLowerCase(Locale.ROOT));
                add(headers, value);
            });
            send(STREAM, 1, 4, headers.toByteArray());
            send(STREAM, 0, 1, messages.body("tools/call", params).getBytes(StandardCharsets.UTF_8));
        }

        /** Adds a text of less than 127 characters. */
        private static void add(ByteArrayOutputStream headers, String text) {
            headers.write(text.length());
            headers.writeBytes(text.getBytes(StandardCharsets.US_ASCII));
        }

        void grantWindow() throws IOException {
            byte[] more = ByteBuffer.allocate(4).putInt(1 << 30).array();
            send(0, 8, 0, more);
            send(STREAM, 8, 0, more);
        }

        /** Reads up to the end of the stream or of the connection; returns the size of the body. */
        int countRest() throws IOException {
            int size = 0;
            while (true) {
                int head = in.readInt();
                int type = head & 0xff;
                int flags = in.readUnsignedByte();
                in.readInt();
                int length = in.readNBytes(head >>> 8).length;
                size += type == 0 ? length : 0;
                boolean isLast = type <= 1 && (flags & 1) != 0;
                boolean isReset = type == 3 || type == 7;
                if (isLast || isReset) {
                    return size;
                }
            }
        }

        @Override
        public void close() throws IOException {
            socket.close();
        }
    }

    /** A client whose requests have the form of 2026-07-28, and are sent over one connection. */
    private static final class Client {

        /** A client that is collected resets its connections, of which Netty warns during another test. */
        private static final List<HttpClient> ALL = new CopyOnWriteArrayList<>();

        private final HttpClient http;

        private final URI endpoint;

        private final McpTestClient messages;

        Client(Transport transport, TestServer server) throws Exception {
            this.endpoint = URI.create(transport.scheme + "://localhost:" + server.port() + "/mcp");
            this.messages = new McpTestClient(endpoint, ProtocolVersion.V2026_07_28, "{}");
            this.http = HttpClient.newBuilder()
                    .version(HttpClient.Version.HTTP_2)
                    .sslContext(trusting())
                    .build();
            ALL.add(http);
            // Without TLS, the first request asks for HTTP/2. Not all web servers accept that if it has a body.
            send(HttpRequest.newBuilder(endpoint).GET().build());
        }

        private static SSLContext trusting() throws Exception {
            KeyStore keys = KeyStore.getInstance(new ClassPathResource(KEY_STORE).getFile(), PASSWORD.toCharArray());
            TrustManagerFactory trust = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
            KeyStore trusted = KeyStore.getInstance(KeyStore.getDefaultType());
            trusted.load(null, null);
            trusted.setCertificateEntry("server", keys.getCertificate("server"));
            trust.init(trusted);
            SSLContext context = SSLContext.getInstance("TLS");
            context.init(null, trust.getTrustManagers(), null);
            return context;
        }

        String origin() {
            return endpoint.getScheme() + "://" + endpoint.getAuthority();
        }

        HttpRequest call(String tool) {
            return call(tool, Map.of());
        }

        HttpRequest call(String tool, Map<String, String> headers) {
            return request("tools/call", JsonMapper.shared().createObjectNode().put("name", tool), headers);
        }

        String callBody(String tool) {
            return messages.body(
                    "tools/call", JsonMapper.shared().createObjectNode().put("name", tool));
        }

        /** Sends another body when the server could have answered. */
        static HttpRequest slow(HttpRequest request, String body) {
            byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
            Flux<ByteBuffer> later = Mono.just(ByteBuffer.wrap(bytes))
                    .delayElement(Duration.ofMillis(300))
                    .flux();
            return HttpRequest.newBuilder(request, (name, value) -> true)
                    .POST(BodyPublishers.fromPublisher(JdkFlowAdapter.publisherToFlowPublisher(later), bytes.length))
                    .build();
        }

        /**
         * Sends a body in more time than the server has for it. Tomcat closes a connection with many small parts, and
         * the client reads the response when it has sent the body.
         */
        static HttpRequest trickling(HttpRequest request, boolean announced) {
            int parts = 14;
            byte[] part = " ".repeat(1_100).getBytes(StandardCharsets.UTF_8);
            int size = parts * part.length;
            Flow.Publisher<ByteBuffer> body = JdkFlowAdapter.publisherToFlowPublisher(
                    Flux.interval(Duration.ofMillis(100)).take(parts).map(tick -> ByteBuffer.wrap(part)));
            return HttpRequest.newBuilder(request, (name, value) -> true)
                    .POST(announced ? BodyPublishers.fromPublisher(body, size) : BodyPublishers.fromPublisher(body))
                    .build();
        }

        /** Opens a session of 2025-11-25, and returns its id. */
        String openSession() throws Exception {
            HttpResponse<String> opened = send(post("""
                    {"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": {"protocolVersion": "2025-11-25",
                    "capabilities": {}, "clientInfo": {"name": "test", "version": "1"}}}"""));
            assertThat(opened.statusCode()).as(opened.body()).isEqualTo(200);
            String session = opened.headers().firstValue("Mcp-Session-Id").orElseThrow();
            HttpRequest initialized =
                    inSession(session, post("{\"jsonrpc\": \"2.0\", \"method\": \"notifications/initialized\"}"));
            assertThat(send(initialized).statusCode()).isEqualTo(202);
            return session;
        }

        HttpRequest talk(String session) {
            return inSession(session, post("""
                    {"jsonrpc": "2.0", "id": 2, "method": "tools/call", "params": {"name": "talk"}}"""));
        }

        HttpRequest resumption(String session, String lastEventId) {
            HttpRequest get = HttpRequest.newBuilder(endpoint)
                    .setHeader("Last-Event-ID", lastEventId)
                    .setHeader("Accept", "text/event-stream")
                    .build();
            return inSession(session, get);
        }

        private static HttpRequest inSession(String session, HttpRequest request) {
            return HttpRequest.newBuilder(request, (name, value) -> true)
                    .timeout(Duration.ofSeconds(20))
                    .setHeader("Mcp-Session-Id", session)
                    .setHeader("MCP-Protocol-Version", "2025-11-25")
                    .build();
        }

        HttpRequest loudCall(String tool) {
            ObjectNode params = JsonMapper.shared().createObjectNode().put("name", tool);
            params.putObject("_meta").put("io.modelcontextprotocol/logLevel", "alert");
            return request("tools/call", params, Map.of());
        }

        private HttpRequest request(String method, ObjectNode params, Map<String, String> headers) {
            HttpRequest.Builder request = HttpRequest.newBuilder(endpoint)
                    .timeout(Duration.ofSeconds(20))
                    .POST(BodyPublishers.ofString(messages.body(method, params)));
            messages.headers(method, params).forEach(request::setHeader);
            headers.forEach(request::setHeader);
            return request.build();
        }

        HttpRequest post(String body) {
            return HttpRequest.newBuilder(endpoint)
                    .POST(BodyPublishers.ofString(body))
                    .setHeader("Content-Type", "application/json")
                    .setHeader("Accept", "application/json, text/event-stream")
                    .build();
        }

        InputStream listen() throws Exception {
            ObjectNode params = JsonMapper.shared().createObjectNode();
            params.putObject("notifications").put("toolsListChanged", true);
            HttpResponse<InputStream> response =
                    http.send(request("subscriptions/listen", params, Map.of()), BodyHandlers.ofInputStream());
            assertThat(response.version()).isEqualTo(HttpClient.Version.HTTP_2);
            assertThat(response.statusCode()).isEqualTo(200);
            return response.body();
        }

        HttpResponse<String> send(HttpRequest request) throws Exception {
            HttpResponse<String> response = http.send(request, BodyHandlers.ofString());
            assertThat(response.version()).isEqualTo(HttpClient.Version.HTTP_2);
            assertThat(response.headers().firstValue("Connection")).isEmpty();
            return response;
        }

        String answer(HttpRequest request) throws Exception {
            HttpResponse<String> response = send(request);
            assertThat(response.statusCode()).as(response.body()).isEqualTo(200);
            return response.body();
        }
    }
}
