package io.mcpspring.springai;

import static org.assertj.core.api.Assertions.assertThat;

import io.mcpspring.protocol.ProtocolVersion;
import io.mcpspring.test.McpTestRequest;
import io.mcpspring.test.McpTestResponse;
import io.mcpspring.test.McpTester;
import java.io.IOException;
import java.io.InputStream;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.springframework.context.annotation.Import;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/**
 * Repeats calls whose results come from Spring AI's own server, with the same beans. {@code .ci/spring-ai/run} records
 * them.
 */
class RecordedCallsTests {

    /** Hints that are the defaults of the protocol, which are not sent here. */
    private static final Set<String> DEFAULTS =
            Set.of("readOnlyHint=false", "destructiveHint=true", "idempotentHint=false", "openWorldHint=true");

    private static Server server;

    private static McpTester client;

    @BeforeAll
    static void start() {
        server = Server.start(Application.class, "mcp.server.spring-ai.media-types.map=image/png");
        client = server.client(ProtocolVersion.V2025_11_25, builder -> builder.capabilities());
    }

    @AfterAll
    static void close() {
        server.close();
    }

    static Stream<JsonNode> recorded() throws IOException {
        try (InputStream file = RecordedCallsTests.class.getResourceAsStream("/recorded.json")) {
            return JsonMapper.shared().readTree(file).valueStream();
        }
    }

    @ParameterizedTest
    @MethodSource("recorded")
    void theResultIsThatOfSpringAi(JsonNode call) {
        McpTestRequest<McpTestResponse> request =
                client.request(call.get("method").asString());
        call.get("params").forEachEntry(request::param);
        JsonNode expected = call.get("result");
        JsonNode actual = request.execute().result();
        if (call.get("method").asString().endsWith("/list")) {
            assertThat(entries(actual)).containsAll(entries(expected));
        } else {
            assertThat(comparable(actual)).isEqualTo(comparable(expected));
        }
    }

    /** Returns a result without what means nothing, and without members that revisions add. */
    private static JsonNode comparable(JsonNode result) {
        ObjectNode comparable = (ObjectNode) result.deepCopy();
        comparable.remove(List.of("_meta"));
        if (!comparable.path("isError").asBoolean()) {
            comparable.remove("isError");
        }
        return comparable;
    }

    /** Returns the entries of a list without what means nothing or is the default. */
    private static List<JsonNode> entries(JsonNode list) {
        return list.properties()
                .iterator()
                .next()
                .getValue()
                .valueStream()
                .map(entry -> meaningful((ObjectNode) entry.deepCopy()))
                .sorted(Comparator.comparing(entry -> entry.get("name").asString()))
                .toList();
    }

    private static JsonNode meaningful(ObjectNode entry) {
        String name = entry.path("name").asString();
        entry.properties()
                .removeIf(member -> member.getValue().isString()
                        && (member.getValue().asString().isEmpty()
                                || member.getKey().equals("title")
                                        && member.getValue().asString().equals(name)));
        if (entry.has("uri")) {
            // Spring AI does not send the titles of resources.
            entry.remove("title");
        }
        if (entry.get("annotations") instanceof ObjectNode hints) {
            boolean readOnly = hints.path("readOnlyHint").asBoolean();
            hints.remove("title");
            hints.properties()
                    .removeIf(hint -> DEFAULTS.contains(
                                    hint.getKey() + "=" + hint.getValue().asString())
                            || readOnly && hint.getKey().equals("destructiveHint"));
            if (hints.isEmpty()) {
                entry.remove("annotations");
            }
        }
        return entry;
    }

    @Import({Desk.class, Library.class, Weather.class})
    static class Application {}
}
