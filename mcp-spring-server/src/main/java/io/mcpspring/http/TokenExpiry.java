package io.mcpspring.http;

import io.mcpspring.exchange.CallerExpiry;
import java.security.Principal;
import java.time.Instant;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.security.core.Authentication;
import org.springframework.security.oauth2.core.OAuth2Token;
import org.springframework.util.ClassUtils;

/** Finds the time at which the token of a user expires. */
final class TokenExpiry {

    private static final boolean OAUTH2 = Stream.of(
                    "org.springframework.security.core.Authentication",
                    "org.springframework.security.oauth2.core.OAuth2Token")
            .allMatch(name -> ClassUtils.isPresent(name, TokenExpiry.class.getClassLoader()));

    private TokenExpiry() {}

    /** Returns the time at which the token expires; empty if the user has no token, or one that does not expire. */
    static Optional<CallerExpiry> of(@Nullable Principal user) {
        return OAUTH2 && user != null ? OAuth2.expiry(user).map(CallerExpiry::new) : Optional.empty();
    }

    /** A separate class, because Spring Security is optional. */
    private static final class OAuth2 {

        static Optional<Instant> expiry(Principal user) {
            Stream<@Nullable Object> carriers = user instanceof Authentication authentication
                    ? Stream.of(authentication.getCredentials(), authentication.getPrincipal())
                    : Stream.of(user);
            return carriers.filter(OAuth2Token.class::isInstance)
                    .map(OAuth2Token.class::cast)
                    .flatMap(token -> Stream.ofNullable(token.getExpiresAt()))
                    .findFirst();
        }
    }
}
