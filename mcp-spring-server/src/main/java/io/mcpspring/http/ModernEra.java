package io.mcpspring.http;

import io.mcpspring.exchange.CallContext;
import io.mcpspring.exchange.CallContext.Attributes;
import io.mcpspring.exchange.CallerExpiry;
import io.mcpspring.exchange.RequestHeaders;
import io.mcpspring.http.McpHttpResponse.Whole;
import io.mcpspring.protocol.ClientCapabilities;
import io.mcpspring.protocol.JsonRpcError;
import io.mcpspring.protocol.JsonRpcMessage;
import io.mcpspring.protocol.JsonRpcNotification;
import io.mcpspring.protocol.JsonRpcRequest;
import io.mcpspring.protocol.JsonRpcResponse;
import io.mcpspring.protocol.LoggingLevel;
import io.mcpspring.protocol.McpProtocolException;
import io.mcpspring.protocol.MirroredHeaders;
import io.mcpspring.protocol.ProtocolVersion;
import io.mcpspring.protocol.RequestMethod;
import io.mcpspring.server.McpDispatcher;
import io.mcpspring.server.RequestParams;
import io.mcpspring.server.RequiredMembers;
import io.mcpspring.server.ServerDescription;
import io.mcpspring.server.StreamEvent;
import java.security.Principal;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpStatus;
import reactor.core.publisher.Flux;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.MissingNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * The modern era: requests are independent of each other. Each contains its revision and capabilities in {@code _meta},
 * and repeats in headers the values that proxies need.
 */
record ModernEra(ServerDescription server, McpDispatcher dispatcher, RequiredMembers required) {

    private static final String VERSION_KEY = "io.modelcontextprotocol/protocolVersion";

    private static final String VERSION_PATH = inMeta(VERSION_KEY);

    private static final String CAPABILITIES_KEY = "io.modelcontextprotocol/clientCapabilities";

    private static final String CAPABILITIES_PATH = inMeta(CAPABILITIES_KEY);

    private static final String CLIENT_KEY = "io.modelcontextprotocol/clientInfo";

    private static final String LOG_LEVEL_KEY = "io.modelcontextprotocol/logLevel";

    /** The members of {@code _meta} that a listening stream keeps. */
    private static final List<String> KEPT_KEYS = List.of("progressToken", "traceparent", "tracestate", "baggage");

    /** Whether the messages belong to this era. */
    boolean claims(PostRequest post) {
        for (JsonRpcMessage message : post.payload().messages()) {
            if (meta(message).has(VERSION_KEY)) {
                return true;
            }
        }
        return post.payload()
                        .singleRequest()
                        .filter(request -> request.isFor(RequestMethod.INITIALIZE))
                        .isEmpty()
                && claims(post.headers());
    }

    /** Whether requests without a body belong to this era if they have these headers. */
    boolean claims(RequestHeaders headers) {
        String header = McpHeaders.value(headers, McpHeaders.PROTOCOL_VERSION);
        return header != null
                && ProtocolVersion.of(header)
                        .filter(version -> version.isModern() && server.serves(version))
                        .isPresent();
    }

    /**
     * @throws RequestRefusedException if the message breaks a rule of its revision
     * @throws McpProtocolException likewise
     */
    McpHttpResponse receive(PostRequest post) {
        if (post.payload().batch()) {
            throw RequestRefusedException.badRequest(
                    "Modern revisions do not support batches: send one message at a time");
        }
        JsonRpcMessage message = post.payload().messages().get(0);
        if (message instanceof JsonRpcNotification) {
            return Whole.empty(HttpStatus.ACCEPTED);
        }
        if (!(message instanceof JsonRpcRequest request)) {
            throw RequestRefusedException.badRequest("The message must be a request or a notification");
        }
        CallContext context = checkedContext(request, post);
        return new Reply(Map.of(), ModernEra::status, post.accepts(), post.challenge(), context.memory())
                .response(events(request, context), () -> {});
    }

    private Flux<StreamEvent> events(JsonRpcRequest request, CallContext context) {
        return dispatcher
                .dispatch(request, context)
                .map(message -> StreamEvent.Message.of(
                        message, last -> completed(last, context.protocolVersion()), context.memory()));
    }

    // The revision is checked first, because all other checks depend on it.
    private CallContext checkedContext(JsonRpcRequest request, PostRequest post) {
        JsonNode meta = meta(request);
        MirroredHeaders headers = new MirroredHeaders(post.headers()::all);
        String requested = RequestParams.text(meta, VERSION_KEY, VERSION_PATH);
        headers.verifyPlain(McpHeaders.PROTOCOL_VERSION, requested);
        ProtocolVersion version = served(requested);
        ClientCapabilities capabilities =
                ClientCapabilities.of(RequestParams.object(meta, CAPABILITIES_KEY, CAPABILITIES_PATH));
        LoggingLevel logLevel = logLevel(meta);
        headers.verifyPlain(McpHeaders.METHOD, request.method());
        RequestMethod.of(request.method())
                .flatMap(RequestMethod::subject)
                .ifPresent(subject -> headers.verify(McpHeaders.NAME, RequestParams.text(request.params(), subject)));
        boolean listens = request.isFor(RequestMethod.LISTEN);
        if (listens && !post.accepts().stream()) {
            throw RequestRefusedException.of(
                    HttpStatus.NOT_ACCEPTABLE, "Accept must allow text/event-stream: the response is a stream");
        }
        return new CallContext(
                version,
                ClientInfo.read(meta.path(CLIENT_KEY)),
                capabilities,
                listens ? kept(meta) : meta,
                headers,
                post.user(),
                new StatelessChannel(post.accepts().stream(), Optional.ofNullable(logLevel)),
                listens ? withExpiry(post.attributes()) : post.attributes());
    }

    // The stream may last for days, and the tree of the whole object may take 27 times the memory of its text.
    private static ObjectNode kept(JsonNode meta) {
        return ((ObjectNode) meta)
                .retain(KEPT_KEYS)
                .removeIf(JsonNode::isContainer)
                .deepCopy();
    }

    private static Attributes withExpiry(Attributes attributes) {
        return attributes.with(CallerExpiry.class, Principals.expiry(attributes.get(Principal.class)));
    }

    private ProtocolVersion served(String requested) {
        ProtocolVersion version =
                ProtocolVersion.of(requested).filter(server::serves).orElseThrow(() -> server.unsupported(requested));
        if (!version.isModern()) {
            // Legacy revisions are not listed, because the client could not send this request in any of them.
            throw McpProtocolException.unsupportedVersion(requested, server.modernVersions());
        }
        return version;
    }

    private static @Nullable LoggingLevel logLevel(JsonNode meta) {
        JsonNode level = meta.path(LOG_LEVEL_KEY);
        return RequestParams.isAbsent(level)
                ? null
                : LoggingLevel.of(level.asString(""))
                        .orElseThrow(() -> McpProtocolException.invalidParams(
                                inMeta(LOG_LEVEL_KEY) + " must be a log level, such as 'info'"));
    }

    private static String inMeta(String key) {
        return "params._meta['" + key + "']";
    }

    private static JsonNode meta(JsonRpcMessage message) {
        if (message instanceof JsonRpcRequest request) {
            return request.params().path("_meta");
        }
        return message instanceof JsonRpcNotification notification && notification.params() instanceof JsonNode params
                ? params.path("_meta")
                : MissingNode.getInstance();
    }

    private JsonRpcMessage completed(JsonRpcMessage message, ProtocolVersion version) {
        return message instanceof JsonRpcResponse.Success success
                ? new JsonRpcResponse.Success(success.id(), required.addTo(success.result(), version))
                : message;
    }

    private static HttpStatus status(int errorCode) {
        return switch (errorCode) {
            case JsonRpcError.METHOD_NOT_FOUND -> HttpStatus.NOT_FOUND;
            case JsonRpcError.HEADER_MISMATCH,
                    JsonRpcError.MISSING_CLIENT_CAPABILITY,
                    JsonRpcError.UNSUPPORTED_PROTOCOL_VERSION -> HttpStatus.BAD_REQUEST;
            default -> HttpStatus.OK;
        };
    }
}
