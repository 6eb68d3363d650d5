package io.mcpspring.observability;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mcpspring.annotation.McpTool;
import io.mcpspring.annotation.McpTool.TaskSupport;
import io.mcpspring.exchange.ElicitResult;
import io.mcpspring.exchange.InputRequired;
import io.mcpspring.exchange.McpExchange;
import io.mcpspring.exchange.Question;
import io.mcpspring.exchange.ReactiveMcpExchange;
import io.mcpspring.test.McpRunningRequest;
import io.mcpspring.test.McpTestRequest;
import io.mcpspring.test.McpToolResponse;
import io.micrometer.observation.Observation;
import io.micrometer.observation.ObservationRegistry;
import io.opentelemetry.api.trace.SpanKind;
import io.opentelemetry.api.trace.StatusCode;
import io.opentelemetry.sdk.testing.exporter.InMemorySpanExporter;
import io.opentelemetry.sdk.trace.data.SpanData;
import io.opentelemetry.sdk.trace.export.SimpleSpanProcessor;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import reactor.core.publisher.Mono;
import tools.jackson.databind.JsonNode;

/** The observations of the questions that calls ask as tasks. */
class TaskQuestionTests {

    private static final String QUESTION = "elicitation/create";

    @Test
    void aQuestionIsASpanBelowItsCallWhoseTraceTheClientGets() {
        ObservedServer server = server();
        for (String tool : List.of("blocking", "reactive")) {
            SpanTree.reset(server);
            McpToolResponse response = call(server, tool).execute();
            response.taskId().isNotEmpty();
            response.text().isEqualTo("Ann");
            SpanData asked = checkQuestion(server, tool);
            JsonNode question = response.questions().get(0);
            assertThat(question.at("/params/_meta").propertyNames()).containsExactly("traceparent");
            assertThat(question.at("/params/_meta/traceparent").asString())
                    .startsWith("00-%s-%s-".formatted(asked.getTraceId(), asked.getSpanId()));
            assertThat(question.at("/params/message").asString()).isEqualTo("Your name?");
        }
    }

    // The span of the call has ended with the response, which is the task.
    @Test
    void aQuestionAfterTheResponseIsASpanBelowItsCall() {
        ObservedServer server = server();
        for (String tool : List.of("late", "lateReactive", "returned")) {
            SpanTree.reset(server);
            McpRunningRequest<McpToolResponse> running = call(server, tool).start();
            SpanTree.span(server, named("tools/call " + tool));
            server.context().getBean(Tools.class).begun.release();
            running.response().text().isEqualTo("Ann");
            checkQuestion(server, tool);
        }
    }

    @Test
    void aQuestionBelongsToTheObservationOfTheMethodThatAsks() {
        ObservedServer server = server();
        SpanTree.reset(server);
        call(server, "nested").execute().text().isEqualTo("Ann");
        SpanData own = SpanTree.span(server, named("own"));
        assertThat(SpanTree.span(server, named(QUESTION)).getParentSpanId()).isEqualTo(own.getSpanId());
    }

    @Test
    void theEndOfTheTaskEndsItsQuestion() {
        ObservedServer server = server();
        for (String tool : List.of("blocking", "reactive")) {
            SpanTree.reset(server);
            AtomicReference<McpRunningRequest<McpToolResponse>> running = new AtomicReference<>();
            running.set(server.testerWithTasks()
                    .call(tool)
                    .onElicitation(form -> {
                        running.get().cancel();
                        return form.cancel();
                    })
                    .start());
            assertThatThrownBy(() -> running.get().response()).hasMessageContaining("The task was cancelled");
            SpanData asked = checkQuestion(server, tool);
            assertThat(asked.getStatus().getStatusCode()).isEqualTo(StatusCode.UNSET);
        }
    }

    @Test
    void theTimeUntilTheAnswerIsMeasured() {
        ObservedServer server = server();
        call(server, "blocking").execute();
        assertThat(server.get("/actuator/prometheus").body().lines())
                .filteredOn(line -> line.startsWith("mcp_client_operation_duration_seconds_count"))
                .singleElement()
                .asString()
                .contains(
                        "mcp_method_name=\"elicitation/create\"",
                        "mcp_protocol_version=\"" + Era.MODERN.revision + "\"",
                        "rpc_response_status_code=\"none\"",
                        "error_type=\"none\"");
    }

    /** Checks the only question of a call, and returns its span. */
    private static SpanData checkQuestion(ObservedServer server, String tool) {
        SpanData call = SpanTree.span(server, named("tools/call " + tool));
        SpanData asked = SpanTree.span(server, named(QUESTION));
        assertThat(SpanTree.finished(server)).filteredOn(named(QUESTION)).hasSize(1);
        assertThat(asked.getKind()).isEqualTo(SpanKind.CLIENT);
        assertThat(asked.getTraceId()).isEqualTo(call.getTraceId());
        assertThat(asked.getParentSpanId()).as(tool).isEqualTo(call.getSpanId());
        // The question is a part of the task, and has no id of a request.
        assertThat(attributes(asked))
                .containsExactlyInAnyOrderEntriesOf(Map.of(
                        "mcp.method.name", QUESTION,
                        "mcp.protocol.version", "2026-07-28",
                        "network.transport", "tcp",
                        "network.protocol.name", "http"));
        return asked;
    }

    private static Map<String, String> attributes(SpanData span) {
        return span.getAttributes().asMap().entrySet().stream()
                .collect(Collectors.toMap(
                        entry -> entry.getKey().getKey(),
                        entry -> entry.getValue().toString()));
    }

    private static Predicate<SpanData> named(String name) {
        return span -> span.getName().equals(name);
    }

    private static McpTestRequest<McpToolResponse> call(ObservedServer server, String tool) {
        return server.testerWithTasks().call(tool).onElicitation(form -> form.accept(Map.of("name", "Ann")));
    }

    private static ObservedServer server() {
        return ObservedServer.of(Era.MODERN, Asking.class, "management.endpoints.web.exposure.include=prometheus");
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

    static class Tools {

        private static final Question<ElicitResult<Person>> NAME = Question.elicit("name", "Your name?", Person.class);

        /** Released when the call has become a task. */
        final Semaphore begun = new Semaphore(0);

        private final ObservationRegistry registry;

        Tools(ObservationRegistry registry) {
            this.registry = registry;
        }

        @McpTool(description = "Asks and waits", task = TaskSupport.OPTIONAL)
        String blocking(McpExchange exchange) {
            return name(exchange.ask(NAME));
        }

        @McpTool(description = "Asks on another thread", task = TaskSupport.OPTIONAL)
        Mono<String> reactive(ReactiveMcpExchange exchange) {
            return Mono.delay(Duration.ofMillis(1)).then(exchange.ask(NAME)).map(Tools::name);
        }

        @McpTool(description = "Asks when the call has become a task", task = TaskSupport.OPTIONAL)
        String late(McpExchange exchange) throws InterruptedException {
            begun.acquire();
            return blocking(exchange);
        }

        @McpTool(description = "Asks without a thread when the call has become a task", task = TaskSupport.OPTIONAL)
        Mono<String> lateReactive(ReactiveMcpExchange exchange) {
            return Mono.delay(Duration.ofMillis(1))
                    .repeat()
                    .takeUntil(tick -> begun.tryAcquire())
                    .then(exchange.ask(NAME))
                    .map(Tools::name);
        }

        @McpTool(description = "Returns its question when the call has become a task", task = TaskSupport.OPTIONAL)
        Object returned(McpExchange exchange) throws InterruptedException {
            if (exchange.answer(NAME).isPresent()) {
                return name(exchange.answer(NAME).orElseThrow());
            }
            begun.acquire();
            return InputRequired.of(NAME);
        }

        @McpTool(description = "Asks within an observation of its own", task = TaskSupport.OPTIONAL)
        String nested(McpExchange exchange) {
            return Observation.createNotStarted("own", registry).observe(() -> blocking(exchange));
        }

        private static String name(ElicitResult<Person> answer) {
            return answer.accepted().orElseThrow().name();
        }
    }
}
