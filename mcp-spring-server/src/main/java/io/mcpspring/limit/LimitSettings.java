package io.mcpspring.limit;

import io.mcpspring.Internal;
import io.mcpspring.method.CallLimits;
import io.mcpspring.method.Invocation;
import io.mcpspring.method.McpInvocation;
import io.mcpspring.protocol.ResourceTemplate;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The configured limits; {@code null} for none.
 *
 * @param rate the rate of all calls of a caller
 * @param maxConcurrency the number of calls that may run
 * @param maxConcurrencyPerCaller the number of calls of a caller that may run
 * @param entries limits of single entries, by name, URI or URI template
 */
@Internal
public record LimitSettings(
        CallLimits.@Nullable Rate rate,
        @Nullable Integer maxConcurrency,
        @Nullable Integer maxConcurrencyPerCaller,
        Map<String, CallLimits> entries) {

    /** Only the limits that entries declare. */
    public static final LimitSettings NONE = new LimitSettings(null, null, null, Map.of());

    /** Returns the limits of the entry of an invocation: the configured limits, or else the declared ones. */
    CallLimits of(Invocation<?, ?> invocation) {
        CallLimits declared = invocation.entry().limits();
        return invocation.kind() == McpInvocation.Kind.COMPLETION || entries.isEmpty()
                ? declared
                : entries.getOrDefault(entry(invocation), CallLimits.NONE).or(declared);
    }

    /** Whether there are only limits of entries. */
    boolean isUnlimited() {
        return rate == null && maxConcurrency == null && maxConcurrencyPerCaller == null;
    }

    /** Returns the name, the URI or the URI template of an entry; clients cannot choose other values. */
    static String entry(McpInvocation invocation) {
        return invocation
                .definition(ResourceTemplate.class)
                .map(ResourceTemplate::uriTemplate)
                .orElseGet(invocation::name);
    }
}
