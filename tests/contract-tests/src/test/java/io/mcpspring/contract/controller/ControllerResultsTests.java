package io.mcpspring.contract.controller;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.annotation.JsonView;
import io.mcpspring.annotation.McpTool;
import io.mcpspring.protocol.ProtocolVersion;
import io.mcpspring.support.Answer;
import io.mcpspring.support.EveryRevision;
import io.mcpspring.support.McpTestClient;
import io.mcpspring.support.TestServer;
import java.net.URI;
import java.net.http.HttpResponse;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.core.io.ByteArrayResource;
import org.springframework.core.io.Resource;
import org.springframework.data.domain.Page;
import org.springframework.data.domain.PageImpl;
import org.springframework.data.web.config.EnableSpringDataWebSupport.PageSerializationMode;
import org.springframework.data.web.config.SpringDataJackson3Configuration.PageModule;
import org.springframework.data.web.config.SpringDataWebSettings;
import org.springframework.http.HttpStatus;
import org.springframework.http.ProblemDetail;
import org.springframework.http.ResponseEntity;
import org.springframework.security.access.AccessDeniedException;
import org.springframework.web.bind.annotation.DeleteMapping;
import org.springframework.web.bind.annotation.ExceptionHandler;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.bind.annotation.RestControllerAdvice;
import org.springframework.web.server.ResponseStatusException;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The results of tools that handle HTTP requests: those of the HTTP responses. */
class ControllerResultsTests {

    private final TestServer server = TestServer.shared(
            Application.class, "mcp.server.limits.max-text-size=100KB", "mcp.server.resources.max-size=100KB");

    private final McpTestClient client = server.client(ProtocolVersion.V2026_07_28);

    private final Http http = new Http(server);

    @EveryRevision
    void jsonIsStructuredContentAndTheSameText(ProtocolVersion version) {
        Answer answer = server.client(version).call("order", "{}");
        assertThat(JsonMapper.shared().readTree(answer.contentText()))
                .isEqualTo(JsonMapper.shared().readTree("{\"id\":7,\"name\":\"é\"}"));
        if (version != ProtocolVersion.V2025_03_26) {
            assertThat(answer.result().at("/structuredContent/name").stringValue())
                    .isEqualTo("é");
        }
    }

    @Test
    void onlyResponsesThatAlwaysHaveTheTypeAreDescribed() {
        assertThat(tool("order").at("/outputSchema/properties").propertyNames()).containsExactly("id", "name", "note");
        for (String tool : List.of("entity", "viewed", "text", "nothing", "xml", "texts")) {
            assertThat(tool(tool).has("outputSchema")).as(tool).isFalse();
        }
    }

    private JsonNode tool(String name) {
        for (JsonNode each : client.request("tools/list", "{}").result().get("tools")) {
            if (each.get("name").stringValue().equals(name)) {
                return each;
            }
        }
        throw new AssertionError("No tool " + name);
    }

    @ParameterizedTest
    @ValueSource(strings = {"order", "entity", "viewed", "masked", "later", "mono", "flux", "list"})
    void bodiesAreThoseOfHttp(String tool) {
        JsonNode body = JsonMapper.shared().readTree(http.get("/" + tool).body());
        JsonNode text = JsonMapper.shared().readTree(client.call(tool, "{}").contentText());
        if (tool.equals("order")) {
            assertThat(body.get("note").isNull()).isTrue();
            ((tools.jackson.databind.node.ObjectNode) body).remove("note");
        }
        assertThat(text).isEqualTo(body);
        assertThat(client.call(tool, "{}").text()).doesNotContain("DE99");
    }

    @Test
    void aPageIsDescribedAsTheApplicationWritesIt() {
        McpTestClient paged = TestServer.shared(Paged.class).client(ProtocolVersion.V2026_07_28);
        JsonNode schema = paged.request("tools/list", "{}").result().at("/tools/0/outputSchema/properties");
        assertThat(schema.propertyNames()).containsExactly("content", "page");
        assertThat(paged.call("page", "{}")
                        .result()
                        .at("/structuredContent/page/totalElements")
                        .asInt())
                .isEqualTo(1);
    }

    @Test
    void textIsText() {
        assertThat(client.call("text", "{}").contentText())
                .isEqualTo(http.get("/text").body())
                .isEqualTo("{é is no JSON");
        assertThat(client.call("html", "{}").contentText()).isEqualTo("<p>é</p>");
    }

    @Test
    void binaryDataIsContentByItsMediaType() {
        JsonNode png = client.call("png", "{}").result().at("/content/0");
        assertThat(png.get("type").stringValue()).isEqualTo("image");
        assertThat(png.get("mimeType").stringValue()).isEqualTo("image/png");
        assertThat(Base64.getDecoder().decode(png.get("data").stringValue())).containsExactly(1, 2, 3);
        assertThat(client.call("file", "{}")
                        .result()
                        .at("/content/0/resource/blob")
                        .stringValue())
                .isEqualTo(Base64.getEncoder().encodeToString(new byte[] {4, 5}));
    }

    @Test
    void responsesWithoutABodySayWhatHappened() {
        assertThat(client.call("nothing", "{}").contentText()).isEqualTo("Done.");
        assertThat(client.call("created", "{}").contentText()).isEqualTo("201 Created: /orders/8");
        assertThat(client.call("moved", "{}").contentText()).isEqualTo("303 See Other: /orders/9");
        assertThat(client.call("gone", "{}").contentText()).isEqualTo("Done.");
    }

    @Test
    void aToolWithAnOutputSchemaHasNoResultWithoutABody() {
        assertThat(http.get("/absent").statusCode()).isEqualTo(200);
        Answer answer = client.call("absent", "{}");
        assertThat(answer.isToolError()).isTrue();
        assertThat(answer.contentText()).isEqualTo("There is no result: the tool returned no value.");
        assertThat(client.call("perhaps", "{}")
                        .result()
                        .get("structuredContent")
                        .isNull())
                .isTrue();
    }

    @EveryRevision
    void errorsAreErrorsOfTheTool(ProtocolVersion version) {
        McpTestClient caller = server.client(version);
        for (Map.Entry<String, String> expected : Map.of(
                        "status", "409 Conflict: It exists",
                        "declared", "410 Gone: It is gone",
                        "silent", "400 Bad Request")
                .entrySet()) {
            Answer answer = caller.call("fail", "{\"kind\": \"" + expected.getKey() + "\"}");
            assertThat(answer.isToolError()).isTrue();
            assertThat(answer.contentText()).isEqualTo(expected.getValue());
        }
        Answer handled = caller.call("fail", "{\"kind\": \"handled\"}");
        HttpResponse<String> response = http.get("/fail?kind=handled");
        assertThat(response.statusCode()).isEqualTo(422);
        assertThat(handled.isToolError()).isTrue();
        assertThat(handled.contentText()).isEqualTo(response.body()).contains("\"detail\":\"Handled\"");
    }

    @Test
    void otherExceptionsAreErrorIds() {
        Answer answer = client.call("fail", "{\"kind\": \"secret\"}");
        assertThat(answer.isToolError()).isTrue();
        assertThat(answer.contentText())
                .startsWith("Tool 'fail' failed unexpectedly")
                .doesNotContain("password");
    }

    @Test
    void aSuccessThatDoesNotFitTheOutputSchemaIsAnErrorId() {
        Answer answer = client.call("replaced", "{}");
        assertThat(http.get("/replaced").statusCode()).isEqualTo(200);
        assertThat(answer.isToolError()).isTrue();
        assertThat(answer.contentText()).startsWith("Tool 'replaced' failed unexpectedly");
    }

    @Test
    void anAccessDeniedExceptionOfAServiceIsADenialWithoutMethodSecurity() {
        Answer answer = client.call("fail", "{\"kind\": \"denied\"}");
        assertThat(answer.isToolError()).isTrue();
        assertThat(answer.contentText()).isEqualTo("Access denied: the caller is not allowed to do this");
    }

    @Test
    void aResponseThatIsTooLargeIsRefusedWhileItIsWritten() {
        Answer answer = client.call("large", "{}");
        assertThat(answer.isToolError()).isTrue();
        assertThat(answer.contentText()).contains("102400 bytes");
    }

    record Order(int id, String name, @Nullable String note) {}

    interface Public {}

    record Account(@JsonView(Public.class) String owner, String iban) {}

    @SuppressWarnings("serial")
    static class ExistsException extends RuntimeException {}

    @SuppressWarnings("serial")
    @ResponseStatus(code = HttpStatus.GONE, reason = "It is gone")
    static class GoneException extends RuntimeException {

        GoneException() {
            super("a secret");
        }
    }

    @RestController
    static class Paged {

        @Bean
        static PageModule pages() {
            return new PageModule(new SpringDataWebSettings(PageSerializationMode.VIA_DTO));
        }

        @McpTool
        @GetMapping("/page")
        Page<Order> page() {
            return new PageImpl<>(List.of(new Order(7, "é", null)));
        }
    }

    @RestController
    static class Controller {

        @McpTool
        @GetMapping("/order")
        Order order() {
            return new Order(7, "é", null);
        }

        @McpTool
        @GetMapping("/replaced")
        Order replaced() {
            throw new UnsupportedOperationException();
        }

        @McpTool
        @GetMapping("/absent")
        Order absent() {
            return null;
        }

        @McpTool
        @GetMapping("/perhaps")
        @Nullable
        Order perhaps() {
            return null;
        }

        @McpTool
        @GetMapping("/entity")
        ResponseEntity<Order> entity() {
            return ResponseEntity.ok(new Order(7, "entity", null));
        }

        @McpTool
        @GetMapping("/viewed")
        @JsonView(Public.class)
        Account viewed() {
            return new Account("Ada", "DE99");
        }

        @McpTool
        @GetMapping(path = "/xml", produces = "application/xml")
        Order xml() {
            return new Order(7, "xml", null);
        }

        @McpTool
        @GetMapping("/texts")
        Flux<String> texts() {
            return Flux.just("a", "b");
        }

        @McpTool
        @GetMapping("/masked")
        Map<String, String> masked() {
            return Map.of("card", "1234");
        }

        @McpTool
        @GetMapping("/later")
        CompletableFuture<Order> later() {
            return CompletableFuture.supplyAsync(
                    () -> new Order(1, "later", "x"),
                    CompletableFuture.delayedExecutor(20, java.util.concurrent.TimeUnit.MILLISECONDS));
        }

        @McpTool
        @GetMapping("/mono")
        Mono<Order> mono() {
            return Mono.delay(java.time.Duration.ofMillis(20)).map(tick -> new Order(2, "mono", "x"));
        }

        @McpTool
        @GetMapping("/flux")
        Flux<Order> flux() {
            return Flux.just(new Order(1, "a", "x"), new Order(2, "b", "y"));
        }

        @McpTool
        @GetMapping("/list")
        List<Order> list() {
            return List.of(new Order(1, "a", "x"));
        }

        @McpTool
        @GetMapping("/text")
        String text() {
            return "{é is no JSON";
        }

        @McpTool
        @GetMapping(path = "/html", produces = "text/html;charset=UTF-8")
        ResponseEntity<String> html() {
            return ResponseEntity.ok("<p>é</p>");
        }

        @McpTool
        @GetMapping(path = "/png", produces = "image/png")
        byte[] png() {
            return new byte[] {1, 2, 3};
        }

        @McpTool
        @GetMapping(path = "/file", produces = "application/octet-stream")
        Resource file() {
            return new ByteArrayResource(new byte[] {4, 5});
        }

        @McpTool
        @GetMapping(path = "/large", produces = "application/octet-stream")
        byte[] large() {
            return new byte[200 * 1024];
        }

        @McpTool
        @PostMapping("/nothing")
        void nothing() {}

        @McpTool
        @PostMapping("/created")
        ResponseEntity<Void> created() {
            return ResponseEntity.created(URI.create("/orders/8")).build();
        }

        @McpTool
        @PostMapping("/moved")
        ResponseEntity<Void> moved() {
            return ResponseEntity.status(303).location(URI.create("/orders/9")).build();
        }

        @McpTool
        @DeleteMapping("/gone")
        ResponseEntity<Void> gone() {
            return ResponseEntity.noContent().build();
        }

        @McpTool
        @GetMapping("/fail")
        String fail(@RequestParam String kind) {
            throw switch (kind) {
                case "status" -> new ResponseStatusException(HttpStatus.CONFLICT, "It exists");
                case "declared" -> new GoneException();
                case "silent" -> new ResponseStatusException(HttpStatus.BAD_REQUEST);
                case "handled" -> new ExistsException();
                case "denied" -> new AccessDeniedException("secret");
                default -> new IllegalStateException("password");
            };
        }
    }

    @RestControllerAdvice
    static class Advice {

        @ExceptionHandler
        Map<String, String> handle(UnsupportedOperationException ex) {
            return Map.of("error", "Not supported");
        }

        @ExceptionHandler
        ResponseEntity<ProblemDetail> handle(ExistsException ex) {
            return ResponseEntity.unprocessableContent()
                    .body(ProblemDetail.forStatusAndDetail(HttpStatus.UNPROCESSABLE_CONTENT, "Handled"));
        }
    }

    @Configuration(proxyBeanMethods = false)
    @Import({Controller.class, Advice.class, ServletAdvice.class})
    static class Application {}
}
