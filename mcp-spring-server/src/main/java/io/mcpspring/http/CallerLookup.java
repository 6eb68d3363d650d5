package io.mcpspring.http;

import io.mcpspring.Internal;
import io.mcpspring.exchange.CallContext.Attributes;
import java.security.Principal;
import reactor.core.publisher.Mono;

/** Finds out who has sent an HTTP request. */
@Internal
@FunctionalInterface
public interface CallerLookup {

    /** Knows the principal of the HTTP exchange alone. */
    CallerLookup PRINCIPAL = user -> user == Mono.<Principal>empty()
            // What an exchange without security returns is known without operators.
            ? Mono.just(Attributes.NONE)
            : user.map(known -> Attributes.NONE.with(Principal.class, known)).defaultIfEmpty(Attributes.NONE);

    /**
     * Returns what is known about the caller, by type, given the context of the request: the {@link Principal} of an
     * authenticated user, and what rules may ask for.
     *
     * @param user the principal of the HTTP exchange
     */
    Mono<Attributes> find(Mono<Principal> user);
}
