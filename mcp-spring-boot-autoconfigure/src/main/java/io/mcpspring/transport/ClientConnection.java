package io.mcpspring.transport;

import io.netty.channel.Channel;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.springframework.http.server.reactive.ServerHttpResponse;
import org.springframework.http.server.reactive.ServerHttpResponseDecorator;
import org.springframework.util.ClassUtils;
import org.springframework.web.reactive.function.server.ServerResponse;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Schedulers;
import reactor.netty.Connection;

/** The connection of a response, as far as the web server exposes it. */
class ClientConnection {

    private static final boolean REACTOR_NETTY =
            ClassUtils.isPresent("reactor.netty.Connection", ClientConnection.class.getClassLoader());

    private static final Duration PAUSE = Duration.ofMillis(5);

    private ClientConnection() {}

    static ClientConnection of(ServerHttpResponse response) {
        return REACTOR_NETTY ? ReactorNetty.connection(response) : new ClientConnection();
    }

    /** Emits a response on the thread on which the web server must write it. */
    Mono<ServerResponse> publish(Mono<ServerResponse> response) {
        return response;
    }

    /** Returns the number of bytes that the web server holds because they cannot be sent yet. */
    long unsentBytes() {
        return 0;
    }

    /** Completes when at most this number of bytes is unsent. */
    Mono<Void> awaitUnsent(long bytes) {
        return Mono.defer(() -> unsentBytes() <= bytes
                ? Mono.empty()
                : Flux.interval(PAUSE)
                        .onBackpressureDrop()
                        .takeUntil(tick -> unsentBytes() <= bytes)
                        .then());
    }

    /**
     * Closes the connection at once and drops unsent bytes; has no effect if the web server does not hold unsent bytes.
     */
    void close() {}

    /**
     * A connection of Reactor Netty, which holds many buffers before it waits for the client, and ends a response only
     * when all of them are sent.
     */
    private static final class ReactorNetty extends ClientConnection {

        private final Channel channel;

        private ReactorNetty(Channel channel) {
            this.channel = channel;
        }

        static ClientConnection connection(ServerHttpResponse response) {
            return nativeResponse(response) instanceof Connection connection
                    ? new ReactorNetty(connection.channel())
                    : new ClientConnection();
        }

        private static @Nullable Object nativeResponse(ServerHttpResponse response) {
            try {
                return ServerHttpResponseDecorator.getNativeResponse(response);
            } catch (IllegalStateException notNative) {
                // A mock server has no native response.
                return null;
            }
        }

        // Until 1.3.8, Reactor Netty may stop reading the next request if another thread ends a response:
        // https://github.com/reactor/reactor-netty/issues/4361
        @Override
        Mono<ServerResponse> publish(Mono<ServerResponse> response) {
            return response.publishOn(Schedulers.fromExecutor(this::execute));
        }

        private void execute(Runnable task) {
            if (channel.eventLoop().inEventLoop()) {
                task.run();
            } else {
                channel.eventLoop().execute(task);
            }
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
