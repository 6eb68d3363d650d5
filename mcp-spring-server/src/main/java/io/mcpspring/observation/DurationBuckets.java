package io.mcpspring.observation;

import io.mcpspring.Internal;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.config.MeterFilter;
import io.micrometer.core.instrument.distribution.DistributionStatisticConfig;
import java.util.Set;
import java.util.stream.DoubleStream;
import org.jspecify.annotations.Nullable;

/**
 * Sets the buckets of the histogram of durations to those of OpenTelemetry's conventions for MCP. Settings of the
 * application take precedence.
 */
@Internal
public final class DurationBuckets implements MeterFilter {

    private static final Set<String> DURATIONS =
            Set.of(McpServerObservationConvention.NAME, ObservedQuestions.NAME, ServerMeters.SESSION_DURATION);

    private static final double[] SECONDS = {0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10, 30, 60, 120, 300};

    private static final DistributionStatisticConfig BUCKETS = DistributionStatisticConfig.builder()
            .serviceLevelObjectives(
                    DoubleStream.of(SECONDS).map(seconds -> seconds * 1e9).toArray())
            .build();

    @Override
    public @Nullable DistributionStatisticConfig configure(Meter.Id id, DistributionStatisticConfig config) {
        return DURATIONS.contains(id.getName()) && id.getType() == Meter.Type.TIMER ? config.merge(BUCKETS) : config;
    }
}
