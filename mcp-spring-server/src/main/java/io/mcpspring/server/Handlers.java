package io.mcpspring.server;

import io.mcpspring.Internal;
import io.mcpspring.event.ServerEvents;
import io.mcpspring.memory.ByteBudget;
import io.mcpspring.protocol.EmptyResult;
import io.mcpspring.protocol.RequestMethod;
import java.util.HashMap;
import java.util.Map;
import reactor.core.publisher.Mono;

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
        handlers.put(RequestMethod.INITIALIZE.value(), new InitializeHandler(server, seal));
        handlers.put(RequestMethod.DISCOVER.value(), new DiscoverHandler(server, seal));
        handlers.put(RequestMethod.PING.value(), (params, exchange) -> Mono.just(new EmptyResult()));
        handlers.put(RequestMethod.SET_LEVEL.value(), new SetLevelHandler());
        handlers.put(
                RequestMethod.LISTEN.value(),
                new ListenHandler(
                        features::offer,
                        features::list,
                        events,
                        streams,
                        ByteBudget.ofHeap(FILTERS_HEAP_SHARE),
                        shutdown,
                        refusals));
        return handlers;
    }
}
