package io.mcpspring.limit;

import io.mcpspring.Internal;
import io.mcpspring.method.BuiltInInterceptor;
import io.mcpspring.method.InterceptorStage;
import io.mcpspring.method.Invocation;
import io.mcpspring.protocol.McpResult;
import java.time.Duration;
import org.springframework.core.annotation.Order;
import reactor.core.publisher.Mono;

/**
 * Ends invocations that take too long. The time in which the client is asked does not count.
 *
 * @param limit for entries that have none of their own; zero for none
 */
@Internal
@Order(InterceptorStage.TIME)
public record TimeLimit(Duration limit) implements BuiltInInterceptor {

    /** The name of the bean; one of the application takes its place. */
    public static final String BEAN = "io.mcpspring.timeLimit";

    @Override
    public Mono<McpResult> intercept(Invocation<?, ?> invocation, Chain chain) {
        Duration time = invocation.timeout(limit);
        Mono<McpResult> work = chain.proceed(invocation);
        return time.isZero() ? work : Mono.create(result -> new LimitedWork(invocation, time, result).begin(work));
    }
}
