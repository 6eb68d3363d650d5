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
            ? Mono.just(Caller.UNKNOWN)
            : user.map(known -> new Caller(known, Attributes.NONE)).defaultIfEmpty(Caller.UNKNOWN);

    /**
     * Returns exactly one caller, given the context of the request.
     *
     * @param user the principal of the HTTP exchange
     */
    Mono<Caller> find(Mono<Principal> user);
}
