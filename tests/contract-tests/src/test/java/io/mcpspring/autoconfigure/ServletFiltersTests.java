package io.mcpspring.autoconfigure;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeFalse;

import io.mcpspring.annotation.McpTool;
import io.mcpspring.exchange.McpExchange;
import io.mcpspring.support.ModernRequest;
import io.mcpspring.support.OnServletContainers;
import io.mcpspring.support.RawHttp;
import io.mcpspring.support.TestServer;
import io.mcpspring.support.WebStack;
import jakarta.servlet.Filter;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.ServletOutputStream;
import jakarta.servlet.WriteListener;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import jakarta.servlet.http.HttpServletResponseWrapper;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Semaphore;
import java.util.stream.Stream;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.webmvc.error.ErrorController;
import org.springframework.context.annotation.Bean;
import org.springframework.http.HttpStatus;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.DeleteMapping;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.PutMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.filter.CharacterEncodingFilter;
import org.springframework.web.filter.FormContentFilter;
import org.springframework.web.filter.HiddenHttpMethodFilter;
import org.springframework.web.filter.OncePerRequestFilter;
import org.springframework.web.filter.ShallowEtagHeaderFilter;
import org.springframework.web.multipart.MultipartFile;
import org.springframework.web.util.ContentCachingRequestWrapper;
import org.zalando.logbook.Correlation;
import org.zalando.logbook.HttpLogWriter;
import org.zalando.logbook.Logbook;
import org.zalando.logbook.Precorrelation;
import org.zalando.logbook.core.DefaultHttpLogFormatter;
import org.zalando.logbook.core.DefaultSink;
import org.zalando.logbook.servlet.LogbookFilter;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** What an application configures around its controllers is around the endpoint, too, and does not change answers. */
@OnServletContainers("Filters, access log and error pages are those of a servlet container")
class ServletFiltersTests {

    /** Longer than the smallest response that is compressed. */
    private static final String TEXT = "Grüße aus Köln. ".repeat(100);

    private static final Queue<String> CACHED = new ConcurrentLinkedQueue<>();

    private static final Queue<String> LOGGED = new ConcurrentLinkedQueue<>();

    private static final Semaphore GO_ON = new Semaphore(0);

    @TempDir
    private static Path logs;

    @RestController
    static class Application implements ErrorController {

        @McpTool(description = "Returns its text on the thread of the container")
        String direct(String text) {
            return text;
        }

        @McpTool(description = "Returns its text on a worker")
        String worker(String text, McpExchange exchange) {
            return text;
        }

        @McpTool(description = "Reports progress, and then returns its text")
        String stream(String text, McpExchange exchange) {
            exchange.progress(1);
            return text;
        }

        @McpTool(description = "Reports progress, and then waits")
        String wait(McpExchange exchange) throws InterruptedException {
            exchange.progress(1);
            GO_ON.acquire();
            return "done";
        }

        @McpTool(description = "Returns much on the thread of the container")
        String large(String text) {
            return text.repeat(100);
        }

        @McpTool(description = "Waits on the thread of the container")
        String slow() throws InterruptedException {
            GO_ON.acquire();
            return "done";
        }

        @McpTool(description = "Fails")
        String fail() {
            throw new IllegalStateException("on purpose");
        }

        @DeleteMapping("/page")
        String delete() {
            return "deleted";
        }

        @PutMapping("/page")
        String put(@RequestParam String name) {
            return "put " + name;
        }

        @PostMapping("/upload")
        String upload(@RequestParam MultipartFile file) throws IOException {
            return "uploaded " + new String(file.getBytes(), UTF_8);
        }

        @RequestMapping("/error")
        ResponseEntity<String> error() {
            return ResponseEntity.status(HttpStatus.NOT_FOUND).body("the error page of the application");
        }

        @Bean
        static OncePerRequestFilter caching() {
            return new OncePerRequestFilter() {

                @Override
                protected void doFilterInternal(
                        HttpServletRequest request, HttpServletResponse response, FilterChain chain)
                        throws ServletException, IOException {
                    ContentCachingRequestWrapper wrapper = new ContentCachingRequestWrapper(request, 64 * 1024);
                    chain.doFilter(wrapper, response);
                    CACHED.add(new String(wrapper.getContentAsByteArray(), UTF_8));
                }
            };
        }

        /** Applies to requests with this header. */
        @Bean
        static ShallowEtagHeaderFilter etag() {
            return new ShallowEtagHeaderFilter() {

                @Override
                protected boolean shouldNotFilter(HttpServletRequest request) {
                    return request.getHeader("X-Etag") == null;
                }
            };
        }

        /** Applies to requests with this header. */
        @Bean
        static Filter rewriting() {
            return (request, response, chain) -> {
                if (((HttpServletRequest) request).getHeader("X-Rewrite") == null) {
                    chain.doFilter(request, response);
                    return;
                }
                Kept kept = new Kept((HttpServletResponse) response);
                chain.doFilter(request, kept);
                response.getWriter().write(kept.body.toString(UTF_8));
            };
        }

        /** Applies to requests with this header. */
        @Bean
        static Filter tee() {
            return (request, response, chain) -> {
                String kind = ((HttpServletRequest) request).getHeader("X-Tee");
                chain.doFilter(request, kind == null ? response : new Tee((HttpServletResponse) response, kind));
            };
        }

        @Bean
        static LogbookFilter logbook() {
            return new LogbookFilter(Logbook.builder()
                    .sink(new DefaultSink(new DefaultHttpLogFormatter(), new Log()))
                    .build());
        }
    }

    /** A response that passes its bytes on, and whose other methods are those that an IDE has generated. */
    private static final class Tee extends HttpServletResponseWrapper {

        private final String kind;

        Tee(HttpServletResponse response, String kind) {
            super(response);
            this.kind = kind;
        }

        @Override
        public ServletOutputStream getOutputStream() throws IOException {
            ServletOutputStream target = super.getOutputStream();
            return new ServletOutputStream() {

                @Override
                public boolean isReady() {
                    return kind.equals("ready");
                }

                @Override
                public void setWriteListener(WriteListener listener) {
                    if (kind.equals("unsupported")) {
                        throw new UnsupportedOperationException();
                    } else if (kind.equals("delegating")) {
                        target.setWriteListener(listener);
                    }
                }

                @Override
                public void write(int value) throws IOException {
                    target.write(value);
                }

                @Override
                public void write(byte[] bytes, int offset, int length) throws IOException {
                    if (kind.equals("single bytes")) {
                        super.write(bytes, offset, length);
                    } else {
                        target.write(bytes, offset, length);
                    }
                }

                @Override
                public void flush() throws IOException {
                    if (!kind.equals("no flush") && !kind.equals("single bytes")) {
                        target.flush();
                    }
                }
            };
        }
    }

    /** A response that keeps its bytes, and does not touch the stream of the container. */
    private static final class Kept extends HttpServletResponseWrapper {

        private final ByteArrayOutputStream body = new ByteArrayOutputStream();

        Kept(HttpServletResponse response) {
            super(response);
        }

        @Override
        public ServletOutputStream getOutputStream() {
            return new ServletOutputStream() {

                @Override
                public boolean isReady() {
                    return true;
                }

                @Override
                public void setWriteListener(WriteListener listener) {
                    throw new UnsupportedOperationException();
                }

                @Override
                public void write(int value) {
                    body.write(value);
                }
            };
        }
    }

    private static final class Log implements HttpLogWriter {

        @Override
        public void write(Precorrelation precorrelation, String request) {
            LOGGED.add(request);
        }

        @Override
        public void write(Correlation correlation, String response) {
            LOGGED.add(response);
        }
    }

    private final TestServer server = TestServer.shared(
            Application.class,
            "spring.mvc.hiddenmethod.filter.enabled=true",
            "spring.servlet.encoding.force=true",
            "spring.servlet.multipart.max-file-size=1KB",
            "spring.servlet.multipart.max-request-size=1KB",
            "server.compression.enabled=true",
            "server.compression.min-response-size=1KB",
            "server.compression.mime-types=application/json,text/event-stream",
            "server.tomcat.accesslog.enabled=true",
            "server.tomcat.accesslog.buffered=false",
            "server.tomcat.accesslog.directory=" + logs,
            "server.jetty.accesslog.enabled=true",
            "server.jetty.accesslog.filename=" + logs.resolve("access.log"));

    @ParameterizedTest
    @ValueSource(strings = {"direct", "worker", "stream"})
    void aCallIsAnsweredThroughAllOfThem(String tool) {
        RawHttp.Response response = call(tool).send(server.port());
        assertThat(response.status()).isEqualTo(200);
        assertThat(response.header("Content-Encoding")).isNull();
        assertThat(response.header("Content-Type")).startsWith(type(tool));
        assertThat(last(response.text()).at("/result/content/0/text").stringValue())
                .isEqualTo(TEXT);
    }

    @ParameterizedTest
    @ValueSource(strings = {"ready", "not ready", "unsupported", "delegating"})
    void anAnswerIsPassedOnByAWrapperWithoutAWriteListener(String kind) {
        for (String tool : List.of("direct", "worker", "stream", "large")) {
            RawHttp.Response response = call(tool).with("X-Tee: " + kind).send(server.port());
            assertThat(response.status()).isEqualTo(200);
            assertThat(last(response.text()).at("/result/content/0/text").stringValue())
                    .startsWith(TEXT);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"no flush", "single bytes"})
    void anEventIsSentAtOnceThroughAWrapperThatDoesNotFlush(String kind) throws IOException {
        assumeFalse(kind.equals("single bytes") && WebStack.isJetty(), "Jetty asks for a check before each write");
        ModernRequest call = ModernRequest.call("wait", "{}").with("X-Tee: " + kind);
        call.meta().put("progressToken", "token");
        try (RawHttp connection = RawHttp.connect(server.port())) {
            connection.send(call.bytes());
            assertThat(connection.receiveHead().header("Content-Type")).startsWith("text/event-stream");
            assertThat(nextData(connection)).contains("notifications/progress");
            GO_ON.release();
            assertThat(nextData(connection)).contains("done");
        } finally {
            GO_ON.drainPermits();
        }
    }

    @Test
    void aWholeReplyIsWrittenAgainByAWriter() {
        RawHttp.Response response = call("direct").with("X-Rewrite: true").send(server.port());
        assertThat(response.status()).isEqualTo(200);
        assertThat(last(response.text()).at("/result/content/0/text").stringValue())
                .isEqualTo(TEXT);
    }

    private static String nextData(RawHttp connection) throws IOException {
        String line = connection.line();
        while (!line.startsWith("data: ")) {
            line = connection.line();
        }
        return line;
    }

    /** Its address is that of the URL, which is not known before the request is kept for another thread. */
    @ParameterizedTest
    @ValueSource(strings = {"wait", "large"})
    void aRequestWithAForwardedHostThatIsNoneIsRefused(String tool) {
        RawHttp.Response response;
        long shutdown;
        try (TestServer forwarded = TestServer.start(
                Application.class,
                "server.forward-headers-strategy=framework",
                "spring.lifecycle.timeout-per-shutdown-phase=15s")) {
            ModernRequest request = tool.equals("wait") ? ModernRequest.call(tool, "{}") : call(tool);
            response = request.with("X-Forwarded-Host: a b").send(forwarded.port());
            shutdown = System.nanoTime();
        }
        assertThat(response.errorCode()).as(response.toString()).isEqualTo(-32603);
        assertThat(Duration.ofNanos(System.nanoTime() - shutdown))
                .as("time that the shutdown waits for the reply")
                .isLessThan(Duration.ofSeconds(10));
    }

    @Test
    void commentsAreNotCachedWhileAMethodRuns() throws IOException {
        TestServer impatient = TestServer.shared(Application.class, TestServer.DETECTS_LOST_CLIENTS);
        try (RawHttp connection = RawHttp.connect(impatient.port())) {
            connection.send(
                    ModernRequest.call("slow", "{}").with("X-Etag: true").bytes());
            assertThat(connection.receiveHead().header("Content-Type")).startsWith("text/event-stream");
            GO_ON.release();
            assertThat(nextData(connection)).contains("done");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"direct", "worker", "stream"})
    void anAnswerIsCompressed(String tool) throws IOException {
        RawHttp.Response response = call(tool).with("Accept-Encoding: gzip").send(server.port());
        assertThat(response.status()).isEqualTo(200);
        assertThat(response.header("Content-Encoding")).isEqualTo("gzip");
        assertThat(response.header("Content-Type")).startsWith(type(tool));
        assertThat(response.body()).hasSizeLessThan(TEXT.length());
        String text = new String(new GZIPInputStream(new ByteArrayInputStream(response.body())).readAllBytes(), UTF_8);
        assertThat(last(text).at("/result/content/0/text").stringValue()).isEqualTo(TEXT);
    }

    @ParameterizedTest
    @ValueSource(strings = {"direct", "worker", "stream"})
    void aWrapperOfTheRequestHasItsBody(String tool) {
        String text = TEXT + "wrapped for " + tool;
        assertThat(call(tool, text).send(server.port()).status()).isEqualTo(200);
        await().untilAsserted(() -> assertThat(CACHED)
                .anySatisfy(body -> assertThat(body).startsWith("{\"jsonrpc\"").contains(text)));
    }

    @ParameterizedTest
    @ValueSource(strings = {"direct", "worker", "stream"})
    void logbookHasTheBodiesOfRequestAndResponse(String tool) {
        String text = TEXT + "logged for " + tool;
        String answer = call(tool, text).send(server.port()).text();
        assertThat(answer).contains(text);
        await().untilAsserted(() -> assertThat(LOGGED)
                .anySatisfy(request ->
                        assertThat(request).startsWith("Incoming Request: ").contains("POST http://localhost", text))
                .anySatisfy(response -> assertThat(response)
                        .startsWith("Outgoing Response: ")
                        // Its default for streams.
                        .contains("200 OK", tool.equals("stream") ? "<stream>" : answer)));
    }

    @ParameterizedTest
    @ValueSource(strings = {"direct", "worker", "stream"})
    void theAccessLogHasTheStatusAndTheSize(String tool) {
        // The responses of other calls have other sizes.
        RawHttp.Response response =
                call(tool, TEXT + "x".repeat(1_000 + tool.charAt(0))).send(server.port());
        assertThat(response.status()).isEqualTo(200);
        int least = response.body().length;
        // A stream is sent in chunks, which containers may count.
        int most = tool.equals("stream") ? least + 100 : least;
        await().untilAsserted(() -> assertThat(accessLog()).anySatisfy(line -> {
            assertThat(line).contains("\"POST /mcp HTTP/1.1\" 200 ");
            assertThat(Integer.parseInt(line.replaceAll(".* 200 (\\d+).*", "$1")))
                    .isBetween(least, most);
        }));
    }

    private static List<String> accessLog() throws IOException {
        List<String> lines = new ArrayList<>();
        try (Stream<Path> files = Files.list(logs)) {
            for (Path file : files.toList()) {
                lines.addAll(Files.readAllLines(file));
            }
        }
        return lines;
    }

    @Test
    void theFiltersApplyToControllers() {
        assertThat(server.context().getBean(HiddenHttpMethodFilter.class)).isNotNull();
        assertThat(server.context().getBean(FormContentFilter.class)).isNotNull();
        assertThat(server.context().getBean(CharacterEncodingFilter.class).isForceResponseEncoding())
                .isTrue();
        assertThat(form("POST /page", "_method=DELETE").text()).isEqualTo("deleted");
        assertThat(form("PUT /page", "name=ada").text()).isEqualTo("put ada");
        assertThat(upload("/upload", "a file").text()).isEqualTo("uploaded a file");
    }

    @Test
    void aFormOrAnUploadIsNotAMessage() {
        RawHttp.Response form = form("POST /mcp", "_method=DELETE");
        assertThat(form.status()).isEqualTo(400);
        assertThat(form.errorCode()).isEqualTo(-32600);
        RawHttp.Response upload = upload("/mcp", "a file");
        assertThat(upload.status()).isEqualTo(415);
        assertThat(upload.errorCode()).isEqualTo(-32600);
    }

    @Test
    void theErrorPageOfTheApplicationIsNotThatOfTheEndpoint() {
        assertThat(RawHttp.send(server.port(), "GET /nothing").text()).isEqualTo("the error page of the application");
        RawHttp.Response refused = RawHttp.send(server.port(), "PUT /mcp");
        assertThat(refused.status()).isEqualTo(405);
        assertThat(refused.errorCode()).isEqualTo(-32600);
        RawHttp.Response failed = ModernRequest.call("fail", "{}").send(server.port());
        assertThat(failed.status()).isEqualTo(200);
        assertThat(failed.json().at("/result/isError").booleanValue()).isTrue();
    }

    private RawHttp.Response form(String methodAndPath, String body) {
        try (RawHttp connection = RawHttp.connect(server.port())) {
            connection.send(RawHttp.request(
                    methodAndPath, body.getBytes(UTF_8), "Content-Type: application/x-www-form-urlencoded"));
            return connection.receive();
        }
    }

    private RawHttp.Response upload(String path, String file) {
        String body = """
                --edge\r
                Content-Disposition: form-data; name="file"; filename="a.txt"\r
                Content-Type: text/plain\r
                \r
                %s\r
                --edge--\r
                """.formatted(file);
        try (RawHttp connection = RawHttp.connect(server.port())) {
            connection.send(RawHttp.request(
                    "POST " + path, body.getBytes(UTF_8), "Content-Type: multipart/form-data; boundary=edge"));
            return connection.receive();
        }
    }

    private static ModernRequest call(String tool) {
        return call(tool, TEXT);
    }

    private static ModernRequest call(String tool, String text) {
        ModernRequest call = ModernRequest.call(tool, "{\"text\": \"" + text + "\"}");
        if (tool.equals("stream")) {
            call.meta().put("progressToken", "token");
        }
        return call;
    }

    private static String type(String tool) {
        return tool.equals("stream") ? "text/event-stream" : "application/json";
    }

    /** Returns the only message of a response, or the last one of its stream. */
    private static JsonNode last(String body) {
        return JsonMapper.shared()
                .readTree(body.lines()
                        .filter(line -> !line.isEmpty())
                        .reduce((first, second) -> second)
                        .map(line -> line.startsWith("data: ") ? line.substring(6) : line)
                        .orElseThrow());
    }
}
