package io.mcpspring.test;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.time.Duration;
import java.util.Objects;
import java.util.function.Supplier;
import org.springframework.core.io.buffer.DataBuffer;
import org.springframework.core.io.buffer.DataBufferUtils;
import org.springframework.core.io.buffer.DefaultDataBufferFactory;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpMethod;
import org.springframework.http.HttpStatus;
import org.springframework.http.HttpStatusCode;
import org.springframework.http.server.reactive.HttpHandler;
import org.springframework.mock.http.server.reactive.MockServerHttpRequest;
import org.springframework.mock.http.server.reactive.MockServerHttpResponse;
import reactor.core.Disposable;
import reactor.core.publisher.Flux;

/** Calls a WebFlux application without a web server. */
final class InProcessTransport implements HttpTransport {

    static final String SERVER = "http://localhost";

    static final InetSocketAddress CLIENT = new InetSocketAddress(InetAddress.getLoopbackAddress(), 49152);

    private final Supplier<HttpHandler> handler;

    private final String contextPath;

    private final String path;

    InProcessTransport(Supplier<HttpHandler> handler, String contextPath, String path) {
        this.handler = handler;
        this.contextPath = contextPath;
        this.path = path;
    }

    @Override
    public HttpReply exchange(HttpMethod method, HttpHeaders headers, byte[] body, Duration timeout) {
        HttpReply reply = new HttpReply(timeout);
        MockServerHttpRequest request = MockServerHttpRequest.method(method, URI.create(SERVER + contextPath + path))
                .contextPath(contextPath)
                .remoteAddress(CLIENT)
                .header(HttpHeaders.HOST, "localhost")
                .headers(headers)
                .body(Flux.just(DefaultDataBufferFactory.sharedInstance.wrap(body)));
        MockServerHttpResponse response = new MockServerHttpResponse();
        response.setWriteHandler(content -> {
            begin(reply, response);
            return content.doOnNext(buffer -> reply.write(bytes(buffer))).then();
        });
        // On the thread of the test, so that what a test has bound to its thread is found, for instance its user.
        Disposable exchange = handler.get().handle(request, response).subscribe(null, reply::fail, reply::end);
        reply.onCancel(exchange::dispose);
        return reply;
    }

    private static void begin(HttpReply reply, MockServerHttpResponse response) {
        HttpStatusCode status = Objects.requireNonNullElse(response.getStatusCode(), HttpStatus.OK);
        reply.begin(status.value(), HttpHeaders.copyOf(response.getHeaders()));
    }

    private static byte[] bytes(DataBuffer buffer) {
        byte[] bytes = new byte[buffer.readableByteCount()];
        buffer.read(bytes);
        DataBufferUtils.release(buffer);
        return bytes;
    }
}
