package io.mcpspring.http;

import io.mcpspring.Internal;
import io.mcpspring.oauth.RequestLocation;
import io.mcpspring.server.Refusals;
import io.mcpspring.validation.Quoted;
import java.net.InetSocketAddress;
import java.net.URI;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.function.BiConsumer;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpMethod;
import org.springframework.http.HttpStatus;
import org.springframework.web.cors.CorsConfiguration;

/**
 * Checks by the headers {@code Origin} and {@code Host} whether a web page may use the server.
 *
 * <p>The page of a DNS-rebinding attack sends its own host in both headers. Equal headers are therefore accepted only
 * if the host is an IP address or an allowed host.
 */
@Internal
public final class OriginPolicy {

    private static final Log logger = LogFactory.getLog(OriginPolicy.class);

    /** What browsers may remember of a preflight request; without it they ask again every five seconds. */
    private static final Duration PREFLIGHT_MAX_AGE = Duration.ofHours(1);

    private static final List<String> METHODS = List.of("GET", "POST", "DELETE");

    private static final List<String> EXPOSED =
            List.of(McpHeaders.SESSION_ID, HttpHeaders.WWW_AUTHENTICATE, HttpHeaders.RETRY_AFTER);

    private static final String ADDRESS = "\\d{1,3}(\\.\\d{1,3}){3}|\\[[0-9a-f:.]+\\]";

    /** An origin as browsers send it: in lower case, without user, path and trailing dot. */
    private static final Pattern ORIGIN = Pattern.compile("(?<scheme>[a-z][a-z0-9+.-]*)://"
            + "(?<authority>(?<host>(?<address>" + ADDRESS + ")|[a-z0-9_-]([a-z0-9._-]*[a-z0-9_-])?)(:\\d{1,5})?)");

    private static final Pattern LOOPBACK = Pattern.compile("localhost|\\[::1\\]|127(\\.\\d{1,3}){3}");

    private static final String HOST_REFUSED = "The Host is not allowed: list it in mcp.server.http.allowed-hosts";

    private static final String ORIGIN_REFUSED =
            "The Origin is not allowed: list it in mcp.server.http.allowed-origins,"
                    + " or list its host in mcp.server.http.allowed-hosts if the page comes from this server";

    private final DistinctWarnings ofHosts = new DistinctWarnings(logger);

    private final DistinctWarnings ofOrigins = new DistinctWarnings(logger);

    private final CorsConfiguration listed = new CorsConfiguration();

    private final List<String> hosts;

    /**
     * @param allowedOrigins web pages that may use the server
     * @param allowedOriginPatterns patterns of further pages, such as {@code https://*.example.com}
     * @param allowedHosts host names of the server; empty to allow any
     */
    public OriginPolicy(List<String> allowedOrigins, List<String> allowedOriginPatterns, List<String> allowedHosts) {
        this.listed.setAllowedOrigins(allowedOrigins);
        // Unlike origins, patterns depend on the case.
        this.listed.setAllowedOriginPatterns(allowedOriginPatterns.stream()
                .map(pattern -> pattern.toLowerCase(Locale.ROOT))
                .toList());
        this.hosts = allowedHosts;
    }

    /** @throws RequestRefusedException 403 if the request comes from a page, or names a host, that is not allowed */
    void check(McpHttpRequest request) {
        if (!hosts.isEmpty() && !isAllowed(request.authority())) {
            ofHosts.log(warning("Host", request.authority(), HOST_REFUSED));
            throw RequestRefusedException.of(HttpStatus.FORBIDDEN, HOST_REFUSED).because(Refusals.Reason.HOST);
        }
        if (!isAllowedPage(request)) {
            ofOrigins.log(warning("Origin", request.headers().first(HttpHeaders.ORIGIN), ORIGIN_REFUSED));
            throw RequestRefusedException.of(HttpStatus.FORBIDDEN, ORIGIN_REFUSED)
                    .because(Refusals.Reason.ORIGIN);
        }
    }

    private static String warning(String header, @Nullable String value, String text) {
        return "Refused a request with %s '%s'. %s".formatted(header, Quoted.of(String.valueOf(value)), text);
    }

    /** Returns the CORS configuration for the page that sends a request; {@code null} to send no CORS headers. */
    public @Nullable CorsConfiguration cors(McpHttpRequest request) {
        String origin = request.headers().first(HttpHeaders.ORIGIN);
        if (origin == null) {
            return null;
        }
        boolean preFlight = request.method() == HttpMethod.OPTIONS
                && request.headers().first(HttpHeaders.ACCESS_CONTROL_REQUEST_METHOD) != null;
        try {
            check(request);
        } catch (RequestRefusedException refused) {
            // An empty configuration refuses preflight requests. Other requests are refused by check(), with a reason.
            return preFlight ? new CorsConfiguration() : null;
        }
        CorsConfiguration cors = new CorsConfiguration();
        cors.addAllowedOrigin(origin);
        // Other methods are answered by the endpoint with an error that the page may read.
        cors.setAllowedMethods(preFlight ? METHODS : List.of(CorsConfiguration.ALL));
        cors.addAllowedHeader(CorsConfiguration.ALL);
        cors.setMaxAge(PREFLIGHT_MAX_AGE);
        cors.setExposedHeaders(EXPOSED);
        return cors;
    }

    /**
     * Adds the headers that a page must read to a response whose CORS headers a filter of the application has set,
     * which does not know them.
     *
     * @param values returns the values of a header of the response
     * @param target adds a header to the response
     */
    public static void expose(Function<String, Collection<String>> values, BiConsumer<String, String> target) {
        if (!values.apply(HttpHeaders.ACCESS_CONTROL_ALLOW_ORIGIN).isEmpty()) {
            String exposed = String.join(",", values.apply(HttpHeaders.ACCESS_CONTROL_EXPOSE_HEADERS));
            List<String> known = List.of(exposed.toLowerCase(Locale.ROOT).split("[ ,]+"));
            EXPOSED.stream()
                    .filter(name -> !known.contains(name.toLowerCase(Locale.ROOT)))
                    .forEach(name -> target.accept(HttpHeaders.ACCESS_CONTROL_EXPOSE_HEADERS, name));
        }
    }

    /**
     * Whether the host of a URL is known to be this server's, and not merely a value that a client has sent: it is
     * listed with its port, which may be missing in the list if it is that of the scheme, or a loopback host on a
     * loopback connection.
     */
    public boolean isOwnHost(RequestLocation request) {
        URI url = request.url();
        String authority = url.getRawAuthority();
        if (authority == null) {
            return false;
        }
        boolean loopback =
                LOOPBACK.matcher(url.getHost() == null ? "" : url.getHost()).matches();
        return isListed(authority)
                || isListed(withoutDefaultPort(authority, url.getScheme()))
                || loopback && isLocal(request);
    }

    private static String withoutDefaultPort(String authority, String scheme) {
        return authority.replaceFirst("https".equals(scheme) ? ":443$" : ":80$", "");
    }

    private boolean isAllowedPage(McpHttpRequest request) {
        if (request.headers().first(HttpHeaders.ORIGIN) == null) {
            return true;
        }
        String origin = request.headers().single(HttpHeaders.ORIGIN);
        Matcher page = ORIGIN.matcher(origin == null ? "" : origin);
        if (!page.matches()) {
            return false;
        }
        if (listed.checkOrigin(origin) != null) {
            return true;
        }
        if (LOOPBACK.matcher(page.group("host")).matches() && isLocal(request.location())) {
            return true;
        }
        boolean knownHost = page.group("address") != null || !hosts.isEmpty();
        String own = request.authority();
        // Browsers omit the default port in both headers; proxies add it to one of them.
        return knownHost
                && own != null
                && page.group("authority").equalsIgnoreCase(withoutDefaultPort(own, page.group("scheme")));
    }

    private boolean isAllowed(@Nullable String host) {
        return host != null && (isListed(host) || isListed(host.replaceFirst(":\\d+$", "")));
    }

    private boolean isListed(String host) {
        return hosts.stream().anyMatch(host::equalsIgnoreCase);
    }

    private static boolean isLocal(RequestLocation request) {
        InetSocketAddress local = request.localAddress();
        return local != null && local.getAddress() != null && local.getAddress().isLoopbackAddress();
    }
}
