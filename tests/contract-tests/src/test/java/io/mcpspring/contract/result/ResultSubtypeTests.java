package io.mcpspring.contract.result;

import static io.mcpspring.support.ResultChecks.assertNeutralError;
import static io.mcpspring.support.ResultChecks.assertObject;
import static io.mcpspring.support.ResultChecks.assertText;
import static io.mcpspring.support.ResultChecks.assertValue;

import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import io.mcpspring.annotation.McpTool;
import io.mcpspring.annotation.McpTool.Structured;
import io.mcpspring.protocol.CallToolResult;
import io.mcpspring.protocol.ProtocolVersion;
import io.mcpspring.support.EveryRevision;
import io.mcpspring.support.McpTestClient;
import io.mcpspring.support.TestServer;
import io.mcpspring.tool.McpToolDefinition;
import java.io.IOException;
import java.io.Serializable;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.context.annotation.Bean;
import org.springframework.core.ParameterizedTypeReference;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/** Elements of collections contain their type names, although the element type is erased at run time. */
class ResultSubtypeTests {

    static class Tools {

        @JsonTypeInfo(use = JsonTypeInfo.Id.SIMPLE_NAME, property = "kind")
        sealed interface Shape {}

        record Circle(int radius) implements Shape {}

        record Square(int side) implements Shape {}

        @JsonTypeInfo(use = JsonTypeInfo.Id.NAME)
        @JsonSubTypes({@JsonSubTypes.Type(value = Cat.class, name = "cat")})
        interface Animal {}

        record Cat(String name) implements Animal {}

        interface Code {

            String getText();
        }

        enum Fault implements Code {
            LOST;

            @Override
            public String getText() {
                return "lost";
            }
        }

        record Row(Code code, Comparable<?> rank, Enum<?> kind, Map<String, ? extends Serializable> values) {}

        @McpTool
        Row behindInterfaces() {
            return new Row(Fault.LOST, 5, Fault.LOST, Map.of("a", "b"));
        }

        @McpTool
        List<Code> codes() {
            return List.of(Fault.LOST);
        }

        @McpTool
        Code code() {
            return Fault.LOST;
        }

        @McpTool
        Shape one() {
            return new Circle(1);
        }

        @McpTool
        List<Shape> list() {
            return List.of(new Circle(1), new Square(2));
        }

        @McpTool
        Shape[] array() {
            return new Shape[] {new Circle(1), new Square(2)};
        }

        @McpTool
        Flux<Shape> flux() {
            return Flux.just(new Circle(1), new Square(2));
        }

        @McpTool
        Mono<List<Shape>> mono() {
            return Mono.just(list());
        }

        @McpTool
        CompletableFuture<Optional<List<Shape>>> future() {
            return CompletableFuture.completedFuture(Optional.of(list()));
        }

        @McpTool
        Map<String, List<Shape>> map() {
            return Map.of("shapes", list());
        }

        @McpTool
        List<Animal> animals() {
            return List.of(new Cat("Tom"));
        }

        @McpTool(structured = Structured.NEVER)
        List<Shape> asText() {
            return list();
        }

        @McpTool(outputSchema = "${schemas}/shapes.json")
        List<Shape> handWritten() {
            return list();
        }

        @McpTool
        Iterable<Shape> iterable() {
            return list();
        }

        @McpTool
        Stream<Shape> stream() {
            return list().stream();
        }

        @Bean
        McpToolDefinition function() {
            return McpToolDefinition.named("function")
                    .outputSchema(new ParameterizedTypeReference<List<Shape>>() {})
                    .call((arguments, exchange) -> list())
                    .build();
        }

        @Bean
        McpToolDefinition finished() {
            return McpToolDefinition.named("finished")
                    .outputSchema(new ParameterizedTypeReference<List<Shape>>() {})
                    .call((arguments, exchange) -> CallToolResult.structured(list()))
                    .build();
        }
    }

    private static final String SHAPES = "[{\"kind\":\"Circle\",\"radius\":1},{\"kind\":\"Square\",\"side\":2}]";

    private static TestServer server;

    @BeforeAll
    static void start(@TempDir Path schemas) throws IOException {
        Files.writeString(schemas.resolve("shapes.json"), """
                {"type": "array", "items": {"type": "object", "required": ["kind"]}}""");
        server = TestServer.shared(Tools.class, "schemas=" + schemas.toUri());
    }

    @EveryRevision
    void aValueContainsItsTypeName(ProtocolVersion version) {
        assertValue(server.client(version), "one", "{\"kind\": \"Circle\", \"radius\": 1}");
    }

    @EveryRevision
    void elementsContainTheirTypeNames(ProtocolVersion version) {
        McpTestClient client = server.client(version);
        for (String tool : List.of("list", "array", "flux", "mono", "iterable", "stream", "function", "finished")) {
            assertValue(client, tool, SHAPES);
        }
        assertValue(client, "future", SHAPES);
        assertObject(client, "map", "{\"shapes\": %s}".formatted(SHAPES));
        assertValue(client, "animals", "[{\"@type\": \"cat\", \"name\": \"Tom\"}]");
    }

    @EveryRevision
    void elementsContainTheirTypeNamesInText(ProtocolVersion version) {
        assertText(server.client(version).call("asText"), SHAPES);
    }

    @EveryRevision
    void valuesBehindInterfacesMayBeTextsOrNumbers(ProtocolVersion version) {
        assertObject(server.client(version), "behindInterfaces", """
                {"code": "LOST", "rank": 5, "kind": "LOST", "values": {"a": "b"}}""");
        assertValue(server.client(version), "codes", "[\"LOST\"]");
    }

    @EveryRevision
    void aTextInPlaceOfAWholeResultIsAnError(ProtocolVersion version) {
        assertNeutralError(server.client(version).call("code"), "code");
    }

    @EveryRevision
    void elementsContainTheirTypeNamesUnderAHandWrittenSchema(ProtocolVersion version) {
        assertValue(server.client(version), "handWritten", SHAPES);
    }
}
