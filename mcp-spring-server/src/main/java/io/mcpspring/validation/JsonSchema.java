package io.mcpspring.validation;

import io.mcpspring.Internal;
import java.util.List;
import org.springframework.util.function.SingletonSupplier;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;

/** A JSON Schema that validates values; safe for concurrent use. */
@Internal
public final class JsonSchema {

    private final TypeCheck types;

    private final SingletonSupplier<CompiledSchema> compiled;

    private JsonSchema(TypeCheck types, SingletonSupplier<CompiledSchema> compiled) {
        this.types = types;
        this.compiled = compiled;
    }

    /**
     * Returns a schema. It is compiled at once only if it may be invalid, because the library for this takes a large
     * part of the time that an application with a few tools needs to start.
     *
     * @param schema not to be changed afterwards
     * @throws SchemaException if it is not valid or refers to another document
     */
    public static JsonSchema of(JsonNode schema) {
        if (SimpleSchemas.include(schema)) {
            return new JsonSchema(TypeCheck.of(schema), SingletonSupplier.of(() -> CompiledSchema.unchecked(schema)));
        }
        CompiledSchema compiled = CompiledSchema.checked(schema);
        return new JsonSchema(TypeCheck.UNKNOWN, SingletonSupplier.of(compiled));
    }

    /** Whether the library for validation is needed also for usual values that fit. */
    public boolean needsLibrary() {
        return !types.isComplete();
    }

    /** Loads what schemas are compiled with, so that the first validation does not wait for it. */
    public static void prepare() {
        CompiledSchema.unchecked(JsonNodeFactory.instance.objectNode());
    }

    /**
     * Returns the problems of a value, up to {@link Problem#MOST}; empty if it fits. A validation that does not end
     * within the time that a request may take is a problem.
     */
    public List<Problem> validate(JsonNode instance) {
        return types.recognises(instance) ? List.of() : compiled.obtain().validate(instance);
    }
}
