package io.mcpspring.transport;

import java.net.InetSocketAddress;
import java.net.URI;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.http.server.reactive.ServerHttpRequest;
import org.springframework.web.cors.CorsConfiguration;
import org.springframework.web.cors.reactive.CorsUtils;

/**
 * Decides which web pages may talk to the server, by the headers {@code Origin} and {@code Host}.
 *
 * <p>Where the connection ends at a loopback address, a page has to come from a loopback address too, or be listed: the
 * page of a DNS-rebinding attack names its own host in both headers, so that comparing them tells nothing. Elsewhere a
 * page of the same host may come in as well.
 */
final class Door {

    private static final List<String> METHODS = List.of("GET", "POST", "DELETE");

    private final CorsConfiguration listed = new CorsConfiguration();

    private final List<String> hosts;

    private final Function<ServerHttpRequest, @Nullable InetSocketAddress> localAddress;

    /**
     * @param localAddress finds the address at which a request's connection ends
     */
    Door(List<String> allowedOrigins, List<String> allowedHosts,
            Function<ServerHttpRequest, @Nullable InetSocketAddress> localAddress) {
        this.localAddress = localAddress;
        this.listed.setAllowedOriginPatterns(allowedOrigins);
        this.hosts = allowedHosts;
    }

    /**
     * @throws Refusal 403 if the request comes from a page, or names a host, that is not allowed
     */
    void check(ServerHttpRequest request) {
        if (!hosts.isEmpty() && !isAllowedHost(request.getHeaders().getFirst(HttpHeaders.HOST))) {
            throw Refusal.of(HttpStatus.FORBIDDEN, "The Host header is not allowed (mcp.server.http.allowed-hosts)");
        }
        String origin = request.getHeaders().getOrigin();
        if (origin != null && !isAllowed(origin, request)) {
            throw Refusal.of(HttpStatus.FORBIDDEN, "The Origin is not allowed (mcp.server.http.allowed-origins)");
        }
    }

    /** What a browser may let the page do. */
    @Nullable CorsConfiguration cors(ServerHttpRequest request) {
        String origin = request.getHeaders().getOrigin();
        if (origin == null || !isAllowed(origin, request)) {
            // Nothing is allowed; but only a preflight is refused by that, all others get a refusal with a reason.
            return CorsUtils.isPreFlightRequest(request) ? new CorsConfiguration() : null;
        }
        CorsConfiguration cors = new CorsConfiguration();
        cors.addAllowedOrigin(origin);
        // A preflight asks for what the endpoint has; what it has not, it refuses in words.
        cors.setAllowedMethods(CorsUtils.isPreFlightRequest(request) ? METHODS : List.of(CorsConfiguration.ALL));
        cors.addAllowedHeader(CorsConfiguration.ALL);
        cors.setExposedHeaders(List.of(McpHeaders.SESSION_ID, HttpHeaders.WWW_AUTHENTICATE));
        return cors;
    }

    private boolean isAllowed(String origin, ServerHttpRequest request) {
        if (listed.checkOrigin(origin) != null) {
            return true;
        }
        URI uri = uri(origin);
        if (uri == null || uri.getHost() == null) {
            return false;
        }
        return isLoopback(localAddress.apply(request)) ? isLoopback(uri.getHost())
                : uri.getAuthority().equalsIgnoreCase(request.getHeaders().getFirst(HttpHeaders.HOST));
    }

    private boolean isAllowedHost(@Nullable String host) {
        return host != null && hosts.stream().anyMatch(allowed -> allowed.equalsIgnoreCase(host)
                || allowed.equalsIgnoreCase(host.replaceFirst(":\\d+$", "")));
    }

    private static @Nullable URI uri(String origin) {
        try {
            return URI.create(origin);
        } catch (IllegalArgumentException ex) {
            return null;
        }
    }

    private static boolean isLoopback(@Nullable InetSocketAddress address) {
        return address == null || address.getAddress() == null || address.getAddress().isLoopbackAddress();
    }

    private static boolean isLoopback(String host) {
        return host.equalsIgnoreCase("localhost") || host.equals("[::1]")
                || host.matches("127\\.\\d{1,3}\\.\\d{1,3}\\.\\d{1,3}");
    }
}
