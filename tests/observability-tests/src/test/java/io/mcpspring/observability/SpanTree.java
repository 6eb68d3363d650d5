package io.mcpspring.observability;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.mcpspring.annotation.McpTool;
import io.mcpspring.audit.McpAuditEvent;
import io.mcpspring.tool.McpToolException;
import io.opentelemetry.api.trace.SpanKind;
import io.opentelemetry.sdk.testing.exporter.InMemorySpanExporter;
import io.opentelemetry.sdk.trace.data.SpanData;
import io.opentelemetry.sdk.trace.export.SimpleSpanProcessor;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Predicate;
import org.slf4j.MDC;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.event.EventListener;
import org.springframework.core.env.Environment;
import org.springframework.web.client.RestClient;
import org.springframework.web.reactive.function.client.WebClient;
import reactor.core.publisher.Mono;

/** The tree of spans of a call, as OpenTelemetry exports them. */
final class SpanTree {

    static final String TRACE = "0af7651916cd43dd8448eb211c80319c";

    static final String CLIENT_SPAN = "b7ad6b7169203331";

    static final String META = "{'traceparent': '00-%s-%s-01'}".formatted(TRACE, CLIENT_SPAN);

    private static final String ADDRESS = "/actuator/health";

    private SpanTree() {}

    /** Checks the spans of a call whose tool sends an HTTP request. */
    static void check(ObservedServer server, String tool) {
        reset(server);
        assertThat(server.call(tool).at("/result/content/0/text").asString()).contains("UP");
        SpanData call = span(server, span -> span.getName().equals("tools/call " + tool));
        assertThat(call.getKind()).isEqualTo(SpanKind.SERVER);
        assertThat(call.getLinks()).isEmpty();
        SpanData endpoint = span(server, span -> span.getSpanId().equals(call.getParentSpanId()));
        assertThat(endpoint.getKind()).isEqualTo(SpanKind.SERVER);
        assertThat(endpoint.getName()).startsWith("http post");
        assertThat(endpoint.getParentSpanContext().isValid()).isFalse();
        SpanData fetch = span(server, span -> span.getKind() == SpanKind.CLIENT);
        assertThat(fetch.getParentSpanId()).isEqualTo(call.getSpanId());
        SpanData fetched = span(server, span -> span.getParentSpanId().equals(fetch.getSpanId()));
        assertThat(fetched.getKind()).isEqualTo(SpanKind.SERVER);
        assertThat(List.of(call, endpoint, fetch, fetched))
                .extracting(SpanData::getTraceId)
                .containsOnly(call.getTraceId());
    }

    /** Checks the spans of such a call whose client sends its trace in {@code _meta}. */
    static void checkWithTraceOfClient(ObservedServer server, String tool) {
        reset(server);
        server.callWith(META, tool);
        SpanData call = span(server, span -> span.getName().equals("tools/call " + tool));
        assertThat(call.getTraceId()).isEqualTo(TRACE);
        assertThat(call.getParentSpanId()).isEqualTo(CLIENT_SPAN);
        assertThat(call.getLinks()).hasSize(1);
        String endpoint = call.getLinks().get(0).getSpanContext().getSpanId();
        assertThat(span(server, span -> span.getSpanId().equals(endpoint)).getName())
                .startsWith("http post");
        SpanData fetch = span(server, span -> span.getKind() == SpanKind.CLIENT);
        assertThat(fetch.getTraceId()).isEqualTo(TRACE);
        assertThat(fetch.getParentSpanId()).isEqualTo(call.getSpanId());
    }

    /** Checks that a tool, which returns the trace id of the log, belongs to the trace of its client. */
    static void checkLog(ObservedServer server, String tool) {
        assertThat(server.callWith(META, tool).at("/result/content/0/text").asString())
                .isEqualTo(TRACE);
    }

    /** Checks that the event of a call names the trace of its client. */
    static void checkAudit(ObservedServer server, String tool) {
        List<McpAuditEvent.Call> calls = server.context().getBean(Audited.class).calls();
        calls.clear();
        server.callWith(META, tool);
        await().until(() -> !calls.isEmpty());
        assertThat(calls).extracting(McpAuditEvent.Call::traceId).containsExactly(TRACE);
    }

    static List<SpanData> finished(ObservedServer server) {
        return exporter(server).getFinishedSpanItems();
    }

    static void reset(ObservedServer server) {
        exporter(server).reset();
    }

    private static InMemorySpanExporter exporter(ObservedServer server) {
        return server.context().getBean(Exporter.class).spans();
    }

    // The span of the HTTP request may end after the client has the response.
    static SpanData span(ObservedServer server, Predicate<SpanData> condition) {
        return await().until(
                        () -> exporter(server).getFinishedSpanItems().stream()
                                .filter(condition)
                                .findFirst(),
                        found -> found.isPresent())
                .orElseThrow();
    }

    record Exporter(InMemorySpanExporter spans) {}

    @Configuration(proxyBeanMethods = false)
    static class Fetching {

        @Bean
        Exporter exporter() {
            return new Exporter(InMemorySpanExporter.create());
        }

        @Bean
        SimpleSpanProcessor processor(Exporter exporter) {
            return (SimpleSpanProcessor) SimpleSpanProcessor.create(exporter.spans());
        }

        @Bean
        Audited audited() {
            return new Audited(new CopyOnWriteArrayList<>());
        }

        @Bean
        Tools tools(Environment environment, RestClient.Builder blocking, WebClient.Builder reactive) {
            return new Tools(environment, blocking.build(), reactive.build());
        }
    }

    record Audited(List<McpAuditEvent.Call> calls) {

        @EventListener
        void add(McpAuditEvent.Call call) {
            calls.add(call);
        }
    }

    record Tools(Environment environment, RestClient blockingClient, WebClient reactiveClient) {

        @McpTool(description = "Reads with RestClient")
        String blocking() {
            return blockingClient.get().uri(url()).retrieve().body(String.class);
        }

        @McpTool(description = "Reads with WebClient")
        Mono<String> reactive() {
            return reactiveClient.get().uri(url()).retrieve().bodyToMono(String.class);
        }

        @McpTool(description = "Returns the trace id of the log")
        String trace() {
            return MDC.get("traceId");
        }

        @McpTool(description = "Returns the trace id of the log on another thread")
        Mono<String> traceAfterHop() {
            return Mono.delay(Duration.ofMillis(1)).map(tick -> MDC.get("traceId"));
        }

        @McpTool(description = "Fails")
        String refuse() {
            throw new McpToolException("the reason");
        }

        private String url() {
            return "http://localhost:" + environment.getProperty("local.server.port") + ADDRESS;
        }
    }
}
