package io.mcpspring.entry;

import io.mcpspring.exchange.McpRequestContext;
import java.util.Collection;

/**
 * Supplies the scopes that a caller has, to be compared with those that entries declare. With Spring Security they are
 * the authorities {@code SCOPE_...} of the caller, including those that a {@code RoleHierarchy} bean adds; a bean of
 * this type replaces that:
 *
 * <pre>{@code
 * @Bean
 * McpCallerScopes callerScopes(ApiKeys keys) {
 *     return request -> request.principal().map(keys::scopes).orElse(Set.of());
 * }
 * }</pre>
 */
@FunctionalInterface
public interface McpCallerScopes {

    /**
     * Returns the scopes of a caller. Must not block. An exception hides the entry, and is logged.
     *
     * @param request the request, with its caller
     * @return the scopes, with all those that a broader scope implies
     */
    Collection<String> of(McpRequestContext request);
}
