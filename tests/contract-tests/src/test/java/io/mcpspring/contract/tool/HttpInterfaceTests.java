package io.mcpspring.contract.tool;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatException;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.mcpspring.annotation.McpPrompt;
import io.mcpspring.annotation.McpResource;
import io.mcpspring.annotation.McpTool;
import io.mcpspring.annotation.McpToolParam;
import io.mcpspring.method.McpMethodException;
import io.mcpspring.method.McpToolExceptionResolver;
import io.mcpspring.protocol.CallToolResult;
import io.mcpspring.protocol.ProtocolVersion;
import io.mcpspring.support.Answer;
import io.mcpspring.support.EveryRevision;
import io.mcpspring.support.McpTestClient;
import io.mcpspring.support.TestServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.Semaphore;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.NestedExceptionUtils;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.web.bind.annotation.CookieValue;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestHeader;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.client.HttpClientErrorException;
import org.springframework.web.client.RestClient;
import org.springframework.web.client.support.RestClientAdapter;
import org.springframework.web.client.support.RestClientHttpServiceGroupConfigurer;
import org.springframework.web.reactive.function.client.WebClient;
import org.springframework.web.reactive.function.client.support.WebClientAdapter;
import org.springframework.web.service.annotation.GetExchange;
import org.springframework.web.service.annotation.PostExchange;
import org.springframework.web.service.invoker.HttpExchangeAdapter;
import org.springframework.web.service.invoker.HttpServiceProxyFactory;
import org.springframework.web.service.registry.HttpServiceGroup;
import org.springframework.web.service.registry.ImportHttpServices;
import org.springframework.web.util.UriBuilderFactory;
import reactor.core.publisher.Mono;
import tools.jackson.databind.JsonNode;

/** Methods of HTTP interfaces as tools: their arguments become parts of requests to another server. */
class HttpInterfaceTests {

    private final TestServer server = TestServer.shared(Application.class);

    private final McpTestClient client = server.client(ProtocolVersion.V2026_07_28);

    @EveryRevision
    void argumentsBecomePartsOfTheRequest(ProtocolVersion version) {
        McpTestClient each = server.client(version);
        assertThat(each.call("find", "{\"id\": \"a b\", \"q\": \"50%/é\"}").contentText())
                .isEqualTo("GET /orders/a%20b?q=50%25%2F%C3%A9&size=20 ");
        assertThat(each.call("create", "{\"order\": {\"name\": \"x\"}, \"X-Reason\": \"test\"}")
                        .contentText())
                .isEqualTo("POST /orders {\"name\":\"x\"}test");
        assertThat(each.call("later", "{\"id\": 7}").contentText()).isEqualTo("GET /later/7 ");
        assertThat(each.call("imported", "{\"id\": 7}").contentText()).isEqualTo("GET /imported/7 ");
    }

    @Test
    void theSchemaFollowsFromTheAnnotations() {
        JsonNode schema = schema("find");
        assertThat(schema.get("required")).extracting(JsonNode::stringValue).containsExactly("id");
        assertThat(schema.get("properties").propertyNames()).containsExactly("id", "q", "size", "sort", "link");
        assertThat(schema.at("/properties/size/default").intValue()).isEqualTo(20);
        assertThat(schema.at("/properties/sort").has("default")).isFalse();
    }

    private JsonNode schema(String tool) {
        for (JsonNode each : client.request("tools/list", "{}").result().get("tools")) {
            if (each.get("name").stringValue().equals(tool)) {
                return each.get("inputSchema");
            }
        }
        throw new AssertionError("No tool " + tool);
    }

    @Test
    void aMissingArgumentIsReported() {
        assertThat(client.call("find", "{}").contentText()).contains("id: ");
    }

    @ParameterizedTest
    @ValueSource(strings = {"[]", "[\"\"]", "[\"..\"]", "[\"1\", \"a/b\"]"})
    void severalValuesOfAVariableDoNotLeadToAnotherPath(String ids) {
        assertThat(client.call("several", "{\"ids\": [\"1\", \"2\"]}").contentText())
                .startsWith("GET /several/1%2C2/items");
        assertThat(client.call("several", "{\"ids\": " + ids + "}").contentText())
                .contains("ids: is part of a path");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "..", "a/b", "a%2Fb", "x;y", "a\\\\b"})
    void aVariableOfThePathDoesNotLeadToAnotherPath(String id) {
        Answer answer = client.call("find", "{\"id\": \"" + id + "\"}");
        assertThat(answer.isToolError()).isTrue();
        assertThat(answer.contentText()).contains("id: is part of a path");
    }

    @ParameterizedTest
    @CsvSource({"find, 404 Not Found", "later, 503 Service Unavailable", "cached, 404 Not Found", "find, 599"})
    void ofAnErrorOfTheOtherServerTheStatusIsSent(String tool, String status) {
        Answer answer = client.call(tool, "{\"id\": " + status.substring(0, 3) + "}");
        assertThat(answer.isToolError()).isTrue();
        assertThat(answer.contentText()).isEqualTo("The remote service answered " + status + ".");
    }

    @Test
    void aResolverOfTheApplicationMapsErrorsFirst() {
        assertThat(client.call("find", "{\"id\": \"410\"}").contentText()).isEqualTo("The order was deleted.");
    }

    @Test
    void aResponseThatCannotBeReadIsAnUnexpectedFailure() {
        assertThat(client.call("typed", "{\"id\": 1}").contentText()).contains("error id");
    }

    @Test
    void aRequestThatWasSentMayTakeEffectAlthoughItsMethodIsInterrupted() {
        Answer answer;
        // On a busy machine, the call may reach its limit before it sends a request.
        do {
            answer = client.call("stuck", "{}");
        } while (!Remote.STUCK.tryAcquire());
        assertThat(answer.isToolError()).as(answer.text()).isTrue();
        assertThat(answer.contentText())
                .isEqualTo("Tool 'stuck' may still take effect: it did not finish within 500 ms and could not be"
                        + " stopped. Check what it has done before you repeat it.");
    }

    @Test
    void aServiceThatIsNotAnHttpInterfaceFailsWithAnErrorId() {
        assertThat(client.call("inside", "{}").contentText()).contains("error id");
    }

    @Test
    void aClassThatImplementsAnHttpInterfaceHasItsArguments() {
        assertThat(client.call("cached", "{\"id\": \"1\"}").contentText()).isEqualTo("cached GET /orders/1?size=20 ");
        assertThat(client.call("cached", "{\"id\": \"..\"}").contentText()).contains("id: is part of a path");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "Redirected | Parameter 1 (java.net.URI) cannot be an argument | Remove the parameter, or",
                "Built | Parameter 1 (org.springframework.web.util.UriBuilderFactory) cannot be | Remove the parameter",
                "Authorized | @org.springframework.web.bind.annotation.RequestHeader, which is not | Add @McpToolParam",
                "PromptWithPath | The client could reach another path of the remote server by | Declare a tool",
                "ResourceWithPath | The client could reach another path of the remote server by | Declare a tool",
                "WithCookie | @org.springframework.web.bind.annotation.CookieValue, which is not | Add @McpToolParam",
            })
    void whatAModelMustNotChooseStopsTheApplication(String name, String reason, String cure)
            throws ClassNotFoundException {
        Class<?> type = Class.forName(getClass().getName() + "$" + name);
        assertThatException()
                .isThrownBy(() -> TestServer.start(Refused.class, "type=" + type.getName())
                        .close())
                .extracting(NestedExceptionUtils::getMostSpecificCause)
                .isInstanceOfSatisfying(McpMethodException.class, refused -> {
                    assertThat(refused.className()).isEqualTo(type.getName());
                    assertThat(refused.reason()).contains(reason);
                    assertThat(refused.cure()).contains(cure);
                });
    }

    record Order(String name) {}

    interface Orders {

        @McpTool
        @GetExchange("/orders/{id}")
        String find(
                @PathVariable String id,
                @RequestParam(name = "q", required = false) @Nullable String text,
                @RequestParam(defaultValue = "20") int size,
                @RequestParam(required = false) @Nullable List<String> sort,
                @RequestParam(required = false) @Nullable URI link);

        @McpTool
        @GetExchange("/several/{ids}/items")
        String several(@PathVariable List<String> ids);

        @McpTool
        @PostExchange("/orders")
        String create(@RequestBody Order order, @McpToolParam @RequestHeader("X-Reason") String reason);

        @McpTool(timeout = "500ms")
        @PostExchange("/stuck")
        String stuck();
    }

    interface Later {

        @McpTool
        @GetExchange("/later/{id}")
        Mono<String> later(@PathVariable int id);

        @McpTool
        @GetExchange("/typed/{id}")
        Mono<Order> typed(@PathVariable int id);
    }

    interface Imported {

        @McpTool
        @GetExchange("/imported/{id}")
        String imported(@PathVariable int id);
    }

    interface Cached {

        @GetExchange("/orders/{id}")
        String cached(@PathVariable String id);
    }

    interface Redirected {

        @McpTool
        @GetExchange
        String find(URI address);
    }

    interface PromptWithPath {

        @McpPrompt
        @GetExchange("/letters/{id}")
        String letter(@PathVariable String id);
    }

    interface ResourceWithPath {

        @McpResource(uri = "letters://{id}")
        @GetExchange("/letters/{id}")
        String letter(@PathVariable String id);
    }

    interface Built {

        @McpTool
        @GetExchange("/orders")
        String find(UriBuilderFactory addresses);
    }

    interface Authorized {

        @McpTool
        @GetExchange("/orders")
        String find(@RequestHeader("Authorization") String token);
    }

    interface WithCookie {

        @McpTool
        @GetExchange("/orders")
        String find(@CookieValue("session") String session);
    }

    record OfOrders(Orders orders) implements Cached {

        @Override
        @McpTool
        public String cached(String id) {
            return "cached " + orders.find(id, null, 20, null, null);
        }
    }

    static class Service {

        @McpTool
        void inside() {
            throw HttpClientErrorException.create(
                    HttpStatus.NOT_FOUND, "Not Found", new HttpHeaders(), new byte[0], null);
        }
    }

    /** Another server, which answers with the request, or with the status that the request names. */
    static class Remote implements AutoCloseable {

        static final Semaphore STUCK = new Semaphore(0);

        private final HttpServer http;

        Remote() throws IOException {
            this.http = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
            http.createContext("/", Remote::answer);
            // Never answers.
            http.createContext("/stuck", exchange -> STUCK.release());
            http.start();
        }

        String address() {
            return "http://localhost:" + http.getAddress().getPort();
        }

        private static void answer(HttpExchange exchange) throws IOException {
            String uri = exchange.getRequestURI().toString();
            String body = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
            String reason = exchange.getRequestHeaders().getFirst("X-Reason");
            int status =
                    uri.matches(".*/[45]\\d\\d\\b.*") ? Integer.parseInt(uri.replaceAll(".*/(\\d{3}).*", "$1")) : 200;
            byte[] text = (exchange.getRequestMethod() + " " + uri + " " + body
                            + Objects.requireNonNullElse(reason, ""))
                    .getBytes(StandardCharsets.UTF_8);
            exchange.getResponseHeaders().set("Content-Type", "text/plain;charset=UTF-8");
            exchange.sendResponseHeaders(status, text.length);
            exchange.getResponseBody().write(text);
            exchange.close();
        }

        @Override
        public void close() {
            http.stop(0);
        }
    }

    @Configuration(proxyBeanMethods = false)
    @ImportHttpServices(types = Imported.class, clientType = HttpServiceGroup.ClientType.REST_CLIENT)
    static class Application {

        @Bean
        RestClientHttpServiceGroupConfigurer addresses(Remote remote) {
            return groups -> groups.forEachClient((group, client) -> client.baseUrl(remote.address()));
        }

        @Bean
        Remote remote() throws IOException {
            return new Remote();
        }

        @Bean
        Orders orders(Remote remote) {
            return client(RestClientAdapter.create(RestClient.create(remote.address())), Orders.class);
        }

        @Bean
        Later later(Remote remote) {
            return client(WebClientAdapter.create(WebClient.create(remote.address())), Later.class);
        }

        private static <T> T client(HttpExchangeAdapter adapter, Class<T> type) {
            return HttpServiceProxyFactory.builderFor(adapter).build().createClient(type);
        }

        @Bean
        OfOrders cached(Orders orders) {
            return new OfOrders(orders);
        }

        @Bean
        Service service() {
            return new Service();
        }

        @Bean
        McpToolExceptionResolver gone() {
            return (failure, request) -> failure instanceof HttpClientErrorException.Gone
                    ? CallToolResult.error("The order was deleted.")
                    : null;
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class Refused {

        @Bean
        @SuppressWarnings("unchecked")
        Object api(@Value("${type}") Class<?> type) {
            return Application.client(
                    RestClientAdapter.create(RestClient.create("http://localhost")), (Class<Object>) type);
        }
    }
}
