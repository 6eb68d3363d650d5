package io.mcpspring.observability;

import static org.assertj.core.api.Assertions.assertThat;

import io.mcpspring.annotation.McpTool;
import io.mcpspring.tool.McpToolException;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** The meters of a server, as Prometheus reads them. */
class PrometheusTests {

    private static final String OPERATIONS = "mcp_server_operation_duration_seconds";

    @Test
    void theMetersOfAHundredCallsAgreeWithThem() {
        ObservedServer server =
                ObservedServer.of(Era.MODERN, Counting.class, "management.endpoints.web.exposure.include=prometheus");
        for (int i = 0; i < 100; i++) {
            server.call("tenthFails");
        }
        server.call("nosuch");
        String metrics = server.get("/actuator/prometheus").body();
        assertThat(counts(metrics, "gen_ai_tool_name=\"tenthFails\"", "error_type=\"none\""))
                .containsExactly(90.0);
        assertThat(counts(metrics, "gen_ai_tool_name=\"tenthFails\"", "error_type=\"tool_error\""))
                .containsExactly(10.0);
        assertThat(counts(metrics, "rpc_response_status_code=\"-32602\"", "error_type=\"none\""))
                .containsExactly(1.0);
        assertThat(metrics).doesNotContain("nosuch");
        assertThat(boundaries(metrics))
                .containsExactly(
                        "0.01", "0.02", "0.05", "0.1", "0.2", "0.5", "1.0", "2.0", "5.0", "10.0", "30.0", "60.0",
                        "120.0", "300.0", "+Inf");
    }

    /** Returns the numbers of operations in the time series with these tags. */
    private static List<Double> counts(String metrics, String... tags) {
        return metrics.lines()
                .filter(line -> line.startsWith(OPERATIONS + "_count{"))
                .filter(line -> Stream.of(tags).allMatch(line::contains))
                .map(line -> Double.valueOf(line.substring(line.lastIndexOf(' ') + 1)))
                .toList();
    }

    private static List<String> boundaries(String metrics) {
        return metrics.lines()
                .filter(line -> line.startsWith(OPERATIONS + "_bucket{") && line.contains("error_type=\"tool_error\""))
                .map(line -> Pattern.compile("le=\"(.+?)\"").matcher(line))
                .filter(Matcher::find)
                .map(bucket -> bucket.group(1))
                .toList();
    }

    @Configuration(proxyBeanMethods = false)
    static class Counting {

        @Bean
        Tools tools() {
            return new Tools(new AtomicInteger());
        }
    }

    record Tools(AtomicInteger calls) {

        @McpTool(description = "Fails each tenth time")
        String tenthFails() {
            if (calls.incrementAndGet() % 10 == 0) {
                throw new McpToolException("This was the tenth call");
            }
            return "done";
        }
    }
}
