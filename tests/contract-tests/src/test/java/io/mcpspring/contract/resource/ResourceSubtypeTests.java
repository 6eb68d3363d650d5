package io.mcpspring.contract.resource;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.annotation.JsonTypeInfo;
import io.mcpspring.annotation.McpResource;
import io.mcpspring.protocol.ProtocolVersion;
import io.mcpspring.support.EveryRevision;
import io.mcpspring.support.McpTestClient;
import io.mcpspring.support.TestServer;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import tools.jackson.databind.json.JsonMapper;

/** The JSON of a resource contains the type names of elements, although the element type is erased at run time. */
class ResourceSubtypeTests {

    @JsonTypeInfo(use = JsonTypeInfo.Id.SIMPLE_NAME, property = "kind")
    sealed interface Shape {}

    record Circle(int radius) implements Shape {}

    record Square(int side) implements Shape {}

    record Page<T>(List<T> items) {}

    abstract static class Base<T> {

        abstract List<T> values();

        @McpResource(uri = "shapes://inherited")
        List<T> inherited() {
            return values();
        }
    }

    static class Resources extends Base<Shape> {

        @McpResource(uri = "shapes://one")
        Shape one() {
            return new Circle(1);
        }

        @McpResource(uri = "shapes://list")
        List<Shape> list() {
            return List.of(new Circle(1), new Square(2));
        }

        @Override
        List<Shape> values() {
            return list();
        }

        @McpResource(uri = "shapes://iterable")
        Iterable<Shape> iterable() {
            return list();
        }

        @McpResource(uri = "shapes://flux")
        Flux<Shape> flux() {
            return Flux.fromIterable(list());
        }

        @McpResource(uri = "shapes://mono")
        Mono<List<Shape>> mono() {
            return Mono.just(list());
        }

        @McpResource(uri = "shapes://future")
        CompletableFuture<Optional<List<Shape>>> future() {
            return CompletableFuture.completedFuture(Optional.of(list()));
        }

        @McpResource(uri = "shapes://map/{name}")
        Map<String, List<Shape>> map(String name) {
            return Map.of(name, list());
        }

        @McpResource(uri = "shapes://page")
        Page<Shape> page() {
            return new Page<>(list());
        }
    }

    private static final String SHAPES = "[{\"kind\":\"Circle\",\"radius\":1},{\"kind\":\"Square\",\"side\":2}]";

    private static final TestServer SERVER = TestServer.shared(Resources.class);

    @EveryRevision
    void elementsContainTheirTypeNames(ProtocolVersion version) {
        McpTestClient client = SERVER.client(version);

        assertThat(read(client, "one")).isEqualTo("{\"kind\":\"Circle\",\"radius\":1}");
        for (String style : List.of("list", "inherited", "iterable", "flux", "mono", "future")) {
            assertThat(read(client, style)).as(style).isEqualTo(SHAPES);
        }
        assertThat(read(client, "map/all")).isEqualTo("{\"all\":" + SHAPES + "}");
        assertThat(read(client, "page")).isEqualTo("{\"items\":" + SHAPES + "}");
    }

    private static String read(McpTestClient client, String style) {
        return client.request(
                        "resources/read", JsonMapper.shared().createObjectNode().put("uri", "shapes://" + style))
                .result()
                .at("/contents/0/text")
                .stringValue();
    }
}
