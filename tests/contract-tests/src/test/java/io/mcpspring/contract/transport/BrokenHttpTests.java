package io.mcpspring.contract.transport;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.mcpspring.protocol.ProtocolVersion;
import io.mcpspring.support.McpTestClient;
import io.mcpspring.support.OnNetty;
import io.mcpspring.support.RawHttp;
import io.mcpspring.support.RecordedLog;
import io.mcpspring.support.TestServer;
import java.io.UncheckedIOException;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.reactor.netty.NettyReactiveWebServerFactory;
import org.springframework.boot.web.server.WebServerFactoryCustomizer;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Import;
import org.springframework.core.io.buffer.DataBuffer;
import org.springframework.http.server.reactive.ServerHttpRequestDecorator;
import org.springframework.web.server.WebFilter;
import reactor.core.publisher.Flux;
import reactor.netty.resources.LoopResources;

/** Requests that are not valid HTTP are refused or disconnected, and the server continues to serve others. */
class BrokenHttpTests {

    private final TestServer server = TestServer.shared(PlainTools.class);

    private final McpTestClient client = server.client(ProtocolVersion.V2025_11_25);

    @ParameterizedTest
    @OnNetty("Servlet containers accept some of these requests, and have other responses to the rest")
    @ValueSource(
            strings = {
                "GARBAGE\r\n\r\n",
                "POST /mcp\r\n\r\n",
                "POST /mcp HTTP/9.9\r\n\r\n",
                "POST /mcp HTTP/1.1\r\nHost localhost\r\n\r\n",
                "POST /mcp HTTP/1.1\r\n: x\r\n\r\n",
                "POST /mcp HTTP/1.1\r\nHost: a\r\nContent-Length: -1\r\n\r\n",
                "POST /mcp HTTP/1.1\r\nHost: a\r\nContent-Length: 1e3\r\n\r\n",
                "POST /mcp HTTP/1.1\r\nHost: a\r\nContent-Length: 3\r\nContent-Length: 4\r\n\r\n{}  ",
                "POST /mcp HTTP/1.1\r\nHost: a\r\nMcp-Name: a\u0000b\r\nContent-Length: 2\r\n\r\n{}",
                "POST /%zz HTTP/1.1\r\nHost: a\r\nContent-Length: 2\r\n\r\n{}",
                "POST http:// HTTP/1.1\r\nHost: a\r\nContent-Length: 2\r\n\r\n{}",
                "POST /mcp HTTP/1.1\r\nContent-Length: 2\r\n\r\n{}",
                "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"
            })
    void brokenRequestsAreRefusedOrDisconnected(String request) {
        assertRefusedOrDisconnected(server, client, request);
    }

    @ParameterizedTest
    @CsvSource({"POST, xyz", "POST, ffffffffffffffff", "PUT, xyz", "PUT, ffffffffffffffff"})
    void aBrokenChunkIsRefusedOrDisconnectedWithoutAnError(String method, String chunk) {
        // The next request is processed after what the only event loop has logged of this one.
        TestServer small = TestServer.shared(OneEventLoop.class);
        McpTestClient other = small.client(ProtocolVersion.V2025_11_25);
        try (RecordedLog log = new RecordedLog()) {
            assertRefusedOrDisconnected(
                    small,
                    other,
                    method + " /mcp HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\n"
                            + "Transfer-Encoding: chunked\r\n\r\n" + chunk + "\r\n");
            assertThat(log.worries()).allMatch(line -> line.contains("Decoding failed"), "a warning of Reactor Netty");
        }
    }

    @Import(PlainTools.class)
    static class OneEventLoop {

        private final Semaphore reading = new Semaphore(0);

        @Bean
        WebServerFactoryCustomizer<NettyReactiveWebServerFactory> oneEventLoopWithoutNativeTransport() {
            return factory -> {
                factory.setResourceFactory(null);
                factory.addServerCustomizers(server -> server.runOn(LoopResources.create("selectors", 1, true), false));
            };
        }

        @Bean
        WebFilter readingBodies() {
            return (exchange, chain) -> chain.filter(exchange.mutate()
                    .request(new ServerHttpRequestDecorator(exchange.getRequest()) {

                        @Override
                        public Flux<DataBuffer> getBody() {
                            return super.getBody().doOnNext(part -> reading.release());
                        }
                    })
                    .build());
        }
    }

    @Test
    @OnNetty("Netty has several transports")
    void aClientThatResetsItsConnectionWithinABodyCausesNoError() throws Exception {
        TestServer nio = TestServer.shared(OneEventLoop.class);
        Semaphore reading = nio.context().getBean(OneEventLoop.class).reading;
        McpTestClient other = nio.client(ProtocolVersion.V2025_11_25);
        try (RecordedLog log = new RecordedLog()) {
            for (String method : new String[] {"POST", "PUT"}) {
                reading.drainPermits();
                try (RawHttp connection = RawHttp.connect(nio.port())) {
                    connection.send(RawHttp.head(method + " /mcp", PlainTools.lines(other, "Content-Length: 10")));
                    connection.send("{");
                    assertThat(reading.tryAcquire(20, TimeUnit.SECONDS)).isTrue();
                    connection.reset();
                }
                // On the same event loop, which has noticed the reset before.
                assertThat(other.request("ping", "{}").status()).isEqualTo(200);
            }
            assertThat(log.worries()).isEmpty();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"POST", "PUT"})
    void aBodyThatIsShorterThanAnnouncedCausesNoError(String method) throws Exception {
        try (RecordedLog log = new RecordedLog()) {
            for (String announcement : List.of("Content-Length: 10", "Transfer-Encoding: chunked")) {
                for (String part : List.of("", "2\r\n{}", "{")) {
                    try (RawHttp connection = RawHttp.connect(server.port())) {
                        connection.send(RawHttp.head(method + " /mcp", PlainTools.lines(client, announcement)));
                        connection.send(part);
                        connection.finish();
                        connection.countRest();
                    }
                }
            }
            assertThat(client.request("ping", "{}").status()).isEqualTo(200);
            assertThat(log.worries()).isEmpty();
        }
    }

    private static void assertRefusedOrDisconnected(TestServer server, McpTestClient client, String request) {
        try (RawHttp connection = RawHttp.connect(server.port())) {
            connection.send(request + "\r\n\r\n");
            assertThat(connection.receive().status()).isBetween(400, 499);
        } catch (UncheckedIOException cutOff) {
            assertThat(cutOff).hasMessageNotContaining("timed out");
        }
        assertThat(client.request("ping", "{}").status()).isEqualTo(200);
    }

    @Test
    @OnNetty("Servlet containers have other limits of headers")
    void aHugeHeaderIsRefusedByTheWebServer() {
        RawHttp.Response response = RawHttp.post(
                server.port(), PlainTools.PING, PlainTools.lines(client, "Mcp-Param-X: " + "x".repeat(100_000)));
        assertThat(response.status()).isIn(413, 431);
    }

    @Test
    @OnNetty("Servlet containers have other limits of headers")
    void manyHeadersAreAccepted() {
        String[] many = new String[200];
        for (int at = 0; at < many.length; at++) {
            many[at] = "Mcp-Param-" + at + ": " + at;
        }
        assertThat(RawHttp.post(server.port(), PlainTools.PING, PlainTools.lines(client, many))
                        .status())
                .isEqualTo(200);
    }

    @Test
    void anIncompleteBodyDoesNotDelayOtherRequests() {
        byte[] request = RawHttp.request("POST /mcp", PlainTools.PING.getBytes(UTF_8), PlainTools.lines(client));
        try (RawHttp stopped = RawHttp.connect(server.port())) {
            stopped.send(Arrays.copyOf(request, request.length - 5));
            assertThat(client.request("ping", "{}").status()).isEqualTo(200);
        }
        assertThat(client.request("ping", "{}").status()).isEqualTo(200);
    }
}
