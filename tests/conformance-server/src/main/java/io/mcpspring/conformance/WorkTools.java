package io.mcpspring.conformance;

import io.mcpspring.annotation.McpTool;
import io.mcpspring.annotation.McpToolParam;
import io.mcpspring.exchange.McpExchange;
import io.mcpspring.exchange.ReactiveMcpExchange;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import org.springframework.stereotype.Component;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/** Tools of a configurable duration, for the project's own checks: streams behind a proxy, cancellation, many calls. */
@Component
class WorkTools {

    private final AtomicInteger running = new AtomicInteger();

    @McpTool(name = "test_work", description = "Works in steps and reports each of them")
    Mono<String> work(
            @McpToolParam(description = "How many steps") int steps,
            @McpToolParam(description = "Milliseconds a step") int pause,
            ReactiveMcpExchange exchange) {
        return Flux.interval(Duration.ofMillis(pause))
                .take(steps)
                .doOnNext(step -> exchange.progress(step + 1, (double) steps, null))
                .then(Mono.just(done(steps)))
                .doOnSubscribe(subscription -> running.incrementAndGet())
                .doFinally(signal -> running.decrementAndGet());
    }

    @McpTool(
            name = "test_blocking_work",
            description = "Works in steps on a thread of its own and reports each of them")
    String blockingWork(
            @McpToolParam(description = "How many steps") int steps,
            @McpToolParam(description = "Milliseconds a step") int pause,
            McpExchange exchange)
            throws InterruptedException {
        running.incrementAndGet();
        try {
            for (int step = 1; step <= steps; step++) {
                Thread.sleep(pause);
                exchange.progress(step, (double) steps, null);
            }
            return done(steps);
        } finally {
            running.decrementAndGet();
        }
    }

    @McpTool(name = "test_running_work", description = "Returns the number of running calls of the other two tools")
    int running() {
        return running.get();
    }

    private static String done(int steps) {
        return "Done in " + steps + " steps";
    }
}
