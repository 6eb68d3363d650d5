package io.mcpspring.springai;

import io.mcpspring.method.BeanMethod;
import io.mcpspring.method.BoundMethod;
import io.mcpspring.tool.McpToolException;
import io.mcpspring.validation.BindingProblems;
import io.modelcontextprotocol.common.McpTransportContext;
import io.modelcontextprotocol.server.McpAsyncServerExchange;
import io.modelcontextprotocol.server.McpSyncServerExchange;
import io.modelcontextprotocol.spec.McpError;
import io.modelcontextprotocol.spec.McpSchema.CallToolRequest;
import io.modelcontextprotocol.spec.McpSchema.CallToolResult;
import io.modelcontextprotocol.spec.McpSchema.Tool;
import java.lang.reflect.Method;
import java.lang.reflect.UndeclaredThrowableException;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.springframework.ai.mcp.annotation.common.McpPredicates;
import org.springframework.ai.mcp.annotation.context.DefaultMcpAsyncRequestContext;
import org.springframework.ai.mcp.annotation.context.DefaultMcpSyncRequestContext;
import org.springframework.ai.mcp.annotation.context.McpAsyncRequestContext;
import org.springframework.ai.mcp.annotation.context.McpSyncRequestContext;
import org.springframework.ai.mcp.annotation.method.tool.AbstractAsyncMcpToolMethodCallback;
import org.springframework.ai.mcp.annotation.method.tool.AbstractSyncMcpToolMethodCallback;
import org.springframework.ai.mcp.annotation.method.tool.ReactiveUtils;
import org.springframework.ai.mcp.annotation.method.tool.ReturnMode;
import org.springframework.ai.mcp.annotation.provider.tool.AsyncMcpToolProvider;
import org.springframework.ai.mcp.annotation.provider.tool.SyncMcpToolProvider;
import reactor.core.publisher.Mono;

/**
 * A tool method, whose arguments and result Spring AI converts. Its exceptions are not converted to texts, as Spring AI
 * does: the server decides what a client may read.
 */
final class ToolMethod {

    private ToolMethod() {}

    /** Returns the definition that Spring AI makes of the method. */
    static Tool tool(Method method) {
        Method[] methods = {method};
        return isReactive(method)
                ? new AsyncMcpToolProvider(List.of(method)) {
                    @Override
                    protected Method[] doGetClassMethods(Object same) {
                        return methods;
                    }
                }.getToolSpecifications().get(0).tool()
                : new SyncMcpToolProvider(List.of(method)) {
                    @Override
                    protected Method[] doGetClassMethods(Object same) {
                        return methods;
                    }
                }.getToolSpecifications().get(0).tool();
    }

    static boolean isReactive(Method method) {
        return McpPredicates.isReactiveReturnType.test(method);
    }

    static Work<CallToolRequest> work(BeanMethod method, Tool tool) {
        return isReactive(method.method())
                ? new Work.Reactive<>(new Reactive(method, tool)::call)
                : new Work.Waiting<>(new Waiting(method, tool)::call);
    }

    private static ReturnMode mode(Tool tool, boolean isVoid) {
        if (tool.outputSchema() != null) {
            return ReturnMode.STRUCTURED;
        }
        return isVoid ? ReturnMode.VOID : ReturnMode.TEXT;
    }

    /** Returns arguments as Spring AI reads them. */
    private static @Nullable Object[] read(Supplier<@Nullable Object[]> arguments) {
        try {
            return arguments.get();
        } catch (RuntimeException ex) {
            throw unreadable(ex);
        }
    }

    /** Returns the failure of a tool of which a type refuses an argument, with what the type says. */
    static McpToolException unreadable(RuntimeException ex) {
        String reason = BindingProblems.authorsText(ex);
        return new McpToolException("One of the arguments cannot be read" + (reason == null ? "" : ": " + reason), ex);
    }

    /** Calls the method through the proxy of its bean. */
    private static @Nullable Object invoke(BeanMethod method, @Nullable Object[] arguments) {
        try {
            return method.invoke(arguments);
        } catch (RuntimeException ex) {
            throw ex;
        } catch (Exception ex) {
            throw new UndeclaredThrowableException(ex);
        }
    }

    private static final class Waiting
            extends AbstractSyncMcpToolMethodCallback<McpSyncServerExchange, McpSyncRequestContext> {

        private final BeanMethod method;

        Waiting(BeanMethod method, Tool tool) {
            super(mode(tool, method.method().getReturnType() == void.class), method.method(), method);
            this.method = method;
        }

        @Nullable
        CallToolResult call(McpSyncServerExchange exchange, CallToolRequest request) {
            Object returned = callMethod(read(() -> buildMethodArguments(exchange, request.arguments(), request)));
            // The server says that there is no result; the SDK fails.
            boolean isMissing = returnMode == ReturnMode.STRUCTURED && BoundMethod.unwrapped(returned) == null;
            return isMissing ? null : processResult(returned);
        }

        @Override
        protected @Nullable Object callMethod(@Nullable Object[] arguments) {
            return invoke(method, arguments);
        }

        @Override
        protected boolean isExchangeOrContextType(Class<?> type) {
            return McpSyncServerExchange.class.isAssignableFrom(type);
        }

        @Override
        protected McpSyncRequestContext createRequestContext(McpSyncServerExchange exchange, CallToolRequest request) {
            return DefaultMcpSyncRequestContext.builder()
                    .request(request)
                    .exchange(exchange)
                    .build();
        }

        @Override
        protected McpTransportContext resolveTransportContext(McpSyncServerExchange exchange) {
            return exchange.transportContext();
        }
    }

    private static final class Reactive
            extends AbstractAsyncMcpToolMethodCallback<McpAsyncServerExchange, McpAsyncRequestContext> {

        private final BeanMethod method;

        Reactive(BeanMethod method, Tool tool) {
            super(mode(tool, ReactiveUtils.isReactiveReturnTypeOfVoid(method.method())), method.method(), method);
            this.method = method;
        }

        Mono<CallToolResult> call(McpAsyncServerExchange exchange, CallToolRequest request) {
            Object returned = callMethod(read(() -> buildMethodArguments(exchange, request.arguments(), request)));
            // Spring AI turns exceptions into texts unless they are of this type.
            return convertToCallToolResult(Work.published(returned)
                    .onErrorMap(
                            failure -> failure instanceof RuntimeException && !(failure instanceof McpError),
                            UndeclaredThrowableException::new));
        }

        @Override
        protected @Nullable Object callMethod(@Nullable Object[] arguments) {
            return invoke(method, arguments);
        }

        @Override
        protected boolean isExchangeOrContextType(Class<?> type) {
            return McpAsyncServerExchange.class.isAssignableFrom(type);
        }

        @Override
        protected McpAsyncRequestContext createRequestContext(
                McpAsyncServerExchange exchange, CallToolRequest request) {
            return DefaultMcpAsyncRequestContext.builder()
                    .request(request)
                    .exchange(exchange)
                    .build();
        }

        @Override
        protected McpTransportContext resolveTransportContext(McpAsyncServerExchange exchange) {
            return exchange.transportContext();
        }
    }
}
