package io.mcpspring.http;

import io.mcpspring.Internal;
import java.net.InetSocketAddress;
import java.util.regex.Pattern;

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
        return address.isUnresolved() && isNumeric(address.getHostString())
                ? new InetSocketAddress(address.getHostString(), address.getPort())
                : address;
    }

    private static boolean isNumeric(String text) {
        return text.length() <= MAX_LENGTH
                && (IPV4.matcher(text).matches() || IPV6.matcher(text).matches());
    }
}
