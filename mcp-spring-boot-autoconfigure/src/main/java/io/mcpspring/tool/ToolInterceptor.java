package io.mcpspring.tool;

import io.mcpspring.protocol.CallToolResult;
import java.util.List;
import java.util.function.Function;
import reactor.core.publisher.Mono;

/** Stands between the protocol and the tools: may refuse, bound or observe calls. */
interface ToolInterceptor {

    Mono<CallToolResult> intercept(ToolCall call, Function<ToolCall, Mono<CallToolResult>> next);

    /** The way of a call through all interceptors, the first one outermost. */
    static Function<ToolCall, Mono<CallToolResult>> chain(
            List<ToolInterceptor> interceptors, Function<ToolCall, Mono<CallToolResult>> target) {
        Function<ToolCall, Mono<CallToolResult>> chain = target;
        for (int i = interceptors.size() - 1; i >= 0; i--) {
            ToolInterceptor interceptor = interceptors.get(i);
            Function<ToolCall, Mono<CallToolResult>> next = chain;
            chain = call -> interceptor.intercept(call, next);
        }
        return chain;
    }
}
