package io.mcpspring.protocol;

/** A result that modern clients may cache. */
public sealed interface CacheableResult extends TypedResult
        permits DiscoverResult,
                ListPromptsResult,
                ListResourcesResult,
                ListResourceTemplatesResult,
                ListToolsResult,
                ReadResourceResult {

    /** Whether all clients get the same result, which then remains valid for the server's cache time. */
    default boolean sharedByClients() {
        return true;
    }
}
