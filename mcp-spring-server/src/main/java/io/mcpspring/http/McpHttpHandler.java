package io.mcpspring.http;

import io.mcpspring.Internal;
import io.mcpspring.UserCode;
import io.mcpspring.exchange.CallContext.Attributes;
import io.mcpspring.exchange.CallContext.User;
import io.mcpspring.exchange.RequestHeaders;
import io.mcpspring.http.McpHttpResponse.Whole;
import io.mcpspring.memory.RequestMemory;
import io.mcpspring.protocol.JsonRpcRequest;
import io.mcpspring.protocol.McpProtocolException;
import io.mcpspring.server.ErrorReport;
import io.mcpspring.server.McpDispatcher;
import io.mcpspring.server.Refusals;
import io.mcpspring.server.RequiredMembers;
import io.mcpspring.server.ServerDescription;
import io.mcpspring.server.Shutdown;
import io.mcpspring.server.Toolsets;
import io.mcpspring.session.LegacySessions;
import io.mcpspring.session.SessionRefusedException;
import io.mcpspring.validation.Quoted;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.stream.Stream;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpMethod;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.util.MimeTypeUtils;
import org.springframework.util.StringUtils;
import org.springframework.web.cors.CorsConfiguration;
import org.springframework.web.util.UriUtils;
import reactor.core.Disposable;

/**
 * The HTTP endpoint of the server and its metadata, for all revisions and any web framework. Its adapters find the
 * caller, read the body, choose the thread, and write; what is between the bytes of a request and those of its response
 * is decided here. Its methods throw no exception: a failure has a response, too.
 */
@Internal
public final class McpHttpHandler {

    private static final Log logger = LogFactory.getLog(McpHttpHandler.class);

    private final HttpSettings settings;

    private final EndpointProtection protection;

    private final String encodedPath;

    private final ResourceMetadata metadata;

    private final MessageReader messages;

    private final ModernEra modern;

    private final LegacyEra legacy;

    private final Shutdown shutdown;

    public McpHttpHandler(
            HttpSettings settings,
            ServerDescription server,
            McpDispatcher dispatcher,
            RequiredMembers required,
            LegacySessions sessions,
            Shutdown shutdown) {
        this.settings = settings;
        this.protection = settings.protection();
        this.encodedPath = UriUtils.encodePath(settings.path(), StandardCharsets.UTF_8);
        this.metadata = new ResourceMetadata(protection.resource());
        this.messages = new MessageReader(settings.json());
        this.modern = new ModernEra(server, dispatcher, required);
        this.legacy = new LegacyEra(server, dispatcher, sessions, protection.initialize());
        this.shutdown = shutdown;
    }

    public HttpSettings settings() {
        return settings;
    }

    /** Lets the shutdown wait for a response that is being written, until the result is disposed. */
    public Disposable registerAtShutdown() {
        return shutdown.register(() -> {});
    }

    public CallerLookup callers() {
        return protection.callers();
    }

    /** Returns the CORS configuration for the page that sends a request; {@code null} to send no CORS headers. */
    public @Nullable CorsConfiguration cors(McpHttpRequest request) {
        return request.headers().first(HttpHeaders.ORIGIN) != null && ResourceMetadata.isAt(request.path())
                ? ResourceMetadata.cors()
                : protection.origins().cors(request);
    }

    /** Returns the response to a request whose body is not needed; {@code null} for a POST that can be handled. */
    public @Nullable McpHttpResponse beforeBody(McpHttpRequest request) {
        return UserCode.<@Nullable McpHttpResponse>call(
                () -> {
                    String path = request.path();
                    if (ResourceMetadata.isAt(path)) {
                        return metadata.respond(request);
                    }
                    protection.origins().check(request);
                    checkPath(request, path);
                    if (settings.page().answers(request)) {
                        return settings.page().respond(request);
                    }
                    if (request.method() == HttpMethod.POST) {
                        checkContent(request.headers());
                        // Refuses a client that accepts neither form of a response.
                        Accepts.of(request.headers());
                        return null;
                    }
                    return withoutBody(request);
                },
                failure -> failed(request, failure));
    }

    /**
     * Returns the response to a POST that {@link #beforeBody} has not answered.
     *
     * @param body the whole body; not copied
     * @param memory the memory that the body takes
     */
    public McpHttpResponse handle(McpHttpRequest request, byte[] body, RequestMemory memory) {
        return UserCode.<McpHttpResponse>call(
                () -> {
                    PostedMessages payload = messages.read(body, memory);
                    memory.received(body.length);
                    try {
                        return receive(request, payload, memory);
                    } catch (RuntimeException failure) {
                        throw refusal(failure).to(payload.requestId());
                    }
                },
                failure -> failed(request, failure));
    }

    private McpHttpResponse receive(McpHttpRequest request, PostedMessages payload, RequestMemory memory) {
        // Answers to questions are accepted during the shutdown, because running calls wait for them.
        if (shutdown.hasBegun() && payload.messages().stream().anyMatch(JsonRpcRequest.class::isInstance)) {
            throw shuttingDown();
        }
        PostRequest post = new PostRequest(
                payload,
                request.headers(),
                Accepts.of(request.headers()),
                Principals.user(request.user()),
                attributes(request, memory),
                memory,
                scopes -> protection.resource().scopeChallenge(request.location(), scopes));
        McpHttpResponse response = modern.claims(post) ? modern.receive(post) : legacy.receive(post);
        if (post.user() == null) {
            protection.open().served(request);
        }
        return response;
    }

    /** Returns the response to a failure of an adapter, or of the events of a response that has not begun. */
    public Whole failed(McpHttpRequest request, Throwable failure) {
        return UserCode.call(
                () -> answer(request, failure), other -> refusal(other).response());
    }

    private Whole answer(McpHttpRequest request, Throwable failure) {
        RequestRefusedException refusal = refusal(failure);
        Refusals.Reason reason = refusal.reason;
        String text = refusal.failure().error().message();
        if (reason == Refusals.Reason.TOKEN) {
            String challenge = protection.resource().challenge(request.location(), "invalid_token", text);
            refusal.with(HttpHeaders.WWW_AUTHENTICATE, challenge);
            protection.refusals().report(reason, null, request.remoteAddress(), text);
        } else if (reason != null) {
            User user = Principals.user(request.user());
            protection.refusals().report(reason, user, request.remoteAddress(), text);
        }
        return refusal.response();
    }

    // Mappings also match other spellings of the path, to which security rules of the application may not apply.
    private void checkPath(McpHttpRequest request, String found) {
        if (!found.equals(settings.path()) && !found.equals(encodedPath)) {
            throw RequestRefusedException.of(
                    HttpStatus.NOT_FOUND,
                    "The path must be exactly " + request.location().contextPath() + settings.path());
        }
    }

    private McpHttpResponse withoutBody(McpHttpRequest request) {
        RequestHeaders headers = request.headers();
        List<HttpMethod> methods = modern.claims(headers) ? List.of(HttpMethod.POST) : legacy.methods();
        if (!methods.contains(request.method())) {
            throw RequestRefusedException.of(
                            HttpStatus.METHOD_NOT_ALLOWED, "The HTTP method is not allowed: send messages by POST")
                    .with(HttpHeaders.ALLOW, StringUtils.collectionToDelimitedString(methods, ", "));
        }
        if (request.method() == HttpMethod.GET) {
            return get(request);
        }
        legacy.delete(headers, Principals.user(request.user()));
        return Whole.empty(HttpStatus.NO_CONTENT);
    }

    private McpHttpResponse get(McpHttpRequest request) {
        RequestHeaders headers = request.headers();
        if (!Accepts.of(headers).stream()) {
            throw RequestRefusedException.of(HttpStatus.NOT_ACCEPTABLE, "Accept must allow text/event-stream");
        }
        // During the shutdown, clients may still resume the streams of running calls.
        if (shutdown.hasBegun() && !StringUtils.hasText(headers.first(McpHeaders.LAST_EVENT_ID))) {
            throw shuttingDown();
        }
        RequestMemory memory = settings.bodies().memory(request);
        return legacy.get(headers, Principals.user(request.user()), attributes(request, memory), memory);
    }

    /**
     * Returns what methods may declare as parameters, or what features need. Read at once: calls may continue after the
     * end of the HTTP exchange, when the web server reuses the request object.
     *
     * @throws McpProtocolException if the request selects toolsets that do not exist
     */
    private Attributes attributes(McpHttpRequest request, RequestMemory memory) {
        return request.attributes()
                .with(RequestHeaders.class, request.headers())
                .with(InetSocketAddress.class, request.remoteAddress())
                .with(Locale.class, request.locale())
                .with(Toolsets.Selection.class, SelectedToolsets.of(request, settings.toolsets()))
                .with(RequestMemory.class, memory);
    }

    private static RequestRefusedException shuttingDown() {
        return RequestRefusedException.of(HttpStatus.SERVICE_UNAVAILABLE, "The server is shutting down")
                .closing();
    }

    private static void checkContent(RequestHeaders headers) {
        String type = headers.first(HttpHeaders.CONTENT_TYPE);
        if (!isJson(type)) {
            throw unsupported("The body must be application/json", HttpHeaders.CONTENT_TYPE, type);
        }
        List<String> encodings = headers.all(HttpHeaders.CONTENT_ENCODING);
        String encoding = String.join(", ", encodings);
        if (!encodings.isEmpty()
                && !Stream.of(StringUtils.tokenizeToStringArray(encoding, ","))
                        .allMatch("identity"::equalsIgnoreCase)) {
            throw unsupported("The body must not be compressed", HttpHeaders.CONTENT_ENCODING, encoding);
        }
    }

    private static RequestRefusedException unsupported(String rule, String header, @Nullable String value) {
        return RequestRefusedException.of(
                HttpStatus.UNSUPPORTED_MEDIA_TYPE,
                "%s, but %s is '%s'".formatted(rule, header, Quoted.of(Objects.requireNonNullElse(value, ""))));
    }

    private static boolean isJson(@Nullable String type) {
        // A charset is not evaluated: the body has to be UTF-8.
        return type == null
                || type.equals(MediaType.APPLICATION_JSON_VALUE)
                // Some clients repeat the header, and others send it without a value.
                || MimeTypeUtils.tokenize(type).stream()
                        .allMatch(each ->
                                each.split(";", 2)[0].strip().equalsIgnoreCase(MediaType.APPLICATION_JSON_VALUE));
    }

    private static RequestRefusedException refusal(Throwable failure) {
        if (failure instanceof RequestRefusedException refusal) {
            return refusal;
        }
        if (failure instanceof SessionRefusedException refused) {
            return RequestRefusedException.of(refused);
        }
        return failure instanceof McpProtocolException refused
                ? new RequestRefusedException(HttpStatus.BAD_REQUEST, refused.error())
                : new RequestRefusedException(
                        HttpStatus.INTERNAL_SERVER_ERROR,
                        ErrorReport.internalError(logger, "A request failed", failure));
    }
}
