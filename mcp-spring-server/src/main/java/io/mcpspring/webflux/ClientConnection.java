package io.mcpspring.webflux;

import io.mcpspring.Internal;
import io.mcpspring.server.Deadlines;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.EventLoop;
import io.netty.channel.ServerChannel;
import io.netty.channel.WriteBufferWaterMark;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.time.Duration;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.springframework.http.server.reactive.ServerHttpRequest;
import org.springframework.http.server.reactive.ServerHttpRequestDecorator;
import org.springframework.util.ClassUtils;
import reactor.core.Disposable;
import reactor.core.publisher.Mono;
import reactor.core.publisher.MonoSink;
import reactor.netty.Connection;
import reactor.netty.http.server.ConnectionInformation;
import reactor.netty.http.server.HttpServerResponse;

/** The connection of a request, of which only Reactor Netty exposes details. */
@Internal
public sealed class ClientConnection {

    private static final boolean NETTY =
            ClassUtils.isPresent("reactor.netty.http.server.HttpServer", ClientConnection.class.getClassLoader());

    private static final ClientConnection UNKNOWN = new ClientConnection();

    /** Number of bytes that may be pending without a check that the client is reading. */
    int maxUnwatchedBytes = 100 * 1024;

    private ClientConnection() {}

    /** Returns the connection of a request. */
    public static ClientConnection of(ServerHttpRequest request) {
        if (!NETTY) {
            return UNKNOWN;
        }
        try {
            return ServerHttpRequestDecorator.getNativeRequest(request) instanceof Connection connection
                    ? new NettyConnection(connection)
                    : UNKNOWN;
        } catch (IllegalStateException mock) {
            return UNKNOWN;
        }
    }

    /** Subscribes to a response on a thread on which the web server can write it. */
    public <T> Mono<T> onEventLoop(Mono<T> response) {
        return response;
    }

    /**
     * Runs a short action on a non-blocking thread, such as that of the connection, after a time.
     *
     * @return disposed to run nothing
     */
    Disposable after(Duration time, Runnable action) {
        return Deadlines.after(time, action);
    }

    /** Whether the web server has answered the request itself, because its body is not valid HTTP. */
    boolean isAnswered() {
        return false;
    }

    /** Returns the local address, regardless of forwarded headers; {@code null} if it is unknown. */
    @Nullable
    InetSocketAddress localAddress() {
        return null;
    }

    /** Returns the number of bytes that the web server holds because they cannot be sent yet. */
    long unsentBytes() {
        return 0;
    }

    /** Completes when the web server can send more without holding it. */
    Mono<Void> awaitWritable() {
        return Mono.empty();
    }

    /** Closes the connection at once and drops unsent bytes. */
    void close() {}

    /** Holds many buffers before it waits for the client, and ends a response only when all of them are sent. */
    private static final class NettyConnection extends ClientConnection {

        private final Connection connection;

        private final Channel channel;

        NettyConnection(Connection connection) {
            this.connection = connection;
            this.channel = connection.channel();
            if (!(channel.parent() instanceof ServerChannel)) {
                // A stream of HTTP/2, of which a client may have many without reading any.
                maxUnwatchedBytes = 4 * 1024;
                channel.config().setWriteBufferWaterMark(new WriteBufferWaterMark(2 * 1024, maxUnwatchedBytes));
            }
        }

        // Until 1.3.8, Reactor Netty may stop reading the next request if another thread ends a response:
        // https://github.com/reactor/reactor-netty/issues/4361
        @Override
        public <T> Mono<T> onEventLoop(Mono<T> response) {
            EventLoop eventLoop = channel.eventLoop();
            return eventLoop.inEventLoop()
                    ? response
                    : Mono.<Mono<T>>create(sink -> eventLoop.execute(() -> sink.success(response)))
                            .flatMap(Function.identity());
        }

        // A timer of another thread would wake that thread for each request.
        @Override
        Disposable after(Duration time, Runnable action) {
            ScheduledFuture<?> timer =
                    channel.eventLoop().schedule(action, Deadlines.limited(time).toNanos(), TimeUnit.NANOSECONDS);
            return () -> timer.cancel(false);
        }

        // Reactor Netty completes a body with an invalid chunk as if this were its end.
        @Override
        boolean isAnswered() {
            return connection instanceof HttpServerResponse response && response.hasSentHeaders();
        }

        @Override
        @Nullable
        InetSocketAddress localAddress() {
            SocketAddress address = connection instanceof ConnectionInformation information
                    ? information.connectionHostAddress()
                    : null;
            return address instanceof InetSocketAddress inet ? inet : null;
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
        Mono<Void> awaitWritable() {
            return Mono.defer(() -> channel.isWritable() ? Mono.empty() : Mono.create(this::onWritable));
        }

        private void onWritable(MonoSink<Void> waiting) {
            channel.pipeline().addFirst(new ChannelInboundHandlerAdapter() {

                @Override
                public void handlerAdded(ChannelHandlerContext context) {
                    channelWritabilityChanged(context);
                }

                @Override
                public void channelWritabilityChanged(ChannelHandlerContext context) {
                    context.fireChannelWritabilityChanged();
                    if (channel.isWritable() || !channel.isActive()) {
                        context.pipeline().remove(this);
                    }
                }

                @Override
                public void handlerRemoved(ChannelHandlerContext context) {
                    waiting.success();
                }
            });
        }

        @Override
        void close() {
            channel.close();
        }
    }
}
