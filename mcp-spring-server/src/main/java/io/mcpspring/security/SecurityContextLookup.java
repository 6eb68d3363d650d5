package io.mcpspring.security;

import io.mcpspring.Internal;
import io.mcpspring.http.Caller;
import io.mcpspring.http.CallerLookup;
import java.security.Principal;
import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.springframework.security.core.context.ReactiveSecurityContextHolder;
import org.springframework.security.core.context.SecurityContext;
import reactor.core.publisher.Mono;

/**
 * Adds the security context to the caller, so that the rules of all entries of a list can read it at once. Logs a
 * warning if a request has none: on WebFlux, every filter chain of Spring Security leaves one, and on Spring MVC, one
 * that authenticates, also anonymously.
 */
@Internal
public final class SecurityContextLookup implements CallerLookup {

    private static final Log logger = LogFactory.getLog(SecurityContextLookup.class);

    private final String path;

    private final AtomicBoolean silent;

    /**
     * @param path the path of the endpoint
     * @param meantToBeOpen whether the endpoint is meant to be used without authentication
     */
    public SecurityContextLookup(String path, boolean meantToBeOpen) {
        this.path = path;
        this.silent = new AtomicBoolean(meantToBeOpen);
    }

    @Override
    public Mono<Caller> find(Mono<Principal> user) {
        Mono<Caller> caller = PRINCIPAL.find(user);
        return Mono.deferContextual(context -> {
            if (!context.hasKey(SecurityContext.class) && silent.compareAndSet(false, true)) {
                logger.warn("The MCP endpoint " + path + " is open, because no filter chain of Spring Security has"
                        + " applied to a request: add the path to a chain, or set mcp.server.security.open to true if"
                        + " the endpoint is meant to be open");
            }
            return ReactiveSecurityContextHolder.getContext()
                    .flatMap(security -> caller.map(found -> found.with(SecurityContext.class, security)))
                    .switchIfEmpty(caller);
        });
    }
}
