package io.mcpspring.actuate;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.mcpspring.Internal;
import io.mcpspring.ServerParts;
import io.mcpspring.audit.DefinitionAudit;
import io.mcpspring.observation.ServerState;
import io.mcpspring.protocol.Implementation;
import io.mcpspring.protocol.JsonValue;
import io.mcpspring.protocol.ProtocolVersion;
import io.mcpspring.server.Feature;
import io.mcpspring.server.Features;
import io.mcpspring.server.ServerDescription;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.actuate.endpoint.OperationResponseBody;
import org.springframework.boot.actuate.endpoint.annotation.Endpoint;
import org.springframework.boot.actuate.endpoint.annotation.ReadOperation;
import org.springframework.boot.actuate.endpoint.annotation.Selector;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/**
 * The endpoint {@code mcp}: the entries that it serves, those that it ignores, and the numbers of its sessions,
 * streams, questions and tasks.
 *
 * @param notServed describes the entries that were found but are not served, with the reasons
 * @param shared describes what instances share
 */
@Internal
@Endpoint(id = "mcp")
public record ServerEndpoint(ServerParts server, Supplier<List<String>> notServed, SharedState shared) {

    private static final JsonMapper JSON = JsonMapper.shared();

    /**
     * The description of the server.
     *
     * @param protocolVersions the revisions that are served, newest first
     * @param limits the limits that all entries share
     * @param notServed the entries that were found but are not served, with the reasons
     * @param warnings likely mistakes in the entries
     * @param shared what instances share, and by what
     */
    public record Description(
            Implementation server,
            List<ProtocolVersion> protocolVersions,
            Map<String, String> limits,
            List<Entry> entries,
            List<String> notServed,
            List<String> warnings,
            ServerState.Numbers state,
            @JsonInclude(JsonInclude.Include.NON_EMPTY) Map<String, Object> shared)
            implements OperationResponseBody {}

    /**
     * An entry.
     *
     * @param method the method that serves it, and its bean
     * @param characters the size of what language models get: name, description and input schema
     * @param fingerprint the SHA-256 hash of the definition, as in audit events
     * @param scopes the scopes that a caller needs
     * @param rules what decides about callers: access rules by their class, annotations of method security
     * @param tags the tags by which toolsets contain a tool
     * @param limits the effective limits of calls and results: configured, declared or default
     * @param definition the definition as clients of the newest revision see it; absent in the list
     */
    public record Entry(
            String kind,
            String name,
            String method,
            int characters,
            String fingerprint,
            List<String> scopes,
            List<String> rules,
            @JsonInclude(JsonInclude.Include.NON_EMPTY) List<String> tags,
            Map<String, String> limits,
            @Nullable Object definition)
            implements OperationResponseBody {}

    private Entry describe(Feature.Description entry, @Nullable Object definition) {
        JsonValue json = entry.definition();
        // As in the console.
        ObjectNode shown = ((ObjectNode) json.tree()).retain("name", "description", "inputSchema");
        return new Entry(
                entry.kind(),
                entry.name(),
                entry.method(),
                shown.toString().length(),
                DefinitionAudit.fingerprint(json),
                entry.scopes(),
                entry.rules(),
                entry.tags(),
                server.limits().of(entry.name(), entry.limits()),
                definition);
    }

    /** Describes the server and lists its entries. */
    @ReadOperation
    public Description describe() {
        ServerDescription description = server.description();
        Features features = server.features();
        return new Description(
                description.implementation(),
                description.protocolVersions(),
                server.limits().shared(),
                features.entries().stream().map(entry -> describe(entry, null)).toList(),
                notServed.get(),
                features.warnings(),
                server.state().numbers(),
                shared.describe());
    }

    /**
     * Returns an entry with its definition.
     *
     * @param kind the kind, such as {@code tool}
     * @param name the name, the URI or the URI template
     * @return {@code null} if there is none
     */
    @ReadOperation
    public @Nullable Entry entry(@Selector String kind, String name) {
        return server.features().entries().stream()
                .filter(entry -> entry.kind().equals(kind) && entry.name().equals(name))
                .findFirst()
                .map(entry ->
                        describe(entry, JSON.treeToValue(entry.definition().tree(), Object.class)))
                .orElse(null);
    }
}
