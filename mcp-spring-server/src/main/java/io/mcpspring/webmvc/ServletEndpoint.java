package io.mcpspring.webmvc;

import io.mcpspring.Internal;
import io.mcpspring.http.BodyLimits;
import io.mcpspring.http.Caller;
import io.mcpspring.http.McpHttpHandler;
import io.mcpspring.http.McpHttpResponse;
import io.mcpspring.http.McpHttpResponse.Whole;
import io.mcpspring.http.OriginPolicy;
import io.mcpspring.http.StreamSettings;
import io.mcpspring.memory.RequestMemory;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import jakarta.servlet.http.HttpServletResponseWrapper;
import java.io.IOException;
import java.io.InputStream;
import java.net.SocketTimeoutException;
import java.security.Principal;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.TimeoutException;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpMethod;
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

    private final StreamSettings streams;

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
        this.streams = streams;
        this.replies = new ServletReplies(handler, streams.withKeepAlive(keepAlive));
        this.threadContexts = List.copyOf(threadContexts);
    }

    /** Returns how streams are written. */
    public StreamSettings streams() {
        return streams;
    }

    @Override
    public @Nullable CorsConfiguration getCorsConfiguration(HttpServletRequest request) {
        return handler.cors(WebMvcRequest.of(request));
    }

    @Override
    public void handleRequest(HttpServletRequest request, HttpServletResponse response) {
        HttpServletResponse target =
                HttpMethod.OPTIONS.matches(request.getMethod()) ? new OptionsResponse(response) : response;
        OriginPolicy.expose(response::getHeader, response::addHeader);
        Context context;
        WebMvcRequest received;
        RequestMemory memory;
        try {
            context = threadContext();
            received = new WebMvcRequest(request, caller(request, context));
            memory = bodies.memory(received);
        } catch (RuntimeException failure) {
            WebMvcRequest unknown = WebMvcRequest.of(request);
            refuse(failure, unknown, new ServletReply(replies, unknown, target), target);
            return;
        }
        ServletReply reply = new ServletReply(replies, received, target);
        McpHttpResponse early = handler.beforeBody(received);
        if (early != null) {
            reply.write(early, context);
            if (early instanceof Whole) {
                flush(target);
            }
        } else {
            try {
                answer(received, reply, target, context, memory);
            } finally {
                memory.release();
            }
        }
    }

    private void answer(
            WebMvcRequest request,
            ServletReply reply,
            HttpServletResponse target,
            Context context,
            RequestMemory memory) {
        byte[] body;
        try {
            body = read(request.servletRequest(), memory);
        } catch (IOException failure) {
            if (isTimeout(failure)) {
                refuse(bodies.tooSlow(), request, reply, target);
            } else if (BodyLimits.isLost(failure)) {
                logger.debug("A client has disconnected before its request was complete", failure);
            } else {
                refuse(bodies.incomplete(), request, reply, target);
            }
            return;
        } catch (RuntimeException refusal) {
            refuse(refusal, request, reply, target);
            return;
        }
        reply.write(handler.handle(request, body, memory), context);
    }

    /** Whether the container has waited for the body for as long as it does; Tomcat and Jetty say so differently. */
    private static boolean isTimeout(IOException failure) {
        return failure instanceof SocketTimeoutException || failure.getCause() instanceof TimeoutException;
    }

    private void refuse(
            RuntimeException refusal, WebMvcRequest request, ServletReply reply, HttpServletResponse target) {
        reply.write(handler.failed(request, refusal), Context.empty());
        flush(target);
    }

    // Tomcat reads the rest of a body before it sends the response.
    private static void flush(HttpServletResponse response) {
        try {
            response.flushBuffer();
        } catch (IOException failure) {
            logger.debug("A client has disconnected before it got the response", failure);
        }
    }

    private byte[] read(HttpServletRequest request, RequestMemory memory) throws IOException {
        long length = request.getContentLengthLong();
        if (length > bodies.maxSize()) {
            throw bodies.tooLarge();
        }
        long beginning = System.nanoTime();
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
            if (System.nanoTime() - beginning > bodies.timeout().toNanos()) {
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

    private Caller caller(HttpServletRequest request, Context context) {
        Principal user = request.getUserPrincipal();
        Mono<Caller> caller = handler.callers().find(user == null ? Mono.empty() : Mono.just(user));
        return Objects.requireNonNull((context.isEmpty() ? caller : caller.contextWrite(context)).block());
    }

    /** Keeps FrameworkServlet from adding methods to {@code Allow}: it does not change a response with that header. */
    private static final class OptionsResponse extends HttpServletResponseWrapper {

        OptionsResponse(HttpServletResponse response) {
            super(response);
            response.setHeader(HttpHeaders.ALLOW, "");
        }

        @Override
        public void addHeader(String name, String value) {
            if (name.equalsIgnoreCase(HttpHeaders.ALLOW)) {
                setHeader(name, value);
            } else {
                super.addHeader(name, value);
            }
        }
    }
}
