package io.mcpspring.conformance;

import io.mcpspring.annotation.McpTool;
import io.mcpspring.exchange.McpExchange;
import io.mcpspring.exchange.ReactiveMcpExchange;
import io.mcpspring.protocol.LoggingLevel;
import java.time.Duration;
import org.springframework.stereotype.Component;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/** Tools that send notifications while they run. */
@Component
class NotificationTools {

    private static final Duration STEP = Duration.ofMillis(50);

    @McpTool(name = "test_tool_with_logging", description = "Writes three messages to the client's log")
    Mono<String> logging(ReactiveMcpExchange exchange) {
        return Flux.just("Tool execution started", "Tool processing data", "Tool execution completed")
                .delayElements(STEP)
                .doOnNext(message -> exchange.log(LoggingLevel.INFO, message))
                .then(Mono.just("Logged three messages"));
    }

    @McpTool(name = "test_tool_with_progress", description = "Reports progress three times")
    String progress(McpExchange exchange) throws InterruptedException {
        for (int done = 0; done <= 100; done += 50) {
            exchange.progress(done, 100.0, "Completed " + done + " of 100");
            Thread.sleep(STEP.toMillis());
        }
        return "Reported progress";
    }

    @McpTool(name = "test_logging_tool", description = "Writes one message to the client's log")
    String log(McpExchange exchange) {
        exchange.log(LoggingLevel.INFO, "Tool called");
        return "Logged one message";
    }

    @McpTool(name = "test_reconnection", description = "Closes its stream at once and answers on another")
    Mono<String> reconnection(ReactiveMcpExchange exchange) {
        exchange.closeStream(STEP);
        return Mono.delay(STEP.multipliedBy(2)).thenReturn("Answered on another stream");
    }
}
