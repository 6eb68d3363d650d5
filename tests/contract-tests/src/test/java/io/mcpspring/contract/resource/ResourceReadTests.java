package io.mcpspring.contract.resource;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import com.fasterxml.jackson.annotation.JsonAnyGetter;
import com.fasterxml.jackson.annotation.JsonView;
import io.mcpspring.annotation.McpResource;
import io.mcpspring.exchange.ElicitResult;
import io.mcpspring.exchange.InputRequired;
import io.mcpspring.exchange.McpExchange;
import io.mcpspring.exchange.Question;
import io.mcpspring.exchange.ReactiveMcpExchange;
import io.mcpspring.protocol.McpProtocolException;
import io.mcpspring.protocol.ProtocolVersion;
import io.mcpspring.protocol.ReadResourceResult;
import io.mcpspring.protocol.ResourceContents;
import io.mcpspring.resource.McpResourceDefinition;
import io.mcpspring.resource.McpResourceRequest;
import io.mcpspring.support.Answer;
import io.mcpspring.support.EventStream;
import io.mcpspring.support.EveryRevision;
import io.mcpspring.support.LegacyRevisions;
import io.mcpspring.support.McpTestClient;
import io.mcpspring.support.RecordedLog;
import io.mcpspring.support.TestServer;
import java.io.ByteArrayInputStream;
import java.io.File;
import java.io.FileNotFoundException;
import java.io.InputStream;
import java.net.URI;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.NoSuchFileException;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Import;
import org.springframework.core.io.ByteArrayResource;
import org.springframework.core.io.ClassPathResource;
import org.springframework.core.io.Resource;
import org.springframework.web.bind.annotation.RequestHeader;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** Clients read the contents that a method of any style returns. */
class ResourceReadTests {

    enum Tone {
        FRIENDLY,
        FORMAL
    }

    record Order(String id, int pallets, Tone tone) {}

    record Name(String name) {}

    private static final byte[] BINARY = {(byte) 0x89, 'P', 'N', 'G', (byte) 0xff};

    static byte[] utf8(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    static Resource named(String name, byte[] content) {
        return new ByteArrayResource(content) {

            @Override
            public String getFilename() {
                return name;
            }
        };
    }

    static class Results {

        @McpResource(uri = "r://text")
        String text() {
            return "Grüße";
        }

        @McpResource(uri = "r://empty-text")
        String emptyText() {
            return "";
        }

        @McpResource(uri = "r://typed-text", mimeType = "text/markdown")
        StringBuilder typedText() {
            return new StringBuilder("# Title");
        }

        @McpResource(uri = "r://bytes")
        byte[] bytes() {
            return BINARY;
        }

        @McpResource(uri = "r://text-bytes", mimeType = "text/csv; charset=utf-8")
        byte[] textBytes() {
            return utf8("a,ü");
        }

        @McpResource(uri = "r://broken-text", mimeType = "text/plain")
        byte[] brokenText() {
            return BINARY;
        }

        @McpResource(uri = "r://buffer", mimeType = "image/png")
        ByteBuffer buffer() {
            return ByteBuffer.wrap(BINARY).position(1).limit(3);
        }

        @McpResource(uri = "r://stream", mimeType = "application/json")
        InputStream stream() {
            return new ByteArrayInputStream(utf8("{\"a\": 1}"));
        }

        @McpResource(uri = "r://spring-text")
        Resource springText() {
            return named("a.html", utf8("<p>"));
        }

        @McpResource(uri = "r://spring-image")
        Resource springImage() {
            return named("a.png", BINARY);
        }

        @McpResource(uri = "r://spring-nameless")
        Resource springNameless() {
            return new ByteArrayResource(utf8("x"));
        }

        @McpResource(uri = "r://spring-unknown")
        Resource springUnknown() {
            return named("LICENSE", utf8("ü"));
        }

        @McpResource(uri = "r://spring-unknown-binary")
        Resource springUnknownBinary() {
            return named("a.b", BINARY);
        }

        @McpResource(uri = "r://spring-unknown-nul")
        Resource springUnknownNul() {
            return named("a.b", utf8("a\0b"));
        }

        @McpResource(uri = "r://spring-markdown")
        Resource springMarkdown() {
            return named("README.MD", utf8("# x"));
        }

        @McpResource(uri = "r://spring-yaml")
        Resource springYaml() {
            return named("a.yml", utf8("a: 1"));
        }

        @McpResource(uri = "r://spring-typed", mimeType = "text/x-log")
        Resource springTyped() {
            return new ByteArrayResource(utf8("x"));
        }

        @McpResource(uri = "r://svg")
        Resource svg() {
            return named("a.svg", utf8("<svg/>"));
        }

        @McpResource(uri = "r://contents")
        ResourceContents contents() {
            return new ResourceContents.Text("r://else", "text/x-own", "own", Map.of("k", 1));
        }

        @McpResource(uri = "r://several")
        List<Object> several() {
            return List.of(
                    ResourceContents.of("r://several/a", "text/plain", utf8("a")),
                    named("b.txt", utf8("b")),
                    utf8("c"),
                    ByteBuffer.wrap(BINARY),
                    new ByteArrayInputStream(BINARY));
        }

        @McpResource(uri = "r://array")
        Resource[] array() {
            return new Resource[] {named("a.txt", utf8("a")), named("b.txt", utf8("b"))};
        }

        @McpResource(uri = "r://result")
        ReadResourceResult result() {
            return new ReadResourceResult(
                    List.of(new ResourceContents.Blob("r://result", null, BINARY, null)), Map.of("total", 1));
        }

        @McpResource(uri = "r://record")
        Order record() {
            return new Order("N17", 3, Tone.FORMAL);
        }

        @McpResource(uri = "r://records")
        List<Order> records() {
            return List.of(new Order("N17", 3, Tone.FORMAL));
        }

        @McpResource(uri = "r://no-records")
        List<Order> noRecords() {
            return List.of();
        }

        @McpResource(uri = "r://texts")
        List<String> texts() {
            return List.of("a", "b");
        }

        @McpResource(uri = "r://number", mimeType = "application/vnd.acme+json")
        int number() {
            return 7;
        }

        @McpResource(uri = "r://mono")
        Mono<String> mono() {
            return Mono.just("reactive");
        }

        @McpResource(uri = "r://flux")
        Flux<Order> flux() {
            return Flux.just(new Order("a", 1, Tone.FORMAL), new Order("b", 2, Tone.FRIENDLY));
        }

        @McpResource(uri = "r://flux-of-contents")
        Flux<ResourceContents> fluxOfContents() {
            return Flux.just("a", "b").map(text -> ResourceContents.of("r://" + text, "text/plain", utf8(text)));
        }

        @McpResource(uri = "r://flux-of-optionals")
        Flux<Optional<Name>> fluxOfOptionals() {
            return Flux.just(Optional.of(new Name("a")), Optional.empty());
        }

        @McpResource(uri = "r://flux-of-optional-files")
        Flux<Optional<Resource>> fluxOfOptionalFiles() {
            return Flux.just(Optional.of(named("a.txt", utf8("a"))), Optional.empty());
        }

        @McpResource(uri = "r://optionals")
        List<Optional<byte[]>> optionals() {
            return List.of(Optional.empty(), Optional.of(BINARY));
        }

        @McpResource(uri = "r://optional-number")
        OptionalInt optionalNumber() {
            return OptionalInt.of(7);
        }

        @McpResource(uri = "r://stage")
        CompletableFuture<byte[]> stage() {
            return CompletableFuture.completedFuture(BINARY);
        }

        @McpResource(uri = "r://optional")
        Optional<Resource> optional() {
            return Optional.of(named("a.txt", utf8("a")));
        }

        @Bean
        McpResourceDefinition function() {
            return McpResourceDefinition.at("r://function")
                    .mimeType("text/x-own")
                    .read((request, exchange) -> request.uri().toString() + request.variables())
                    .build();
        }

        @Bean
        McpResourceDefinition content() {
            return McpResourceDefinition.at("r://content")
                    .content(named("a.json", utf8("{}")))
                    .build();
        }

        @Bean
        McpResourceDefinition template() {
            return McpResourceDefinition.at("f://{a}/{+b}")
                    .read((request, exchange) -> Mono.just(request.uri() + " " + request.variables()))
                    .build();
        }
    }

    static class Nothing {

        @McpResource(uri = "n://null")
        @Nullable
        String nothing() {
            return null;
        }

        @McpResource(uri = "n://mono")
        Mono<String> mono() {
            return Mono.empty();
        }

        @McpResource(uri = "n://optional")
        Optional<String> optional() {
            return Optional.empty();
        }

        @McpResource(uri = "n://optional-number")
        OptionalInt optionalNumber() {
            return OptionalInt.empty();
        }

        @McpResource(uri = "n://contents")
        ReadResourceResult contents() {
            return new ReadResourceResult(List.of(), null);
        }

        @McpResource(uri = "n://file-not-found")
        String fileNotFound() throws FileNotFoundException {
            throw new FileNotFoundException("/secret/path");
        }

        @McpResource(uri = "n://no-such-file")
        Mono<String> noSuchFile() {
            return Mono.error(new NoSuchFileException("/secret/path"));
        }

        @McpResource(uri = "n://stage")
        CompletableFuture<String> stage() {
            return CompletableFuture.failedFuture(new CompletionException(new FileNotFoundException("/secret/path")));
        }

        @McpResource(uri = "n://spring")
        Resource spring() {
            return new ClassPathResource("none.txt");
        }

        @McpResource(uri = "n://t/{id}")
        @Nullable
        String template(String id) {
            return null;
        }

        @McpResource(uri = "n://optional-documents")
        List<Optional<ResourceContents>> optionalDocuments() {
            return List.of(Optional.empty());
        }

        @McpResource(uri = "n://no-documents")
        Flux<Resource> noDocuments() {
            return Flux.empty();
        }

        @McpResource(uri = "n://number/{id}")
        String number(int id) {
            return "number " + id;
        }

        @McpResource(uri = "n://tone/{tone}")
        String tone(Tone tone) {
            return "tone " + tone;
        }
    }

    static class Hidden {

        @McpResource(uri = "h://list")
        Object list() {
            return List.of("a", new File("/secret/path"));
        }

        @McpResource(uri = "h://optional-in-array")
        Object optionalInArray() {
            return new Object[] {Optional.of(new File("/secret/path"))};
        }

        @McpResource(uri = "h://map")
        Map<String, Object> map() {
            return Map.of("a", new File("/secret/path"));
        }

        record Reply(Object value) {}

        record Customer(@JsonView(Customer.class) String name, String secret) {}

        @McpResource(uri = "h://view")
        @JsonView(Customer.class)
        List<Customer> view() {
            return List.of(new Customer("Ada", "secret"));
        }

        static class Account {

            @JsonView(Customer.class)
            public final String name = "Ada";

            @JsonAnyGetter
            public Map<String, Object> internals() {
                return Map.of("limit", 5);
            }
        }

        @McpResource(uri = "h://view-of-others")
        @JsonView(Customer.class)
        List<Account> viewOfOthers() {
            return List.of(new Account());
        }

        @McpResource(uri = "h://member")
        Reply member() {
            return new Reply(new IllegalStateException("/secret/path"));
        }

        @McpResource(uri = "h://flux")
        Flux<Object> flux() {
            return Flux.just(List.of(new File("/secret/path")));
        }
    }

    static class Failures {

        static final Semaphore STOPPED = new Semaphore(0);

        @McpResource(uri = "x://failing")
        String failing() {
            throw new IllegalStateException("secret");
        }

        @McpResource(uri = "x://failing-mono")
        Mono<String> failingMono() {
            return Mono.error(new OutOfMemoryError("secret"));
        }

        @McpResource(uri = "x://protocol")
        String protocol() {
            throw new McpProtocolException(17, "Closed on Sundays", Map.of("day", "Sunday"));
        }

        @McpResource(uri = "x://unreadable")
        InputStream unreadable() {
            return new InputStream() {

                @Override
                public int read() {
                    throw new IllegalStateException("secret");
                }
            };
        }

        @McpResource(uri = "x://blocking")
        String blocking() throws InterruptedException {
            try {
                new CountDownLatch(1).await();
                return "never";
            } catch (InterruptedException ex) {
                STOPPED.release();
                throw ex;
            }
        }

        @McpResource(uri = "x://mono")
        Mono<String> mono() {
            return Mono.<String>never().doOnCancel(STOPPED::release);
        }

        @McpResource(uri = "x://good")
        String good() {
            return "good";
        }
    }

    static class Asking {

        @McpResource(uri = "a://blocking")
        String blocking(McpExchange exchange) {
            return "Hello "
                    + exchange.elicit("Who are you?", Name.class)
                            .accepted()
                            .orElseThrow()
                            .name();
        }

        @McpResource(uri = "a://mono")
        Mono<byte[]> mono(ReactiveMcpExchange exchange) {
            return exchange.elicit("Who are you?", Name.class)
                    .map(answer ->
                            utf8("Hello " + answer.accepted().orElseThrow().name()));
        }

        @McpResource(uri = "a://explicit/{id}")
        Object explicit(McpExchange exchange, String id) {
            Question<ElicitResult<Name>> question = Question.elicit("who", "Who are you?", Name.class);
            return exchange.answer(question)
                    .<Object>map(
                            answer -> "Hello " + answer.accepted().orElseThrow().name())
                    .orElseGet(() -> InputRequired.of(question).withState("asked"));
        }

        @Bean
        McpResourceDefinition function() {
            return McpResourceDefinition.at("a://function")
                    .read((request, exchange) -> blocking(exchange))
                    .build();
        }
    }

    static class Injected {

        @McpResource(uri = "i://{a}/{b}")
        String everything(
                McpExchange exchange,
                URI uri,
                @RequestHeader("X-Tenant") Optional<String> tenant,
                Optional<String> b,
                McpResourceRequest request,
                Locale locale,
                String a) {
            return String.join(
                    "|",
                    exchange.protocolVersion().value(),
                    uri.toString(),
                    tenant.orElse("none"),
                    b.orElse("-"),
                    request.variables().toString(),
                    a);
        }

        @McpResource(uri = "v://{uri}")
        String variableFirst(String uri) {
            return uri;
        }
    }

    @Import({Hidden.class, Failures.class, Asking.class, Injected.class})
    static class Others {}

    private static final TestServer RESULTS = TestServer.shared(Results.class);

    private static final TestServer NOTHING = TestServer.shared(Nothing.class);

    private static final TestServer OTHERS = TestServer.shared(Others.class);

    private static final TestServer IMPATIENT = TestServer.shared(Failures.class, "mcp.server.tools.timeout=500ms");

    private static Stream<Arguments> results() {
        return Stream.of(
                Arguments.of("text", "text/plain", "Grüße"),
                Arguments.of("empty-text", "text/plain", ""),
                Arguments.of("typed-text", "text/markdown", "# Title"),
                Arguments.of("bytes", "application/octet-stream", BINARY),
                Arguments.of("text-bytes", "text/csv; charset=utf-8", "a,ü"),
                Arguments.of("broken-text", "text/plain", BINARY),
                Arguments.of("buffer", "image/png", new byte[] {'P', 'N'}),
                Arguments.of("stream", "application/json", "{\"a\": 1}"),
                Arguments.of("spring-text", "text/html", "<p>"),
                Arguments.of("spring-image", "image/png", BINARY),
                Arguments.of("spring-nameless", "text/plain", "x"),
                Arguments.of("spring-unknown", "text/plain", "ü"),
                Arguments.of("spring-unknown-binary", "application/octet-stream", BINARY),
                Arguments.of("spring-unknown-nul", "application/octet-stream", utf8("a\0b")),
                Arguments.of("spring-markdown", "text/markdown", "# x"),
                Arguments.of("spring-yaml", "application/yaml", "a: 1"),
                Arguments.of("spring-typed", "text/x-log", "x"),
                Arguments.of("svg", "image/svg+xml", utf8("<svg/>")),
                Arguments.of("record", "application/json", "{\"id\":\"N17\",\"pallets\":3,\"tone\":\"FORMAL\"}"),
                Arguments.of("records", "application/json", "[{\"id\":\"N17\",\"pallets\":3,\"tone\":\"FORMAL\"}]"),
                Arguments.of("no-records", "application/json", "[]"),
                Arguments.of("texts", "application/json", "[\"a\",\"b\"]"),
                Arguments.of("number", "application/vnd.acme+json", "7"),
                Arguments.of("mono", "text/plain", "reactive"),
                Arguments.of(
                        "flux",
                        "application/json",
                        "[{\"id\":\"a\",\"pallets\":1,\"tone\":\"FORMAL\"},"
                                + "{\"id\":\"b\",\"pallets\":2,\"tone\":\"FRIENDLY\"}]"),
                Arguments.of("flux-of-optionals", "application/json", "[{\"name\":\"a\"},null]"),
                Arguments.of("flux-of-optional-files", "text/plain", "a"),
                Arguments.of("optionals", "application/octet-stream", BINARY),
                Arguments.of("optional-number", "application/json", "7"),
                Arguments.of("stage", "application/octet-stream", BINARY),
                Arguments.of("optional", "text/plain", "a"),
                Arguments.of("function", "text/x-own", "r://function{}"),
                Arguments.of("content", "application/json", "{}"));
    }

    @ParameterizedTest
    @MethodSource("results")
    void everyKindOfResultIsTextOrBinary(String name, String mimeType, Object content) {
        for (ProtocolVersion version : ProtocolVersion.values()) {
            JsonNode result = RESULTS.client(version).read("r://" + name).result();
            ObjectNode expected = JsonMapper.shared()
                    .createObjectNode()
                    .put("uri", "r://" + name)
                    .put("mimeType", mimeType);
            if (content instanceof byte[] bytes) {
                expected.put("blob", bytes);
            } else {
                expected.put("text", content.toString());
            }
            assertThat(result.get("contents")).hasToString("[" + expected + "]");
        }
    }

    @EveryRevision
    void resourceContentsAreSentUnchanged(ProtocolVersion version) {
        McpTestClient client = RESULTS.client(version);
        String meta = version.isAtLeast(ProtocolVersion.V2025_06_18) ? ",\"_meta\":{\"k\":1}" : "";
        assertThat(client.read("r://contents").result().get("contents"))
                .hasToString("[{\"uri\":\"r://else\",\"mimeType\":\"text/x-own\",\"text\":\"own\"" + meta + "}]");
        JsonNode result = client.read("r://result").result();
        assertThat(result.at("/contents/0/blob").stringValue()).isEqualTo("iVBOR/8=");
        assertThat(result.at("/contents/0").has("mimeType")).isFalse();
        assertThat(result.at("/_meta/total").intValue()).isEqualTo(1);
    }

    @EveryRevision
    void severalDocumentsAreSeveralContents(ProtocolVersion version) {
        McpTestClient client = RESULTS.client(version);
        assertThat(client.read("r://several")
                        .result()
                        .get("contents")
                        .valueStream()
                        .map(content -> content.get("uri").stringValue() + " "
                                + content.get("mimeType").stringValue()))
                .containsExactly(
                        "r://several/a text/plain",
                        "r://several text/plain",
                        "r://several application/octet-stream",
                        "r://several application/octet-stream",
                        "r://several application/octet-stream");
        assertThat(client.read("r://array").result().get("contents").findValuesAsString("text"))
                .containsExactly("a", "b");
        assertThat(client.read("r://flux-of-contents").result().get("contents").findValuesAsString("uri"))
                .containsExactly("r://a", "r://b");
    }

    @EveryRevision
    void aDefinedTemplateGetsItsVariables(ProtocolVersion version) {
        assertThat(RESULTS.client(version)
                        .read("f://x%20y/1/2")
                        .result()
                        .at("/contents/0/text")
                        .stringValue())
                .isEqualTo("f://x%20y/1/2 {a=x y, b=1/2}");
    }

    @EveryRevision
    void contentsMustNotBeCachedByDefault(ProtocolVersion version) {
        JsonNode result = RESULTS.client(version).read("r://text").result();
        if (version.isModern()) {
            assertThat(result.get("ttlMs").intValue()).isZero();
            assertThat(result.get("cacheScope").stringValue()).isEqualTo("private");
            assertThat(result.get("resultType").stringValue()).isEqualTo("complete");
        } else {
            assertThat(result.propertyNames()).containsExactly("contents");
        }
    }

    private static Stream<Arguments> absent() {
        return Stream.of(
                        "n://null",
                        "n://mono",
                        "n://optional",
                        "n://optional-number",
                        "n://contents",
                        "n://file-not-found",
                        "n://no-such-file",
                        "n://stage",
                        "n://spring",
                        "n://t/7",
                        "n://optional-documents",
                        "n://no-documents",
                        "n://unknown",
                        "n://number/",
                        "",
                        "no uri",
                        "n://number/x",
                        "n://number/9999999999",
                        "n://tone/RUDE",
                        "n://NULL",
                        "N://null")
                .flatMap(uri -> Arrays.stream(ProtocolVersion.values()).map(version -> Arguments.of(uri, version)));
    }

    @ParameterizedTest
    @MethodSource("absent")
    void aMissingResourceIsNotFound(String uri, ProtocolVersion version) {
        try (RecordedLog log = new RecordedLog()) {
            JsonNode error = NOTHING.client(version).read(uri).error();
            assertThat(error.get("code").intValue()).isEqualTo(version.isModern() ? -32602 : -32002);
            assertThat(error.at("/data/uri").stringValue()).isEqualTo(uri);
            assertThat(error.get("message").stringValue())
                    .startsWith("No such resource")
                    .doesNotContain("secret");
            assertThat(log.lines(Level.ERROR)).isEmpty();
        }
    }

    @EveryRevision
    void aTextThatIsNotAUriIsRefusedWithTheCure(ProtocolVersion version) {
        McpTestClient client = NOTHING.client(version);
        for (String uri : List.of("no uri", "n://t/a b", "n://t/Zürich", "n://t/%", "n://t/a#b#c")) {
            assertThat(client.read(uri).error().get("message").stringValue())
                    .as(uri)
                    .isEqualTo("No such resource: this is not a URI. Encode characters that it must not have, such as a"
                            + " space by %20");
        }
        assertThat(client.read("n://unknown").error().get("message").stringValue())
                .isEqualTo("No such resource");
    }

    @EveryRevision
    void valuesAreConverted(ProtocolVersion version) {
        McpTestClient client = NOTHING.client(version);
        assertThat(client.read("n://number/7").result().at("/contents/0/text").stringValue())
                .isEqualTo("number 7");
        assertThat(client.read("n://tone/FORMAL")
                        .result()
                        .at("/contents/0/text")
                        .stringValue())
                .isEqualTo("tone FORMAL");
        assertThat(client.read("n://tone/RUDE").error().get("message").stringValue())
                .contains("tone", "FRIENDLY, FORMAL", "RUDE");
        assertThat(client.read("n://number/x").error().get("message").stringValue())
                .contains("'id'", "int", "x");
    }

    @EveryRevision
    void theUriMustBeAString(ProtocolVersion version) {
        McpTestClient client = NOTHING.client(version);
        for (String params : List.of("{}", "{\"uri\": null}", "{\"uri\": 7}", "{\"uri\": [\"n://null\"]}")) {
            assertThat(client.request("resources/read", params).errorCode()).isEqualTo(-32602);
        }
    }

    @EveryRevision
    void failuresAreInternalErrorsWithAnId(ProtocolVersion version) {
        McpTestClient client = OTHERS.client(version);
        for (String uri : List.of("x://failing", "x://failing-mono", "x://unreadable")) {
            try (RecordedLog log = new RecordedLog()) {
                JsonNode error = client.read(uri).error();
                assertThat(error.get("code").intValue()).isEqualTo(-32603);
                String message = error.get("message").stringValue();
                assertThat(message).matches("Internal error, reported as [0-9a-f]{8}");
                assertThat(log.lines(Level.ERROR))
                        .singleElement()
                        .satisfies(line -> assertThat(line)
                                .contains(message.substring(message.length() - 8), "Resource '" + uri + "'"));
            }
        }
        assertThat(client.read("x://good").result().at("/contents/0/text").stringValue())
                .isEqualTo("good");
    }

    @EveryRevision
    void anUnwritableValueOfAnUndeclaredTypeIsAnError(ProtocolVersion version) {
        McpTestClient client = OTHERS.client(version);
        for (String uri : List.of("h://list", "h://optional-in-array", "h://map", "h://member", "h://flux")) {
            Answer answer = client.read(uri);
            assertThat(answer.errorCode()).as(uri).isEqualTo(-32603);
            assertThat(answer.error().get("message").stringValue()).doesNotContain("secret");
        }
    }

    @EveryRevision
    void onlyTheMembersOfTheViewAreWritten(ProtocolVersion version) {
        for (String uri : List.of("h://view", "h://view-of-others")) {
            assertThat(OTHERS.client(version)
                            .read(uri)
                            .result()
                            .at("/contents/0/text")
                            .stringValue())
                    .as(uri)
                    .isEqualTo("[{\"name\":\"Ada\"}]");
        }
    }

    @EveryRevision
    void aProtocolExceptionReachesTheClientUnchanged(ProtocolVersion version) {
        JsonNode error = OTHERS.client(version).read("x://protocol").error();
        assertThat(error).hasToString("{\"code\":17,\"message\":\"Closed on Sundays\",\"data\":{\"day\":\"Sunday\"}}");
    }

    @EveryRevision
    void readingIsStoppedAtTheTimeLimit(ProtocolVersion version) throws InterruptedException {
        for (String uri : List.of("x://blocking", "x://mono")) {
            // On a busy machine, the limit may be reached before the method gets a thread.
            do {
                JsonNode error = IMPATIENT.client(version).read(uri).error();
                assertThat(error.get("code").intValue()).isEqualTo(-32603);
                assertThat(error.get("message").stringValue())
                        .startsWith("Resource '" + uri
                                + (uri.endsWith("blocking") ? "' was stopped" : "' may still take effect")
                                + ": it did not finish within 500 ms");
            } while (!Failures.STOPPED.tryAcquire(1, TimeUnit.SECONDS));
        }
    }

    @LegacyRevisions(since = ProtocolVersion.V2025_06_18)
    void aLegacyClientIsAskedOnTheStream(ProtocolVersion version) {
        McpTestClient client = OTHERS.clientWith(version, "{\"elicitation\": {}}");
        for (String uri : List.of("a://blocking", "a://mono", "a://explicit/7", "a://function")) {
            try (EventStream stream = client.stream("resources/read", "{\"uri\": \"" + uri + "\"}")) {
                JsonNode question = stream.nextMessage();
                assertThat(question.get("method").stringValue()).isEqualTo("elicitation/create");
                client.respond(question, "{\"action\": \"accept\", \"content\": {\"name\": \"Ada\"}}");
                JsonNode document = stream.nextMessage().at("/result/contents/0");
                assertThat(document.get("uri").stringValue()).isEqualTo(uri);
                assertThat(
                                document.has("text")
                                        ? document.get("text").stringValue()
                                        : new String(document.get("blob").binaryValue(), StandardCharsets.UTF_8))
                        .isEqualTo("Hello Ada");
            }
        }
    }

    @Test
    void aModernClientIsAskedByTheResult() {
        McpTestClient client = OTHERS.clientWith(ProtocolVersion.V2026_07_28, "{\"elicitation\": {}}");
        for (String uri : List.of("a://blocking", "a://mono", "a://explicit/7", "a://function")) {
            JsonNode asked = client.read(uri).result();
            assertThat(asked.get("resultType").stringValue()).isEqualTo("input_required");
            assertThat(asked.has("ttlMs") || asked.has("cacheScope")).isFalse();
            ObjectNode again = JsonMapper.shared().createObjectNode().put("uri", uri);
            again.set("requestState", asked.get("requestState"));
            String key = asked.get("inputRequests").propertyNames().iterator().next();
            again.putObject("inputResponses")
                    .putObject(key)
                    .put("action", "accept")
                    .putObject("content")
                    .put("name", "Ada");
            JsonNode document = client.request("resources/read", again).result().at("/contents/0");
            assertThat(
                            document.has("text")
                                    ? document.get("text").stringValue()
                                    : new String(document.get("blob").binaryValue(), StandardCharsets.UTF_8))
                    .isEqualTo("Hello Ada");
            again.put("uri", uri.equals("a://blocking") ? "a://mono" : "a://blocking");
            assertThat(client.request("resources/read", again).errorCode())
                    .as("another's state")
                    .isEqualTo(-32602);
        }
    }

    @EveryRevision
    void aClientThatCannotBeAskedIsAnError(ProtocolVersion version) {
        Answer answer = OTHERS.client(version).read("a://blocking");
        assertThat(answer.errorCode()).isEqualTo(version.isModern() ? -32021 : -32603);
        assertThat(answer.error().get("message").stringValue()).doesNotContain("reported as");
    }

    @EveryRevision
    void otherParametersAreInjected(ProtocolVersion version) {
        McpTestClient client = OTHERS.client(version);
        ObjectNode params = JsonMapper.shared().createObjectNode().put("uri", "i://x%20y/2");
        Map<String, String> headers = client.headers("resources/read", params);
        headers.put("X-Tenant", "acme");
        assertThat(client.post(client.body("resources/read", params), headers)
                        .result()
                        .at("/contents/0/text")
                        .stringValue())
                .isEqualTo(version + "|i://x%20y/2|acme|2|{a=x y, b=2}|x y");
        assertThat(client.read("v://a%20b").result().at("/contents/0/text").stringValue())
                .isEqualTo("a b");
    }

    @Test
    void theAddressIsRepeatedInAHeader() {
        McpTestClient client = NOTHING.client(ProtocolVersion.V2026_07_28);
        ObjectNode params = JsonMapper.shared().createObjectNode().put("uri", "n://number/7");
        Map<String, String> headers = client.headers("resources/read", params);
        headers.put("Mcp-Name", "=?base64?bjovL251bWJlci83?=");
        assertThat(client.post(client.body("resources/read", params), headers).status())
                .isEqualTo(200);
        for (String wrong : List.of("n://number/8", "number", "=?base64?bjovL251bWJlci84?=", "n://number/%37")) {
            headers.put("Mcp-Name", wrong);
            assertThat(client.post(client.body("resources/read", params), headers)
                            .errorCode())
                    .isEqualTo(-32020);
        }
        headers.remove("Mcp-Name");
        assertThat(client.post(client.body("resources/read", params), headers).errorCode())
                .isEqualTo(-32020);
    }
}
