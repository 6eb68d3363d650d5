package io.mcpspring.oauth;

import io.mcpspring.Internal;
import io.mcpspring.protocol.McpJson;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpMethod;
import org.springframework.web.util.UriUtils;

/**
 * The endpoint as a protected resource of OAuth 2.0: its URL, its metadata (RFC 9728), and the challenges that refer to
 * the metadata.
 */
@Internal
public final class ProtectedResource {

    /**
     * Settings of a protected resource.
     *
     * @param basePath path of the application, regardless of prefixes that proxies remove; empty for the root
     * @param path path of the endpoint within the application
     * @param url public URL of the endpoint; {@code null} to derive it from each request
     * @param authorizationServers issuers of the tokens for the endpoint; empty to publish no metadata
     * @param scopes scopes that a client needs for basic use
     * @param name name of the server for people
     */
    public record Settings(
            String basePath,
            String path,
            @Nullable URI url,
            List<String> authorizationServers,
            List<String> scopes,
            String name) {}

    /** The path of the metadata of a resource without a path. */
    public static final String WELL_KNOWN = "/.well-known/oauth-protected-resource";

    /** The methods that read metadata, including those that web pages need. */
    public static final List<HttpMethod> READING = List.of(HttpMethod.GET, HttpMethod.HEAD, HttpMethod.OPTIONS);

    private static final String SCHEME = "Bearer";

    private final Settings settings;

    private final Predicate<RequestLocation> ownHost;

    /** The path of the endpoint in a URL; empty for the root. */
    private final String path;

    /** The path of the public URL of the endpoint, which differs if a proxy adds or removes a prefix. */
    private final String publicPath;

    /** What precedes the paths of the application in its URLs; {@code null} if that depends on the request. */
    private final @Nullable String fixedBase;

    /** The path of the resource below its base. */
    private final String suffix;

    /** @param ownHost whether the host of a URL is known to be this server's, and not merely a value from the client */
    public ProtectedResource(Settings settings, Predicate<RequestLocation> ownHost) {
        this.settings = settings;
        this.ownHost = ownHost;
        this.path = settings.path().equals("/") ? "" : UriUtils.encodePath(settings.path(), StandardCharsets.UTF_8);
        URI url = settings.url();
        this.publicPath = url == null ? path : withoutSlash(url.getRawPath());
        this.suffix = publicPath.endsWith(path) ? path : publicPath;
        String prefix = publicPath.substring(0, publicPath.length() - suffix.length());
        this.fixedBase = url == null ? null : origin(url) + prefix;
    }

    private boolean hasMetadata() {
        return !settings.authorizationServers().isEmpty();
    }

    /**
     * Returns the paths of the metadata document within the application, with the path of the resource and without;
     * empty if no authorization server is known, because the document would be useless then.
     */
    public Set<String> metadataPaths() {
        return hasMetadata() ? Set.copyOf(List.of(WELL_KNOWN, WELL_KNOWN + path, WELL_KNOWN + publicPath)) : Set.of();
    }

    /**
     * Returns the endpoint by the patterns of its paths and of those of metadata. The latter are all paths of metadata,
     * because clients believe any page in its place, or only those of the document if the application answers others
     * itself.
     *
     * @param routes those of the application, whose texts contain their paths
     */
    public <H> Map<String, H> handlers(H endpoint, Stream<?> routes) {
        Set<String> patterns = new HashSet<>(metadataPaths());
        if (routes.noneMatch(route -> route.toString().contains("oauth-protected-resource"))) {
            patterns.add(WELL_KNOWN + "/**");
        }
        // A request whose path ends with a slash is answered by an error that contains the correct path.
        patterns.addAll(List.of(settings.path(), settings.path() + "/"));
        return patterns.stream().collect(Collectors.toMap(Function.identity(), pattern -> endpoint));
    }

    /** Returns the URL of the endpoint. */
    public String url(RequestLocation request) {
        return settings.url() != null ? settings.url().toString() : base(request) + pathOrSlash();
    }

    /**
     * Returns the URL of the endpoint for comparison with the audience of a token; empty if the URL depends on a host
     * that only the client vouches for. A prefix in a forwarded header does not count, because the client may have sent
     * it.
     */
    public Optional<String> verifiedUrl(RequestLocation request) {
        if (settings.url() != null) {
            return Optional.of(settings.url().toString());
        }
        return ownHost.test(request)
                ? Optional.of(origin(request.url()) + settings.basePath() + pathOrSlash())
                : Optional.empty();
    }

    private String pathOrSlash() {
        return path.isEmpty() ? "/" : path;
    }

    /** Returns the metadata document as JSON. */
    public byte[] metadata(RequestLocation request) {
        Map<String, Object> document = new LinkedHashMap<>();
        document.put("resource", url(request));
        document.put("authorization_servers", settings.authorizationServers());
        if (!settings.scopes().isEmpty()) {
            document.put("scopes_supported", settings.scopes());
        }
        document.put("bearer_methods_supported", List.of("header"));
        document.put("resource_name", settings.name());
        return McpJson.writeValue(document);
    }

    /** Returns the challenge for a request without a valid token, with the scopes for basic use. */
    public String challenge(RequestLocation request, @Nullable String error, @Nullable String description) {
        return challenge(request, error, description, settings.scopes());
    }

    /** Returns the challenge for a token that lacks some of these scopes. */
    public String scopeChallenge(RequestLocation request, List<String> scopes) {
        return challenge(request, "insufficient_scope", null, scopes);
    }

    private String challenge(
            RequestLocation request, @Nullable String error, @Nullable String description, List<String> scopes) {
        Map<String, @Nullable String> parameters = new LinkedHashMap<>();
        parameters.put("error", error);
        parameters.put("error_description", description);
        parameters.put("scope", scopes.isEmpty() ? null : String.join(" ", scopes));
        // Prefixes of proxies and of the application precede the well-known path, because proxies forward only URLs
        // with their prefix.
        parameters.put("resource_metadata", hasMetadata() ? base(request) + WELL_KNOWN + suffix : null);
        return parameters.entrySet().stream()
                .filter(parameter -> parameter.getValue() != null)
                .map(parameter -> " " + parameter.getKey() + "=\"" + parameter.getValue() + "\"")
                .collect(Collectors.joining(",", SCHEME, ""));
    }

    /** Returns what precedes the paths of the application in its URLs. */
    private String base(RequestLocation request) {
        return fixedBase != null ? fixedBase : origin(request.url()) + request.contextPath();
    }

    private static String origin(URI url) {
        return url.getScheme() + "://" + url.getRawAuthority();
    }

    private static String withoutSlash(String text) {
        return text.endsWith("/") ? text.substring(0, text.length() - 1) : text;
    }
}
