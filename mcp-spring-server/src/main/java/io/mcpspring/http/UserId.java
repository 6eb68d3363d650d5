package io.mcpspring.http;

import java.security.Principal;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.security.authentication.AnonymousAuthenticationToken;
import org.springframework.security.core.Authentication;
import org.springframework.security.oauth2.core.ClaimAccessor;
import org.springframework.security.oauth2.core.OAuth2AuthenticatedPrincipal;
import org.springframework.util.ClassUtils;

/**
 * Identifies users: sessions, tasks and sealed states belong to the user with this id. Users with the same name are
 * distinguished by the issuers of their tokens.
 */
final class UserId {

    private static final boolean SECURITY = ClassUtils.isPresent(
            "org.springframework.security.authentication.AnonymousAuthenticationToken", UserId.class.getClassLoader());

    private static final boolean OAUTH2 = SECURITY
            && ClassUtils.isPresent(
                    "org.springframework.security.oauth2.core.ClaimAccessor", UserId.class.getClassLoader());

    private UserId() {}

    /**
     * Returns the name of the user, after the issuer ({@code iss}) if the principal has one; {@code null} if there is
     * no user, for which Spring Security may have a principal, too. Different pairs of issuer and name have different
     * ids.
     */
    static @Nullable String of(@Nullable Principal user) {
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

    /** A separate class, because Spring Security is optional. */
    private static final class Anonymous {

        static boolean is(Principal user) {
            return user instanceof AnonymousAuthenticationToken;
        }
    }

    /** A separate class, because the types of OAuth 2.0 are optional. */
    private static final class OAuth2 {

        static @Nullable String issuer(Principal user) {
            // The application may have replaced the principal by its own object; then the issuer is taken from the
            // token.
            Stream<@Nullable Object> carriers = user instanceof Authentication authentication
                    ? Stream.of(user, authentication.getPrincipal(), authentication.getCredentials())
                    : Stream.of(user);
            return carriers.map(OAuth2::claims)
                    .map(claims -> claims.get("iss"))
                    .filter(Objects::nonNull)
                    .map(String::valueOf)
                    .findFirst()
                    .orElse(null);
        }

        private static Map<String, Object> claims(@Nullable Object carrier) {
            if (carrier instanceof ClaimAccessor token) {
                return token.getClaims();
            }
            return carrier instanceof OAuth2AuthenticatedPrincipal principal ? principal.getAttributes() : Map.of();
        }
    }
}
