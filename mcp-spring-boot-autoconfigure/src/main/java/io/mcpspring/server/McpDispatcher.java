package io.mcpspring.server;

import io.mcpspring.protocol.JsonRpcError;
import io.mcpspring.protocol.JsonRpcMessage;
import io.mcpspring.protocol.JsonRpcRequest;
import io.mcpspring.protocol.JsonRpcResponse;
import io.mcpspring.protocol.McpProtocolException;
import io.mcpspring.protocol.McpResult;
import io.mcpspring.protocol.ProtocolVersion;
import io.mcpspring.protocol.RequestId;
import java.util.Collection;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.Map;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import reactor.core.Disposables;
import reactor.core.publisher.BaseSubscriber;
import reactor.core.publisher.Flux;
import reactor.core.publisher.FluxSink;
import reactor.util.context.Context;

/**
 * Finds the handler of a request and makes sure that it is answered: by exactly one response, preceded by whatever was
 * sent through the exchange.
 */
public final class McpDispatcher {

    private static final Log logger = LogFactory.getLog(McpDispatcher.class);

    private final Map<ProtocolVersion, Map<String, McpRequestHandler<?>>> handlers =
            new EnumMap<>(ProtocolVersion.class);

    public McpDispatcher(Collection<? extends McpRequestHandler<?>> handlers) {
        for (ProtocolVersion version : ProtocolVersion.values()) {
            Map<String, McpRequestHandler<?>> table = new HashMap<>();
            handlers.stream().filter(handler -> handler.existsIn(version))
                    .forEach(handler -> table.put(handler.method(), handler));
            this.handlers.put(version, table);
        }
    }

    /** The messages that answer a request; cancelling them ends the work. */
    public Flux<JsonRpcMessage> dispatch(JsonRpcRequest request, RequestContext context) {
        McpRequestHandler<?> handler = handlers.get(context.protocolVersion()).get(request.method());
        if (handler == null) {
            return Flux.just(new JsonRpcResponse.Failure(request.id(), new JsonRpcError(JsonRpcError.METHOD_NOT_FOUND,
                    "Method '" + Quoted.of(request.method()) + "' does not exist in " + context.protocolVersion())));
        }
        return Flux.create(client -> serve(request, handler, new Exchange(context, client), client));
    }

    private static <P> void serve(JsonRpcRequest request, McpRequestHandler<P> handler, Exchange exchange,
            FluxSink<JsonRpcMessage> client) {
        Answer answer = new Answer(request.id(), client);
        client.onDispose(Disposables.composite(answer, exchange::end));
        try {
            handler.handle(handler.params(request.params()), exchange).subscribe(answer);
        }
        // Reactor has no signal for JVM errors: they come back to whoever subscribed.
        catch (Throwable failure) {
            answer.fail(failure);
        }
    }

    /** Turns the handler's first signal into the response, and is deaf to all others. */
    private static final class Answer extends BaseSubscriber<McpResult> {

        private final RequestId id;

        private final FluxSink<JsonRpcMessage> client;

        private boolean answered;

        Answer(RequestId id, FluxSink<JsonRpcMessage> client) {
            this.id = id;
            this.client = client;
        }

        @Override
        public Context currentContext() {
            return Context.of(this.client.contextView());
        }

        @Override
        protected void hookOnNext(McpResult result) {
            send(new JsonRpcResponse.Success(id, result));
        }

        @Override
        protected void hookOnError(Throwable failure) {
            fail(failure);
        }

        @Override
        protected void hookOnComplete() {
            fail(new IllegalStateException("The handler ended without a result"));
        }

        void fail(Throwable failure) {
            if (!answered && !client.isCancelled()) {
                send(new JsonRpcResponse.Failure(id, error(failure)));
            }
        }

        private void send(JsonRpcResponse response) {
            answered = true;
            client.next(response);
            client.complete();
        }

        private static JsonRpcError error(Throwable failure) {
            if (failure instanceof McpProtocolException refused) {
                return refused.error();
            }
            return ErrorReport.internalError(logger, "A request could not be served", failure);
        }
    }
}
