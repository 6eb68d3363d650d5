package io.mcpspring.memory;

import io.mcpspring.Internal;
import java.net.Inet6Address;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/**
 * Identifies callers: authenticated ones by their issuer and name, others by their IP address. An IPv6 address stands
 * for its network of 64 bits, within which clients choose addresses at will. All callers whose address is not an IP
 * address are one caller, because a proxy may forward any text that clients choose.
 */
@Internal
public final class CallerKeys {

    private CallerKeys() {}

    /**
     * Returns the key of a caller; keys of users, addresses and networks are of different types.
     *
     * @param user as {@code CallContext.userId()}
     */
    public static Object of(@Nullable String user, @Nullable InetSocketAddress address) {
        if (user != null) {
            return user;
        }
        InetAddress known = address == null ? null : address.getAddress();
        if (known == null) {
            return "";
        }
        return known instanceof Inet6Address
                ? (Object) ByteBuffer.wrap(known.getAddress()).getLong()
                : known;
    }

    /** As {@link #of}, in words, which are the same on all instances. */
    public static String text(@Nullable String user, @Nullable InetSocketAddress address) {
        Object key = of(user, address);
        if (user != null) {
            return "user " + key;
        }
        return "address " + (key instanceof InetAddress known ? known.getHostAddress() : key);
    }
}
