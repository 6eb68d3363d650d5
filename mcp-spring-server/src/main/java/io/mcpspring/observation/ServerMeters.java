package io.mcpspring.observation;

import static io.mcpspring.observation.McpServerMeterDocumentation.ENTRIES;
import static io.mcpspring.observation.McpServerMeterDocumentation.KeyNames.KIND;
import static io.mcpspring.observation.McpServerMeterDocumentation.KeyNames.REASON;
import static io.mcpspring.observation.McpServerMeterDocumentation.LIST_SIZE;
import static io.mcpspring.observation.McpServerMeterDocumentation.QUESTIONS;
import static io.mcpspring.observation.McpServerMeterDocumentation.QUEUED_CALLS;
import static io.mcpspring.observation.McpServerMeterDocumentation.REFUSALS;
import static io.mcpspring.observation.McpServerMeterDocumentation.SESSIONS;
import static io.mcpspring.observation.McpServerMeterDocumentation.SESSION_DURATION;
import static io.mcpspring.observation.McpServerMeterDocumentation.STREAMS;
import static io.mcpspring.observation.McpServerMeterDocumentation.TASKS;

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
import io.micrometer.core.instrument.binder.MeterBinder;
import java.util.List;
import java.util.function.Supplier;
import java.util.stream.Stream;

/** The meters of the state of the server, of its entries and of refused requests. */
@Internal
public record ServerMeters(ServerState state, Features features, Refusals refusals) implements MeterBinder {

    private static final List<String> KINDS = List.of("tool", "prompt", "resource", "resource template");

    @Override
    public void bindTo(MeterRegistry registry) {
        gauge(SESSIONS, state.sessions()::inUse).register(registry);
        gauge(STREAMS, state.streams()::open).register(registry);
        gauge(QUESTIONS, state.questions()::pending).register(registry);
        gauge(TASKS, state.tasks()::active).register(registry);
        gauge(QUEUED_CALLS, state::queuedCalls).register(registry);
        measureSessions(registry);
        for (String kind : KINDS) {
            gauge(ENTRIES, () -> entries(kind).count())
                    .tag(KIND.asString(), kind)
                    .register(registry);
            gauge(LIST_SIZE, () -> size(kind)).tag(KIND.asString(), kind).register(registry);
        }
        countRefusals(registry);
    }

    static Gauge.Builder<Supplier<Number>> gauge(McpServerMeterDocumentation meter, Supplier<Number> value) {
        return Gauge.builder(meter.getName(), value)
                .description(meter.getDescription())
                .baseUnit(meter.getBaseUnit());
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
        return Timer.builder(SESSION_DURATION.getName())
                .description(SESSION_DURATION.getDescription())
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
        return Counter.builder(REFUSALS.getName())
                .description(REFUSALS.getDescription())
                .tag(REASON.asString(), reason.toString())
                .register(registry);
    }
}
