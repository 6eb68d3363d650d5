package io.mcpspring.test;

import com.networknt.schema.Error;
import com.networknt.schema.Schema;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import io.mcpspring.Internal;
import io.mcpspring.protocol.ProtocolVersion;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** The published schemas of the protocol, against which every message is validated. */
@Internal
public final class ProtocolSchemas {

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
            Map.entry("subscriptions/listen", "SubscriptionsListenResult"),
            Map.entry("elicitation/create", "ElicitResult"),
            Map.entry("sampling/createMessage", "CreateMessageResult"),
            Map.entry("roots/list", "ListRootsResult"));

    /** The notifications and requests of the server, by method. */
    private static final Map<String, String> FROM_SERVER = Map.ofEntries(
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

    /** The notifications and requests of the client, by method. */
    private static final Map<String, String> FROM_CLIENT = Map.ofEntries(
            Map.entry("initialize", "InitializeRequest"),
            Map.entry("notifications/initialized", "InitializedNotification"),
            Map.entry("notifications/cancelled", "CancelledNotification"),
            Map.entry("server/discover", "DiscoverRequest"),
            Map.entry("ping", "PingRequest"),
            Map.entry("tools/list", "ListToolsRequest"),
            Map.entry("tools/call", "CallToolRequest"),
            Map.entry("prompts/list", "ListPromptsRequest"),
            Map.entry("prompts/get", "GetPromptRequest"),
            Map.entry("resources/list", "ListResourcesRequest"),
            Map.entry("resources/templates/list", "ListResourceTemplatesRequest"),
            Map.entry("resources/read", "ReadResourceRequest"),
            Map.entry("resources/subscribe", "SubscribeRequest"),
            Map.entry("resources/unsubscribe", "UnsubscribeRequest"),
            Map.entry("completion/complete", "CompleteRequest"),
            Map.entry("logging/setLevel", "SetLevelRequest"),
            Map.entry("subscriptions/listen", "SubscriptionsListenRequest"));

    private static final Map<ProtocolVersion, JsonNode> DOCUMENTS = new ConcurrentHashMap<>();

    private static final Map<String, Schema> COMPILED = new ConcurrentHashMap<>();

    private ProtocolSchemas() {}

    /**
     * Fails unless a message of the server conforms to its revision.
     *
     * @param method the method of the request, if the message is the response to a request
     */
    public static void checkReceived(ProtocolVersion version, @Nullable String method, JsonNode message) {
        if (message.has("method")) {
            conforms(version, message.has("id") ? "JSONRPCRequest" : "JSONRPCNotification", message);
            checkFromServer(version, message);
        } else if (message.has("error")) {
            // In older revisions a response without an id conforms to no definition.
            boolean anonymous = definitions(version).has("JSONRPCErrorResponse");
            if (anonymous || message.has("id")) {
                conforms(version, anonymous ? "JSONRPCErrorResponse" : "JSONRPCError", message);
            }
        } else {
            conforms(version, resultResponse(version), message);
            String result = result(method, message);
            if (result != null) {
                conforms(version, result, message.get("result"));
            }
        }
    }

    /** Fails unless a request or notification of the client conforms to its revision. */
    static void checkSent(ProtocolVersion version, JsonNode message) {
        conforms(version, message.has("id") ? "JSONRPCRequest" : "JSONRPCNotification", message);
        String definition = FROM_CLIENT.get(message.get("method").stringValue());
        if (definition != null && definitions(version).has(definition)) {
            conforms(version, definition, message);
        }
    }

    /** Fails unless the answer to a question of the server conforms to its revision. */
    static void checkAnswer(ProtocolVersion version, JsonNode question, JsonNode answer) {
        String method = question.get("method").stringValue();
        conforms(withQuestion(version, question), Objects.requireNonNull(RESULTS.get(method)), answer);
    }

    private static void checkFromServer(ProtocolVersion version, JsonNode message) {
        String method = message.get("method").stringValue();
        // The notification of the tasks extension is not in the schema.
        if (!method.equals("notifications/tasks")) {
            String definition = FROM_SERVER.get(method);
            if (definition == null) {
                throw new AssertionError("The server sent a message with the unknown method '" + method + "'");
            }
            conforms(withQuestion(version, message), definition, message);
        }
    }

    private static String resultResponse(ProtocolVersion version) {
        // Where both exist, the latter also includes errors.
        return definitions(version).has("JSONRPCResultResponse") ? "JSONRPCResultResponse" : "JSONRPCResponse";
    }

    private static @Nullable String result(@Nullable String method, JsonNode message) {
        return switch (message.at("/result/resultType").asString("")) {
            case "input_required" -> "InputRequiredResult";
            // The types of the tasks extension are not in the schema.
            case "task" -> null;
            default -> method == null ? null : RESULTS.get(method);
        };
    }

    /**
     * Returns the revision that defines a question, which may be newer than that of a client that declares the
     * capability.
     */
    private static ProtocolVersion withQuestion(ProtocolVersion version, JsonNode message) {
        if (!message.get("method").stringValue().equals("elicitation/create")) {
            return version;
        }
        boolean page = message.at("/params/mode").asString("").equals("url");
        String definition = page ? "ElicitRequestURLParams" : "ElicitRequest";
        return Stream.of(ProtocolVersion.values())
                .filter(candidate ->
                        candidate.isAtLeast(version) && definitions(candidate).has(definition))
                .findFirst()
                .orElseThrow();
    }

    private static void conforms(ProtocolVersion version, String definition, JsonNode value) {
        Schema schema = COMPILED.computeIfAbsent(version + "#" + definition, key -> compile(version, definition));
        List<Error> problems = schema.validate(value);
        if (!problems.isEmpty()) {
            throw new AssertionError("The message does not conform to %s of revision %s:%n  %s%nMessage: %s"
                    .formatted(
                            definition,
                            version,
                            problems.stream().map(Error::toString).collect(Collectors.joining("%n  ".formatted())),
                            value));
        }
    }

    private static Schema compile(ProtocolVersion version, String definition) {
        ObjectNode document = document(version).deepCopy();
        boolean current = document.has("$defs");
        document.put("$ref", (current ? "#/$defs/" : "#/definitions/") + definition);
        SpecificationVersion dialect = current ? SpecificationVersion.DRAFT_2020_12 : SpecificationVersion.DRAFT_7;
        return SchemaRegistry.withDefaultDialect(dialect).getSchema(document);
    }

    private static JsonNode definitions(ProtocolVersion version) {
        JsonNode document = document(version);
        return document.has("$defs") ? document.get("$defs") : document.get("definitions");
    }

    private static ObjectNode document(ProtocolVersion version) {
        return (ObjectNode) DOCUMENTS.computeIfAbsent(version, ProtocolSchemas::read);
    }

    private static JsonNode read(ProtocolVersion version) {
        try (InputStream in = ProtocolSchemas.class.getResourceAsStream("schema/" + version + ".json")) {
            return JsonMapper.shared().readTree(in);
        } catch (IOException ex) {
            throw new UncheckedIOException(ex);
        }
    }
}
