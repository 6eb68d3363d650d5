package io.mcpspring.entry;

import io.mcpspring.Internal;
import io.mcpspring.content.ResultChecks;
import io.mcpspring.content.ResultRules;
import io.mcpspring.method.CallLimits;
import io.mcpspring.method.McpInvocation;
import io.mcpspring.protocol.JsonValue;
import io.mcpspring.protocol.ProtocolVersion;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.BiConsumer;
import tools.jackson.databind.node.ObjectNode;

/**
 * What entries of all kinds have: their definition, protection and limits, determined when they are registered.
 *
 * @param definition the definition as clients of the newest revision see it
 * @param guard decides who sees and uses the entry
 * @param limits the limits of its use
 * @param checks what its results pass on their way to clients
 * @param rendered the definition as each revision has it, written in advance
 */
@Internal
public record Registration<P>(
        P definition, Guard guard, CallLimits limits, ResultChecks checks, Map<ProtocolVersion, JsonValue> rendered) {

    /**
     * @param definition the definition as clients of the newest revision see it
     * @param declared the definition as its author wrote it
     * @param projection adapts the definition, as JSON, to a revision; titles, icons and {@code _meta} that the
     *     revision lacks are removed afterwards
     * @throws io.mcpspring.method.McpMethodException if the entry cannot be protected or limited as declared
     * @throws io.mcpspring.validation.DeclarationException if a text of the definition must not be published
     */
    public static <P> Registration<P> of(
            McpInvocation.Kind kind,
            P definition,
            McpDefinition declared,
            BiConsumer<ObjectNode, ProtocolVersion> projection,
            ResultRules results,
            Access access) {
        ObjectNode whole = (ObjectNode) JsonValue.of(definition).tree();
        DefinitionTexts.check(whole.deepCopy().without("_meta"));
        McpEntry entry = new McpEntry(kind, definition, declared);
        Map<ProtocolVersion, JsonValue> rendered = new EnumMap<>(ProtocolVersion.class);
        for (ProtocolVersion version : ProtocolVersion.values()) {
            ObjectNode json = whole.deepCopy();
            projection.accept(json, version);
            if (!version.hasTitles()) {
                json.remove(List.of("title", "_meta"));
            }
            if (!version.hasIcons()) {
                json.remove("icons");
            }
            rendered.put(version, JsonValue.of(json));
        }
        return new Registration<>(
                definition,
                access.guard(entry),
                declared.limits().checked(declared.method()),
                new ResultChecks(entry.describe(), results),
                rendered);
    }

    /** Returns the definition as a revision has it. */
    JsonValue rendered(ProtocolVersion version) {
        return Objects.requireNonNull(rendered.get(version));
    }
}
