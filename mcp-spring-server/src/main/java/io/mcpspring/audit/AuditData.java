package io.mcpspring.audit;

import io.mcpspring.Internal;
import io.mcpspring.protocol.Implementation;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The content of events as flat data, for the log and for the repository of Actuator. */
@Internal
public final class AuditData {

    private AuditData() {}

    public static Map<String, @Nullable Object> of(McpAuditEvent event) {
        Map<String, @Nullable Object> data = new LinkedHashMap<>();
        if (event instanceof McpAuditEvent.Call call) {
            put(data, call);
        } else if (event instanceof McpAuditEvent.Refusal refusal) {
            put(data, refusal);
        } else if (event instanceof McpAuditEvent.Definitions definitions) {
            data.put("initial", definitions.initial());
            data.put("changes", definitions.changes());
        }
        return data;
    }

    private static void put(Map<String, @Nullable Object> data, McpAuditEvent.Call call) {
        data.put("kind", call.kind());
        data.put("name", call.name());
        data.put("outcome", call.outcome());
        data.put("durationMs", call.duration().toMillis());
        data.put("requestBytes", call.requestSize());
        data.put("resultBytes", call.resultSize());
        data.put("errorCode", call.errorCode());
        data.put("errorId", call.errorId());
        put(data, call.caller());
        Implementation client = call.client();
        data.put("client", client == null ? null : client.name() + " " + client.version());
        data.put("protocol", call.protocolVersion().value());
        data.put("traceId", call.traceId());
        data.put("arguments", call.arguments());
    }

    private static void put(Map<String, @Nullable Object> data, McpAuditEvent.Refusal refusal) {
        data.put("reason", refusal.reason());
        data.put("detail", refusal.detail());
        put(data, refusal.caller());
        data.put("suppressed", refusal.suppressed());
    }

    private static void put(Map<String, @Nullable Object> data, McpAuditEvent.Caller caller) {
        data.put("user", caller.name());
        data.put("issuer", caller.issuer());
        data.put("address", caller.address());
    }
}
