package io.mcpspring.security;

import io.mcpspring.Internal;
import io.mcpspring.entry.McpCallerScopes;
import io.mcpspring.exchange.McpRequestContext;
import java.util.Collection;
import java.util.Set;
import java.util.stream.Collectors;
import org.springframework.security.access.hierarchicalroles.RoleHierarchy;
import org.springframework.security.core.Authentication;
import org.springframework.security.core.GrantedAuthority;

/**
 * The scopes of a caller with Spring Security: the authorities {@code SCOPE_...}, with those that the hierarchy adds.
 */
@Internal
public record AuthorityScopes(RoleHierarchy hierarchy) implements McpCallerScopes {

    private static final String PREFIX = "SCOPE_";

    @Override
    public Collection<String> of(McpRequestContext request) {
        return request.principal().orElse(null) instanceof Authentication caller && caller.isAuthenticated()
                ? hierarchy.getReachableGrantedAuthorities(caller.getAuthorities()).stream()
                        .map(GrantedAuthority::getAuthority)
                        .filter(authority -> authority != null && authority.startsWith(PREFIX))
                        .map(authority -> authority.substring(PREFIX.length()))
                        .collect(Collectors.toSet())
                : Set.of();
    }
}
