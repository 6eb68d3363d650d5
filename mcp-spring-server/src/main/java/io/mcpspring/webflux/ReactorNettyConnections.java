package io.mcpspring.webflux;

import io.mcpspring.Internal;
import io.mcpspring.http.StreamSettings;
import io.netty.channel.Channel;
import io.netty.channel.EventLoop;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpHeaders;
import org.springframework.http.server.reactive.ServerHttpRequest;
import org.springframework.http.server.reactive.ServerHttpRequestDecorator;
import org.springframework.http.server.reactive.ServerHttpResponse;
import org.springframework.http.server.reactive.ServerHttpResponseDecorator;
import reactor.core.publisher.Mono;
import reactor.netty.Connection;
import reactor.netty.http.server.ConnectionInformation;
import reactor.netty.http.server.HttpServerResponse;

/** The connections of Reactor Netty. */
@Internal
public final class ReactorNettyConnections extends Connections {

    // Netty detects a lost client at once.
    @Override
    public StreamSettings detecting(StreamSettings settings) {
        return settings;
    }

    @Override
    ClientConnection of(ServerHttpResponse response) {
        Object connected = orNull(() -> ServerHttpResponseDecorator.getNativeResponse(response));
        return connected instanceof Connection connection
                ? new NettyConnection(connection.channel())
                : super.of(response);
    }

    // Reactor Netty completes a body with an invalid chunk as if this were its end.
    @Override
    public boolean isAnswered(ServerHttpRequest request) {
        return nativeRequest(request) instanceof HttpServerResponse response && response.hasSentHeaders();
    }

    private static @Nullable Object nativeRequest(ServerHttpRequest request) {
        return orNull(() -> ServerHttpRequestDecorator.getNativeRequest(request));
    }

    // A mock server has neither a native request nor a native response.
    private static @Nullable Object orNull(Supplier<Object> nativeObject) {
        try {
            return nativeObject.get();
        } catch (IllegalStateException notNative) {
            return null;
        }
    }

    // Reactor Netty does not use the headers of a request again.
    @Override
    public HttpHeaders headers(ServerHttpRequest request) {
        return nativeRequest(request) instanceof ConnectionInformation
                ? HttpHeaders.readOnlyHttpHeaders(request.getHeaders())
                : super.headers(request);
    }

    @Override
    public @Nullable InetSocketAddress localAddress(ServerHttpRequest request) {
        if (!(nativeRequest(request) instanceof ConnectionInformation information)) {
            return super.localAddress(request);
        }
        SocketAddress address = information.connectionHostAddress();
        return address instanceof InetSocketAddress inet ? inet : null;
    }

    /** Holds many buffers before it waits for the client, and ends a response only when all of them are sent. */
    private static final class NettyConnection extends ClientConnection {

        private final Channel channel;

        private NettyConnection(Channel channel) {
            this.channel = channel;
        }

        // Until 1.3.8, Reactor Netty may stop reading the next request if another thread ends a response:
        // https://github.com/reactor/reactor-netty/issues/4361
        @Override
        <T> Mono<T> publish(Mono<T> response) {
            return response.flatMap(ready -> {
                EventLoop eventLoop = channel.eventLoop();
                return eventLoop.inEventLoop()
                        ? Mono.just(ready)
                        : Mono.create(sink -> eventLoop.execute(() -> sink.success(ready)));
            });
        }

        @Override
        boolean detectsLossByWriting() {
            return false;
        }

        @Override
        long unsentBytes() {
            if (!channel.isActive()) {
                return 0;
            }
            return channel.isWritable()
                    ? Math.max(0, channel.config().getWriteBufferHighWaterMark() - channel.bytesBeforeUnwritable())
                    : channel.config().getWriteBufferLowWaterMark() + channel.bytesBeforeWritable();
        }

        @Override
        void close() {
            channel.close();
        }
    }
}
