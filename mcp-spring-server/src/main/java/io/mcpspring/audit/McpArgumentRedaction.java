package io.mcpspring.audit;

import io.mcpspring.method.McpInvocation;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * Decides which argument values {@link McpAuditEvent.Call}s contain. By default they contain none, or those that
 * {@code mcp.server.audit.arguments} names; a bean of this type takes its place:
 *
 * <pre>{@code
 * @Bean
 * McpArgumentRedaction orderNumbers() {
 *     return invocation -> invocation.arguments().get("orderNumber");
 * }
 * }</pre>
 *
 * <p>Called on the thread of the call, which must not block, and only while events have a recipient. If it fails, the
 * event contains no arguments.
 *
 * <p>Listeners and repositories of events may keep the result, such as Spring Boot's
 * {@code InMemoryAuditEventRepository}. Limit the number and the length of names and values in it: callers choose both,
 * and the arguments of a call that is refused because of them may have any number of unknown members.
 */
@FunctionalInterface
public interface McpArgumentRedaction {

    /**
     * Returns what the event contains.
     *
     * @param invocation the call, with its arguments in the form in which the method gets them
     * @return the arguments without anything secret; {@code null} for none. It must not be changed later
     */
    @Nullable
    JsonNode redact(McpInvocation invocation);
}
