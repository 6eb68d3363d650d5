package io.mcpspring.contract.transport;

import static org.assertj.core.api.Assertions.assertThat;

import io.mcpspring.annotation.McpTool;
import io.mcpspring.protocol.ProtocolVersion;
import io.mcpspring.support.EveryRevision;
import io.mcpspring.support.McpTestClient;
import io.mcpspring.support.OnNetty;
import io.mcpspring.support.TestServer;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.core.io.buffer.DataBuffer;
import org.springframework.core.io.buffer.DefaultDataBufferFactory;
import org.springframework.http.HttpCookie;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpMethod;
import org.springframework.http.server.reactive.AbstractServerHttpRequest;
import org.springframework.http.server.reactive.HttpHandler;
import org.springframework.http.server.reactive.SslInfo;
import org.springframework.mock.http.server.reactive.MockServerHttpResponse;
import org.springframework.util.LinkedMultiValueMap;
import org.springframework.util.MultiValueMap;
import org.springframework.web.bind.annotation.RequestHeader;
import org.springframework.web.server.adapter.WebHttpHandlerBuilder;
import reactor.core.Disposable;
import reactor.core.publisher.Flux;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/**
 * A call that outlives its HTTP exchange does not see the next request, which the web server represents by the same
 * object.
 */
@OnNetty("The requests of this test are those of a reactive web server")
class RecycledRequestTests {

    private static final Queue<String> SEEN = new ConcurrentLinkedQueue<>();

    private static final Queue<Runnable> WAITING = new ConcurrentLinkedQueue<>();

    static class Tools {

        @McpTool
        String who(
                @RequestHeader("X-User") String user,
                @RequestHeader Map<String, String> all,
                HttpHeaders headers,
                Locale locale) {
            SEEN.add(String.join(
                    " ",
                    user,
                    all.get("x-user"),
                    headers.getFirst("X-User"),
                    String.valueOf(headers.get("X-Other")),
                    locale.toLanguageTag()));
            return user;
        }
    }

    @Configuration(proxyBeanMethods = false)
    @Import(Tools.class)
    static class Application {

        @Bean("io.mcpspring.executor")
        Executor executor() {
            return WAITING::add;
        }
    }

    private final TestServer server = TestServer.shared(Application.class);

    private final HttpHandler handler =
            WebHttpHandlerBuilder.applicationContext(server.context()).build();

    @EveryRevision
    void aCallKeepsTheHeadersAndTheLanguageWithWhichItArrived(ProtocolVersion version) {
        SEEN.clear();
        HttpHeaders live = new HttpHeaders();
        Disposable exchange = serve(server.client(version), live);
        live.clear();
        live.set("X-User", "bob");
        live.set("X-Other", "bob");
        live.set("Accept-Language", "fr");
        run();
        assertThat(SEEN).containsExactly("alice alice alice null de");
        exchange.dispose();
    }

    @Test
    void aCallOfALostConnectionKeepsThemToo() {
        SEEN.clear();
        HttpHeaders live = new HttpHeaders();
        serve(server.client(ProtocolVersion.V2025_11_25), live).dispose();
        live.set("X-User", "bob");
        live.set("Accept-Language", "fr");
        run();
        assertThat(SEEN).containsExactly("alice alice alice null de");
    }

    private Disposable serve(McpTestClient client, HttpHeaders live) {
        ObjectNode params = JsonMapper.shared().createObjectNode().put("name", "who");
        client.headers("tools/call", params).forEach(live::set);
        live.set("X-User", "alice");
        live.set("Accept-Language", "de");
        byte[] body = client.body("tools/call", params).getBytes(StandardCharsets.UTF_8);
        return handler.handle(new Recyclable(live, body), new MockServerHttpResponse())
                .subscribe();
    }

    private static void run() {
        List<Runnable> waiting = List.copyOf(WAITING);
        assertThat(waiting).hasSize(1);
        WAITING.clear();
        waiting.forEach(Runnable::run);
    }

    /** A request whose headers are a view of those of the web server, valid until its end. */
    private static final class Recyclable extends AbstractServerHttpRequest {

        private final byte[] body;

        Recyclable(HttpHeaders live, byte[] body) {
            super(HttpMethod.POST, URI.create("http://localhost/mcp"), null, live);
            this.body = body;
        }

        @Override
        public @Nullable InetSocketAddress getLocalAddress() {
            return null;
        }

        @Override
        public <T> T getNativeRequest() {
            throw new IllegalStateException("There is no other request");
        }

        @Override
        public Flux<DataBuffer> getBody() {
            return Flux.just(DefaultDataBufferFactory.sharedInstance.wrap(body));
        }

        @Override
        protected MultiValueMap<String, HttpCookie> initCookies() {
            return new LinkedMultiValueMap<>();
        }

        @Override
        protected @Nullable SslInfo initSslInfo() {
            return null;
        }
    }
}
