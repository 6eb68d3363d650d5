package io.mcpspring.security;

import io.mcpspring.Internal;
import io.mcpspring.http.DistinctWarnings;
import io.mcpspring.oauth.ProtectedResource;
import io.mcpspring.oauth.RequestLocation;
import io.mcpspring.validation.Quoted;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.jspecify.annotations.Nullable;
import org.springframework.security.oauth2.server.resource.InvalidBearerTokenException;

/**
 * The audiences of access tokens for the endpoint: its URL, and those that are configured. A token for another server
 * must be refused, because that server could otherwise use the tokens of its callers here.
 */
@Internal
public final class Audiences {

    private static final Log logger = LogFactory.getLog(Audiences.class);

    private static final int SHOWN = 256;

    private static final Pattern URL = Pattern.compile("(?<origin>[A-Za-z][A-Za-z0-9+.-]*://[^/?#]+)(?<rest>.*?)/?");

    private final ProtectedResource resource;

    private final Set<String> configured;

    private final DistinctWarnings warnings = new DistinctWarnings(logger);

    public Audiences(ProtectedResource resource, Collection<String> configured) {
        this.resource = resource;
        this.configured = configured.stream().map(Audiences::normalized).collect(Collectors.toUnmodifiableSet());
    }

    /**
     * Requires that a token with this claim is meant for the endpoint. Otherwise a warning names the property to set.
     *
     * @param claim the claim {@code aud}: a list, a single audience or {@code null}
     */
    void require(@Nullable Object claim, RequestLocation request) {
        Stream<?> claimed = claim instanceof Collection<?> several ? several.stream() : Stream.ofNullable(claim);
        List<String> audiences = claimed.map(String::valueOf).toList();
        Set<String> accepted = new TreeSet<>(configured);
        resource.verifiedUrl(request).map(Audiences::normalized).ifPresent(accepted::add);
        if (audiences.stream().map(Audiences::normalized).noneMatch(accepted::contains)) {
            warnings.log("Refused an access token for the audiences '" + shown(audiences) + "': the server accepts '"
                    + shown(accepted) + "' only. Add the audience to mcp.server.security.audiences if such tokens are"
                    + " meant for this server, or set mcp.server.security.resource if it is the URL of the endpoint");
            throw new InvalidBearerTokenException("The token is for another audience");
        }
    }

    private static String shown(Collection<String> audiences) {
        return Quoted.of(String.join(" ", audiences), SHOWN);
    }

    /** Returns a URL in lower case as far as it does not distinguish cases, without default port and final slash. */
    private static String normalized(String audience) {
        Matcher url = URL.matcher(audience);
        if (!url.matches()) {
            return audience;
        }
        String origin = url.group("origin").toLowerCase(Locale.ROOT);
        return origin.replaceFirst(origin.startsWith("https:") ? ":443$" : ":80$", "") + url.group("rest");
    }
}
