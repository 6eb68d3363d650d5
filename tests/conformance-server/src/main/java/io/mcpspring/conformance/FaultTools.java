package io.mcpspring.conformance;

import io.mcpspring.annotation.McpTool;
import io.mcpspring.annotation.McpToolParam;
import java.util.concurrent.TimeUnit;
import org.springframework.stereotype.Component;
import reactor.core.publisher.Mono;

/** Tools that do not do what a server expects, for the project's own checks. */
@Component
class FaultTools {

    @McpTool(name = "test_endless", description = "Never ends, unless it is cancelled")
    Mono<String> endless() {
        return Mono.never();
    }

    @McpTool(name = "test_blocking_endless", description = "Blocks its thread until it is interrupted")
    String blockingEndless() throws InterruptedException {
        TimeUnit.DAYS.sleep(1);
        return "A day has passed";
    }

    @McpTool(name = "test_uninterruptible", description = "Blocks its thread and ignores interrupts")
    String uninterruptible(@McpToolParam(description = "Milliseconds") long pause) {
        long end = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(pause);
        while (System.nanoTime() < end) {
            try {
                TimeUnit.NANOSECONDS.sleep(end - System.nanoTime());
            } catch (InterruptedException ignored) {
                // This is the fault.
            }
        }
        return "Done in spite of everything";
    }

    @McpTool(name = "test_jvm_error", description = "Overflows the stack")
    int jvmError() {
        return 1 + jvmError();
    }

    @McpTool(name = "test_reactive_jvm_error", description = "Signals an error of the JVM")
    Mono<String> reactiveJvmError() {
        return Mono.fromSupplier(() -> {
            throw new NoClassDefFoundError("missing");
        });
    }
}
