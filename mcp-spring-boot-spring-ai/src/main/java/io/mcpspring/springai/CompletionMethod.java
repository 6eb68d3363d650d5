package io.mcpspring.springai;

import io.mcpspring.method.BeanMethod;
import io.modelcontextprotocol.common.McpTransportContext;
import io.modelcontextprotocol.spec.McpSchema.CompleteRequest;
import io.modelcontextprotocol.util.DefaultMcpUriTemplateManagerFactory;
import java.lang.reflect.Method;
import org.jspecify.annotations.Nullable;
import org.springframework.ai.mcp.annotation.McpComplete;
import org.springframework.ai.mcp.annotation.method.complete.AbstractMcpCompleteMethodCallback;
import org.springframework.ai.mcp.annotation.method.complete.AsyncMcpCompleteMethodCallback;
import org.springframework.ai.mcp.annotation.method.complete.SyncMcpCompleteMethodCallback;

/** A method that proposes values, whose arguments Spring AI supplies. */
final class CompletionMethod extends AbstractMcpCompleteMethodCallback {

    private final BeanMethod called;

    private CompletionMethod(BeanMethod called, McpComplete annotation) {
        super(
                called.method(),
                called,
                annotation.prompt(),
                annotation.uri(),
                new DefaultMcpUriTemplateManagerFactory());
        this.called = called;
        validateMethod(called.method());
    }

    static Work<CompleteRequest> work(BeanMethod method, McpComplete annotation) {
        CompletionMethod work = new CompletionMethod(method, annotation);
        return ToolMethod.isReactive(method.method())
                ? new Work.Reactive<>(work::invoke)
                : new Work.Waiting<>(work::invoke);
    }

    private @Nullable Object invoke(Object exchange, CompleteRequest request) throws Exception {
        return called.invoke(buildArgs(method, exchange, request));
    }

    @Override
    protected void validateReturnType(Method method) {
        // By the callback that this one takes the place of.
        if (ToolMethod.isReactive(method)) {
            AsyncMcpCompleteMethodCallback.builder()
                    .method(method)
                    .bean(bean)
                    .prompt(prompt)
                    .uri(uri)
                    .build();
        } else {
            SyncMcpCompleteMethodCallback.builder()
                    .method(method)
                    .bean(bean)
                    .prompt(prompt)
                    .uri(uri)
                    .build();
        }
    }

    @Override
    protected boolean isExchangeType(Class<?> type) {
        return Exchanges.isExchange(type, method);
    }

    @Override
    protected McpTransportContext resolveTransportContext(Object exchange) {
        return (McpTransportContext) Exchanges.as(McpTransportContext.class, exchange);
    }
}
