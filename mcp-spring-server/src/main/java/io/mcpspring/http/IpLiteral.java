package io.mcpspring.http;

import io.mcpspring.Internal;
import java.net.InetSocketAddress;
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

    /** Whether texts of recent requests are addresses: most come from few clients or proxies. */
    private static final ConcurrentLruCache<String, Boolean> NUMERIC =
            new ConcurrentLruCache<>(256, IpLiteral::isNumeric);

    private IpLiteral() {}

    /** Returns an address whose IP address is known if its host is one, as forwarded headers may contain a name. */
    public static InetSocketAddress parse(InetSocketAddress address) {
        String host = address.getHostString();
        return address.isUnresolved() && host.length() <= MAX_LENGTH && NUMERIC.get(host)
                ? new InetSocketAddress(host, address.getPort())
                : address;
    }

    private static boolean isNumeric(String text) {
        return IPV4.matcher(text).matches() || IPV6.matcher(text).matches();
    }
}
