package io.mcpspring.http;

import io.mcpspring.exchange.CallerExpiry;
import java.security.Principal;
import java.time.Instant;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.security.authentication.AnonymousAuthenticationToken;
import org.springframework.security.core.Authentication;
import org.springframework.security.oauth2.core.ClaimAccessor;
import org.springframework.security.oauth2.core.OAuth2AuthenticatedPrincipal;
import org.springframework.security.oauth2.core.OAuth2Token;
import org.springframework.util.ClassUtils;

/** What the server needs of the principals of requests. */
final class Principals {

    private static final boolean SECURITY =
            isPresent("org.springframework.security.authentication.AnonymousAuthenticationToken");

    private static final boolean OAUTH2 =
            SECURITY && isPresent("org.springframework.security.oauth2.core.ClaimAccessor");

    private Principals() {}

    private static boolean isPresent(String type) {
        return ClassUtils.isPresent(type, Principals.class.getClassLoader());
    }

    /**
     * Returns the id of a user, to whom sessions, tasks and sealed states belong: the name, after the issuer
     * ({@code iss}) if the principal has one; {@code null} if there is no user, for which Spring Security may have a
     * principal, too. Different pairs of issuer and name have different ids.
     */
    static @Nullable String id(@Nullable Principal user) {
        if (user == null || SECURITY && Anonymous.is(user)) {
            return null;
        }
        // Fails for a principal without a name, which must not be treated as anonymous.
        String name = escaped(Objects.requireNonNull(user.getName(), "The principal has no name"));
        String issuer = OAUTH2 ? OAuth2.issuer(user) : null;
        return issuer == null ? name : escaped(issuer) + "|" + name;
    }

    private static String escaped(String text) {
        return text.replace("%", "%25").replace("|", "%7C");
    }

    /** Returns the time at which the token expires; empty if the user has no token, or one that does not expire. */
    static Optional<CallerExpiry> expiry(@Nullable Principal user) {
        return OAUTH2 && user != null ? OAuth2.expiry(user).map(CallerExpiry::new) : Optional.empty();
    }

    /** A separate class, because Spring Security is optional. */
    private static final class Anonymous {

        static boolean is(Principal user) {
            return user instanceof AnonymousAuthenticationToken;
        }
    }

    /** A separate class, because the types of OAuth 2.0 are optional. */
    private static final class OAuth2 {

        static @Nullable String issuer(Principal user) {
            return carriers(user)
                    .flatMap(carrier -> Stream.ofNullable(claims(carrier).get("iss")))
                    .findFirst()
                    .map(String::valueOf)
                    .orElse(null);
        }

        static Optional<Instant> expiry(Principal user) {
            return carriers(user)
                    .filter(OAuth2Token.class::isInstance)
                    .map(OAuth2Token.class::cast)
                    .flatMap(token -> Stream.ofNullable(token.getExpiresAt()))
                    .findFirst();
        }

        // The application may have replaced the principal by its own object; then the token has the claims.
        private static Stream<@Nullable Object> carriers(Principal user) {
            return user instanceof Authentication authentication
                    ? Stream.of(user, authentication.getPrincipal(), authentication.getCredentials())
                    : Stream.of(user);
        }

        private static Map<String, Object> claims(@Nullable Object carrier) {
            if (carrier instanceof ClaimAccessor token) {
                return token.getClaims();
            }
            return carrier instanceof OAuth2AuthenticatedPrincipal principal ? principal.getAttributes() : Map.of();
        }
    }
}
