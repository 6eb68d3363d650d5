package io.mcpspring.audit;

import io.mcpspring.Internal;
import io.mcpspring.event.ListChanged;
import io.mcpspring.event.ServerEvents;
import io.mcpspring.protocol.JsonValue;
import io.mcpspring.seal.CanonicalJson;
import io.mcpspring.server.Features;
import java.time.Instant;
import java.util.Collections;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Records the definitions of an application, and their changes from then on. */
@Internal
public final class DefinitionAudit {

    private final Features features;

    /** The fingerprints at the last event. Used by the trail's thread. */
    private SortedMap<String, String> known = new TreeMap<>();

    private DefinitionAudit(Features features) {
        this.features = features;
    }

    /** Records the definitions of the application, which is ready, and their changes. */
    public static void begin(Features features, ServerEvents events, AuditTrail trail) {
        DefinitionAudit audit = new DefinitionAudit(features);
        trail.add(() -> audit.event(true));
        events.subscribe(event -> {
            if (event instanceof ListChanged) {
                trail.add(() -> audit.event(false));
            }
        });
    }

    private @Nullable McpAuditEvent event(boolean initial) {
        SortedMap<String, String> fingerprints = new TreeMap<>();
        features.entries()
                .forEach(entry -> fingerprints.put(entry.kind() + " " + entry.name(), fingerprint(entry.definition())));
        SortedMap<String, String> now = Collections.unmodifiableSortedMap(fingerprints);
        List<McpAuditEvent.Change> changes = changes(known, now);
        known = now;
        return changes.isEmpty() && !initial
                ? null
                : new McpAuditEvent.Definitions(Instant.now(), initial, now, changes);
    }

    /** Returns the SHA-256 hash of a definition, which is the same as long as clients see the same definition. */
    public static String fingerprint(JsonValue definition) {
        return HexFormat.of().formatHex(CanonicalJson.sha256().digest(definition.utf8()));
    }

    private static List<McpAuditEvent.Change> changes(Map<String, String> before, Map<String, String> now) {
        return Stream.concat(before.keySet().stream(), now.keySet().stream())
                .distinct()
                .sorted()
                .filter(name -> !Objects.equals(before.get(name), now.get(name)))
                .map(name -> new McpAuditEvent.Change(name, before.get(name), now.get(name)))
                .toList();
    }
}
