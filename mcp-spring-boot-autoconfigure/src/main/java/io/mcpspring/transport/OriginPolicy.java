package io.mcpspring.transport;

import io.mcpspring.validation.Quoted;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.http.server.reactive.ServerHttpRequest;
import org.springframework.web.cors.CorsConfiguration;
import org.springframework.web.cors.reactive.CorsUtils;

/**
 * Checks by the headers {@code Origin} and {@code Host} whether a web page may use the server.
 *
 * <p>The page of a DNS-rebinding attack sends its own host in both headers. Equal headers are therefore accepted only
 * if the host is an IP address or an allowed host.
 */
final class OriginPolicy {

    private static final Log logger = LogFactory.getLog(OriginPolicy.class);

    private static final List<String> METHODS = List.of("GET", "POST", "DELETE");

    private static final String ADDRESS = "\\d{1,3}(\\.\\d{1,3}){3}|\\[[0-9a-f:.]+\\]";

    /** An origin as browsers send it: in lower case, without user, path and trailing dot. */
    private static final Pattern ORIGIN = Pattern.compile("[a-z][a-z0-9+.-]*://" + "(?<authority>(?<host>(?<address>"
            + ADDRESS + ")|[a-z0-9_-]([a-z0-9._-]*[a-z0-9_-])?)(:\\d{1,5})?)");

    private static final Pattern LOOPBACK = Pattern.compile("localhost|\\[::1\\]|127(\\.\\d{1,3}){3}");

    private static final int MAX_WARNINGS = 100;

    /** Why a request is refused. */
    private enum Reason {
        HOST("Host", "The Host is not allowed: list it in mcp.server.http.allowed-hosts"),

        ORIGIN(
                "Origin",
                "The Origin is not allowed: list it in mcp.server.http.allowed-origins, or list its host in"
                        + " mcp.server.http.allowed-hosts if the page comes from this server");

        private final String header;

        private final String text;

        Reason(String header, String text) {
            this.header = header;
            this.text = text;
        }
    }

    private final CorsConfiguration listed = new CorsConfiguration();

    private final List<String> hosts;

    private final Function<ServerHttpRequest, @Nullable InetSocketAddress> localAddress;

    private final Set<String> warned = ConcurrentHashMap.newKeySet();

    /** @param localAddress finds the local address of a request's connection */
    OriginPolicy(
            List<String> allowedOrigins,
            List<String> allowedHosts,
            Function<ServerHttpRequest, @Nullable InetSocketAddress> localAddress) {
        this.localAddress = localAddress;
        this.listed.setAllowedOriginPatterns(allowedOrigins.stream()
                .map(origin -> origin.toLowerCase(Locale.ROOT))
                .toList());
        this.hosts = allowedHosts;
    }

    /** @throws Refusal 403 if the request comes from a page, or names a host, that is not allowed */
    void check(ServerHttpRequest request) {
        Reason reason = refusal(request);
        if (reason != null) {
            throw Refusal.of(HttpStatus.FORBIDDEN, reason.text);
        }
    }

    /** Returns the CORS configuration for the page that sends a request; {@code null} to send no CORS headers. */
    @Nullable
    CorsConfiguration cors(ServerHttpRequest request) {
        String origin = request.getHeaders().getOrigin();
        if (origin == null || refusal(request) != null) {
            // An empty configuration refuses preflight requests. Other requests are refused by check(), with a reason.
            return CorsUtils.isPreFlightRequest(request) ? new CorsConfiguration() : null;
        }
        CorsConfiguration cors = new CorsConfiguration();
        cors.addAllowedOrigin(origin);
        // Other methods are answered by the endpoint with an error that the page may read.
        cors.setAllowedMethods(CorsUtils.isPreFlightRequest(request) ? METHODS : List.of(CorsConfiguration.ALL));
        cors.addAllowedHeader(CorsConfiguration.ALL);
        cors.setExposedHeaders(List.of(McpHeaders.SESSION_ID, HttpHeaders.WWW_AUTHENTICATE));
        return cors;
    }

    private @Nullable Reason refusal(ServerHttpRequest request) {
        if (!isAllowedHost(request)) {
            return warn(Reason.HOST, request);
        }
        return isAllowedPage(request) ? null : warn(Reason.ORIGIN, request);
    }

    // Logs each value once, and a limited number of values, because callers choose them.
    private Reason warn(Reason reason, ServerHttpRequest request) {
        String value = Quoted.of(String.valueOf(request.getHeaders().getFirst(reason.header)));
        if (warned.size() < MAX_WARNINGS && warned.add(reason.header + value)) {
            logger.warn("Refused a request with %s '%s'. %s".formatted(reason.header, value, reason.text));
        }
        return reason;
    }

    private boolean isAllowedPage(ServerHttpRequest request) {
        if (!request.getHeaders().containsHeader(HttpHeaders.ORIGIN)) {
            return true;
        }
        String origin = only(HttpHeaders.ORIGIN, request);
        Matcher page = ORIGIN.matcher(origin == null ? "" : origin);
        if (!page.matches()) {
            return false;
        }
        if (listed.checkOrigin(origin) != null) {
            return true;
        }
        if (LOOPBACK.matcher(page.group("host")).matches() && isLoopback(localAddress.apply(request))) {
            return true;
        }
        boolean knownHost = page.group("address") != null || !hosts.isEmpty();
        return knownHost && page.group("authority").equals(only(HttpHeaders.HOST, request));
    }

    private boolean isAllowedHost(ServerHttpRequest request) {
        if (hosts.isEmpty()) {
            return true;
        }
        String host = only(HttpHeaders.HOST, request);
        return host != null
                && hosts.stream()
                        .anyMatch(allowed -> allowed.equalsIgnoreCase(host)
                                || allowed.equalsIgnoreCase(host.replaceFirst(":\\d+$", "")));
    }

    /** Returns the value of a header that occurs exactly once. */
    private static @Nullable String only(String header, ServerHttpRequest request) {
        List<String> values = request.getHeaders().getOrEmpty(header);
        return values.size() == 1 ? values.get(0) : null;
    }

    private static boolean isLoopback(@Nullable InetSocketAddress address) {
        return address == null
                || address.getAddress() == null
                || address.getAddress().isLoopbackAddress();
    }
}
