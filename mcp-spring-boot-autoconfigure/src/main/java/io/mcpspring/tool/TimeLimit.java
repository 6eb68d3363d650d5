package io.mcpspring.tool;

import io.mcpspring.protocol.CallToolResult;
import java.time.Duration;
import java.util.function.Function;
import reactor.core.publisher.Mono;

/**
 * Ends calls that take too long: the work is cancelled and the model learns of the limit.
 *
 * @param limit for tools that have none of their own; zero for none
 */
record TimeLimit(Duration limit) implements ToolInterceptor {

    @Override
    public Mono<CallToolResult> intercept(ToolCall call, Function<ToolCall, Mono<CallToolResult>> next) {
        Duration own = call.tool().timeout();
        Duration time = own != null ? own : this.limit;
        Mono<CallToolResult> work = next.apply(call);
        return time.isZero() ? work : work.timeout(time, Mono.fromSupplier(() -> tooLate(call.tool(), time)));
    }

    private static CallToolResult tooLate(RegisteredTool tool, Duration time) {
        return CallToolResult.error("Tool '" + tool.name() + "' was stopped: it did not finish within "
                + text(time) + ".");
    }

    private static String text(Duration time) {
        return time.toMillis() % 1000 == 0 ? time.toSeconds() + " s" : time.toMillis() + " ms";
    }
}
