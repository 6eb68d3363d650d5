package io.mcpspring.webflux;

import io.mcpspring.Internal;
import io.mcpspring.http.StreamSettings;
import io.mcpspring.oauth.RequestLocation;
import java.net.InetSocketAddress;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpHeaders;
import org.springframework.http.server.reactive.ServerHttpRequest;
import org.springframework.http.server.reactive.ServerHttpResponse;
import reactor.core.publisher.Mono;

/** The connections of a web server that exposes none of their details. */
@Internal
public sealed class Connections permits ReactorNettyConnections {

    private final ClientConnection connection = new ContainerConnection();

    /** Returns the default of the time without an event after which a comment is sent. */
    public Duration keepAlive() {
        return Duration.ofSeconds(15);
    }

    /**
     * Returns the settings with which a lost client is detected within the keep-alive time. The rest of the time is for
     * the second write; see {@link ClientConnection#detectsLossByWriting()}.
     */
    public StreamSettings detecting(StreamSettings settings) {
        return new StreamSettings(
                settings.keepAlive().multipliedBy(3).dividedBy(4), settings.bufferSize(), settings.writeTimeout());
    }

    ClientConnection of(ServerHttpResponse response) {
        return connection;
    }

    /** Emits a response on a thread on which the web server can write it. */
    public final <T> Mono<T> publish(Mono<T> message, ServerHttpResponse response) {
        return of(response).publish(message);
    }

    /** Whether the web server has answered a request itself, because its body is not valid HTTP. */
    public boolean isAnswered(ServerHttpRequest request) {
        return false;
    }

    /**
     * Returns the local address of a request's connection, regardless of forwarded headers; {@code null} if it is
     * unknown.
     */
    public @Nullable InetSocketAddress localAddress(ServerHttpRequest request) {
        return null;
    }

    /**
     * Returns the headers of a request for use after the end of the HTTP exchange. A copy, because servlet containers
     * use the objects of a request again.
     */
    public HttpHeaders headers(ServerHttpRequest request) {
        return HttpHeaders.readOnlyHttpHeaders(HttpHeaders.copyOf(request.getHeaders()));
    }

    /** Returns where a request has arrived. */
    public RequestLocation locate(ServerHttpRequest request) {
        return new RequestLocation(
                request.getURI(), request.getPath().contextPath().value(), localAddress(request));
    }

    /** A connection of which nothing is known. */
    private static final class ContainerConnection extends ClientConnection {

        @Override
        <T> Mono<T> publish(Mono<T> response) {
            return response;
        }

        @Override
        boolean detectsLossByWriting() {
            return true;
        }
    }
}
