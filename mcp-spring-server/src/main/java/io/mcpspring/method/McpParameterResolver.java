package io.mcpspring.method;

import io.mcpspring.exchange.McpExchange;
import org.jspecify.annotations.Nullable;
import org.springframework.core.MethodParameter;

/**
 * Supplies the values of parameters. Beans of this type are asked in their order at the start, before any other kind of
 * injection. The first one that supports a parameter supplies its value in every call; the parameter is then not an
 * argument and does not appear in the input schema. Parameters with {@code @McpToolParam} are always arguments.
 */
public interface McpParameterResolver {

    /**
     * Whether this resolver supplies the value of a parameter. Called once for each parameter, at the start.
     *
     * @param parameter the parameter
     * @return whether it does
     */
    boolean supports(MethodParameter parameter);

    /**
     * Returns the value for one call. Called where the method runs: for a blocking method on a worker, or on the thread
     * of the servlet container on Spring MVC, otherwise on the subscribing thread. An exception ends the call as if the
     * method had thrown it.
     *
     * @param parameter the parameter
     * @param exchange the request, with its caller and headers, and its client
     * @return a value of the parameter's type, which for an {@code Optional} is an {@code Optional}
     */
    @Nullable
    Object resolve(MethodParameter parameter, McpExchange exchange);
}
