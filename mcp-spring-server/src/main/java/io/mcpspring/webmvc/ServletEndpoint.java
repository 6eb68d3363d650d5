package io.mcpspring.webmvc;

import io.mcpspring.Internal;
import io.mcpspring.exchange.CallContext.Attributes;
import io.mcpspring.http.BodyLimits;
import io.mcpspring.http.McpHttpHandler;
import io.mcpspring.http.McpHttpResponse;
import io.mcpspring.http.McpHttpResponse.Whole;
import io.mcpspring.http.OriginPolicy;
import io.mcpspring.http.StreamSettings;
import io.mcpspring.memory.RequestMemory;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.io.InputStream;
import java.security.Principal;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.jspecify.annotations.Nullable;
import org.springframework.web.HttpRequestHandler;
import org.springframework.web.cors.CorsConfiguration;
import org.springframework.web.cors.CorsConfigurationSource;
import reactor.core.publisher.Mono;
import reactor.util.context.Context;

/**
 * The endpoint as a handler of the {@code DispatcherServlet} in a Spring MVC application. A request is served on the
 * thread of the container, as by a controller, unless it outlasts the work that may occupy that thread.
 */
@Internal
public final class ServletEndpoint implements HttpRequestHandler, CorsConfigurationSource {

    private static final Log logger = LogFactory.getLog(ServletEndpoint.class);

    /** The number of bytes that are reserved for a body before they have arrived, at most. */
    private static final int RESERVED_BYTES = 16 * 1024;

    private final McpHttpHandler handler;

    private final BodyLimits bodies;

    private final ServletReplies replies;

    private final List<ThreadContext> threadContexts;

    /**
     * @param streams how streams are written
     * @param threadContexts read for each request on the thread of the container
     */
    public ServletEndpoint(McpHttpHandler handler, StreamSettings streams, List<ThreadContext> threadContexts) {
        this.handler = handler;
        this.bodies = handler.settings().bodies();
        // The rest of the keep-alive time is for the second write, by which a container notices that a client is lost.
        Duration keepAlive = streams.keepAlive().multipliedBy(3).dividedBy(4);
        this.replies = new ServletReplies(handler, streams.withKeepAlive(keepAlive));
        this.threadContexts = List.copyOf(threadContexts);
    }

    @Override
    public @Nullable CorsConfiguration getCorsConfiguration(HttpServletRequest request) {
        return handler.cors(new WebMvcRequest(request));
    }

    @Override
    public void handleRequest(HttpServletRequest request, HttpServletResponse response) {
        OriginPolicy.expose(response::getHeaders, response::addHeader);
        WebMvcRequest received = new WebMvcRequest(request);
        ServletReply reply = new ServletReply(replies, received, response);
        Context context = Context.empty();
        McpHttpResponse early;
        try {
            context = threadContext();
            identify(received, context);
            early = handler.beforeBody(received);
        } catch (RuntimeException failure) {
            early = handler.failed(received, failure);
        }
        long beginning = System.nanoTime();
        if (early == null) {
            serve(received, reply, context, beginning);
        } else {
            writeWithoutBody(early, received, reply, context, beginning);
        }
    }

    private void serve(WebMvcRequest request, ServletReply reply, Context context, long beginning) {
        RequestMemory memory = bodies.memory(request);
        try {
            byte[] body;
            try {
                body = read(request.servletRequest, memory, beginning);
            } catch (IOException | RuntimeException failure) {
                Whole refusal = handler.failed(request, bodies.refusal(failure));
                writeWithoutBody(refusal, request, reply, context, beginning);
                return;
            }
            reply.write(handler.handle(request, body, memory), context);
        } finally {
            memory.release();
        }
    }

    /** Writes a response to a request of which the body has not been read, or not to its end. */
    private void writeWithoutBody(
            McpHttpResponse response, WebMvcRequest request, ServletReply reply, Context context, long beginning) {
        discard(request, bodies, beginning);
        reply.output.sendAtOnce();
        reply.write(response, context);
    }

    /**
     * Reads the rest of a body that comes over HTTP/2, but not more bytes than a body may have, and not after the time
     * limit. Containers reset a stream with an unread body, and the client may lose the response.
     */
    public static void discard(WebMvcRequest request, BodyLimits bodies, long beginning) {
        if (request.isHttp1()) {
            return;
        }
        byte[] bytes = new byte[RESERVED_BYTES];
        try {
            InputStream input = request.servletRequest.getInputStream();
            int more = 0;
            for (long size = 0; more >= 0 && size < bodies.maxSize() && !isTooSlow(bodies, beginning); size += more) {
                more = input.read(bytes);
            }
        } catch (IOException | IllegalStateException failure) {
            logger.debug("The body of a refused request could not be read", failure);
        }
    }

    private static boolean isTooSlow(BodyLimits bodies, long beginning) {
        return System.nanoTime() - beginning > bodies.timeout().toNanos();
    }

    private byte[] read(HttpServletRequest request, RequestMemory memory, long beginning) throws IOException {
        long length = request.getContentLengthLong();
        if (length > bodies.maxSize()) {
            throw bodies.tooLarge();
        }
        InputStream input = request.getInputStream();
        byte[] body = new byte[(int) Math.min(length < 0 ? RESERVED_BYTES : length, RESERVED_BYTES)];
        int size = 0;
        while (true) {
            if (size == body.length) {
                int next = input.read();
                if (next < 0) {
                    return body;
                }
                // A filter has made the body longer, or its length is not known.
                body = Arrays.copyOf(body, 2 * size + 1);
                body[size] = (byte) next;
                size = bodies.count(memory, size, 1);
            }
            int more = input.read(body, size, body.length - size);
            if (more < 0) {
                return Arrays.copyOf(body, size);
            }
            size = bodies.count(memory, size, more);
            if (isTooSlow(bodies, beginning)) {
                throw bodies.tooSlow();
            }
        }
    }

    private Context threadContext() {
        Context all = Context.empty();
        for (ThreadContext each : threadContexts) {
            all = all.putAll(each.read().readOnly());
        }
        return all;
    }

    private void identify(WebMvcRequest request, Context context) {
        Principal user = request.servletRequest.getUserPrincipal();
        Mono<Attributes> caller = handler.callers().find(user == null ? Mono.empty() : Mono.just(user));
        request.caller = Objects.requireNonNull((context.isEmpty() ? caller : caller.contextWrite(context)).block());
    }
}
