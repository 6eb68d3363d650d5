package io.mcpspring.protocol;

/** A result that clients of revision 2026-07-28 may keep for a while. */
public sealed interface CacheableResult extends TypedResult
        permits DiscoverResult,
                ListPromptsResult,
                ListResourcesResult,
                ListResourceTemplatesResult,
                ListToolsResult,
                ReadResourceResult {}
