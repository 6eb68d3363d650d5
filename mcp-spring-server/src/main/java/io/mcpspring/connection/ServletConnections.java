package io.mcpspring.connection;

import io.mcpspring.Internal;
import jakarta.servlet.http.HttpServletResponse;
import java.net.InetSocketAddress;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpHeaders;
import org.springframework.http.server.reactive.ServerHttpRequest;
import org.springframework.http.server.reactive.ServerHttpResponse;
import org.springframework.http.server.reactive.ServerHttpResponseDecorator;

/** The connections of a servlet container. */
@Internal
public sealed class ServletConnections extends Connections permits TomcatConnections {

    // Short, because servlet containers notice by the second write that a client has disconnected.
    @Override
    public Duration keepAlive() {
        return Duration.ofSeconds(5);
    }

    @Override
    ClientConnection of(ServerHttpResponse response) {
        GuardedResponse guarded = ServerHttpResponseDecorator.getNativeResponse(response);
        return new ServletConnection(guarded);
    }

    // Spring's adapter for servlets has copied them.
    @Override
    public HttpHeaders headers(ServerHttpRequest request) {
        return HttpHeaders.readOnlyHttpHeaders(request.getHeaders());
    }

    // That of the guarded request, which ignores forwarded headers.
    @Override
    public @Nullable InetSocketAddress localAddress(ServerHttpRequest request) {
        return request.getLocalAddress();
    }

    /**
     * Closes the connection of an asynchronous request whose response is incomplete, and ends the request; the caller
     * ensures that the request has not ended.
     *
     * @return {@code false} if the container does so itself when the request is completed
     */
    boolean close(HttpServletResponse response) {
        return false;
    }

    private final class ServletConnection extends ContainerConnection {

        private final GuardedResponse response;

        ServletConnection(GuardedResponse response) {
            this.response = response;
        }

        @Override
        void close() {
            response.abort();
        }
    }
}
