package io.mcpspring.limit;

import java.time.Duration;
import java.util.List;
import reactor.core.publisher.Mono;

/**
 * Counts how often callers do what has a rate: the properties below {@code mcp.server.limits}, and the rates of
 * annotations and definitions. By default, each instance counts for itself; a bean of this type counts in its place,
 * for instance for all instances together.
 */
@FunctionalInterface
public interface McpRateLimiter {

    /**
     * Takes one call of each rate, or of none of them if one of them does not allow it. Called on threads that serve
     * requests, and must not block. If the {@code Mono} fails, is empty, or emits nothing within two seconds, the call
     * is counted by the instance alone.
     *
     * @param caller identifies the caller: an authenticated user, or an address
     * @param rates the rates that apply to the call, at least one
     * @return zero, or the time after which all rates allow a call
     */
    Mono<Duration> take(String caller, List<Rate> rates);

    /**
     * A number of calls, which may be made at once and become available again evenly in a period.
     *
     * @param name what is counted, such as {@code "tool report"}
     * @param calls the number of calls
     * @param period the period
     */
    record Rate(String name, int calls, Duration period) {}
}
