package io.mcpspring.support;

import static org.assertj.core.api.Assertions.assertThat;

import com.networknt.schema.Schema;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import io.mcpspring.protocol.ProtocolVersion;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** The published schemas of the protocol, against which every message of the tests is held. */
final class SpecSchemas {

    private static final Map<String, String> RESULTS = Map.ofEntries(
            Map.entry("initialize", "InitializeResult"),
            Map.entry("server/discover", "DiscoverResult"),
            Map.entry("ping", "EmptyResult"),
            Map.entry("tools/list", "ListToolsResult"),
            Map.entry("tools/call", "CallToolResult"),
            Map.entry("prompts/list", "ListPromptsResult"),
            Map.entry("prompts/get", "GetPromptResult"),
            Map.entry("resources/list", "ListResourcesResult"),
            Map.entry("resources/templates/list", "ListResourceTemplatesResult"),
            Map.entry("resources/read", "ReadResourceResult"),
            Map.entry("resources/subscribe", "EmptyResult"),
            Map.entry("resources/unsubscribe", "EmptyResult"),
            Map.entry("completion/complete", "CompleteResult"),
            Map.entry("logging/setLevel", "EmptyResult"),
            Map.entry("subscriptions/listen", "SubscriptionsListenResult"));

    /** What the server says and asks, by method. */
    private static final Map<String, String> CALLS = Map.ofEntries(
            Map.entry("notifications/progress", "ProgressNotification"),
            Map.entry("notifications/message", "LoggingMessageNotification"),
            Map.entry("notifications/cancelled", "CancelledNotification"),
            Map.entry("notifications/tools/list_changed", "ToolListChangedNotification"),
            Map.entry("notifications/subscriptions/acknowledged", "SubscriptionsAcknowledgedNotification"),
            Map.entry("notifications/prompts/list_changed", "PromptListChangedNotification"),
            Map.entry("notifications/resources/list_changed", "ResourceListChangedNotification"),
            Map.entry("notifications/resources/updated", "ResourceUpdatedNotification"),
            Map.entry("notifications/elicitation/complete", "ElicitationCompleteNotification"),
            Map.entry("elicitation/create", "ElicitRequest"),
            Map.entry("sampling/createMessage", "CreateMessageRequest"),
            Map.entry("roots/list", "ListRootsRequest"));

    private static final Map<String, Schema> COMPILED = new ConcurrentHashMap<>();

    private SpecSchemas() {}

    /** Fails unless the message is one of the revision, and a response to a request of this method if one is given. */
    static void check(ProtocolVersion version, @Nullable String method, JsonNode message) {
        if (message.has("method")) {
            conforms(version, message.has("id") ? "JSONRPCRequest" : "JSONRPCNotification", message);
            String call = message.get("method").stringValue();
            if (!call.equals("notifications/tasks")) {
                conforms(withQuestion(version, message), CALLS.get(call), message);
            }
            return;
        }
        boolean modern = version.isAtLeast(ProtocolVersion.V2025_11_25);
        if (message.has("error")) {
            if (modern || message.has("id")) {
                conforms(version, modern ? "JSONRPCErrorResponse" : "JSONRPCError", message);
            }
            return;
        }
        conforms(version, modern ? "JSONRPCResultResponse" : "JSONRPCResponse", message);
        String result = switch (message.at("/result/resultType").asString("")) {
            case "input_required" -> "InputRequiredResult";
            // The shapes of the tasks extension are not in the schema.
            case "task" -> null;
            default -> method == null ? null : RESULTS.get(method);
        };
        if (result != null) {
            conforms(version, result, message.get("result"));
        }
    }

    /** The revision that has the words for a question which an older client can answer because it says so. */
    private static ProtocolVersion withQuestion(ProtocolVersion version, JsonNode message) {
        boolean elicitation = message.get("method").stringValue().equals("elicitation/create");
        boolean page = message.at("/params/mode").asString("").equals("url");
        return elicitation && version == ProtocolVersion.V2025_03_26
                ? withQuestion(ProtocolVersion.V2025_06_18, message)
                : page && version == ProtocolVersion.V2025_06_18 ? ProtocolVersion.V2025_11_25 : version;
    }

    private static void conforms(ProtocolVersion version, String definition, JsonNode value) {
        Schema schema = COMPILED.computeIfAbsent(version + "#" + definition, key -> compile(version, definition));
        assertThat(schema.validate(value))
                .as("%s of %s: %s", definition, version, value)
                .isEmpty();
    }

    private static Schema compile(ProtocolVersion version, String definition) {
        ObjectNode document = read(version);
        document.put("$ref", (document.has("$defs") ? "#/$defs/" : "#/definitions/") + definition);
        SpecificationVersion dialect =
                document.has("$defs") ? SpecificationVersion.DRAFT_2020_12 : SpecificationVersion.DRAFT_7;
        return SchemaRegistry.withDefaultDialect(dialect).getSchema(document);
    }

    private static ObjectNode read(ProtocolVersion version) {
        try (InputStream in = SpecSchemas.class.getResourceAsStream("/schema/" + version + ".json")) {
            return (ObjectNode) JsonMapper.shared().readTree(in);
        } catch (IOException ex) {
            throw new UncheckedIOException(ex);
        }
    }
}
