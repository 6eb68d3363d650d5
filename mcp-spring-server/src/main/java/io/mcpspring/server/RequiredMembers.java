package io.mcpspring.server;

import io.mcpspring.Internal;
import io.mcpspring.protocol.DiscoverResult;
import io.mcpspring.protocol.Implementation;
import io.mcpspring.protocol.JsonValue;
import io.mcpspring.protocol.ListResult;
import io.mcpspring.protocol.McpJson;
import io.mcpspring.protocol.McpResult;
import io.mcpspring.protocol.ModernResult;
import io.mcpspring.protocol.ProtocolVersion;
import io.mcpspring.protocol.ReadResourceResult;
import io.mcpspring.protocol.RenderedResult;
import io.mcpspring.protocol.TypedResult;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Adds the members that a revision requires to a result: none in the legacy era; {@code resultType}, the server's
 * identity and cache hints in the modern era.
 */
@Internal
public final class RequiredMembers {

    private static final String SERVER_INFO = "io.modelcontextprotocol/serverInfo";

    private static final String PUBLIC = "public";

    private static final String PRIVATE = "private";

    private final Map<String, ?> identity;

    /** The {@code _meta} of results that have none of their own. */
    private final JsonValue identityOnly;

    private final long ttlMs;

    public RequiredMembers(Implementation server, Duration cacheTtl) {
        this.identity = Map.of(SERVER_INFO, JsonValue.of(server));
        this.identityOnly = JsonValue.of(identity);
        this.ttlMs = cacheTtl.toMillis();
    }

    public McpResult addTo(McpResult result, ProtocolVersion version) {
        if (!version.hasResultTypes() || !(result instanceof TypedResult typed)) {
            return result;
        }
        // A resource may depend on its reader, and may change at any time.
        if (typed instanceof ReadResourceResult) {
            return cacheable(typed, 0, PRIVATE);
        }
        return typed instanceof DiscoverResult || typed instanceof ListResult
                ? cacheable(typed, ttlMs, PUBLIC)
                : new ModernResult(typed.resultType(), typed, null, null, withIdentity(typed.meta()));
    }

    private ModernResult cacheable(TypedResult result, long ttl, String scope) {
        return new ModernResult(result.resultType(), result, ttl, scope, withIdentity(result.meta()));
    }

    /** Returns a complete result, written once so that it can be sent many times. */
    public RenderedResult render(TypedResult result, ProtocolVersion version) {
        return RenderedResult.often(McpJson.writeValue(addTo(result, version)));
    }

    /** Returns a complete list that only the caller may cache, because others may get another one. */
    public RenderedResult renderPrivately(TypedResult list, ProtocolVersion version) {
        return RenderedResult.once(
                McpJson.writeValue(version.hasResultTypes() ? cacheable(list, ttlMs, PRIVATE) : list));
    }

    private Object withIdentity(@Nullable Map<String, ?> meta) {
        if (meta == null || meta.isEmpty()) {
            return identityOnly;
        }
        Map<String, Object> merged = new LinkedHashMap<>(meta);
        merged.putAll(identity);
        return merged;
    }
}
