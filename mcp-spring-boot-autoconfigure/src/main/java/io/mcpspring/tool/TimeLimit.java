package io.mcpspring.tool;

import io.mcpspring.protocol.CallToolResult;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import reactor.core.Disposable;
import reactor.core.Disposables;
import reactor.core.publisher.Mono;
import reactor.core.publisher.MonoSink;
import reactor.core.scheduler.Schedulers;
import reactor.util.context.Context;

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
        return time.isZero() ? work : Mono.create(answer -> start(work, call.tool(), time, answer));
    }

    // A timer costs more than many a call: those that are done at once get none.
    private static void start(Mono<CallToolResult> work, RegisteredTool tool, Duration time,
            MonoSink<CallToolResult> answer) {
        Disposable running = work.subscribe(answer::success, answer::error, answer::success,
                Context.of(answer.contextView()));
        if (running.isDisposed()) {
            return;
        }
        Disposable timer = Schedulers.parallel().schedule(() -> {
            running.dispose();
            answer.success(tooLate(tool, time));
        }, time.toMillis(), TimeUnit.MILLISECONDS);
        answer.onDispose(Disposables.composite(running, timer));
    }

    private static CallToolResult tooLate(RegisteredTool tool, Duration time) {
        return CallToolResult.error("Tool '" + tool.name() + "' was stopped: it did not finish within "
                + text(time) + ".");
    }

    private static String text(Duration time) {
        return time.toMillis() % 1000 == 0 ? time.toSeconds() + " s" : time.toMillis() + " ms";
    }
}
