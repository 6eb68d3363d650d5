package io.mcpspring.method;

import io.mcpspring.Internal;
import io.mcpspring.protocol.McpResult;
import reactor.core.publisher.Mono;

/** An interceptor of the library, whose place does not depend on the order of beans. */
@Internal
public interface BuiltInInterceptor extends McpInterceptor {

    InterceptorStage stage();

    Mono<McpResult> intercept(Invocation<?, ?> invocation, Chain chain);

    @Override
    default Mono<McpResult> intercept(McpInvocation invocation, Chain chain) {
        return intercept(Invocation.of(invocation), chain);
    }
}
