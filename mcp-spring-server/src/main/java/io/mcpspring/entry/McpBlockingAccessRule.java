package io.mcpspring.entry;

import io.mcpspring.exchange.McpRequestContext;
import io.mcpspring.method.UserTask;
import reactor.core.publisher.Mono;

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
     * Decides about one entry for one caller, on a thread that may block: that of the servlet container on Spring MVC,
     * or a worker. The thread is interrupted when the request ends meanwhile, for instance because the client cancels
     * it.
     *
     * @param entry the entry
     * @param request the request, with its caller; the {@code SecurityContextHolder} of Spring Security is empty on a
     *     worker
     * @return the decision
     * @throws Exception hides the entry, and is logged
     */
    McpAccessDecision decideBlocking(McpEntry entry, McpRequestContext request) throws Exception;

    @Override
    default Mono<McpAccessDecision> decide(McpEntry entry, McpRequestContext request) {
        return UserTask.blocking(() -> decideBlocking(entry, request));
    }
}
