package io.mcpspring.method;

import io.mcpspring.exchange.McpExchange;
import org.jspecify.annotations.Nullable;
import org.springframework.core.MethodParameter;

/**
 * Supplies parameters of the application's own kinds. Beans of this type are asked in their order at the start, before
 * anything else is injected, and the first that supports a parameter fills it in every call; the parameter is then no
 * argument and does not appear in the input schema. Parameters with {@code @McpToolParam} are never asked for.
 */
public interface McpParameterResolver {

    /** Whether this resolver fills the parameter; asked once for each parameter. */
    boolean supports(MethodParameter parameter);

    /**
     * The value for one call, called where the method runs: on a worker for a blocking method, otherwise on the event
     * loop. An exception ends the call as if the method had thrown it.
     *
     * @return a value of the parameter's type, which for an {@code Optional} is an {@code Optional}
     */
    @Nullable
    Object resolve(MethodParameter parameter, McpExchange exchange);
}
