package io.mcpspring.connection;

import io.mcpspring.Internal;
import java.net.InetSocketAddress;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpHeaders;
import org.springframework.http.server.reactive.ServerHttpRequest;
import org.springframework.http.server.reactive.ServerHttpResponse;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Scheduler;
import reactor.core.scheduler.Schedulers;

/** The connections of a servlet container that exposes none of their details. */
@Internal
public sealed class Connections permits ReactorNettyConnections, ServletConnections {

    private final Scheduler requestThreads = Schedulers.fromExecutor(new RequestThreads());

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

    /**
     * Emits the body of a request on a thread that can process it. A servlet container writes nothing as long as its
     * own thread is busy with the request, not even the error of the time limit.
     */
    public <T> Mono<T> received(Mono<T> body, ServerHttpRequest request) {
        return body.publishOn(requestThreads);
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

    /**
     * A servlet container writes on the thread that emits, and closes the connection if that thread is interrupted,
     * which happens to threads whose work is cancelled.
     */
    class ContainerConnection extends ClientConnection {

        @Override
        <T> Mono<T> publish(Mono<T> response) {
            return response.publishOn(requestThreads);
        }

        @Override
        <T> Flux<T> publish(Flux<T> parts) {
            return parts.publishOn(requestThreads);
        }

        @Override
        boolean detectsLossByWriting() {
            return true;
        }
    }
}
