package io.mcpspring.http;

import io.mcpspring.Internal;
import io.mcpspring.exchange.CallContext.Attributes;
import java.security.Principal;
import org.jspecify.annotations.Nullable;
import org.springframework.web.server.ServerWebExchange;
import reactor.core.publisher.Mono;

/** Finds out who has sent an HTTP request. */
@Internal
@FunctionalInterface
public interface CallerLookup {

    /** Knows the principal of the HTTP exchange alone. */
    CallerLookup PRINCIPAL = exchange -> {
        Mono<Principal> user = exchange.getPrincipal();
        // What an exchange without security returns is known without operators.
        return user == Mono.<Principal>empty()
                ? Caller.NOBODY
                : user.map(known -> new Caller(known, Attributes.NONE)).defaultIfEmpty(Caller.UNKNOWN);
    };

    /** Returns exactly one caller. */
    Mono<Caller> find(ServerWebExchange exchange);

    /**
     * The caller of a request.
     *
     * @param user the authenticated user; {@code null} if there is none
     * @param attributes what else is known about the caller, by type
     */
    record Caller(@Nullable Principal user, Attributes attributes) {

        static final Caller UNKNOWN = new Caller(null, Attributes.NONE);

        private static final Mono<Caller> NOBODY = Mono.just(UNKNOWN);

        /** Returns the same caller with a further attribute. */
        public <T> Caller with(Class<T> type, T attribute) {
            return new Caller(user, attributes.with(type, attribute));
        }
    }
}
