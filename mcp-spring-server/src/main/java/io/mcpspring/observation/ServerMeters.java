package io.mcpspring.observation;

import io.mcpspring.Internal;
import io.mcpspring.observation.McpServerObservationDocumentation.LowCardinalityKeyNames;
import io.mcpspring.protocol.ProtocolVersion;
import io.mcpspring.server.Feature;
import io.mcpspring.server.Features;
import io.mcpspring.server.Refusals;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import io.micrometer.core.instrument.binder.BaseUnits;
import io.micrometer.core.instrument.binder.MeterBinder;
import java.util.List;
import java.util.function.Supplier;
import java.util.stream.Stream;

/** The meters of the state of the server, of its entries and of refused requests. */
@Internal
public record ServerMeters(ServerState state, Features features, Refusals refusals) implements MeterBinder {

    /** The durations of sessions, by the conventions of OpenTelemetry for MCP. */
    static final String SESSION_DURATION = "mcp.server.session.duration";

    /** The tag with the kind of the entry: {@code tool}, {@code prompt}, {@code resource} and others. */
    static final String KIND = "mcp.entry.kind";

    private static final List<String> KINDS = List.of("tool", "prompt", "resource", "resource template");

    @Override
    public void bindTo(MeterRegistry registry) {
        gauge("mcp.server.sessions", "Sessions with state on this instance", state.sessions()::inUse)
                .register(registry);
        gauge("mcp.server.streams", "Streams on which clients listen to events", state.streams()::open)
                .register(registry);
        gauge("mcp.server.questions", "Pending questions to clients", state.questions()::pending)
                .register(registry);
        gauge("mcp.server.tasks", "Running calls that are tasks or may become tasks", state.tasks()::active)
                .register(registry);
        gauge("mcp.server.calls.queued", "Calls that wait for a worker thread", state::queuedCalls)
                .register(registry);
        measureSessions(registry);
        for (String kind : KINDS) {
            gauge("mcp.server.entries", "Entries in a list", () -> entries(kind).count())
                    .tag(KIND, kind)
                    .register(registry);
            gauge("mcp.server.list.size", "Size of all definitions of a list", () -> size(kind))
                    .baseUnit(BaseUnits.BYTES)
                    .tag(KIND, kind)
                    .register(registry);
        }
        countRefusals(registry);
    }

    static Gauge.Builder<Supplier<Number>> gauge(String name, String description, Supplier<Number> value) {
        return Gauge.builder(name, value).description(description);
    }

    private Stream<Feature.Description> entries(String kind) {
        return features.entries().stream().filter(entry -> entry.kind().equals(kind));
    }

    private long size(String kind) {
        return entries(kind)
                .mapToLong(entry -> entry.definition().utf8().length)
                .sum();
    }

    // All revisions from the start, so that a rate of sessions is right from the first one on.
    private void measureSessions(MeterRegistry registry) {
        ProtocolVersion.legacy().forEach(version -> durations(version, registry));
        state.sessions()
                .onEnd((session, duration) ->
                        durations(session.client().protocolVersion(), registry).record(duration));
    }

    private static Timer durations(ProtocolVersion version, MeterRegistry registry) {
        return Timer.builder(SESSION_DURATION)
                .description("Durations of sessions that their clients have ended")
                .tag(LowCardinalityKeyNames.PROTOCOL_VERSION.asString(), version.value())
                .tag(LowCardinalityKeyNames.TRANSPORT.asString(), McpServerObservationContext.TRANSPORT)
                .tag(LowCardinalityKeyNames.NETWORK_PROTOCOL.asString(), McpServerObservationContext.PROTOCOL)
                .register(registry);
    }

    // All reasons from the start, so that a rate of refusals is right from the first one on.
    private void countRefusals(MeterRegistry registry) {
        Stream.of(Refusals.Reason.values()).forEach(reason -> counter(reason, registry));
        refusals.subscribe(report -> counter(report.reason(), registry).increment());
    }

    private static Counter counter(Refusals.Reason reason, MeterRegistry registry) {
        return Counter.builder("mcp.server.refusals")
                .description("Refused requests")
                .tag("mcp.refusal.reason", reason.toString())
                .register(registry);
    }
}
