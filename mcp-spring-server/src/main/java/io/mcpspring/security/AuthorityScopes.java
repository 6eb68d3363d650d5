package io.mcpspring.security;

import io.mcpspring.Internal;
import io.mcpspring.entry.McpCallerScopes;
import io.mcpspring.exchange.McpRequestContext;
import java.security.Principal;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.security.access.hierarchicalroles.RoleHierarchy;
import org.springframework.security.core.Authentication;
import org.springframework.security.core.GrantedAuthority;
import org.springframework.security.oauth2.core.ClaimAccessor;
import org.springframework.util.ClassUtils;

/**
 * The scopes of a caller with Spring Security: the authorities {@code SCOPE_...}, with those that the hierarchy adds. A
 * principal that is not an authentication has the scopes of its claims, if it has claims.
 */
@Internal
public final class AuthorityScopes implements McpCallerScopes {

    private static final String PREFIX = "SCOPE_";

    private static final boolean OAUTH2 = ClassUtils.isPresent(
            "org.springframework.security.oauth2.core.ClaimAccessor", AuthorityScopes.class.getClassLoader());

    private final RoleHierarchy hierarchy;

    public AuthorityScopes(RoleHierarchy hierarchy) {
        this.hierarchy = hierarchy;
    }

    @Override
    public Collection<String> of(McpRequestContext request) {
        Principal caller = request.principal().orElse(null);
        if (caller instanceof Authentication authentication) {
            return authentication.isAuthenticated() ? scopes(authentication.getAuthorities()) : Set.of();
        }
        return OAUTH2 ? Claims.scopes(caller) : Set.of();
    }

    private Set<String> scopes(Collection<? extends GrantedAuthority> authorities) {
        return hierarchy.getReachableGrantedAuthorities(authorities).stream()
                .map(GrantedAuthority::getAuthority)
                .filter(authority -> authority != null && authority.startsWith(PREFIX))
                .map(authority -> authority.substring(PREFIX.length()))
                .collect(Collectors.toSet());
    }

    /** A separate class, because OAuth is optional. */
    private static final class Claims {

        private static final List<String> NAMES = List.of("scope", "scp");

        static Set<String> scopes(@Nullable Principal caller) {
            return caller instanceof ClaimAccessor claims
                    ? NAMES.stream()
                            .map(name -> claims.getClaims().get(name))
                            .flatMap(Claims::scopes)
                            .collect(Collectors.toSet())
                    : Set.of();
        }

        private static Stream<String> scopes(@Nullable Object claim) {
            if (claim instanceof Collection<?> several) {
                return several.stream().map(String::valueOf);
            }
            return claim instanceof String text
                    ? Stream.of(text.split(" ")).filter(scope -> !scope.isEmpty())
                    : Stream.of();
        }
    }
}
