package io.mcpspring.springai;

import io.mcpspring.method.BeanMethod;
import io.modelcontextprotocol.spec.McpSchema.ReadResourceRequest;
import io.modelcontextprotocol.util.DefaultMcpUriTemplateManagerFactory;
import java.lang.reflect.Method;
import org.jspecify.annotations.Nullable;
import org.springframework.ai.mcp.annotation.McpResource;
import org.springframework.ai.mcp.annotation.common.MetaUtils;
import org.springframework.ai.mcp.annotation.method.resource.AbstractMcpResourceMethodCallback;
import org.springframework.ai.mcp.annotation.method.resource.AsyncMcpResourceMethodCallback;
import org.springframework.ai.mcp.annotation.method.resource.DefaultMcpReadResourceResultConverter;
import org.springframework.ai.mcp.annotation.method.resource.SyncMcpResourceMethodCallback;
import reactor.core.publisher.Mono;

/** A method that reads a resource, whose arguments and result Spring AI converts. */
final class ResourceMethod extends AbstractMcpResourceMethodCallback {

    private final BeanMethod called;

    private ResourceMethod(BeanMethod called, McpResource annotation) {
        super(
                called.method(),
                called,
                annotation.uri(),
                annotation.name(),
                annotation.description(),
                annotation.mimeType(),
                new DefaultMcpReadResourceResultConverter(),
                new DefaultMcpUriTemplateManagerFactory(),
                null,
                MetaUtils.getMeta(annotation.metaProvider()));
        this.called = called;
        validateMethod(called.method());
    }

    static Work<ReadResourceRequest> work(BeanMethod method, McpResource annotation) {
        ResourceMethod work = new ResourceMethod(method, annotation);
        return ToolMethod.isReactive(method.method())
                ? new Work.Reactive<>(work::later)
                : new Work.Waiting<>((exchange, request) -> work.result(work.invoke(exchange, request), request));
    }

    private Mono<?> later(Object exchange, ReadResourceRequest request) throws Exception {
        return Work.published(invoke(exchange, request)).map(value -> result(value, request));
    }

    private @Nullable Object invoke(Object exchange, ReadResourceRequest request) throws Exception {
        return called.invoke(
                buildArgs(method, exchange, request, uriTemplateManager.extractVariableValues(request.uri())));
    }

    private Object result(@Nullable Object value, ReadResourceRequest request) {
        return resultConverter.convertToReadResourceResult(value, request.uri(), mimeType, contentType, meta);
    }

    @Override
    protected void validateReturnType(Method method) {
        // By the callback that this one takes the place of.
        if (ToolMethod.isReactive(method)) {
            AsyncMcpResourceMethodCallback.builder()
                    .method(method)
                    .bean(bean)
                    .uri(uri)
                    .build();
        } else {
            SyncMcpResourceMethodCallback.builder()
                    .method(method)
                    .bean(bean)
                    .uri(uri)
                    .build();
        }
    }

    @Override
    protected boolean isExchangeOrContextType(Class<?> type) {
        return Exchanges.isExchange(type, method);
    }

    @Override
    protected Object assignExchangeType(Class<?> type, Object exchange) {
        return Exchanges.as(type, exchange);
    }
}
