package io.mcpspring.webmvc;

import io.mcpspring.Internal;
import io.mcpspring.http.IpLiteral;
import jakarta.servlet.ServletRequest;
import jakarta.servlet.ServletRequestWrapper;
import java.net.InetSocketAddress;
import org.jspecify.annotations.Nullable;

/** The addresses of servlet requests, without a look-up of names that a client has sent. */
@Internal
public final class ServletAddresses {

    private ServletAddresses() {}

    /** Returns the local address of a request's connection, regardless of forwarded headers. */
    public static @Nullable InetSocketAddress local(ServletRequest request) {
        ServletRequest received = received(request);
        String address = received.getLocalAddr();
        return address == null ? null : new InetSocketAddress(address, received.getLocalPort());
    }

    /** Returns the address of the client; unresolved if a forwarded header contains a name in its place. */
    public static @Nullable InetSocketAddress remote(ServletRequest request) {
        String host = request.getRemoteAddr();
        // A Unix domain socket has no port.
        return host == null
                ? null
                : IpLiteral.parse(InetSocketAddress.createUnresolved(host, Math.max(0, request.getRemotePort())));
    }

    /** Returns the request of the container, which no filter has changed. */
    static ServletRequest received(ServletRequest request) {
        ServletRequest received = request;
        while (received instanceof ServletRequestWrapper wrapper) {
            received = wrapper.getRequest();
        }
        return received;
    }
}
