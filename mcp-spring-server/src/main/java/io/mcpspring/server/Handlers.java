package io.mcpspring.server;

import io.mcpspring.Internal;
import io.mcpspring.event.ServerEvents;
import io.mcpspring.exchange.Exchange;
import io.mcpspring.memory.ByteBudget;
import io.mcpspring.protocol.EmptyResult;
import io.mcpspring.protocol.LoggingLevel;
import io.mcpspring.protocol.McpProtocolException;
import io.mcpspring.protocol.RequestMethod;
import java.util.HashMap;
import java.util.Map;
import reactor.core.publisher.Mono;
import tools.jackson.databind.node.ObjectNode;

/** The handlers of the server: those of the core of the protocol, and those of the features. */
@Internal
public final class Handlers {

    /** Divisor of the heap size: the filters of all clients that listen to events may occupy this part of the heap. */
    private static final int FILTERS_HEAP_SHARE = 16;

    private Handlers() {}

    /**
     * Creates the handlers, and returns them by the names of their methods; {@link RequestMethod} knows in which
     * revisions a method exists.
     *
     * @param seal completes the results that are written once and sent many times
     * @param streams counts the streams of clients that listen to events
     * @param refusals learns of requests beyond a limit
     */
    public static Map<String, McpRequestHandler> of(
            ServerDescription server,
            Features features,
            ResultSeal seal,
            ServerEvents events,
            ListeningStreams streams,
            Shutdown shutdown,
            Refusals refusals) {
        Map<String, McpRequestHandler> handlers = new HashMap<>(features.handlers(seal));
        DescriptionHandlers description = new DescriptionHandlers(server, seal);
        handlers.put(RequestMethod.INITIALIZE.value(), description::initialize);
        handlers.put(RequestMethod.DISCOVER.value(), description::discover);
        handlers.put(RequestMethod.PING.value(), (params, exchange) -> Mono.just(new EmptyResult()));
        handlers.put(RequestMethod.SET_LEVEL.value(), Handlers::setLevel);
        handlers.put(
                RequestMethod.LISTEN.value(),
                new ListenHandler(
                        features, events, streams, ByteBudget.ofHeap(FILTERS_HEAP_SHARE), shutdown, refusals));
        return handlers;
    }

    private static Mono<EmptyResult> setLevel(ObjectNode params, Exchange exchange) {
        LoggingLevel level = LoggingLevel.of(RequestParams.text(params, "level"))
                .orElseThrow(() -> McpProtocolException.invalidParams(
                        "'level' must be one of debug, info, notice, warning, error, critical, alert, emergency"));
        exchange.context().channel().session().orElseThrow().logLevel(level);
        return Mono.just(new EmptyResult());
    }
}
