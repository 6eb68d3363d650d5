package io.mcpspring.method;

import io.mcpspring.Internal;
import io.mcpspring.protocol.McpResult;
import reactor.core.publisher.Mono;

/** An interceptor of the library. Its {@code @Order} is its {@link InterceptorStage}. */
@Internal
public interface BuiltInInterceptor extends McpInterceptor {

    Mono<McpResult> intercept(Invocation<?, ?> invocation, Chain chain);

    @Override
    default Mono<McpResult> intercept(McpInvocation invocation, Chain chain) {
        return intercept(Invocation.of(invocation), chain);
    }
}
