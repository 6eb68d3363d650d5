package io.mcpspring.server;

import io.mcpspring.Internal;
import io.mcpspring.exchange.CallContext;
import io.mcpspring.protocol.JsonRpcMessage;
import io.mcpspring.protocol.JsonRpcRequest;
import java.util.function.Function;
import reactor.core.publisher.Flux;

/** Observes the requests that the dispatcher serves. */
@Internal
@FunctionalInterface
public interface RequestObserver {

    RequestObserver NONE = (request, context, work) -> work.apply(context);

    /**
     * Returns the messages that answer a request.
     *
     * @param work serves the request with a context, which may have more attributes than the given one
     */
    Flux<JsonRpcMessage> observe(
            JsonRpcRequest request, CallContext context, Function<CallContext, Flux<JsonRpcMessage>> work);
}
