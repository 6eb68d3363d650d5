package io.mcpspring.tool;

import io.mcpspring.memory.RequestMemory;
import io.mcpspring.method.BeanMethod;
import io.mcpspring.protocol.McpProtocolException;
import io.mcpspring.schema.JavaTypes;
import io.mcpspring.schema.ToolArgument;
import io.mcpspring.validation.BindingProblems;
import io.mcpspring.validation.CheckingTime;
import io.mcpspring.validation.Conversion;
import io.mcpspring.validation.DeclarationException;
import io.mcpspring.validation.InvalidArgumentsException;
import io.mcpspring.validation.JsonSchema;
import io.mcpspring.validation.Problem;
import io.mcpspring.validation.SchemaTypes;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.core.KotlinDetector;
import org.springframework.core.MethodParameter;
import org.springframework.core.Nullness;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.JavaType;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.ObjectReader;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.NullNode;
import tools.jackson.databind.node.ObjectNode;

/** Turns the JSON arguments of a call into the values that a method takes; made once for each tool. */
final class ArgumentReader {

    private final ObjectNode schema;
    private final JsonSchema compiled;

    private final Conversion conversion;
    private final List<Slot> slots;

    /**
     * One argument, ready to be read.
     *
     * @param empty the empty {@code Optional} of the parameter's type; null for other types
     * @param absent the value when nothing came
     */
    private record Slot(
            String name,
            @Nullable JsonNode defaultValue,
            @Nullable Object empty,
            @Nullable Object absent,
            ObjectReader reader) {}

    /**
     * Prepares the arguments of one method.
     *
     * @param schema the input schema, with other names of members and constants
     * @param beanClass the class that fills the type variables of the parameters
     * @param mapper reads the arguments
     * @param conversion converts arguments that do not fit the schema
     */
    ArgumentReader(
            ObjectNode schema,
            Class<?> beanClass,
            List<ToolArgument> arguments,
            JsonMapper mapper,
            Conversion conversion) {
        this.schema = schema;
        this.compiled = JsonSchema.of(schema);
        this.conversion = conversion;
        this.slots = arguments.stream()
                .map(argument -> slot(argument, beanClass, mapper))
                .toList();
    }

    private Slot slot(ToolArgument argument, Class<?> beanClass, JsonMapper mapper) {
        MethodParameter parameter = argument.parameter();
        JavaType type = JavaTypes.of(parameter, beanClass, mapper);
        JsonNode property = schema.path("properties").path(argument.name());
        if (property.isMissingNode()) {
            throw new DeclarationException(
                    "The input schema has no property '%s'".formatted(argument.name()),
                    "Add it, or name the parameter with @McpToolParam(name = \"...\")");
        }
        // Only a float without a fraction fits a schema for integers.
        ObjectReader reader = mapper.readerFor(type)
                .with(DeserializationFeature.ACCEPT_FLOAT_AS_INT)
                .withView(argument.view());
        JsonNode defaultValue = argument.defaultValue(property, schema, reader);
        Object empty = JavaTypes.isOptional(type) ? reader.readValue(NullNode.getInstance()) : null;
        if (!SchemaTypes.required(schema).contains(argument.name())
                && defaultValue == null
                && empty == null
                && (type.isPrimitive() || KotlinDetector.isKotlinType(parameter.getDeclaringClass()))
                && !BeanMethod.hasKotlinDefault(parameter)) {
            throw new DeclarationException(
                            "It is not required, but there is no value for an absent argument",
                            "Make its type nullable, a wrapper type or an Optional, or give a default value")
                    .in("parameter '%s'".formatted(argument.name()));
        }
        boolean nullable = Nullness.forMethodParameter(parameter) == Nullness.NULLABLE;
        return new Slot(argument.name(), defaultValue, empty, nullable ? null : empty, reader);
    }

    /** Returns the names of the arguments in the input schema. */
    Collection<String> names() {
        return schema.path("properties").propertyNames();
    }

    /** Whether {@link #accept} must not occupy a non-blocking thread. */
    boolean isSlow() {
        return compiled.isSlow();
    }

    /**
     * Returns the arguments of a call as they fit the schema, without the nulls that stand for nothing, and converted
     * where they do not fit as they are.
     *
     * @param memory the memory of what they are converted to
     * @param time the time of the request
     */
    ToolInput accept(ObjectNode arguments, RequestMemory memory, CheckingTime time) {
        JsonSchema.Accepted accepted = compiled.accept(arguments, conversion, memory, time);
        ObjectNode json = (ObjectNode) accepted.value();
        for (Slot slot : slots) {
            // The value of an Optional may be null although its schema does not say so.
            if (slot.empty() != null && arguments.path(slot.name()).isNull()) {
                json.putNull(slot.name());
            }
        }
        return new ToolInput(json, accepted.problems());
    }

    /** Adds the default values of absent arguments. */
    ObjectNode withDefaults(ObjectNode given) {
        ObjectNode all = given;
        for (Slot slot : slots) {
            if (slot.defaultValue() != null && !all.has(slot.name())) {
                all = all == given ? given.objectNode().setAll(given) : all;
                all.set(slot.name(), slot.defaultValue());
            }
        }
        return all;
    }

    /**
     * What a method takes.
     *
     * @param all the arguments, with default values
     * @param values the values of its parameters, in their order
     */
    record Read(ObjectNode all, @Nullable Object[] values) {}

    /**
     * Reads the values that the method takes.
     *
     * @param time the time of the request
     * @throws InvalidArgumentsException if they do not fit the schema or the parameters, or take too long to read; it
     *     names what is wrong
     */
    Read read(ToolInput input, CheckingTime time) {
        return time.limit(() -> readInTime(input.arguments(), input.problems()));
    }

    private Read readInTime(ObjectNode accepted, List<Problem> known) {
        List<Problem> problems = known;
        @Nullable Object[] values = new Object[slots.size()];
        for (int i = 0; i < values.length && problems.size() < Problem.MOST; i++) {
            Slot slot = slots.get(i);
            if (known.isEmpty() || known.stream().noneMatch(problem -> problem.concerns(slot.name()))) {
                try {
                    values[i] = value(slot, accepted.get(slot.name()));
                } catch (Exception ex) {
                    rethrowIfForClient(ex);
                    problems = problems == known ? new ArrayList<>(known) : problems;
                    problems.add(BindingProblems.of(
                            ex,
                            slot.name(),
                            accepted.path(slot.name()),
                            schema.path("properties").path(slot.name())));
                }
            }
        }
        if (!problems.isEmpty()) {
            throw new InvalidArgumentsException(problems);
        }
        return new Read(withDefaults(accepted), values);
    }

    /** Throws the exception for the client that code of the application has thrown, if there is one. */
    static void rethrowIfForClient(Exception failure) {
        for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
            if (cause instanceof McpToolException || cause instanceof McpProtocolException) {
                throw (RuntimeException) cause;
            }
        }
    }

    private static @Nullable Object value(Slot slot, @Nullable JsonNode given) {
        JsonNode value = given == null ? slot.defaultValue() : given;
        return value == null ? slot.absent() : slot.reader().readValue(value);
    }
}
