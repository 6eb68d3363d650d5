package io.mcpspring.test;

import io.mcpspring.exchange.CallContext.Attributes;
import io.mcpspring.exchange.RequestHeaders;
import io.mcpspring.http.EventFormat;
import io.mcpspring.http.McpHttpHandler;
import io.mcpspring.http.McpHttpRequest;
import io.mcpspring.http.McpHttpResponse;
import io.mcpspring.http.McpHttpResponse.Events;
import io.mcpspring.http.McpHttpResponse.Whole;
import io.mcpspring.http.SpringHeaders;
import io.mcpspring.memory.RequestMemory;
import io.mcpspring.oauth.RequestLocation;
import io.mcpspring.server.StreamEvent;
import java.net.InetSocketAddress;
import java.net.URI;
import java.security.Principal;
import java.time.Duration;
import java.util.Locale;
import java.util.Objects;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpMethod;
import org.springframework.http.HttpStatus;
import reactor.core.publisher.BaseSubscriber;
import reactor.core.publisher.Mono;
import reactor.util.context.Context;

/**
 * Calls the endpoint without a web framework and its filters.
 *
 * @param caller finds the caller on the thread of the test
 */
record HandlerTransport(McpHttpHandler handler, String contextPath, Supplier<@Nullable Principal> caller)
        implements HttpTransport {

    private record Request(
            HttpMethod method, String path, String contextPath, RequestHeaders headers, Attributes caller)
            implements McpHttpRequest {

        @Override
        public Attributes attributes() {
            return caller;
        }

        @Override
        public @Nullable Locale locale() {
            return null;
        }

        @Override
        public InetSocketAddress remoteAddress() {
            return InProcessTransport.CLIENT;
        }

        @Override
        public RequestLocation location() {
            return new RequestLocation(URI.create(InProcessTransport.SERVER + contextPath + path), contextPath, null);
        }
    }

    @Override
    public HttpReply exchange(HttpMethod method, HttpHeaders headers, byte[] body, Duration timeout) {
        Principal user = caller.get();
        Context context = Endpoints.SECURED ? SecurityContexts.of(user) : Context.empty();
        HttpHeaders all = HttpHeaders.copyOf(headers);
        all.set(HttpHeaders.HOST, "localhost");
        Request request = new Request(
                method,
                handler.settings().path(),
                contextPath,
                new SpringHeaders(all),
                Objects.requireNonNull(handler.callers()
                        .find(Mono.justOrEmpty(user))
                        .contextWrite(context)
                        .block()));
        HttpReply reply = new HttpReply(timeout);
        RequestMemory memory = handler.settings().bodies().memory(request);
        try {
            McpHttpResponse early = handler.beforeBody(request);
            McpHttpResponse response = early == null ? handle(request, body, memory) : early;
            if (response instanceof Whole whole) {
                write(whole, reply);
            } else {
                Reader reader = new Reader(request, (Events) response, reply, context);
                reply.onCancel(reader::cancel);
                ((Events) response).events().subscribe(reader);
            }
        } finally {
            memory.release();
        }
        return reply;
    }

    private McpHttpResponse handle(Request request, byte[] body, RequestMemory memory) {
        try {
            handler.settings().bodies().count(memory, 0, body.length);
        } catch (RuntimeException refusal) {
            return handler.failed(request, refusal);
        }
        return handler.handle(request, body, memory);
    }

    private static void write(Whole whole, HttpReply reply) {
        HttpHeaders headers = new HttpHeaders();
        whole.headers().forEach(headers::set);
        reply.begin(whole.status().value(), headers);
        if (whole.body() != null) {
            reply.write(whole.body().toArray());
        }
        reply.end();
    }

    /** Passes events on. The first one decides whether the response is whole. */
    private final class Reader extends BaseSubscriber<StreamEvent> {

        private final Request request;

        private final Events response;

        private final HttpReply reply;

        private final Context context;

        private boolean begun;

        /** {@code null} for a response that is whole. */
        private @Nullable EventFormat format;

        Reader(Request request, Events response, HttpReply reply, Context context) {
            this.request = request;
            this.response = response;
            this.reply = reply;
            this.context = context;
        }

        @Override
        public Context currentContext() {
            return context;
        }

        @Override
        protected void hookOnNext(StreamEvent event) {
            begin(event);
            byte[] bytes = format == null ? null : format.format(event);
            if (bytes != null) {
                reply.write(bytes);
            }
        }

        private void begin(@Nullable StreamEvent first) {
            if (begun) {
                return;
            }
            begun = true;
            Whole plain = response.plain().apply(first);
            if (plain != null) {
                write(plain, reply);
                return;
            }
            format = new EventFormat();
            HttpHeaders headers = new HttpHeaders();
            response.headers().forEach(headers::set);
            reply.begin(HttpStatus.OK.value(), headers);
        }

        @Override
        protected void hookOnComplete() {
            begin(null);
            reply.end();
        }

        @Override
        protected void hookOnError(Throwable failure) {
            if (begun) {
                reply.fail(failure);
            } else {
                write(handler.failed(request, failure), reply);
            }
        }
    }
}
