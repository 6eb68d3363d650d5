package io.mcpspring.contract.transport;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.mcpspring.annotation.McpTool;
import io.mcpspring.exchange.ReactiveMcpExchange;
import io.mcpspring.protocol.ProtocolVersion;
import io.mcpspring.support.EveryRevision;
import io.mcpspring.support.McpTestClient;
import io.mcpspring.support.OnServletContainers;
import io.mcpspring.support.RawHttp;
import io.mcpspring.support.TestServer;
import jakarta.servlet.AsyncContext;
import jakarta.servlet.AsyncEvent;
import jakarta.servlet.AsyncListener;
import jakarta.servlet.Filter;
import jakarta.servlet.ServletOutputStream;
import jakarta.servlet.ServletRequest;
import jakarta.servlet.ServletResponse;
import jakarta.servlet.WriteListener;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletRequestWrapper;
import jakarta.servlet.http.HttpServletResponse;
import jakarta.servlet.http.HttpServletResponseWrapper;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** An asynchronous request is completed if its client has left, or if its response cannot be written. */
@OnServletContainers("Reactor Netty has no asynchronous requests")
class LostRequestTests {

    private static final int ROUNDS = 5;

    private static final Semaphore COMPLETED = new Semaphore(0);

    static class Tools {

        @McpTool(description = "Sends messages for some seconds")
        Mono<String> talk(ReactiveMcpExchange exchange) {
            return Flux.interval(Duration.ofMillis(5))
                    .take(1000)
                    .doOnNext(number -> exchange.error(number.toString()))
                    .then(Mono.just("done"));
        }
    }

    @Configuration(proxyBeanMethods = false)
    @Import(Tools.class)
    static class Application {

        @Bean
        Filter listening() {
            return (request, response, chain) -> {
                HttpServletRequest http = (HttpServletRequest) request;
                boolean failing = http.getHeader("X-Fails") != null;
                chain.doFilter(
                        new ListeningRequest(http),
                        failing ? new FailingResponse((HttpServletResponse) response) : response);
            };
        }
    }

    private static final class ListeningRequest extends HttpServletRequestWrapper {

        ListeningRequest(HttpServletRequest request) {
            super(request);
        }

        @Override
        public AsyncContext startAsync(ServletRequest request, ServletResponse response) {
            AsyncContext context = super.startAsync(request, response);
            context.addListener(new Listener());
            return context;
        }
    }

    /** A response of which nothing can be written, although the client is there. */
    private static final class FailingResponse extends HttpServletResponseWrapper {

        FailingResponse(HttpServletResponse response) {
            super(response);
        }

        @Override
        public ServletOutputStream getOutputStream() throws IOException {
            ServletOutputStream target = super.getOutputStream();
            return new ServletOutputStream() {

                @Override
                public boolean isReady() {
                    return target.isReady();
                }

                @Override
                public void setWriteListener(WriteListener listener) {
                    target.setWriteListener(listener);
                }

                @Override
                public void write(int b) throws IOException {
                    throw new IOException("This filter always fails");
                }
            };
        }
    }

    private static final class Listener implements AsyncListener {

        @Override
        public void onComplete(AsyncEvent event) {
            COMPLETED.release();
        }

        @Override
        public void onTimeout(AsyncEvent event) {}

        @Override
        public void onError(AsyncEvent event) {}

        @Override
        public void onStartAsync(AsyncEvent event) {}
    }

    private final TestServer server = TestServer.shared(Application.class);

    @EveryRevision
    void isCompleted(ProtocolVersion version) throws InterruptedException {
        McpTestClient client = server.client(version);
        COMPLETED.drainPermits();
        for (int round = 0; round < ROUNDS; round++) {
            try (RawHttp lost = RawHttp.connect(server.port())) {
                lost.send(call(client));
                assertThat(lost.receiveHead().status()).isEqualTo(200);
            }
            assertThat(COMPLETED.tryAcquire(10, TimeUnit.SECONDS)).isTrue();
        }
    }

    @EveryRevision
    void isCompletedIfAFilterFailsToWriteTheResponse(ProtocolVersion version) throws InterruptedException {
        McpTestClient client = server.client(version);
        COMPLETED.drainPermits();
        try (RawHttp connection = RawHttp.connect(server.port())) {
            connection.send(call(client, "X-Fails: true"));
            assertThat(COMPLETED.tryAcquire(10, TimeUnit.SECONDS)).isTrue();
        }
    }

    private static byte[] call(McpTestClient client, String... more) {
        ObjectNode params = JsonMapper.shared().createObjectNode().put("name", "talk");
        params.putObject("_meta").put("io.modelcontextprotocol/logLevel", "error");
        byte[] body = client.body("tools/call", params).getBytes(UTF_8);
        return RawHttp.request("POST /mcp", body, PlainTools.lines(client.headers("tools/call", params), more));
    }
}
