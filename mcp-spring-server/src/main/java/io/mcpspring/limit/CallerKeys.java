package io.mcpspring.limit;

import java.net.Inet6Address;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.Arrays;
import java.util.HexFormat;
import org.jspecify.annotations.Nullable;

/**
 * Identifies callers: authenticated ones by their issuer and name, others by their IP address. An IPv6 address stands
 * for its network of 64 bits, within which clients choose addresses at will. All callers whose address is not an IP
 * address are one caller, because a proxy may forward any text that clients choose.
 */
final class CallerKeys {

    private static final int NETWORK_BYTES = 8;

    private CallerKeys() {}

    /** @param user as {@code CallContext.user()} */
    static String of(@Nullable String user, @Nullable InetSocketAddress address) {
        if (user != null) {
            return "user " + user;
        }
        return "address " + (address == null || address.isUnresolved() ? "" : network(address.getAddress()));
    }

    private static String network(InetAddress address) {
        return address instanceof Inet6Address
                ? HexFormat.of().formatHex(Arrays.copyOf(address.getAddress(), NETWORK_BYTES))
                : address.getHostAddress();
    }
}
