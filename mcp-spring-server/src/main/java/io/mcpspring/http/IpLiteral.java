package io.mcpspring.http;

import io.mcpspring.Internal;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** IP addresses in text form. A text that is not one is never looked up as a name. */
@Internal
public final class IpLiteral {

    private static final String OCTET = "(25[0-5]|2[0-4]\\d|1\\d\\d|[1-9]?\\d)";

    private static final Pattern IPV4 = Pattern.compile(OCTET + "(\\." + OCTET + "){3}");

    // InetAddress does not look up a text that contains a colon and begins like an address.
    private static final Pattern IPV6 = Pattern.compile("\\[?(?=[^:]*:)[0-9a-fA-F:][0-9a-fA-F:.]*(%[\\w.-]+)?]?");

    private static final int MAX_LENGTH = 100;

    private IpLiteral() {}

    /** Returns an address whose IP address is known if its host is one, as forwarded headers may contain a name. */
    public static InetSocketAddress parse(InetSocketAddress address) {
        InetAddress parsed = address.isUnresolved() ? parse(address.getHostString()) : null;
        return parsed == null ? address : new InetSocketAddress(parsed, address.getPort());
    }

    /** Returns the address that a text denotes; {@code null} if it is not an IP address. */
    static @Nullable InetAddress parse(String text) {
        boolean numeric = text.length() <= MAX_LENGTH
                && (IPV4.matcher(text).matches() || IPV6.matcher(text).matches());
        if (!numeric) {
            return null;
        }
        try {
            return InetAddress.getByName(text);
        } catch (UnknownHostException ex) {
            return null;
        }
    }
}
