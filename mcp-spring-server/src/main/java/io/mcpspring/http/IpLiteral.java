package io.mcpspring.http;

import io.mcpspring.Internal;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.Optional;
import java.util.regex.Pattern;
import org.springframework.util.ConcurrentLruCache;

/** IP addresses in text form. A text that is not one is never looked up as a name. */
@Internal
public final class IpLiteral {

    private static final String OCTET = "(25[0-5]|2[0-4]\\d|1\\d\\d|[1-9]?\\d)";

    private static final Pattern IPV4 = Pattern.compile(OCTET + "(\\." + OCTET + "){3}");

    // InetAddress does not look up a text that contains a colon and begins like an address.
    private static final Pattern IPV6 = Pattern.compile("\\[?(?=[^:]*:)[0-9a-fA-F:][0-9a-fA-F:.]*(%[\\w.-]+)?]?");

    private static final int MAX_LENGTH = 100;

    /** Addresses of recent requests, which mostly come from few clients or proxies; empty for other texts. */
    private static final ConcurrentLruCache<String, Optional<InetAddress>> RECENT =
            new ConcurrentLruCache<>(256, IpLiteral::address);

    private IpLiteral() {}

    /** Returns an address whose IP address is known if its host is one, as forwarded headers may contain a name. */
    public static InetSocketAddress parse(InetSocketAddress address) {
        if (!address.isUnresolved() || address.getHostString().length() > MAX_LENGTH) {
            return address;
        }
        InetAddress known = RECENT.get(address.getHostString()).orElse(null);
        return known == null ? address : new InetSocketAddress(known, address.getPort());
    }

    private static Optional<InetAddress> address(String text) {
        boolean numeric = IPV4.matcher(text).matches() || IPV6.matcher(text).matches();
        return numeric ? Optional.ofNullable(new InetSocketAddress(text, 0).getAddress()) : Optional.empty();
    }
}
