package io.mcpspring.audit;

import io.mcpspring.Internal;
import io.mcpspring.event.ListChanged;
import io.mcpspring.event.ServerEvents;
import io.mcpspring.server.Features;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** Records the definitions of an application, and their changes from then on. */
@Internal
public final class DefinitionAudit {

    private final Features features;

    private final AuditTrail trail;

    /** The fingerprints at the last event; {@code null} before the application is ready. Used by the trail's thread. */
    private @Nullable SortedMap<String, String> known;

    public DefinitionAudit(Features features, ServerEvents events, AuditTrail trail) {
        this.features = features;
        this.trail = trail;
        events.subscribe(event -> {
            if (event instanceof ListChanged) {
                trail.add(this::change);
            }
        });
    }

    /** Records the definitions of the application, which is ready. */
    public void begin() {
        trail.add(() -> event(new TreeMap<>(), true));
    }

    private @Nullable McpAuditEvent change() {
        SortedMap<String, String> before = known;
        return before == null ? null : event(before, false);
    }

    private @Nullable McpAuditEvent event(SortedMap<String, String> before, boolean initial) {
        SortedMap<String, String> now = Collections.unmodifiableSortedMap(fingerprints());
        known = now;
        List<McpAuditEvent.Change> changes = changes(before, now);
        return changes.isEmpty() && !initial
                ? null
                : new McpAuditEvent.Definitions(Instant.now(), initial, now, changes);
    }

    private SortedMap<String, String> fingerprints() {
        SortedMap<String, String> fingerprints = new TreeMap<>();
        features.definitions().forEach((name, definition) -> fingerprints.put(name, Fingerprint.of(definition)));
        return fingerprints;
    }

    private static List<McpAuditEvent.Change> changes(Map<String, String> before, Map<String, String> now) {
        TreeSet<String> names = new TreeSet<>(before.keySet());
        names.addAll(now.keySet());
        List<McpAuditEvent.Change> changes = new ArrayList<>();
        for (String name : names) {
            if (!Objects.equals(before.get(name), now.get(name))) {
                changes.add(new McpAuditEvent.Change(name, before.get(name), now.get(name)));
            }
        }
        return List.copyOf(changes);
    }
}
