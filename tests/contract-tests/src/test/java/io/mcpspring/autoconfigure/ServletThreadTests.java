package io.mcpspring.autoconfigure;

import static io.mcpspring.support.InjectionChecks.callWith;
import static org.assertj.core.api.Assertions.assertThat;

import io.mcpspring.annotation.McpTool;
import io.mcpspring.entry.McpAccessDecision;
import io.mcpspring.entry.McpBlockingAccessRule;
import io.mcpspring.exchange.McpExchange;
import io.mcpspring.protocol.ProtocolVersion;
import io.mcpspring.support.Answer;
import io.mcpspring.support.EveryRevision;
import io.mcpspring.support.Extent;
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
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.slf4j.MDC;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.context.i18n.LocaleContextHolder;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.datasource.embedded.EmbeddedDatabaseBuilder;
import org.springframework.jdbc.datasource.embedded.EmbeddedDatabaseType;
import org.springframework.jdbc.support.JdbcTransactionManager;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.annotation.EnableTransactionManagement;
import org.springframework.transaction.annotation.Transactional;
import org.springframework.transaction.support.TransactionSynchronizationManager;
import org.springframework.util.Assert;
import org.springframework.web.context.annotation.RequestScope;
import org.springframework.web.context.annotation.SessionScope;
import org.springframework.web.context.request.RequestContextHolder;
import org.springframework.web.context.request.ServletRequestAttributes;
import org.springframework.web.filter.CommonsRequestLoggingFilter;
import org.springframework.web.filter.ShallowEtagHeaderFilter;
import org.springframework.web.util.ContentCachingResponseWrapper;

/** What methods, filters and interceptors of a Spring MVC application see of a call. */
@OnServletContainers("Methods run on the threads of the container")
class ServletThreadTests {

    private static final int THREADS = 8;

    private static final int USERS = 50;

    private static final int CALLS = switch (Extent.CURRENT) {
        case QUICK -> 1_000;
        case CHANGE -> 2_000;
        case FULL -> 20_000;
    };

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

    /** The calls of one HTTP session. */
    static class Calls {

        private final AtomicInteger number = new AtomicInteger();

        // Called through the proxy of the scope.
        int next() {
            return number.incrementAndGet();
        }
    }

    static class Tools {

        private final Visit visit;

        private final Calls calls;

        Tools(Visit visit, Calls calls) {
            this.visit = visit;
            this.calls = calls;
        }

        @McpTool(description = "Names the group of its thread")
        String group() {
            return Thread.currentThread().getThreadGroup().getName();
        }

        @McpTool(description = "Names the group of its worker")
        String groupOfWorker(McpExchange exchange) {
            return group();
        }

        @McpTool(description = "Counts the calls of its HTTP session")
        int count() {
            return calls.next();
        }

        @McpTool(description = "Looks for the HTTP session on a worker")
        int countOnWorker(McpExchange exchange) {
            return calls.next();
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

    static class Orders {

        private final JdbcTemplate database;

        Orders(JdbcTemplate database) {
            this.database = database;
        }

        @Transactional
        @McpTool(description = "Adds an order, and then fails if there is no customer")
        public String order(@Nullable String customer) {
            assertThat(RequestContextHolder.getRequestAttributes()).isNotNull();
            assertThat(TransactionSynchronizationManager.isActualTransactionActive())
                    .isTrue();
            database.update("INSERT INTO orders VALUES (?)", String.valueOf(customer));
            Assert.notNull(customer, "There is no customer");
            return "ordered";
        }
    }

    @Configuration(proxyBeanMethods = false)
    @EnableTransactionManagement(proxyTargetClass = true)
    @Import(Orders.class)
    static class WithDatabase {

        @Bean
        DataSource database() {
            return new EmbeddedDatabaseBuilder()
                    .setType(EmbeddedDatabaseType.H2)
                    .generateUniqueName(true)
                    .build();
        }

        @Bean
        JdbcTemplate jdbc(DataSource database) {
            JdbcTemplate jdbc = new JdbcTemplate(database);
            jdbc.execute("CREATE TABLE orders (customer VARCHAR(20))");
            return jdbc;
        }

        @Bean
        PlatformTransactionManager transactions(DataSource database) {
            return new JdbcTransactionManager(database);
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
        @SessionScope
        Calls calls() {
            return new Calls();
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

    private final TestServer server = shared(Application.class);

    private TestServer shared(Class<?> beans, String... properties) {
        return TestServer.shared(
                beans,
                Stream.concat(Stream.of(threads()), Stream.of(properties)).toArray(String[]::new));
    }

    TestServer server() {
        return server;
    }

    /** Returns the properties that decide which threads the container has. */
    String[] threads() {
        return new String[0];
    }

    @EveryRevision
    void aMethodHasTheThreadOfItsRequest(ProtocolVersion version) {
        assertThat(call(server.client(version), "thread", "ada")).isEqualTo("ada ada ada ada ada de");
    }

    @EveryRevision
    void aMethodThatMayAskHasAWorker(ProtocolVersion version) {
        assertThat(call(server.client(version), "worker", "ada")).isEqualTo("null null de ada de");
    }

    @EveryRevision
    void aBeanOfTheSessionLivesAsLongAsTheClientReturnsItsCookie(ProtocolVersion version) {
        McpTestClient client = server.client(version);
        Answer first = client.call("count");
        assertThat(first.contentText()).isEqualTo("1");
        String cookie = first.header("Set-Cookie");
        assertThat(cookie).startsWith("JSESSIONID=");
        String session = cookie.substring(0, cookie.indexOf(';'));
        assertThat(callWith(client, "count", "Cookie", session).contentText()).isEqualTo("2");
        assertThat(callWith(client, "count", "Cookie", session).contentText()).isEqualTo("3");
        assertThat(client.call("count").contentText()).isEqualTo("1");
    }

    @EveryRevision
    void aBeanOfTheSessionIsNotAvailableOnAWorker(ProtocolVersion version) {
        Answer answer = server.client(version).call("countOnWorker");
        assertThat(answer.result().get("isError").booleanValue()).isTrue();
        assertThat(answer.contentText()).contains("failed unexpectedly", "under error id ");
    }

    @EveryRevision
    void aTransactionOnTheThreadOfTheContainerCommitsOrRollsBack(ProtocolVersion version) {
        TestServer orders = shared(WithDatabase.class);
        JdbcTemplate database = orders.context().getBean(JdbcTemplate.class);
        database.update("DELETE FROM orders");
        McpTestClient client = orders.client(version);
        assertThat(client.call("order", "{\"customer\": \"ada\"}").contentText())
                .isEqualTo("ordered");
        assertThat(client.call("order").result().get("isError").booleanValue()).isTrue();
        assertThat(database.queryForList("SELECT customer FROM orders", String.class))
                .containsExactly("ada");
    }

    @Test
    void aCallerNeverSeesTheValuesOfAnother() {
        ExecutorService clients = Executors.newFixedThreadPool(USERS);
        try {
            List<CompletableFuture<Void>> users = IntStream.range(0, USERS)
                    .mapToObj(user -> CompletableFuture.runAsync(() -> callOften("user" + user), clients))
                    .toList();
            users.forEach(CompletableFuture::join);
        } finally {
            clients.shutdownNow();
        }
    }

    private void callOften(String user) {
        McpTestClient client = server.client(ProtocolVersion.V2026_07_28);
        for (int i = 0; i < CALLS / USERS / 2; i++) {
            assertThat(call(client, "thread", user)).isEqualTo("%1$s %1$s %1$s %1$s %1$s de".formatted(user));
            assertThat(call(client, "worker", user)).isEqualTo("null null de %s de".formatted(user));
        }
    }

    @EveryRevision
    void filtersSeeTheFinishedResponse(ProtocolVersion version) throws InterruptedException {
        McpTestClient client = shared(Filtered.class).client(version);
        SEEN.clear();
        assertThat(call(client, "thread", "ada")).isEqualTo("ada ada ada ada ada de");
        assertThat(SEEN.poll(10, TimeUnit.SECONDS)).matches("200 [1-9]\\d+");
    }

    @EveryRevision
    void theFilterForEtagsLeavesAsynchronousResponsesAlone(ProtocolVersion version) {
        McpTestClient client = shared(Etags.class).client(version);
        assertThat(call(client, "worker", "ada")).isEqualTo("null null de ada de");
    }

    /** The answer to a question is a request, which needs a thread of the container. */
    @Test
    void answersGetThroughWhileAsManyCallsWaitAsTheContainerHasThreads() {
        TestServer small = shared(
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
