package io.mcpspring.server;

import io.mcpspring.Internal;
import io.mcpspring.exchange.Asking;
import io.mcpspring.exchange.CallContext;
import io.mcpspring.exchange.Exchange;
import io.mcpspring.protocol.JsonRpcError;
import io.mcpspring.protocol.JsonRpcMessage;
import io.mcpspring.protocol.JsonRpcRequest;
import io.mcpspring.protocol.JsonRpcResponse;
import io.mcpspring.protocol.McpProtocolException;
import io.mcpspring.protocol.McpResult;
import io.mcpspring.protocol.ProtocolVersion;
import io.mcpspring.protocol.RequestMethod;
import io.mcpspring.validation.Quoted;
import java.util.Collection;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import reactor.core.Disposables;
import reactor.core.publisher.BaseSubscriber;
import reactor.core.publisher.Flux;
import reactor.core.publisher.FluxSink;
import reactor.util.context.Context;

/**
 * Dispatches a request to its handler and guarantees exactly one response, preceded by the messages that were sent
 * through the exchange.
 */
@Internal
public final class McpDispatcher {

    private static final Log logger = LogFactory.getLog(McpDispatcher.class);

    private final Map<ProtocolVersion, Map<String, McpRequestHandler<?>>> handlers =
            new EnumMap<>(ProtocolVersion.class);

    private final Asking asking;

    private final Shutdown shutdown;

    /**
     * @param asking the services by which requests ask their clients
     * @param shutdown waits for running requests
     */
    public McpDispatcher(Collection<? extends McpRequestHandler<?>> handlers, Asking asking, Shutdown shutdown) {
        this.asking = asking;
        this.shutdown = shutdown;
        for (ProtocolVersion version : ProtocolVersion.values()) {
            Map<String, McpRequestHandler<?>> table = new HashMap<>();
            handlers.stream()
                    .filter(handler -> existsIn(handler, version))
                    .forEach(handler -> table.put(handler.method(), handler));
            this.handlers.put(version, table);
        }
    }

    private static boolean existsIn(McpRequestHandler<?> handler, ProtocolVersion version) {
        // Methods of extensions are not in the table.
        return RequestMethod.of(handler.method())
                .map(method -> method.existsIn(version))
                .orElse(true);
    }

    /** Returns the messages that answer a request; cancelling them ends the work. */
    public Flux<JsonRpcMessage> dispatch(JsonRpcRequest request, CallContext context) {
        McpRequestHandler<?> handler =
                Objects.requireNonNull(handlers.get(context.protocolVersion())).get(request.method());
        if (handler == null || !handler.isOffered()) {
            return Flux.just(new JsonRpcResponse.Failure(
                    request.id(),
                    new JsonRpcError(
                            JsonRpcError.METHOD_NOT_FOUND,
                            "Method '" + Quoted.of(request.method()) + "' does not exist in "
                                    + context.protocolVersion())));
        }
        return Flux.create(client -> serve(request, handler, context, client));
    }

    private <P> void serve(
            JsonRpcRequest request,
            McpRequestHandler<P> handler,
            CallContext context,
            FluxSink<JsonRpcMessage> client) {
        Exchange exchange;
        try {
            exchange = new Exchange(request, context, asking, client);
        } catch (McpProtocolException refused) {
            client.next(new JsonRpcResponse.Failure(request.id(), refused.error()));
            client.complete();
            return;
        }
        Answer answer = new Answer(exchange, client);
        // Cancelling the work runs code of the application, which may throw, so it comes last.
        client.onDispose(Disposables.composite(
                exchange::end, shutdown.await(answer::abort), context.memory().hold(), answer));
        try {
            handler.handle(handler.params(request.params()), exchange).subscribe(answer);
        }
        // Reactor throws JVM errors at the subscriber instead of signalling them.
        catch (Throwable failure) {
            answer.fail(failure);
        }
    }

    /** Turns the handler's first signal into the response, and ignores later signals. */
    private static final class Answer extends BaseSubscriber<McpResult> {

        private final Exchange exchange;

        private final FluxSink<JsonRpcMessage> client;

        private final AtomicBoolean answered = new AtomicBoolean();

        Answer(Exchange exchange, FluxSink<JsonRpcMessage> client) {
            this.exchange = exchange;
            this.client = client;
        }

        @Override
        public Context currentContext() {
            return DroppedErrors.to(this::fail, client.contextView());
        }

        @Override
        protected void hookOnNext(McpResult result) {
            if (exchange.endsWithQuestion()) {
                ask();
            } else {
                send(new JsonRpcResponse.Success(exchange.requestId(), result));
            }
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
            if (answered.get() || client.isCancelled()) {
                ErrorReport.logLate(logger, "A request failed", failure);
                return;
            }
            if (exchange.endsWithQuestion()) {
                ask();
            } else {
                send(new JsonRpcResponse.Failure(exchange.requestId(), error(failure)));
            }
        }

        // Responds before the work is cancelled by the completion, after which no response can be sent.
        void abort() {
            send(new JsonRpcResponse.Failure(
                    exchange.requestId(),
                    new JsonRpcError(JsonRpcError.INTERNAL_ERROR, "The server is shutting down")));
        }

        // The result or failure of the run is dropped, because the run will be repeated.
        private void ask() {
            JsonRpcResponse question;
            try {
                question = new JsonRpcResponse.Success(exchange.requestId(), exchange.question());
            } catch (Throwable failure) {
                question = new JsonRpcResponse.Failure(exchange.requestId(), error(failure));
            }
            send(question);
        }

        private void send(JsonRpcResponse response) {
            if (answered.compareAndSet(false, true)) {
                try {
                    exchange.finish();
                }
                // A failure to send pending messages must not prevent the response.
                catch (Throwable failure) {
                    ErrorReport.log(logger, "A request could not be finished", failure);
                }
                client.next(response);
                client.complete();
            }
        }

        private JsonRpcError error(Throwable failure) {
            return ErrorReport.error(logger, "A request could not be served", failure, exchange.version());
        }
    }
}
