package io.mcpspring.controller;

import io.mcpspring.exchange.McpRequestContext;
import java.security.Principal;
import org.jspecify.annotations.Nullable;
import org.springframework.security.authentication.AnonymousAuthenticationToken;
import org.springframework.security.core.Authentication;
import org.springframework.security.core.context.SecurityContextHolder;
import org.springframework.util.ClassUtils;

/** Finds the user for whom a method is called, who may be another one than that of the HTTP request. */
final class CurrentUser {

    private static final boolean SECURITY = ClassUtils.isPresent(
            "org.springframework.security.core.context.SecurityContextHolder", CurrentUser.class.getClassLoader());

    private CurrentUser() {}

    /** Returns the authenticated user on the thread of a call; {@code null} if there is none. */
    static @Nullable Principal of(McpRequestContext caller) {
        Principal replaced = SECURITY ? SecurityContextHolder.getContext().getAuthentication() : null;
        if (replaced == null) {
            return caller.principal().orElse(null);
        }
        return replaced instanceof AnonymousAuthenticationToken ? null : replaced;
    }

    /** Whether a user has a role, as Spring Security decides for servlet requests. */
    static boolean isInRole(@Nullable Principal user, String prefix, String role) {
        String authority = role.startsWith(prefix) ? role : prefix + role;
        return SECURITY
                && user instanceof Authentication known
                && known.getAuthorities().stream().anyMatch(each -> authority.equals(each.getAuthority()));
    }
}
