package io.mcpspring.tool;

import io.mcpspring.constraint.ArgumentConstraints;
import io.mcpspring.exchange.Exchange;
import io.mcpspring.method.Binding;
import io.mcpspring.method.ParameterSource;
import io.mcpspring.protocol.JsonLimits;
import io.mcpspring.validation.InvalidArgumentsException;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/**
 * Fills the parameters of a tool's method: arguments are read from JSON all at once, everything else is injected.
 *
 * @param constraints the constraints of the values beyond the input schema
 */
record ToolParameters(
        ArgumentReader arguments, List<ParameterSource<ArgumentReader.Read>> sources, ArgumentConstraints constraints)
        implements Binding<ObjectNode> {

    /** @throws InvalidArgumentsException if the arguments do not fit the input schema or violate a constraint */
    @Override
    public @Nullable Object[] values(ObjectNode json, Exchange exchange, Object bean) {
        return constraints.checked(bean, ParameterSource.values(sources, arguments.read(json), exchange));
    }

    @Override
    public boolean isSlow(ObjectNode json) {
        return JsonLimits.isLarge(json);
    }
}
