package io.mcpspring.secured;

import static io.mcpspring.secured.SecuredServer.AUTHORIZATION;
import static io.mcpspring.secured.SecuredServer.ISSUER;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.mcpspring.annotation.McpTool;
import io.mcpspring.audit.McpAuditEvent;
import io.mcpspring.tool.McpToolException;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.observation.Observation;
import io.micrometer.observation.ObservationHandler;
import java.net.http.HttpResponse;
import java.util.List;
import java.util.Objects;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.context.event.EventListener;

/** An access token reaches nothing that an application writes or sends: logs, spans, meters, events and results. */
@ExtendWith(OutputCaptureExtension.class)
class TokenSinksTests {

    private static SecuredServer server() {
        return SecuredServer.of(
                Sinks.class, ISSUER, "logging.level.io.mcpspring=trace", "mcp.server.audit.arguments=text");
    }

    @Test
    void anInvalidTokenIsAnEventOfTheAudit() {
        SecuredServer server = server();
        Sinks sinks = server.context().getBean(Sinks.class);
        sinks.events.clear();
        server.call("whoAmI");
        server.callWith("abc", "whoAmI");
        McpAuditEvent.Refusal refusal = await().until(sinks::refusal, Objects::nonNull);
        assertThat(refusal.reason()).isEqualTo("token");
        assertThat(refusal.caller().address()).isEqualTo("127.0.0.1");
    }

    @Test
    void noSinkContainsAToken(CapturedOutput output) {
        SecuredServer server = server();
        Sinks sinks = server.context().getBean(Sinks.class);
        String valid = server.token("ada");
        String foreign =
                AUTHORIZATION.token(claims -> claims.subject("eve").audience(List.of("https://other.example/mcp")));
        List<HttpResponse<String>> answers = Stream.concat(
                        Stream.of("whoAmI", "cancelOrder", "fail", "refuse", "unknown")
                                .map(tool -> server.callWith(valid, tool)),
                        Stream.of(server.callWith(foreign, "whoAmI"), server.callWith(valid + "x", "whoAmI")))
                .toList();
        assertThat(answers).extracting(HttpResponse::statusCode).contains(200, 401, 403);
        await().until(() ->
                sinks.refusal() != null && sinks.events.stream().anyMatch(McpAuditEvent.Call.class::isInstance));
        String meters = server.context().getBean(MeterRegistry.class).getMeters().stream()
                .map(meter -> meter.getId().toString())
                .toList()
                .toString();
        String seen = answers.stream()
                        .map(answer -> answer.headers().map() + answer.body())
                        .toList()
                + output.getAll()
                + sinks.observations
                + sinks.events
                + meters;
        assertThat(seen).contains("You are ada", "mcp.server.operation.duration", "tools/call whoAmI", "Call[");
        assertThat(List.of(valid, foreign)).allSatisfy(token -> {
            assertThat(seen).doesNotContain(token);
            // Nor its signature alone.
            assertThat(seen).doesNotContain(token.substring(token.lastIndexOf('.') + 1));
        });
    }

    @Configuration(proxyBeanMethods = false)
    @Import(Tools.class)
    static class Sinks {

        final Queue<String> observations = new ConcurrentLinkedQueue<>();

        final Queue<McpAuditEvent> events = new ConcurrentLinkedQueue<>();

        @EventListener
        void add(McpAuditEvent event) {
            events.add(event);
        }

        McpAuditEvent.@Nullable Refusal refusal() {
            return events.stream()
                    .filter(McpAuditEvent.Refusal.class::isInstance)
                    .map(McpAuditEvent.Refusal.class::cast)
                    .findFirst()
                    .orElse(null);
        }

        @Bean
        ObservationHandler<Observation.Context> observations() {
            return new ObservationHandler<>() {

                @Override
                public void onStop(Observation.Context context) {
                    observations.add(context.getName()
                            + context.getContextualName()
                            + context.getAllKeyValues()
                            + context.getError());
                }

                @Override
                public boolean supportsContext(Observation.Context context) {
                    return true;
                }
            };
        }

        @McpTool
        String fail() {
            throw new IllegalStateException("on purpose");
        }

        @McpTool
        String refuse() {
            throw new McpToolException("not today");
        }
    }
}
