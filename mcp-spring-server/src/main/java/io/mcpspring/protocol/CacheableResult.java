package io.mcpspring.protocol;

import io.mcpspring.Internal;

/** A result that modern clients may cache. */
@Internal
public sealed interface CacheableResult extends TypedResult permits DiscoverResult, ListResult, ReadResourceResult {

    /** Whether all clients get the same result, which then remains valid for the server's cache time. */
    default boolean sharedByClients() {
        return true;
    }
}
