package io.mcpspring.contract.transport;

import static org.assertj.core.api.Assertions.assertThat;

import io.mcpspring.annotation.McpTool;
import io.mcpspring.exchange.McpExchange;
import io.mcpspring.protocol.ProtocolVersion;
import io.mcpspring.support.Answer;
import io.mcpspring.support.EveryRevision;
import io.mcpspring.support.McpTestClient;
import io.mcpspring.support.OnServletContainers;
import io.mcpspring.support.RawHttp;
import io.mcpspring.support.TestServer;
import jakarta.servlet.Filter;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletRequestWrapper;
import java.nio.charset.StandardCharsets;
import java.util.Collections;
import java.util.Enumeration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executor;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.http.HttpHeaders;
import org.springframework.web.bind.annotation.RequestHeader;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/**
 * A call that outlives its HTTP exchange does not see the next request, which the container represents by the same
 * object.
 */
@OnServletContainers("Reactor Netty does not use the objects of a request again")
class RecycledRequestTests {

    private static final Queue<String> SEEN = new ConcurrentLinkedQueue<>();

    private static final Queue<Runnable> WAITING = new ConcurrentLinkedQueue<>();

    /** The headers of every request at present. */
    private static final Map<String, String> LIVE =
            Collections.synchronizedMap(new TreeMap<>(String.CASE_INSENSITIVE_ORDER));

    /** One permit for each request that has left its thread. */
    private static final Semaphore LEFT = new Semaphore(0);

    static class Tools {

        @McpTool
        String who(
                @RequestHeader("X-User") String user,
                @RequestHeader Map<String, String> all,
                HttpHeaders headers,
                Locale locale,
                McpExchange exchange) {
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

        @Bean
        Filter recycling() {
            return (request, response, chain) -> {
                chain.doFilter(new Recyclable((HttpServletRequest) request), response);
                LEFT.release();
            };
        }
    }

    private final TestServer server = TestServer.shared(Application.class);

    @EveryRevision
    void aCallKeepsTheHeadersAndTheLanguageWithWhichItArrived(ProtocolVersion version) throws InterruptedException {
        McpTestClient client = server.client(version);
        begin();
        CompletableFuture<Answer> answer = CompletableFuture.supplyAsync(() -> client.call("who"));
        recycle();
        run();
        assertThat(SEEN).containsExactly("alice alice alice null de");
        assertThat(answer.join().contentText()).isEqualTo("alice");
    }

    @Test
    void aCallOfALostConnectionKeepsThemToo() throws InterruptedException {
        McpTestClient client = server.client(ProtocolVersion.V2025_11_25);
        ObjectNode params = JsonMapper.shared().createObjectNode().put("name", "who");
        byte[] body = client.body("tools/call", params).getBytes(StandardCharsets.UTF_8);
        begin();
        try (RawHttp connection = RawHttp.connect(server.port())) {
            connection.send(RawHttp.request("POST /mcp", body, PlainTools.lines(client.headers("tools/call", params))));
            recycle();
        }
        run();
        assertThat(SEEN).containsExactly("alice alice alice null de");
    }

    private static void begin() {
        SEEN.clear();
        LEFT.drainPermits();
        LIVE.clear();
        LIVE.putAll(Map.of("X-User", "alice", "Accept-Language", "de"));
    }

    private static void recycle() throws InterruptedException {
        assertThat(LEFT.tryAcquire(10, TimeUnit.SECONDS)).isTrue();
        LIVE.putAll(Map.of("X-User", "bob", "Accept-Language", "fr", "X-Other", "bob"));
    }

    private static void run() {
        List<Runnable> waiting = List.copyOf(WAITING);
        assertThat(waiting).hasSize(1);
        WAITING.clear();
        waiting.forEach(Runnable::run);
    }

    /** A request whose headers change. */
    private static final class Recyclable extends HttpServletRequestWrapper {

        Recyclable(HttpServletRequest request) {
            super(request);
        }

        @Override
        public @Nullable String getHeader(String name) {
            String live = LIVE.get(name);
            return live != null ? live : super.getHeader(name);
        }

        @Override
        public Enumeration<String> getHeaders(String name) {
            String live = LIVE.get(name);
            return live != null ? Collections.enumeration(List.of(live)) : super.getHeaders(name);
        }

        @Override
        public Enumeration<String> getHeaderNames() {
            Set<String> names = new TreeSet<>(String.CASE_INSENSITIVE_ORDER);
            names.addAll(LIVE.keySet());
            names.addAll(Collections.list(super.getHeaderNames()));
            return Collections.enumeration(names);
        }

        @Override
        public Locale getLocale() {
            return Locale.forLanguageTag(LIVE.getOrDefault("Accept-Language", "en"));
        }
    }
}
