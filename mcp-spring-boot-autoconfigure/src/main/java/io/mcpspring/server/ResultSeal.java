package io.mcpspring.server;

import io.mcpspring.protocol.CacheableResult;
import io.mcpspring.protocol.CreateTaskResult;
import io.mcpspring.protocol.Implementation;
import io.mcpspring.protocol.InputRequiredResult;
import io.mcpspring.protocol.JsonValue;
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
 * Puts on a result what its revision wants around it: nothing in the legacy revisions; {@code resultType}, the server's
 * identity and cache hints in 2026-07-28.
 */
public final class ResultSeal {

    private static final String SERVER_INFO = "io.modelcontextprotocol/serverInfo";

    private final Map<String, ?> identity;

    private final long ttlMs;

    public ResultSeal(Implementation server, Duration cacheTtl) {
        this.identity = Map.of(SERVER_INFO, JsonValue.of(server));
        this.ttlMs = cacheTtl.toMillis();
    }

    public McpResult seal(McpResult result, ProtocolVersion version) {
        if (!version.isModern() || !(result instanceof TypedResult typed)) {
            return result;
        }
        boolean cacheable = typed instanceof CacheableResult;
        // What a resource holds may be for its reader alone, and nobody knows for how long it holds.
        boolean read = typed instanceof ReadResourceResult;
        return new ModernResult(
                resultType(typed),
                typed,
                cacheable ? read ? 0 : ttlMs : null,
                cacheable ? read ? "private" : "public" : null,
                withIdentity(typed.meta()));
    }

    private static String resultType(TypedResult result) {
        return result instanceof InputRequiredResult
                ? "input_required"
                : result instanceof CreateTaskResult ? "task" : "complete";
    }

    /** The sealed result, written once so that it can be sent many times. */
    public RenderedResult render(TypedResult result, ProtocolVersion version) {
        return new RenderedResult(McpJson.writeValue(seal(result, version)));
    }

    private Map<String, ?> withIdentity(@Nullable Map<String, ?> meta) {
        if (meta == null || meta.isEmpty()) {
            return identity;
        }
        Map<String, Object> merged = new LinkedHashMap<>(meta);
        merged.putAll(identity);
        return merged;
    }
}
