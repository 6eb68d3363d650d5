package io.mcpspring.autoconfigure;

import static io.mcpspring.support.InjectionChecks.callWith;
import static org.assertj.core.api.Assertions.assertThat;

import io.mcpspring.annotation.McpTool;
import io.mcpspring.entry.McpAccessDecision;
import io.mcpspring.entry.McpBlockingAccessRule;
import io.mcpspring.exchange.McpExchange;
import io.mcpspring.protocol.ProtocolVersion;
import io.mcpspring.support.EveryRevision;
import io.mcpspring.support.McpTestClient;
import io.mcpspring.support.OnServletContainers;
import io.mcpspring.support.TestServer;
import io.mcpspring.test.McpToolResponse;
import jakarta.servlet.Filter;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletRequestWrapper;
import jakarta.servlet.http.HttpServletResponse;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.Phaser;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.slf4j.MDC;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.context.i18n.LocaleContextHolder;
import org.springframework.web.context.annotation.RequestScope;
import org.springframework.web.context.request.RequestContextHolder;
import org.springframework.web.context.request.ServletRequestAttributes;
import org.springframework.web.filter.CommonsRequestLoggingFilter;
import org.springframework.web.filter.ShallowEtagHeaderFilter;
import org.springframework.web.util.ContentCachingResponseWrapper;

/** What methods, filters and interceptors of a Spring MVC application see of a call. */
@OnServletContainers("Methods run on the threads of the container")
class ServletThreadTests {

    private static final int THREADS = 8;

    private static final ThreadLocal<String> OF_FILTER = new ThreadLocal<>();

    private static final BlockingQueue<String> SEEN = new LinkedBlockingQueue<>();

    static class Visit {

        private final String caller;

        Visit(String caller) {
            this.caller = caller;
        }

        // Called through the proxy of the scope.
        String caller() {
            return caller;
        }
    }

    static class Tools {

        private final Visit visit;

        Tools(Visit visit) {
            this.visit = visit;
        }

        @McpTool(description = "Returns what its thread knows")
        String thread(HttpServletRequest injected) {
            HttpServletRequest request = ((ServletRequestAttributes)
                            Objects.requireNonNull(RequestContextHolder.getRequestAttributes()))
                    .getRequest();
            return String.join(
                    " ",
                    request.getHeader("X-Caller"),
                    injected.getHeader("X-Caller"),
                    visit.caller(),
                    MDC.get("caller"),
                    OF_FILTER.get(),
                    LocaleContextHolder.getLocale().toLanguageTag());
        }

        @McpTool(description = "Returns what a worker knows")
        String worker(McpExchange exchange, Locale locale) {
            return String.join(
                    " ",
                    String.valueOf(RequestContextHolder.getRequestAttributes()),
                    OF_FILTER.get(),
                    locale.toLanguageTag(),
                    MDC.get("caller"),
                    LocaleContextHolder.getLocale().toLanguageTag());
        }
    }

    record Choice(boolean yes) {}

    static class Asking {

        @McpTool(description = "Asks, and occupies a worker meanwhile")
        String asks(McpExchange exchange) {
            return exchange.elicit("Go on?", Choice.class).isAccepted() ? "accepted" : "declined";
        }
    }

    @Configuration(proxyBeanMethods = false)
    @Import(Tools.class)
    static class Application {

        // Blocks, and does not leave the thread of the container.
        @Bean
        McpBlockingAccessRule everything() {
            return (entry, request) -> McpAccessDecision.granted();
        }

        @Bean
        @RequestScope
        Visit visit(HttpServletRequest request) {
            return new Visit(request.getHeader("X-Caller"));
        }

        @Bean
        Filter threadLocals() {
            return (request, response, chain) -> {
                String caller = ((HttpServletRequest) request).getHeader("X-Caller");
                MDC.put("caller", String.valueOf(caller));
                OF_FILTER.set(String.valueOf(caller));
                try {
                    chain.doFilter(request, response);
                } finally {
                    OF_FILTER.remove();
                    MDC.clear();
                }
            };
        }
    }

    @Configuration(proxyBeanMethods = false)
    @Import(Application.class)
    static class Filtered {

        @Bean
        Filter caching() {
            return (request, response, chain) -> {
                ContentCachingResponseWrapper cached =
                        new ContentCachingResponseWrapper((HttpServletResponse) response);
                chain.doFilter(new HttpServletRequestWrapper((HttpServletRequest) request), cached);
                SEEN.add(cached.getStatus() + " " + cached.getContentSize());
                cached.copyBodyToResponse();
            };
        }

        @Bean
        ShallowEtagHeaderFilter etags() {
            return new ShallowEtagHeaderFilter();
        }

        @Bean
        CommonsRequestLoggingFilter logging() {
            return new CommonsRequestLoggingFilter();
        }
    }

    @Configuration(proxyBeanMethods = false)
    @Import(Application.class)
    static class Etags {

        @Bean
        ShallowEtagHeaderFilter etags() {
            return new ShallowEtagHeaderFilter();
        }
    }

    private final TestServer server = TestServer.shared(Application.class);

    @EveryRevision
    void aMethodHasTheThreadOfItsRequest(ProtocolVersion version) {
        assertThat(call(server.client(version), "thread", "ada")).isEqualTo("ada ada ada ada ada de");
    }

    @EveryRevision
    void aMethodThatMayAskHasAWorker(ProtocolVersion version) {
        assertThat(call(server.client(version), "worker", "ada")).isEqualTo("null null de ada de");
    }

    @Test
    void aCallerNeverSeesTheValuesOfAnother() {
        List<CompletableFuture<Void>> users = IntStream.range(0, 20)
                .mapToObj(user -> CompletableFuture.runAsync(() -> {
                    McpTestClient client = server.client(ProtocolVersion.V2026_07_28);
                    String name = "user" + user;
                    for (int i = 0; i < 25; i++) {
                        assertThat(call(client, "thread", name))
                                .isEqualTo("%1$s %1$s %1$s %1$s %1$s de".formatted(name));
                        assertThat(call(client, "worker", name)).isEqualTo("null null de %s de".formatted(name));
                    }
                }))
                .toList();
        users.forEach(CompletableFuture::join);
    }

    @EveryRevision
    void filtersSeeTheFinishedResponse(ProtocolVersion version) throws InterruptedException {
        McpTestClient client = TestServer.shared(Filtered.class).client(version);
        SEEN.clear();
        assertThat(call(client, "thread", "ada")).isEqualTo("ada ada ada ada ada de");
        assertThat(SEEN.poll(10, TimeUnit.SECONDS)).matches("200 [1-9]\\d+");
    }

    @EveryRevision
    void theFilterForEtagsLeavesAsynchronousResponsesAlone(ProtocolVersion version) {
        McpTestClient client = TestServer.shared(Etags.class).client(version);
        assertThat(call(client, "worker", "ada")).isEqualTo("null null de ada de");
    }

    /** The answer to a question is a request, which needs a thread of the container. */
    @Test
    void answersGetThroughWhileAsManyCallsWaitAsTheContainerHasThreads() {
        TestServer small = TestServer.shared(
                Asking.class,
                "server.tomcat.threads.max=" + THREADS,
                "server.jetty.threads.max=" + THREADS,
                "mcp.server.execution.pool.max-size=" + 2 * THREADS);
        Phaser asked = new Phaser(THREADS);
        ExecutorService clients = Executors.newFixedThreadPool(THREADS);
        try {
            List<CompletableFuture<McpToolResponse>> calls = IntStream.range(0, THREADS)
                    .mapToObj(i -> CompletableFuture.supplyAsync(
                            () -> small.tester(ProtocolVersion.V2025_11_25)
                                    .call("asks")
                                    .onElicitation(form -> {
                                        asked.arriveAndAwaitAdvance();
                                        return form.decline();
                                    })
                                    .execute(),
                            clients))
                    .toList();
            assertThat(calls)
                    .allSatisfy(call -> call.get(30, TimeUnit.SECONDS).text().isEqualTo("declined"));
        } finally {
            clients.shutdownNow();
        }
    }

    private static String call(McpTestClient client, String tool, String caller) {
        return callWith(client, tool, "X-Caller", caller, "Accept-Language", "de")
                .contentText();
    }
}
