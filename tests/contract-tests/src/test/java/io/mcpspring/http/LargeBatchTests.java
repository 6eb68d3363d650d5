package io.mcpspring.http;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.mcpspring.http.FlowServer.Handler;
import io.mcpspring.protocol.EmptyResult;
import io.mcpspring.protocol.McpResult;
import io.mcpspring.protocol.ProtocolVersion;
import io.mcpspring.protocol.RenderedResult;
import io.mcpspring.support.Extent;
import io.mcpspring.support.RawHttp;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import reactor.core.publisher.Mono;
import reactor.core.publisher.Sinks;
import reactor.core.scheduler.Schedulers;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Large responses of a batch become a stream, or are refused. */
class LargeBatchTests {

    private static final int REQUESTS = Extent.CURRENT == Extent.QUICK ? 40 : 100;

    private static final List<Integer> IDS =
            IntStream.range(0, REQUESTS).boxed().toList();

    private static final int RESULT_LENGTH = 256 * 1024;

    /** This many results are too large for one array. */
    private static final int MANY_RESULTS = 5;

    private static final byte[] RESULT = ("{\"text\":\"" + "x".repeat(RESULT_LENGTH) + "\"}").getBytes(UTF_8);

    private static final AtomicInteger BEGUN = new AtomicInteger();

    private static volatile Sinks.Empty<McpResult> release = Sinks.empty();

    private static final FlowServer SERVER = FlowServer.withBuffer(
            // More than ever waits, because this test is not about slow clients.
            REQUESTS * RESULT_LENGTH * 2,
            new Handler(
                    "test/large",
                    (params, exchange) -> Mono.fromCallable(() -> {
                                BEGUN.incrementAndGet();
                                return RenderedResult.once(RESULT);
                            })
                            .subscribeOn(Schedulers.boundedElastic())),
            new Handler("test/atOnce", (params, exchange) -> {
                BEGUN.incrementAndGet();
                return Mono.just(RenderedResult.once(RESULT));
            }),
            new Handler("test/held", (params, exchange) -> release.asMono().thenReturn(new EmptyResult())));

    @BeforeEach
    void reset() {
        BEGUN.set(0);
        release = Sinks.empty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"test/large", "test/atOnce"})
    void aClientOfJsonGetsErrorsInPlaceOfFurtherResponses(String method) {
        JsonNode array = post(method, "Accept: application/json").json();
        assertThat(array.valueStream().map(response -> response.get("id").intValue()))
                .containsExactlyElementsOf(IDS);
        for (int id : IDS) {
            JsonNode response = array.get(id);
            if (id < MANY_RESULTS - 1) {
                assertThat(response.at("/result/text").stringValue()).hasSize(RESULT_LENGTH);
            } else {
                assertThat(response.at("/error/code").intValue()).isEqualTo(-32600);
                assertThat(response.at("/error/message").stringValue())
                        .isEqualTo("The responses to the batch are too large: send this request again");
            }
        }
        assertThat(BEGUN).hasValue(MANY_RESULTS - 1);
    }

    @ParameterizedTest
    @ValueSource(strings = {"test/large", "test/atOnce"})
    void aClientThatAcceptsBothGetsAStream(String method) {
        RawHttp.Response response = post(method, "Accept: application/json, text/event-stream");
        assertThat(response.header("Content-Type")).isEqualTo("text/event-stream");
        assertThat(response.text()
                        .lines()
                        .filter(line -> line.startsWith("data: {"))
                        .map(line -> JsonMapper.shared()
                                .readTree(line.substring(6))
                                .get("id")
                                .intValue()))
                .containsExactlyElementsOf(IDS);
    }

    @ParameterizedTest
    @ValueSource(strings = {"application/json", "application/json, text/event-stream"})
    void noResponseIsLostIfAllAreThereAtOnce(String accept) {
        String session = SERVER.session(ProtocolVersion.V2025_03_26);
        byte[] batch = request(Collections.nCopies(MANY_RESULTS + 1, "test/atOnce"), session, "Accept: " + accept);
        // Several times, because the last responses are there before or after the decision for a stream.
        for (int i = 0; i < (Extent.CURRENT == Extent.QUICK ? 5 : 20); i++) {
            try (RawHttp connection = RawHttp.connect(SERVER.port())) {
                connection.send(batch);
                String responses = connection.receive().text();
                assertThat(Pattern.compile("\"id\":\\d")
                                .matcher(responses)
                                .results()
                                .map(MatchResult::group))
                        .containsExactly("\"id\":0", "\"id\":1", "\"id\":2", "\"id\":3", "\"id\":4", "\"id\":5");
            }
        }
    }

    @Test
    void aStreamOfResponsesThatAreAllThereAtOnceCanBeResumed() {
        String session = SERVER.session(ProtocolVersion.V2025_03_26);
        String accept = "Accept: application/json, text/event-stream";
        List<String> ids;
        try (RawHttp connection = RawHttp.connect(SERVER.port())) {
            connection.send(request(Collections.nCopies(MANY_RESULTS + 1, "test/atOnce"), session, accept));
            ids = connection
                    .receive()
                    .text()
                    .lines()
                    .filter(line -> line.startsWith("id: "))
                    .toList();
        }
        assertThat(ids).hasSize(MANY_RESULTS + 1);
        String last = "Last-Event-ID: " + ids.get(MANY_RESULTS - 1).substring(4);
        RawHttp.Response rest = RawHttp.send(SERVER.port(), "GET /mcp", session, accept, last);
        assertThat(rest.status()).isEqualTo(200);
        assertThat(rest.text()).contains(ids.get(MANY_RESULTS));
    }

    @Test
    void aClientThatLosesTheStreamCanResumeIt() throws IOException {
        String session = SERVER.session(ProtocolVersion.V2025_03_26);
        String accept = "Accept: application/json, text/event-stream";
        List<String> methods = new ArrayList<>(Collections.nCopies(MANY_RESULTS, "test/atOnce"));
        methods.add("test/held");
        String last;
        try (RawHttp connection = RawHttp.connect(SERVER.port())) {
            connection.send(request(methods, session, accept));
            connection.receiveHead();
            last = eventId(connection, MANY_RESULTS);
        }
        release.tryEmitEmpty();
        RawHttp.Response rest = RawHttp.send(SERVER.port(), "GET /mcp", session, accept, "Last-Event-ID: " + last);
        assertThat(rest.status()).isEqualTo(200);
        assertThat(rest.text()).contains("\"id\":" + MANY_RESULTS);
    }

    /** Reads up to the event of this number; returns its id. */
    private static String eventId(RawHttp connection, int number) throws IOException {
        String id = "";
        for (int seen = 0; seen < number; ) {
            String line = connection.line();
            if (line.startsWith("id: ")) {
                id = line.substring(4);
                seen++;
            }
        }
        return id;
    }

    private static RawHttp.Response post(String method, String accept) {
        try (RawHttp connection = RawHttp.connect(SERVER.port())) {
            connection.send(request(method, accept));
            return connection.receive();
        }
    }

    private static byte[] request(String method, String accept) {
        return request(Collections.nCopies(REQUESTS, method), SERVER.session(ProtocolVersion.V2025_03_26), accept);
    }

    private static byte[] request(List<String> methods, String session, String accept) {
        return RawHttp.request(
                "POST /mcp",
                IntStream.range(0, methods.size())
                        .mapToObj(
                                id -> "{\"jsonrpc\":\"2.0\",\"id\":" + id + ",\"method\":\"" + methods.get(id) + "\"}")
                        .collect(Collectors.joining(",", "[", "]"))
                        .getBytes(UTF_8),
                session,
                accept);
    }
}
