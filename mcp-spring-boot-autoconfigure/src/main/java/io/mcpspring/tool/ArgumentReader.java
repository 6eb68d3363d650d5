package io.mcpspring.tool;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;
import org.springframework.core.MethodParameter;
import org.springframework.core.Nullness;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.JavaType;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.ObjectReader;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** Turns the JSON arguments of a call into the values that a method takes; made once for each tool. */
final class ArgumentReader {

    private static final JsonMapper STRINGIFIED =
            JsonMapper.builder()
                    .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
                    .enable(DeserializationFeature.FAIL_ON_READING_DUP_TREE_KEY)
                    .build();

    private static final List<Object> EMPTY =
            List.of(Optional.empty(), OptionalInt.empty(), OptionalLong.empty(), OptionalDouble.empty());

    private final JsonSchema schema;
    private final List<Slot> slots;
    private final boolean parseStringifiedJson;

    /** One argument, ready to be read. */
    private record Slot(
            String name,
            boolean required,
            boolean structured,
            @Nullable JsonNode defaultValue,
            @Nullable Object absent,
            ObjectReader reader) {}

    /**
     * @param schema the input schema as it is published
     * @param beanClass the class that fills the type variables of the parameters
     */
    ArgumentReader(
            ObjectNode schema,
            Class<?> beanClass,
            List<ToolArgument> arguments,
            JsonMapper mapper,
            boolean parseStringifiedJson) {
        this.schema = JsonSchema.compile(schema);
        this.slots = arguments.stream().map(argument -> slot(argument, schema, beanClass, mapper)).toList();
        this.parseStringifiedJson = parseStringifiedJson;
    }

    private static Slot slot(ToolArgument argument, ObjectNode schema, Class<?> beanClass, JsonMapper mapper) {
        JavaType type = mapper.constructType(argument.type(beanClass));
        JsonNode property = schema.path("properties").path(argument.name());
        JsonNode defaultValue = argument.defaultValue() == null
                ? null
                : ArgumentKeywords.defaultValue(argument.defaultValue(), property, schema);
        return new Slot(
                argument.name(),
                argument.required(),
                isStructured(property),
                defaultValue,
                absent(argument.parameter()),
                mapper.readerFor(type));
    }

    /** An {@code Optional} that may be null tells an absent argument from a null one; any other is just empty. */
    private static @Nullable Object absent(MethodParameter parameter) {
        return Nullness.forMethodParameter(parameter) == Nullness.NULLABLE ? null : empty(parameter.getParameterType());
    }

    private static @Nullable Object empty(Class<?> type) {
        return EMPTY.stream().filter(type::isInstance).findFirst().orElse(null);
    }

    /** The values of the arguments, in the order of the parameters. */
    @Nullable Object[] read(ObjectNode arguments) {
        ObjectNode given = withoutNulls(arguments);
        List<Problem> problems = schema.validate(given);
        if (!problems.isEmpty() && parseStringifiedJson) {
            ObjectNode decoded = decoded(given);
            if (decoded != given) {
                problems = schema.validate(decoded);
                given = decoded;
            }
        }
        if (!problems.isEmpty()) {
            throw new InvalidArgumentsException(problems);
        }
        return bound(given);
    }

    private ObjectNode withoutNulls(ObjectNode arguments) {
        ObjectNode given = arguments;
        for (Slot slot : slots) {
            if (!slot.required() && arguments.path(slot.name()).isNull()) {
                given = given == arguments ? given.objectNode().setAll(arguments) : given;
                given.remove(slot.name());
            }
        }
        return given;
    }

    private ObjectNode decoded(ObjectNode arguments) {
        ObjectNode decoded = arguments;
        for (Slot slot : slots) {
            JsonNode value = arguments.get(slot.name());
            JsonNode document = slot.structured() && value != null && value.isString() ? parsed(value.stringValue()) : null;
            if (document != null) {
                decoded = decoded == arguments ? decoded.objectNode().setAll(arguments) : decoded;
                decoded.set(slot.name(), document);
            }
        }
        return decoded;
    }

    private static @Nullable JsonNode parsed(String text) {
        try {
            JsonNode document = STRINGIFIED.readTree(text);
            return document.isContainer() ? document : null;
        } catch (JacksonException noJson) {
            return null;
        }
    }

    private @Nullable Object[] bound(ObjectNode arguments) {
        List<Problem> problems = new ArrayList<>();
        @Nullable Object[] values = new Object[slots.size()];
        for (int i = 0; i < values.length; i++) {
            Slot slot = slots.get(i);
            try {
                values[i] = value(slot, arguments.get(slot.name()));
            } catch (JacksonException ex) {
                problems.add(new Problem(slot.name(), String.valueOf(ex.getOriginalMessage())));
            }
        }
        if (!problems.isEmpty()) {
            throw new InvalidArgumentsException(problems);
        }
        return values;
    }

    private static @Nullable Object value(Slot slot, @Nullable JsonNode given) {
        JsonNode value = given == null ? slot.defaultValue() : given;
        return value == null ? slot.absent() : slot.reader().readValue(value);
    }

    private static boolean isStructured(JsonNode property) {
        String type = property.path("type").asString("");
        return type.equals("object") || type.equals("array");
    }
}
