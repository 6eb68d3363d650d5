package io.mcpspring.observation;

import io.mcpspring.Internal;
import io.mcpspring.content.ResultSize;
import io.mcpspring.method.BuiltInInterceptor;
import io.mcpspring.method.InterceptorStage;
import io.mcpspring.method.Invocation;
import io.mcpspring.method.McpInvocation;
import io.mcpspring.protocol.McpResult;
import io.micrometer.common.KeyValue;
import io.micrometer.core.instrument.DistributionSummary;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.binder.BaseUnits;
import io.micrometer.core.instrument.binder.MeterBinder;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import org.springframework.core.annotation.Order;
import reactor.core.publisher.Mono;

/**
 * Measures the sizes of results, and the number of running calls. Outermost, because the rest of the chain completes
 * results: their structured content has been written, and has a size.
 */
@Internal
@Order(InterceptorStage.AUDIT)
public final class CallMeters implements BuiltInInterceptor, MeterBinder {

    private final AtomicInteger running = new AtomicInteger();

    private final List<Meter.MeterProvider<DistributionSummary>> sizes = new CopyOnWriteArrayList<>();

    @Override
    public void bindTo(MeterRegistry registry) {
        ServerMeters.gauge("mcp.server.calls", "Running calls", running::get).register(registry);
        sizes.add(DistributionSummary.builder("mcp.server.result.size")
                .description("Sizes of results, before binary content is encoded")
                .baseUnit(BaseUnits.BYTES)
                .withRegistry(registry));
    }

    @Override
    public Mono<McpResult> intercept(Invocation<?, ?> invocation, Chain chain) {
        return Mono.using(
                running::incrementAndGet,
                number -> chain.proceed(invocation).doOnNext(result -> measure(invocation, result)),
                number -> running.decrementAndGet());
    }

    private void measure(McpInvocation invocation, McpResult result) {
        if (sizes.isEmpty()) {
            return;
        }
        String kind = invocation.kind().name().toLowerCase(Locale.ROOT);
        // The URIs of resources are too many for a tag.
        boolean named = invocation.kind() == McpInvocation.Kind.TOOL || invocation.kind() == McpInvocation.Kind.PROMPT;
        String name = named ? invocation.name() : KeyValue.NONE_VALUE;
        Tags tags = Tags.of(ServerMeters.KIND, kind, "mcp.entry.name", name);
        long size = ResultSize.of(result).bytes();
        sizes.forEach(summary -> summary.withTags(tags).record(size));
    }
}
