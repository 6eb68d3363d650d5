package io.mcpspring.tool;

import io.mcpspring.exchange.Exchange;
import io.mcpspring.method.Binding;
import io.mcpspring.validation.InvalidArgumentsException;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/**
 * Fills the parameters of a tool's method: arguments are read from JSON all at once, everything else is injected.
 *
 * @param parameters fills the parameters when the arguments have been read
 */
record ToolParameters(ArgumentReader arguments, Binding<ArgumentReader.Read> parameters)
        implements Binding<ObjectNode> {

    /** @throws InvalidArgumentsException if the arguments do not fit the input schema or violate a constraint */
    @Override
    public @Nullable Object[] values(ObjectNode json, Exchange exchange, Object bean) {
        return parameters.values(arguments.read(json), exchange, bean);
    }
}
