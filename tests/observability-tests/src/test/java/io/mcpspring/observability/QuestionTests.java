package io.mcpspring.observability;

import static org.assertj.core.api.Assertions.assertThat;

import io.mcpspring.annotation.McpTool;
import io.mcpspring.exchange.McpExchange;
import io.mcpspring.exchange.ReactiveMcpExchange;
import io.mcpspring.test.McpToolResponse;
import io.micrometer.observation.Observation;
import io.micrometer.observation.ObservationRegistry;
import io.opentelemetry.api.common.AttributeKey;
import io.opentelemetry.api.trace.SpanKind;
import io.opentelemetry.sdk.testing.exporter.InMemorySpanExporter;
import io.opentelemetry.sdk.trace.data.SpanData;
import io.opentelemetry.sdk.trace.export.SimpleSpanProcessor;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import reactor.core.publisher.Mono;
import tools.jackson.databind.JsonNode;

/** The observations of the questions that methods ask their clients. */
class QuestionTests {

    private static final String QUESTION = "elicitation/create";

    @Test
    void aQuestionIsASpanBelowItsCallWhoseTraceTheClientGets() {
        ObservedServer server = server(Era.LEGACY);
        for (String tool : new String[] {"blocking", "reactive"}) {
            SpanTree.reset(server);
            JsonNode question = ask(server, tool).questions().get(0);
            SpanData call = SpanTree.span(server, span -> span.getName().equals("tools/call " + tool));
            SpanData asked = SpanTree.span(server, span -> span.getName().equals(QUESTION));
            assertThat(asked.getKind()).isEqualTo(SpanKind.CLIENT);
            assertThat(asked.getParentSpanId()).as(tool).isEqualTo(call.getSpanId());
            assertThat(asked.getAttributes().get(AttributeKey.stringKey("jsonrpc.request.id")))
                    .isEqualTo(question.get("id").asString());
            assertThat(asked.getAttributes().get(AttributeKey.stringKey("mcp.method.name")))
                    .isEqualTo(QUESTION);
            assertThat(asked.getAttributes().asMap()).doesNotContainValue("none");
            assertThat(question.at("/params/_meta/traceparent").asString())
                    .startsWith("00-%s-%s-".formatted(asked.getTraceId(), asked.getSpanId()));
            assertThat(question.at("/params/message").asString()).isEqualTo("Your name?");
        }
    }

    @Test
    void aQuestionBelongsToTheObservationOfTheMethodThatAsks() {
        ObservedServer server = server(Era.LEGACY);
        SpanTree.reset(server);
        ask(server, "nested");
        SpanData own = SpanTree.span(server, span -> span.getName().equals("own"));
        SpanData asked = SpanTree.span(server, span -> span.getName().equals(QUESTION));
        assertThat(asked.getParentSpanId()).isEqualTo(own.getSpanId());
    }

    @Test
    void theTimeUntilTheAnswerIsMeasured() {
        ObservedServer server = server(Era.LEGACY);
        ask(server, "blocking");
        assertThat(server.get("/actuator/prometheus").body().lines())
                .filteredOn(line -> line.startsWith("mcp_client_operation_duration_seconds_bucket")
                        && line.contains("le=\"300.0\""))
                .singleElement()
                .asString()
                .contains(
                        "mcp_method_name=\"elicitation/create\"",
                        "mcp_protocol_version=\"" + Era.LEGACY.revision + "\"",
                        "network_transport=\"tcp\"",
                        "network_protocol_name=\"http\"",
                        "rpc_response_status_code=\"none\"",
                        "error_type=\"none\"");
    }

    // The call ends with the question, and its repetition is another request.
    @Test
    void aQuestionThatEndsTheRequestHasNoObservation() {
        ObservedServer server = server(Era.MODERN);
        SpanTree.reset(server);
        JsonNode question = ask(server, "blocking").questions().get(0);
        assertThat(question.get("method").asString()).isEqualTo(QUESTION);
        assertThat(question.at("/params/_meta").isMissingNode()).isTrue();
        assertThat(SpanTree.finished(server)).extracting(SpanData::getName).doesNotContain(QUESTION);
        assertThat(server.get("/actuator/prometheus").body().lines())
                .filteredOn(line -> line.startsWith("mcp_client_"))
                .noneMatch(line -> line.contains(Era.MODERN.revision));
    }

    private static McpToolResponse ask(ObservedServer server, String tool) {
        McpToolResponse response = server.tester()
                .call(tool)
                .onElicitation(form -> form.accept(Map.of("name", "Ann")))
                .execute();
        response.text().isEqualTo("Ann");
        return response;
    }

    private static ObservedServer server(Era era) {
        return ObservedServer.of(era, Asking.class, "management.endpoints.web.exposure.include=prometheus");
    }

    @Configuration(proxyBeanMethods = false)
    static class Asking {

        @Bean
        SpanTree.Exporter exporter() {
            return new SpanTree.Exporter(InMemorySpanExporter.create());
        }

        @Bean
        SimpleSpanProcessor processor(SpanTree.Exporter exporter) {
            return (SimpleSpanProcessor) SimpleSpanProcessor.create(exporter.spans());
        }

        @Bean
        Tools tools(ObservationRegistry registry) {
            return new Tools(registry);
        }
    }

    record Person(String name) {}

    record Tools(ObservationRegistry registry) {

        @McpTool(description = "Asks and waits")
        String blocking(McpExchange exchange) {
            return exchange.elicit("Your name?", Person.class)
                    .accepted()
                    .orElseThrow()
                    .name();
        }

        @McpTool(description = "Asks on another thread")
        Mono<String> reactive(ReactiveMcpExchange exchange) {
            return Mono.delay(Duration.ofMillis(1))
                    .then(exchange.elicit("Your name?", Person.class))
                    .map(answer -> answer.accepted().orElseThrow().name());
        }

        @McpTool(description = "Asks within an observation of its own")
        String nested(McpExchange exchange) {
            return Observation.createNotStarted("own", registry).observe(() -> blocking(exchange));
        }
    }
}
