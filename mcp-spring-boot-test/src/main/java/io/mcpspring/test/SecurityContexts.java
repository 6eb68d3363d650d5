package io.mcpspring.test;

import java.security.Principal;
import org.jspecify.annotations.Nullable;
import org.springframework.security.core.Authentication;
import org.springframework.security.core.context.ReactiveSecurityContextHolder;
import org.springframework.security.core.context.SecurityContextHolder;
import reactor.core.publisher.Mono;
import reactor.util.context.Context;

/** Security contexts for applications with Spring Security. */
final class SecurityContexts {

    private SecurityContexts() {}

    /** Returns the user that is bound to the thread, for instance by {@code @WithMockUser}. */
    static @Nullable Principal userOfThread() {
        return SecurityContextHolder.getContext().getAuthentication();
    }

    /** Returns the Reactor context of a request, as a filter chain leaves it. */
    static Context of(@Nullable Principal user) {
        return user instanceof Authentication authentication
                ? ReactiveSecurityContextHolder.withAuthentication(authentication)
                : ReactiveSecurityContextHolder.withSecurityContext(Mono.empty());
    }
}
