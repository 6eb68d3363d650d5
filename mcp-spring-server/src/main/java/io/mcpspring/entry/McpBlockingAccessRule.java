package io.mcpspring.entry;

import io.mcpspring.exchange.McpRequestContext;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Schedulers;

/**
 * A {@link McpAccessRule} that may block, for instance because it asks a database:
 *
 * <pre>{@code
 * @Bean
 * McpBlockingAccessRule licensed(Licenses licenses) {
 *     return (entry, request) -> request.principal()
 *                     .filter(user -> licenses.include(user.getName(), entry.name()))
 *                     .isPresent()
 *             ? McpAccessDecision.granted()
 *             : McpAccessDecision.hidden();
 * }
 * }</pre>
 */
@FunctionalInterface
public interface McpBlockingAccessRule extends McpAccessRule {

    /**
     * Decides about one entry for one caller, on a thread that may block. The thread is interrupted when the request
     * ends meanwhile, for instance because the client cancels it.
     *
     * @param entry the entry
     * @param request the request, with its caller
     * @return the decision
     * @throws Exception hides the entry, and is logged
     */
    McpAccessDecision decideBlocking(McpEntry entry, McpRequestContext request) throws Exception;

    @Override
    default Mono<McpAccessDecision> decide(McpEntry entry, McpRequestContext request) {
        // In any case, also from a thread that may block: its cancellation interrupts the worker.
        return Mono.fromCallable(() -> decideBlocking(entry, request)).subscribeOn(Schedulers.boundedElastic());
    }
}
