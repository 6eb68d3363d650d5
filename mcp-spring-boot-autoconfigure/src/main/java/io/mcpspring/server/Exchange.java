package io.mcpspring.server;

import io.mcpspring.protocol.ClientCapabilities;
import io.mcpspring.protocol.Implementation;
import io.mcpspring.protocol.JsonRpcMessage;
import io.mcpspring.protocol.JsonRpcNotification;
import io.mcpspring.protocol.ProtocolVersion;
import java.util.Optional;
import reactor.core.publisher.FluxSink;
import tools.jackson.databind.JsonNode;

/** A request while it is served: what is known of it, and the way back to its client. */
public final class Exchange implements McpExchange {

    private final RequestContext context;

    private final FluxSink<JsonRpcMessage> client;

    private volatile boolean over;

    Exchange(RequestContext context, FluxSink<JsonRpcMessage> client) {
        this.context = context;
        this.client = client;
    }

    public RequestContext context() {
        return this.context;
    }

    public ProtocolVersion version() {
        return context.protocolVersion();
    }

    /** Sends a message before the response; dropped where the client accepts none, or when the request is over. */
    public void send(JsonRpcNotification notification) {
        if (context.acceptsStream()) {
            client.next(notification);
        }
    }

    /** Nobody waits for anything more. */
    void end() {
        over = true;
    }

    @Override
    public String protocolVersion() {
        return version().value();
    }

    @Override
    public Optional<Implementation> clientInfo() {
        return Optional.ofNullable(context.clientInfo());
    }

    @Override
    public ClientCapabilities clientCapabilities() {
        return context.clientCapabilities();
    }

    @Override
    public JsonNode meta() {
        return context.meta();
    }

    @Override
    public boolean isCancelled() {
        return over;
    }
}
