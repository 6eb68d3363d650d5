package io.mcpspring.springai;

import io.mcpspring.method.BeanMethod;
import io.mcpspring.protocol.McpProtocolException;
import io.mcpspring.validation.Quoted;
import io.modelcontextprotocol.spec.McpSchema.GetPromptRequest;
import io.modelcontextprotocol.spec.McpSchema.Prompt;
import java.lang.reflect.Method;
import org.jspecify.annotations.Nullable;
import org.springframework.ai.mcp.annotation.method.prompt.AbstractMcpPromptMethodCallback;
import org.springframework.ai.mcp.annotation.method.prompt.AsyncMcpPromptMethodCallback;
import org.springframework.ai.mcp.annotation.method.prompt.SyncMcpPromptMethodCallback;
import reactor.core.publisher.Mono;

/** A prompt method, whose arguments and result Spring AI converts. */
final class PromptMethod extends AbstractMcpPromptMethodCallback {

    private final BeanMethod called;

    private PromptMethod(BeanMethod called, Prompt prompt) {
        super(called.method(), called, prompt);
        this.called = called;
    }

    static Work<GetPromptRequest> work(BeanMethod method, Prompt prompt) {
        PromptMethod work = new PromptMethod(method, prompt);
        return ToolMethod.isReactive(method.method())
                ? new Work.Reactive<>(work::later)
                : new Work.Waiting<>(
                        (exchange, request) -> work.convertToGetPromptResult(work.invoke(exchange, request)));
    }

    private Mono<?> later(Object exchange, GetPromptRequest request) throws Exception {
        return Work.published(invoke(exchange, request)).map(this::convertToGetPromptResult);
    }

    private @Nullable Object invoke(Object exchange, GetPromptRequest request) throws Exception {
        return called.invoke(buildArgs(method, exchange, request));
    }

    @Override
    protected Object convertArgumentValue(Object value, Class<?> type) {
        try {
            return super.convertArgumentValue(value, type);
        } catch (NumberFormatException ex) {
            throw McpProtocolException.invalidParams(
                    "One of the arguments cannot be read as a number: " + Quoted.of(value.toString()));
        }
    }

    @Override
    protected void validateReturnType(Method method) {
        // By the callback that this one takes the place of.
        if (ToolMethod.isReactive(method)) {
            AsyncMcpPromptMethodCallback.builder()
                    .method(method)
                    .bean(bean)
                    .prompt(prompt)
                    .build();
        } else {
            SyncMcpPromptMethodCallback.builder()
                    .method(method)
                    .bean(bean)
                    .prompt(prompt)
                    .build();
        }
    }

    @Override
    protected boolean isSupportedExchangeOrContextType(Class<?> type) {
        return Exchanges.isExchange(type, method);
    }

    @Override
    protected Object assignExchangeType(Class<?> type, Object exchange) {
        return Exchanges.as(type, exchange);
    }
}
