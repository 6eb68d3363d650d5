package io.mcpspring.entry;

import io.mcpspring.exchange.McpRequestContext;
import reactor.core.publisher.Mono;

/**
 * Decides which callers see and use an entry. Beans of this type are found when the application starts:
 *
 * <pre>{@code
 * @Bean
 * McpAccessRule internalTools() {
 *     return (entry, request) -> Mono.just(
 *             entry.name().startsWith("internal-") && request.principal().isEmpty()
 *                     ? McpAccessDecision.hidden()
 *                     : McpAccessDecision.granted());
 * }
 * }</pre>
 *
 * <p>One decision applies to everything that a client can do with an entry: to list, call, get, read and complete it,
 * to subscribe to it, and to follow its tasks. Every rule must grant access; the strictest decision counts. A hidden
 * entry is absent from lists, and is answered exactly like an entry that does not exist. An entry for which only scopes
 * are lacking is listed, and its use ends with HTTP status 403 and the scopes that it requires.
 *
 * <p>A rule that fails, or returns nothing, hides the entry; the failure is logged, unless it is an exception by which
 * Spring Security denies access. Rules are asked for each entry of a list and for each use, also after a rule that
 * hides the entry, so that they should be fast; they are called on a non-blocking thread and must not block there. To
 * block, implement {@link McpBlockingAccessRule} instead.
 *
 * <p>A rule is not told the arguments of a call, because lists have none. What depends on arguments is decided by the
 * method itself, by method security, or by a {@code McpInterceptor}.
 */
@FunctionalInterface
public interface McpAccessRule {

    /**
     * Whether the rule decides about an entry. Asked once for each entry, when it is registered. Lists that contain
     * entries with rules are created for each caller, and are not shared by caches.
     *
     * @param entry the entry
     * @return {@code false} if the rule grants access to every caller, at any time
     */
    default boolean appliesTo(McpEntry entry) {
        return true;
    }

    /**
     * Decides about one entry for one caller.
     *
     * @param entry the entry
     * @param request the request, with its {@linkplain McpRequestContext#principal() caller}; its
     *     {@linkplain McpRequestContext#method() method} says whether the entry is to be listed or used. If a change of
     *     a list is to be notified, it is the method by which clients get the list. Before a subscription it is also
     *     {@code resources/read}, if both a resource and a template have the URI
     * @return exactly one decision
     */
    Mono<McpAccessDecision> decide(McpEntry entry, McpRequestContext request);
}
