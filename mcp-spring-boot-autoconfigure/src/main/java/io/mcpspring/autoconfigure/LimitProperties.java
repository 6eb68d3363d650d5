package io.mcpspring.autoconfigure;

import io.mcpspring.McpConfigurationException;
import io.mcpspring.limit.LimitSettings;
import io.mcpspring.method.CallLimits;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.util.Assert;
import org.springframework.util.ClassUtils;
import org.springframework.util.unit.DataSize;

/**
 * Limits of calls and results. A rate is a number of calls and a period, such as '100/1m'. Authenticated callers are
 * distinguished by their name and issuer, others by their IP address. Rates need the library
 * 'com.bucket4j:bucket4j_jdk17-core'.
 *
 * @param rate Rate of all calls of a caller together, such as 100/1m. No limit by default
 * @param initializeRate Rate at which a caller may initialize sessions, such as 10/1h. No limit by default
 * @param maxConcurrency Maximum number of calls that run at the same time. No limit by default
 * @param maxConcurrencyPerCaller Maximum number of calls of one caller that run at the same time. No limit by default
 * @param entries Limits of single tools, prompts, resources and resource templates. They take precedence over limits
 *     that the entry declares. A tool and a prompt of the same name have the same limits, and each counts its own calls
 * @param maxTextSize Maximum size of the texts in the result of a tool, and of its structured content, at most 1GB.
 *     Larger results are refused
 * @param textWarningSize Size of the texts in the result of a tool, or of its structured content, beyond which a
 *     warning is logged once for each tool
 * @param cutText Whether to cut texts that are too large, rather than refusing the result, if it has no structured
 *     content and no documents
 */
record LimitProperties(
        CallLimits.@Nullable Rate rate,
        CallLimits.@Nullable Rate initializeRate,
        @Nullable Integer maxConcurrency,
        @Nullable Integer maxConcurrencyPerCaller,
        @DefaultValue List<EntryLimits> entries,
        @DefaultValue("1MB") DataSize maxTextSize,
        @DefaultValue("100KB") DataSize textWarningSize,
        @DefaultValue("false") boolean cutText) {

    LimitProperties {
        PropertyChecks.atLeastOne("mcp.server.limits.max-concurrency", maxConcurrency);
        PropertyChecks.atLeastOne("mcp.server.limits.max-concurrency-per-caller", maxConcurrencyPerCaller);
        PropertyChecks.withinOneGigabyte("mcp.server.limits.max-text-size", maxTextSize);
        PropertyChecks.notNegative("mcp.server.limits.text-warning-size", textWarningSize);
        Set<String> names = new HashSet<>();
        entries.forEach(entry -> Assert.isTrue(
                names.add(entry.name()),
                () -> "mcp.server.limits.entries has two entries with the name " + entry.name()));
    }

    /**
     * The limits of an entry.
     *
     * @param name Name of the tool or prompt, URI of the resource, or URI template
     * @param rate Rate of the calls of this entry by one caller, such as 5/1s. No limit by default
     * @param maxConcurrency Maximum number of calls of this entry that run at the same time. No limit by default
     */
    record EntryLimits(
            String name,
            CallLimits.@Nullable Rate rate,
            @Nullable Integer maxConcurrency) {

        EntryLimits {
            Assert.hasText(name, "mcp.server.limits.entries.name must not be empty");
            PropertyChecks.atLeastOne("mcp.server.limits.entries.max-concurrency", maxConcurrency);
        }
    }

    /** @param classLoader that of the application */
    LimitSettings settings(@Nullable ClassLoader classLoader) {
        if (hasRates() && !ClassUtils.isPresent("io.github.bucket4j.Bucket", classLoader)) {
            throw new McpConfigurationException(
                    "A rate below mcp.server.limits needs the library Bucket4j, which is not on the class path.",
                    "Add the dependency com.bucket4j:bucket4j_jdk17-core, or remove the rate.");
        }
        Map<String, CallLimits> limits = new HashMap<>();
        entries.forEach(entry -> limits.put(entry.name(), new CallLimits(entry.rate(), entry.maxConcurrency())));
        return new LimitSettings(rate, maxConcurrency, maxConcurrencyPerCaller, Map.copyOf(limits));
    }

    private boolean hasRates() {
        return rate != null || initializeRate != null || entries.stream().anyMatch(entry -> entry.rate() != null);
    }
}
