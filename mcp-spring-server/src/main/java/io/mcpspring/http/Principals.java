package io.mcpspring.http;

import io.mcpspring.exchange.CallContext.User;
import io.mcpspring.exchange.CallerExpiry;
import io.mcpspring.server.Refusals;
import java.security.Principal;
import java.time.Instant;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpStatus;
import org.springframework.security.authentication.AnonymousAuthenticationToken;
import org.springframework.security.core.Authentication;
import org.springframework.security.oauth2.core.ClaimAccessor;
import org.springframework.security.oauth2.core.OAuth2AuthenticatedPrincipal;
import org.springframework.security.oauth2.core.OAuth2Token;
import org.springframework.util.ClassUtils;
import org.springframework.util.StringUtils;

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
     * Returns the user; {@code null} if there is none, for which Spring Security may have a principal, too.
     *
     * @throws RequestRefusedException 401 for a principal without a name, because it would be one user with all others
     */
    static @Nullable User user(@Nullable Principal principal) {
        if (principal == null || SECURITY && principal instanceof AnonymousAuthenticationToken) {
            return null;
        }
        String subject = StringUtils.hasText(principal.getName()) || !OAUTH2
                ? principal.getName()
                : OAuth2.claim(principal, "sub");
        boolean named = StringUtils.hasText(subject);
        String name = named || !OAUTH2 ? subject : OAuth2.claim(principal, "client_id", "azp");
        if (!StringUtils.hasText(name)) {
            String problem = "The caller has no name: an access token needs one of the claims sub, client_id and azp";
            throw RequestRefusedException.of(HttpStatus.UNAUTHORIZED, problem).because(Refusals.Reason.TOKEN);
        }
        return new User(OAUTH2 ? OAuth2.claim(principal, "iss") : null, name, !named);
    }

    /** Returns when the token expires; {@code null} if the user has no token, or one that does not expire. */
    static @Nullable CallerExpiry expiry(@Nullable Principal user) {
        return OAUTH2 && user != null
                ? OAuth2.expiry(user).map(CallerExpiry::new).orElse(null)
                : null;
    }

    /** A separate class, because the types of OAuth 2.0 are optional. */
    private static final class OAuth2 {

        /** Returns the first of the claims that is not blank. */
        static @Nullable String claim(Principal user, String... names) {
            return Stream.of(names)
                    .flatMap(name ->
                            carriers(user).map(carrier -> claims(carrier).get(name)))
                    .filter(Objects::nonNull)
                    .map(String::valueOf)
                    .filter(StringUtils::hasText)
                    .findFirst()
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
