package io.mcpspring.transport;

import java.net.InetSocketAddress;
import java.net.SocketAddress;
import org.jspecify.annotations.Nullable;
import org.springframework.http.server.reactive.ServerHttpRequest;
import org.springframework.http.server.reactive.ServerHttpRequestDecorator;
import org.springframework.util.ClassUtils;
import reactor.netty.http.server.ConnectionInformation;

/** Finds the local address of a connection, ignoring forwarded headers. */
final class ConnectionAddress {

    private static final boolean REACTOR_NETTY = ClassUtils.isPresent(
            "reactor.netty.http.server.ConnectionInformation", ConnectionAddress.class.getClassLoader());

    private ConnectionAddress() {}

    static @Nullable InetSocketAddress of(ServerHttpRequest request) {
        return REACTOR_NETTY ? ReactorNetty.of(request) : request.getLocalAddress();
    }

    /** A separate class, because Reactor Netty may be missing if the application has another web server. */
    private static final class ReactorNetty {

        static @Nullable InetSocketAddress of(ServerHttpRequest request) {
            Object connection = ServerHttpRequestDecorator.getNativeRequest(request);
            if (!(connection instanceof ConnectionInformation information)) {
                return request.getLocalAddress();
            }
            SocketAddress address = information.connectionHostAddress();
            return address instanceof InetSocketAddress inet ? inet : null;
        }
    }
}
