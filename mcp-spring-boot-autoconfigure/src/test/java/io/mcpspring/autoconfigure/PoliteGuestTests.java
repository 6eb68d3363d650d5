package io.mcpspring.autoconfigure;

import static org.assertj.core.api.Assertions.assertThat;

import io.mcpspring.protocol.ProtocolVersion;
import io.mcpspring.support.TestServer;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.Executor;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.context.ApplicationContext;
import org.springframework.core.convert.ConversionService;
import org.springframework.core.task.AsyncTaskExecutor;
import org.springframework.core.task.TaskExecutor;
import org.springframework.scheduling.TaskScheduler;
import org.springframework.util.ClassUtils;
import org.springframework.web.cors.reactive.CorsConfigurationSource;
import org.springframework.web.reactive.function.server.HandlerFunction;
import org.springframework.web.reactive.function.server.support.RouterFunctionMapping;
import org.springframework.web.reactive.result.method.RequestMappingInfo;
import org.springframework.web.reactive.result.method.annotation.RequestMappingHandlerMapping;
import tools.jackson.databind.ObjectMapper;
import tools.jackson.databind.json.JsonMapper;

/** A typical application is the same with the server and without it. */
class PoliteGuestTests {

    private static final HttpClient HTTP = HttpClient.newHttpClient();

    private static final String OURS = "io.mcpspring.";

    private final TestServer with = server(true);

    private final TestServer without = server(false);

    private static TestServer server(boolean enabled) {
        return TestServer.shared(
                TypicalApplication.class,
                "mcp.server.enabled=" + enabled,
                "spring.web.resources.static-locations=classpath:/schema/");
    }

    @Test
    void theBeansOfTheApplicationAndOfSpringBootAreTheSame() {
        assertThat(beans(without))
                .hasSizeGreaterThan(80)
                .containsKeys("applicationTaskExecutor", "taskScheduler", "jacksonJsonMapper", "pages", "orders")
                .isEqualTo(beans(with));
    }

    @ParameterizedTest
    @ValueSource(
            classes = {
                Executor.class,
                TaskExecutor.class,
                AsyncTaskExecutor.class,
                TaskScheduler.class,
                ObjectMapper.class,
                JsonMapper.class,
                ConversionService.class,
                CorsConfigurationSource.class,
                HandlerFunction.class
            })
    void whoAsksForABeanByItsTypeGetsTheSame(Class<?> type) {
        assertThat(onlyCandidate(with, type)).isEqualTo(onlyCandidate(without, type));
    }

    @Test
    void theRoutesOfTheApplicationAreTheSame() {
        assertThat(mappings(with)).hasSize(3).isEqualTo(mappings(without));
        assertThat(routes(without)).containsExactly("(/** && Accept: text/html)");
        assertThat(routes(with)).containsExactly("(/mcp || /mcp/)", "(/** && Accept: text/html)");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            GET     | /orders/7              | application/json | 200
            POST    | /orders                | application/json | 200
            DELETE  | /orders/7              | application/json | 405
            GET     | /orders/seven          | application/json | 400
            GET     | /2025-03-26.json       | application/json | 200
            HEAD    | /2025-03-26.json       | application/json | 200
            GET     | /any/page              | text/html        | 200
            GET     | /no/data               | application/json | 404
            GET     | /mcp/more              | application/json | 404
            OPTIONS | /orders                | application/json | 200
            GET     | /background            | text/plain       | 200
            """)
    void theResponsesAreTheSame(String method, String path, String accept, int status) {
        HttpResponse<String> expected = send(without, method, path, accept);
        HttpResponse<String> response = send(with, method, path, accept);
        assertThat(expected.statusCode()).isEqualTo(status);
        assertThat(response.statusCode()).isEqualTo(status);
        assertThat(lasting(response.body())).isEqualTo(lasting(expected.body()));
        assertThat(headers(response)).isEqualTo(headers(expected));
    }

    @Test
    void theMapperOfTheApplicationIsItsOwn() {
        assertThat(send(with, "GET", "/orders/7", "application/json").body())
                .isEqualTo("{\"order_id\":7,\"customer_name\":\"Ada\"}");
    }

    @Test
    void backgroundWorkRunsWhereSpringBootPutsIt() {
        assertThat(send(with, "GET", "/background", "text/plain").body()).isEqualTo("task");
    }

    @Test
    void theEndpointComesBeforeARouteForEveryPath() {
        assertThat(with.client(ProtocolVersion.V2026_07_28).call("greet").contentText())
                .isEqualTo("Hello!");
        assertThat(send(with, "GET", "/mcp", "text/html").statusCode()).isEqualTo(406);
    }

    @Test
    void withoutTheServerItsPathBelongsToTheApplication() {
        assertThat(send(without, "GET", "/mcp", "text/html").body()).isEqualTo("<p>/mcp</p>");
    }

    /** Frameworks look for beans of their own types, and change what they do for all when they find one. */
    @Test
    void theBeansOfTheServerAreOfNoTypeThatOthersLookFor() {
        Map<String, Set<String>> foreign = new TreeMap<>();
        for (String name : with.context().getBeanDefinitionNames()) {
            // The executor is not a default candidate: it is found by its name only.
            if (name.startsWith(OURS) && !name.equals(OURS + "executor")) {
                Set<String> types = ClassUtils.getAllInterfacesAsSet(
                                with.context().getBean(name))
                        .stream()
                        .map(Class::getName)
                        .filter(type -> !type.startsWith("io.mcpspring."))
                        .collect(Collectors.toSet());
                foreign.put(name, types);
            }
        }
        foreign.values().removeIf(Set::isEmpty);
        assertThat(foreign)
                .isEqualTo(Map.ofEntries(
                        Map.entry(
                                OURS + "discovery",
                                Set.of("org.springframework.beans.factory.SmartInitializingSingleton")),
                        Map.entry(OURS + "legacySessions", Set.of("java.lang.AutoCloseable")),
                        Map.entry(
                                OURS + "pathCheck",
                                Set.of("org.springframework.beans.factory.SmartInitializingSingleton")),
                        Map.entry(
                                OURS + "propertyCheck",
                                Set.of("org.springframework.beans.factory.SmartInitializingSingleton")),
                        Map.entry(
                                OURS + "protocolVersionConverter",
                                Set.of("org.springframework.core.convert.converter.Converter")),
                        Map.entry(
                                OURS + "routerFunction",
                                Set.of("org.springframework.web.reactive.function.server.RouterFunction")),
                        Map.entry(
                                OURS + "secretConverter",
                                Set.of("org.springframework.core.convert.converter.Converter")),
                        Map.entry(OURS + "shutdownDeadline", Set.of("org.springframework.context.SmartLifecycle")),
                        Map.entry(OURS + "shutdownLifecycle", Set.of("org.springframework.context.SmartLifecycle")),
                        Map.entry(OURS + "tasks", Set.of("java.lang.AutoCloseable"))));
    }

    private static Map<String, String> beans(TestServer server) {
        Map<String, String> beans = new TreeMap<>();
        for (String name : server.context().getBeanDefinitionNames()) {
            Class<?> type = Objects.requireNonNull(server.context().getType(name));
            if (!name.startsWith(OURS) && !name.startsWith("mcp.server-")) {
                beans.put(name, ClassUtils.getUserClass(type).getName().replaceFirst("\\$\\$.*", ""));
            }
        }
        return beans;
    }

    private static String onlyCandidate(TestServer server, Class<?> type) {
        ApplicationContext context = server.context();
        Object unique = context.getBeanProvider(type).getIfUnique();
        return Stream.of(context.getBeanNamesForType(type))
                .filter(name -> context.getBean(name) == unique)
                .findFirst()
                .orElse("none");
    }

    private static Set<RequestMappingInfo> mappings(TestServer server) {
        return server.context()
                .getBean(RequestMappingHandlerMapping.class)
                .getHandlerMethods()
                .keySet();
    }

    private static List<String> routes(TestServer server) {
        RouterFunctionMapping mapping = server.context().getBean("routerFunctionMapping", RouterFunctionMapping.class);
        return String.valueOf(mapping.getRouterFunction())
                .lines()
                .map(line -> line.replaceFirst(" -> .*", "").strip())
                .toList();
    }

    private static HttpResponse<String> send(TestServer server, String method, String path, String accept) {
        HttpRequest request = HttpRequest.newBuilder(URI.create("http://localhost:" + server.port() + path))
                .header("Accept", accept)
                .header("Content-Type", "application/json")
                .method(method, BodyPublishers.ofString(method.equals("POST") ? "{\"order_id\":8}" : ""))
                .build();
        return HTTP.sendAsync(request, BodyHandlers.ofString()).join();
    }

    /** Without what differs from one request to the next. */
    private static String lasting(String body) {
        return body.replaceAll("\"(timestamp|requestId)\":\"[^\"]*\"", "\"$1\":");
    }

    private static Map<String, ?> headers(HttpResponse<?> response) {
        Map<String, Object> headers = new TreeMap<>(response.headers().map());
        headers.remove("date");
        headers.remove("last-modified");
        headers.remove("content-length");
        return headers;
    }
}
