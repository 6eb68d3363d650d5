package io.mcpspring.http;

import io.mcpspring.Internal;
import io.mcpspring.exchange.CallContext.Attributes;
import java.security.Principal;
import org.jspecify.annotations.Nullable;

/**
 * The caller of a request.
 *
 * @param user the authenticated user; {@code null} if there is none
 * @param attributes what else is known about the caller, by type
 */
@Internal
public record Caller(@Nullable Principal user, Attributes attributes) {

    /** Of whom nothing is known. */
    public static final Caller UNKNOWN = new Caller(null, Attributes.NONE);

    /** Returns the same caller with a further attribute. */
    public <T> Caller with(Class<T> type, T attribute) {
        return new Caller(user, attributes.with(type, attribute));
    }
}
