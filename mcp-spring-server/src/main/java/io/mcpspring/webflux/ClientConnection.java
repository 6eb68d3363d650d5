package io.mcpspring.webflux;

import io.mcpspring.Internal;
import io.mcpspring.server.Deadlines;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
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
public final class ClientConnection {

    private static final boolean NETTY =
            ClassUtils.isPresent("reactor.netty.http.server.HttpServer", ClientConnection.class.getClassLoader());

    private final @Nullable Connection connection;

    private final @Nullable Channel channel;

    /** Number of bytes that may be pending without a check that the client is reading. */
    final int maxUnwatchedBytes;

    private ClientConnection(@Nullable Connection connection) {
        this.connection = connection;
        this.channel = connection == null ? null : connection.channel();
        if (channel == null || channel.parent() instanceof ServerChannel) {
            this.maxUnwatchedBytes = 100 * 1024;
        } else {
            // A stream of HTTP/2, of which a client may have many without reading any.
            this.maxUnwatchedBytes = 4 * 1024;
            channel.config().setWriteBufferWaterMark(new WriteBufferWaterMark(2 * 1024, maxUnwatchedBytes));
        }
    }

    /** Returns the connection of a request. */
    public static ClientConnection of(ServerHttpRequest request) {
        return new ClientConnection(NETTY ? ofNetty(request) : null);
    }

    private static @Nullable Connection ofNetty(ServerHttpRequest request) {
        try {
            return ServerHttpRequestDecorator.getNativeRequest(request) instanceof Connection known ? known : null;
        } catch (IllegalStateException mock) {
            return null;
        }
    }

    /** Subscribes to a response on a thread on which the web server can write it. */
    public <T> Mono<T> onEventLoop(Mono<T> response) {
        // Until 1.3.8, Reactor Netty may stop reading the next request if another thread ends a response:
        // https://github.com/reactor/reactor-netty/issues/4361
        return channel == null || channel.eventLoop().inEventLoop()
                ? response
                : Mono.<Mono<T>>create(sink -> channel.eventLoop().execute(() -> sink.success(response)))
                        .flatMap(Function.identity());
    }

    /**
     * Runs a short action on a non-blocking thread, such as that of the connection, after a time.
     *
     * @return disposed to run nothing
     */
    Disposable after(Duration time, Runnable action) {
        if (channel == null) {
            return Deadlines.after(time, action);
        }
        // A timer of another thread would wake that thread for each request.
        ScheduledFuture<?> timer =
                channel.eventLoop().schedule(action, Deadlines.limited(time).toNanos(), TimeUnit.NANOSECONDS);
        return () -> timer.cancel(false);
    }

    /** Whether the web server has answered the request itself, because its body is not valid HTTP. */
    boolean isAnswered() {
        // Reactor Netty completes a body with an invalid chunk as if this were its end.
        return connection instanceof HttpServerResponse response && response.hasSentHeaders();
    }

    /** Returns the local address, regardless of forwarded headers; {@code null} if it is unknown. */
    @Nullable
    InetSocketAddress localAddress() {
        SocketAddress address =
                connection instanceof ConnectionInformation information ? information.connectionHostAddress() : null;
        return address instanceof InetSocketAddress inet ? inet : null;
    }

    /** Returns the number of bytes that the web server holds because they cannot be sent yet. */
    long unsentBytes() {
        if (channel == null || !channel.isActive()) {
            return 0;
        }
        return channel.isWritable()
                ? Math.max(0, channel.config().getWriteBufferHighWaterMark() - channel.bytesBeforeUnwritable())
                : channel.config().getWriteBufferLowWaterMark() + channel.bytesBeforeWritable();
    }

    /** Completes when the web server can send more without holding it. */
    Mono<Void> awaitWritable() {
        return channel == null
                ? Mono.empty()
                : Mono.defer(() -> channel.isWritable()
                        ? Mono.empty()
                        : Mono.create(waiting -> channel.pipeline().addFirst(new Writability(waiting))));
    }

    /** Closes the connection at once and drops unsent bytes. */
    void close() {
        if (channel != null) {
            channel.close();
        }
    }

    /** Waits until a channel is writable or closed. */
    private static final class Writability extends ChannelInboundHandlerAdapter {

        private final MonoSink<Void> waiting;

        Writability(MonoSink<Void> waiting) {
            this.waiting = waiting;
        }

        @Override
        public void handlerAdded(ChannelHandlerContext context) {
            channelWritabilityChanged(context);
        }

        @Override
        public void channelWritabilityChanged(ChannelHandlerContext context) {
            context.fireChannelWritabilityChanged();
            Channel channel = context.channel();
            if (channel.isWritable() || !channel.isActive()) {
                context.pipeline().remove(this);
            }
        }

        @Override
        public void handlerRemoved(ChannelHandlerContext context) {
            waiting.success();
        }
    }
}
