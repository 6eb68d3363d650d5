package io.mcpspring.server;

import io.mcpspring.Internal;
import io.mcpspring.UserCode;
import io.mcpspring.event.ListChanged;
import io.mcpspring.exchange.CallContext;
import io.mcpspring.exchange.Exchange;
import io.mcpspring.exchange.QuestionServices;
import io.mcpspring.protocol.JsonRpcError;
import io.mcpspring.protocol.JsonRpcMessage;
import io.mcpspring.protocol.JsonRpcRequest;
import io.mcpspring.protocol.JsonRpcResponse;
import io.mcpspring.protocol.McpProtocolException;
import io.mcpspring.protocol.McpResult;
import io.mcpspring.protocol.ProtocolVersion;
import io.mcpspring.protocol.RequestId;
import io.mcpspring.protocol.RequestMethod;
import io.mcpspring.validation.Quoted;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Function;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import reactor.core.Disposable;
import reactor.core.publisher.BaseSubscriber;
import reactor.core.publisher.Flux;
import reactor.core.publisher.FluxSink;
import reactor.core.publisher.FluxSink.OverflowStrategy;
import reactor.core.publisher.Mono;
import reactor.util.context.Context;
import tools.jackson.databind.node.IntNode;
import tools.jackson.databind.node.JsonNodeFactory;

/**
 * Dispatches a request to its handler and guarantees exactly one response, preceded by the messages that were sent
 * through the exchange.
 *
 * @param handlers the handlers by the names of their methods; {@link RequestMethod} knows in which revisions a method
 *     exists
 * @param lists returns the entries of a list at present; the same object until they change
 * @param asking the services by which requests ask their clients
 * @param shutdown waits for running requests
 * @param refusals learns of states that are not accepted
 * @param observer observes the requests
 */
@Internal
public record McpDispatcher(
        Map<String, McpRequestHandler> handlers,
        Function<ListChanged, List<? extends ListChanges.Listed>> lists,
        QuestionServices asking,
        Shutdown shutdown,
        Refusals refusals,
        RequestObserver observer) {

    private static final Log logger = LogFactory.getLog(McpDispatcher.class);

    /**
     * Returns the messages that answer a request, for a subscriber that requests all of them at once; cancelling them
     * ends the work.
     */
    public Flux<JsonRpcMessage> dispatch(JsonRpcRequest request, CallContext context) {
        return observer.observe(request, context, observed -> messages(request, observed));
    }

    private Flux<JsonRpcMessage> messages(JsonRpcRequest request, CallContext context) {
        String method = request.method();
        ProtocolVersion version = context.protocolVersion();
        McpRequestHandler handler = handlers.get(method);
        if (handler == null || !exists(method, version)) {
            JsonRpcError error = unknown(method, version).error();
            return Flux.just(new JsonRpcResponse.Failure(request.id(), error));
        }
        // The exchange sends one message at a time, and none after the response.
        return Flux.push(client -> serve(request, handler, context, client), OverflowStrategy.IGNORE);
    }

    /** Returns the changes of lists for the caller of a stream that no request of the protocol has opened. */
    public ListChanges changes(CallContext context) {
        JsonRpcRequest none =
                new JsonRpcRequest(new RequestId(IntNode.valueOf(0)), "", JsonNodeFactory.instance.objectNode());
        return new ListChanges(lists, new Exchange(none, context, asking, message -> {}));
    }

    /** Returns the error for a method that does not exist in a revision, or is not offered at present. */
    static McpProtocolException unknown(String method, ProtocolVersion version) {
        return new McpProtocolException(
                JsonRpcError.METHOD_NOT_FOUND, "Method '" + Quoted.of(method) + "' does not exist in " + version);
    }

    private static boolean exists(String method, ProtocolVersion version) {
        // Of a method that the table does not have, the handler decides.
        return RequestMethod.of(method).map(known -> known.existsIn(version)).orElse(true);
    }

    private void serve(
            JsonRpcRequest request, McpRequestHandler handler, CallContext context, FluxSink<JsonRpcMessage> client) {
        Exchange exchange;
        try {
            exchange = new Exchange(request, context, asking, client::next);
        } catch (McpProtocolException refused) {
            if (request.params().has("requestState")) {
                refusals.report(Refusals.Reason.STATE, context, refused.error().message());
            }
            client.next(new JsonRpcResponse.Failure(request.id(), refused.error()));
            client.complete();
            return;
        }
        Answer answer = new Answer(exchange, client);
        Disposable awaited = shutdown.register(answer::abort);
        Disposable held = context.memory().hold();
        client.onDispose(() -> {
            exchange.end();
            held.dispose();
            ErrorReport.attempt(logger, "A request could not be cancelled", answer::stop);
            awaited.dispose();
        });
        // The shutdown may have answered it already.
        if (exchange.isCancelled()) {
            return;
        }
        // Before the subscription, which refers to its code, and so to the parameters, for as long as the request runs.
        Mono<? extends McpResult> result = UserCode.call(() -> handler.handle(request.params(), exchange), Mono::error);
        UserCode.run(() -> result.subscribe(answer), answer::hookOnError);
    }

    /** Turns the handler's first signal into the response, and ignores later signals. */
    private static final class Answer extends BaseSubscriber<McpResult> {

        private final Exchange exchange;

        private final FluxSink<JsonRpcMessage> client;

        private final Context context;

        private final AtomicBoolean answered = new AtomicBoolean();

        /** Whether the work has ended, which is not cancelled then. */
        private volatile boolean ended;

        Answer(Exchange exchange, FluxSink<JsonRpcMessage> client) {
            this.exchange = exchange;
            this.client = client;
            this.context = Context.of(client.contextView());
        }

        @Override
        public Context currentContext() {
            return context;
        }

        @Override
        protected void hookOnNext(McpResult result) {
            ended = true;
            send(exchange.endsWithQuestion() ? question() : new JsonRpcResponse.Success(exchange.requestId(), result));
        }

        @Override
        protected void hookOnComplete() {
            if (!answered.get()) {
                hookOnError(new IllegalStateException("The handler ended without a result"));
            }
        }

        @Override
        protected void hookOnError(Throwable failure) {
            ended = true;
            if (answered.get() || client.isCancelled()) {
                ErrorReport.logLate(logger, "A request failed", failure);
                return;
            }
            send(exchange.endsWithQuestion() ? question() : failed(failure));
        }

        void stop() {
            if (!ended) {
                cancel();
            }
        }

        // Responds before the work is cancelled by the completion, after which no response can be sent.
        void abort() {
            send(failed(new McpProtocolException(
                    JsonRpcError.INTERNAL_ERROR, "The server is shutting down; the request may still take effect")));
        }

        // In place of the result or failure of the run, which will be repeated.
        private JsonRpcResponse question() {
            return UserCode.call(
                    () -> new JsonRpcResponse.Success(exchange.requestId(), exchange.question()), this::failed);
        }

        private void send(JsonRpcResponse response) {
            if (answered.compareAndSet(false, true)) {
                // A failure to send pending messages must not prevent the response.
                ErrorReport.attempt(logger, "A request could not be finished", exchange::finish);
                exchange.end();
                client.next(response);
                client.complete();
            }
        }

        private JsonRpcResponse failed(Throwable failure) {
            JsonRpcError error =
                    ErrorReport.error(logger, "A request could not be served", failure, exchange.version());
            return new JsonRpcResponse.Failure(exchange.requestId(), error);
        }
    }
}
