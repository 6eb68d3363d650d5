package io.mcpspring.springai;

import io.mcpspring.exchange.McpExchange;
import io.mcpspring.exchange.McpRequestContext;
import io.mcpspring.exchange.ReactiveMcpExchange;
import io.modelcontextprotocol.server.McpAsyncServerExchange;
import io.modelcontextprotocol.server.McpSyncServerExchange;
import io.modelcontextprotocol.spec.McpError;
import io.modelcontextprotocol.spec.McpSchema;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.reactivestreams.Publisher;
import reactor.core.publisher.Mono;

/**
 * What a specification of the SDK or a method does for a request.
 *
 * @param <Q> the request
 */
sealed interface Work<Q extends McpSchema.Request> {

    /** Does the work for a function that may wait, and returns a result of this library. */
    @Nullable
    Object now(Q request, McpExchange exchange) throws Exception;

    /** Work that may wait for the client. */
    @FunctionalInterface
    interface Handler<E, Q> {

        @Nullable
        Object handle(E exchange, Q request) throws Exception;
    }

    record Waiting<Q extends McpSchema.Request>(Handler<McpSyncServerExchange, Q> handler) implements Work<Q> {

        @Override
        public @Nullable Object now(Q request, McpExchange exchange) throws Exception {
            try {
                return SdkValues.ours(handler.handle(ClientSession.waiting(exchange), request));
            } catch (McpError error) {
                throw SdkValues.ours(error, exchange);
            }
        }
    }

    record Reactive<Q extends McpSchema.Request>(Handler<McpAsyncServerExchange, Q> handler) implements Work<Q> {

        @Override
        public Object now(Q request, McpExchange exchange) {
            return later(request, exchange, ClientSession.onWorker(exchange));
        }

        /** Does the work for a function that must not wait. */
        Mono<?> later(Q request, ReactiveMcpExchange exchange) {
            return later(request, exchange, ClientSession.reactive(exchange));
        }

        private Mono<?> later(Q request, McpRequestContext context, McpAsyncServerExchange exchange) {
            return Mono.defer(() -> result(request, exchange))
                    .<Object>map(SdkValues::required)
                    .onErrorMap(McpError.class, error -> SdkValues.ours(error, context));
        }

        private Mono<?> result(Q request, McpAsyncServerExchange exchange) {
            try {
                return published(handler.handle(exchange, request));
            } catch (Exception failure) {
                return Mono.error(failure);
            }
        }
    }

    /** Returns what a handler or method publishes; of several elements, Spring AI takes the first. */
    static Mono<?> published(@Nullable Object returned) {
        return Mono.from((Publisher<?>) Objects.requireNonNull(returned, "The method returned null"));
    }

    /** Returns the {@code _meta} of a request; {@code null} if it has none. */
    static @Nullable Map<String, Object> meta(McpRequestContext context) {
        return context.meta().json().isEmpty()
                ? null
                : SdkValues.map(context.meta().json());
    }
}
