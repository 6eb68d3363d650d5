package io.mcpspring.limit;

import io.mcpspring.Internal;
import java.net.Inet6Address;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.jspecify.annotations.Nullable;

/**
 * Identifies callers: authenticated ones by their issuer and name, others by their IP address. An IPv6 address stands
 * for its network of 64 bits, within which clients choose addresses at will. All callers whose address is not an IP
 * address are one caller, because a proxy may forward any text that clients choose.
 */
@Internal
public final class CallerKeys {

    private static final Log logger = LogFactory.getLog(CallerKeys.class);

    private static final int NETWORK_BYTES = 8;

    private final AtomicBoolean warned;

    /** @param forwarded whether the addresses are those of the clients although the server is behind a proxy */
    public CallerKeys(boolean forwarded) {
        this.warned = new AtomicBoolean(forwarded);
    }

    /** @param user as {@code CallContext.user()} */
    String of(@Nullable String user, @Nullable InetSocketAddress address) {
        if (user != null) {
            return "user " + user;
        }
        if (!warned.getAndSet(true)) {
            logger.warn("Limits of anonymous callers apply to IP addresses, but server.forward-headers-strategy is not"
                    + " set: behind a proxy, all callers share its address");
        }
        return "address " + (address == null || address.isUnresolved() ? "" : network(address.getAddress()));
    }

    private static String network(InetAddress address) {
        return address instanceof Inet6Address
                ? HexFormat.of().formatHex(Arrays.copyOf(address.getAddress(), NETWORK_BYTES))
                : address.getHostAddress();
    }
}
