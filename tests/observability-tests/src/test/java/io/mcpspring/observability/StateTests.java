package io.mcpspring.observability;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.mcpspring.annotation.McpTool;
import io.mcpspring.annotation.McpTool.TaskSupport;
import io.mcpspring.exchange.McpExchange;
import io.mcpspring.protocol.ProtocolVersion;
import io.mcpspring.test.McpRunningRequest;
import io.mcpspring.test.McpTestStream;
import io.mcpspring.test.McpTester;
import io.mcpspring.test.McpToolResponse;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.stream.Collectors;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import tools.jackson.databind.json.JsonMapper;

/** The state of a server in numbers, as Prometheus and the endpoint {@code mcp} have them. */
class StateTests {

    private static final List<String> METERS =
            List.of("sessions", "streams", "questions", "tasks", "calls", "calls_queued");

    private static final String[] TWO_WORKERS = {
        "mcp.server.execution.pool.max-size=2", "management.endpoints.web.exposure.include=mcp,prometheus"
    };

    /** A task and a call that waits for its client occupy both workers, so that the third call is queued. */
    @ParameterizedTest
    @ValueSource(classes = {Busy.class, BusyOwnPool.class})
    void theStateOfABusyServerIsMeasured(Class<?> beans) {
        ObservedServer server = ObservedServer.of(Era.MODERN, beans, TWO_WORKERS);
        McpTester legacy = server.tester()
                .mutate()
                .protocolVersion(ProtocolVersion.V2025_11_25)
                .build();
        McpRunningRequest<McpToolResponse> task =
                server.testerWithTasks().call("waiting").start();
        McpRunningRequest<McpToolResponse> asking =
                legacy.call("asking").onElicitation(form -> form.decline()).start();
        await().until(() -> measured(server).get("questions") == 1);
        McpRunningRequest<McpToolResponse> queued = server.tester().call("four").start();
        List<McpTestStream> streams = List.of(legacy.listen(), server.tester().listen());
        await().untilAsserted(() -> assertThat(measured(server))
                .isEqualTo(Map.of(
                        "sessions", 1, "streams", 2, "questions", 1, "tasks", 1, "calls", 3, "calls_queued", 1)));
        assertThat(described(server)).isEqualTo(Map.of("sessions", 1, "streams", 2, "questions", 1, "tasks", 1));
        server.tester().call("waiting").execute().error().contains("Too many calls");
        assertThat(MeterTests.sample(
                        MeterTests.metrics(server), "mcp_server_refusals_total", "mcp_refusal_reason=\"limit\""))
                .isEqualTo(1);
        streams.forEach(McpTestStream::close);
        server.context().getBean(Tools.class).end.countDown();
        task.response().text().isEqualTo("done");
        asking.response().text().isEqualTo("declined");
        queued.response().text().isEqualTo("four");
        // The state of the session is kept for its next request.
        await().untilAsserted(() -> assertThat(measured(server))
                .isEqualTo(Map.of(
                        "sessions", 1, "streams", 0, "questions", 0, "tasks", 0, "calls", 0, "calls_queued", 0)));
    }

    private static Map<String, Integer> measured(ObservedServer server) {
        String metrics = MeterTests.metrics(server);
        return METERS.stream().collect(Collectors.toMap(meter -> meter, meter ->
                (int) MeterTests.sample(metrics, "mcp_server_" + meter)));
    }

    private static Map<String, Integer> described(ObservedServer server) {
        return JsonMapper.shared()
                .readTree(server.get("/actuator/mcp").body())
                .path("state")
                .propertyStream()
                .collect(Collectors.toMap(
                        Map.Entry::getKey, number -> number.getValue().asInt()));
    }

    @Configuration(proxyBeanMethods = false)
    static class Busy {

        @Bean
        Tools tools() {
            return new Tools();
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class BusyOwnPool extends Busy {

        @Bean(name = "io.mcpspring.executor", defaultCandidate = false)
        ExecutorService executor() {
            return Executors.newFixedThreadPool(2);
        }
    }

    record Choice(boolean yes) {}

    static class Tools {

        final CountDownLatch end = new CountDownLatch(1);

        @McpTool(description = "Waits", maxConcurrency = 1, task = TaskSupport.OPTIONAL)
        String waiting() throws InterruptedException {
            end.await();
            return "done";
        }

        @McpTool(description = "Asks and waits")
        String asking(McpExchange exchange) {
            return exchange.elicit("Go on?", Choice.class).isAccepted() ? "accepted" : "declined";
        }

        @McpTool(description = "Returns four characters")
        String four(McpExchange exchange) {
            return "four";
        }
    }
}
