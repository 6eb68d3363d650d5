package io.mcpspring.tool;

import io.mcpspring.exchange.Exchange;
import io.mcpspring.validation.Problem;
import java.util.List;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/**
 * Fills a method's parameters for a call: arguments are read from JSON, everything else is injected.
 *
 * @param arguments reads the arguments, all at once
 * @param sources one for each parameter, in order
 * @param constraints what the values have to fulfil beyond the input schema
 */
record ToolParameters(ArgumentReader arguments, List<Source> sources, ArgumentConstraints constraints) {

    /** Where a parameter's value comes from; settled when the tool is made. */
    sealed interface Source {}

    /** The argument at this place among the arguments. */
    record Argument(int index) implements Source {}

    /** Something that is no argument. */
    record Injected(BiFunction<ObjectNode, Exchange, @Nullable Object> value) implements Source {}

    /**
     * @param bean the object whose method is to be called
     * @throws InvalidArgumentsException if the arguments do not fit the input schema or break a constraint
     */
    @Nullable
    Object[] fill(ObjectNode json, Exchange exchange, Object bean) {
        ArgumentReader.Read read = arguments.read(json);
        @Nullable Object[] values = new Object[sources.size()];
        for (int i = 0; i < values.length; i++) {
            Source source = sources.get(i);
            values[i] = source instanceof Argument argument
                    ? read.values()[argument.index()]
                    : ((Injected) source).value().apply(read.accepted(), exchange);
        }
        List<Problem> problems = constraints.check(bean, values);
        if (!problems.isEmpty()) {
            throw new InvalidArgumentsException(problems);
        }
        return values;
    }
}
