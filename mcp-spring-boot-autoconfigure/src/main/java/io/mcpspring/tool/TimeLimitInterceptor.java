package io.mcpspring.tool;

import io.mcpspring.method.TimeLimit;
import io.mcpspring.protocol.CallToolResult;
import java.time.Duration;
import java.util.function.Function;
import reactor.core.publisher.Mono;

/**
 * Ends calls that take too long: the work is cancelled and the model learns of the limit.
 *
 * @param limit for tools that have none of their own; zero for none
 */
record TimeLimitInterceptor(Duration limit) implements ToolInterceptor {

    @Override
    public Mono<CallToolResult> intercept(ToolCall call, Function<ToolCall, Mono<CallToolResult>> next) {
        Duration own = call.tool().timeout();
        // A task has its time to live.
        Duration time = own != null ? own : call.exchange().isDetached() ? Duration.ZERO : limit;
        return TimeLimit.of(
                time,
                next.apply(call),
                call.exchange(),
                () -> Mono.just(CallToolResult.error("Tool '" + call.tool().name()
                        + "' was stopped: it did not finish within " + TimeLimit.text(time) + ".")));
    }
}
