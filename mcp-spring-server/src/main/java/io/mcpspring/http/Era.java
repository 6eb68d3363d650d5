package io.mcpspring.http;

import io.mcpspring.exchange.CallContext.Attributes;
import java.security.Principal;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpMethod;

/** One of the two eras of the protocol. A request belongs to the legacy era unless the modern one claims it. */
sealed interface Era permits ModernEra, LegacyEra {

    /** @throws Refusal if the message breaks a rule of its revision */
    Reply receive(Post post);

    /** The HTTP methods that the era serves. */
    default List<HttpMethod> methods() {
        return List.of(HttpMethod.POST);
    }

    /**
     * Serves a GET.
     *
     * @param attributes the parts of the request that rules may ask for, by type
     * @throws Refusal if the era has no streams for GET, or does not have the requested one
     */
    default Reply get(HttpHeaders headers, @Nullable Principal user, Attributes attributes) {
        throw Refusal.methodNotAllowed(methods());
    }

    /**
     * Serves a DELETE.
     *
     * @throws Refusal if the era has no sessions, or does not have the given one
     */
    default void delete(HttpHeaders headers, @Nullable String user) {
        throw Refusal.methodNotAllowed(methods());
    }
}
