package io.mcpspring.validation;

import io.mcpspring.Internal;
import io.mcpspring.memory.RequestMemory;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.exc.JsonNodeException;

/** A JSON Schema that validates values; safe for concurrent use. */
@Internal
public final class JsonSchema {

    private final SchemaCompiler.Compiled compiled;

    private final @Nullable ForeignSchema rest;

    private JsonSchema(SchemaCompiler.Compiled compiled, @Nullable ForeignSchema rest) {
        this.compiled = compiled;
        this.rest = rest;
    }

    /**
     * Returns a schema that was generated, or found to be valid.
     *
     * @param schema not to be changed afterwards
     * @throws DeclarationException if it refers to another document
     */
    public static JsonSchema of(JsonNode schema) {
        SchemaCompiler.Compiled compiled = SchemaCompiler.compile(schema);
        return new JsonSchema(
                compiled, compiled.complete() ? null : new ForeignSchema(schema, compiled.foreignUniqueItems()));
    }

    /**
     * Checks a schema that a user has written.
     *
     * @throws DeclarationException if it is not valid
     */
    public static void requireValid(JsonNode schema) {
        ForeignSchema.requireValid(schema);
    }

    /** Whether a check must not occupy a non-blocking thread, because it may take long even for a small value. */
    public boolean isSlow() {
        return compiled.slow();
    }

    /**
     * A value that was checked.
     *
     * @param value the value, or what it was converted to
     * @param problems why it does not fit, up to {@link Problem#MOST}; empty if it does
     */
    public record Accepted(JsonNode value, List<Problem> problems) {

        boolean fits() {
            return problems.isEmpty();
        }
    }

    /**
     * Returns the problems of a value, up to {@link Problem#MOST}; empty if it fits. A validation that does not end
     * within the time that a request may take is a problem.
     */
    public List<Problem> validate(JsonNode value) {
        return accept(value, null, RequestMemory.UNCOUNTED, new CheckingTime()).problems();
    }

    /** The same as with memory and time, with values of any size and a time of its own. */
    public Accepted accept(JsonNode value, Conversion conversion) {
        return accept(value, conversion, RequestMemory.UNCOUNTED, new CheckingTime());
    }

    /**
     * Validates a value, and converts the values inside it that do not fit as they are.
     *
     * @param conversion {@code null} if values are not converted
     * @param memory the memory of what values are converted to
     * @param time the time of the request
     */
    public Accepted accept(JsonNode value, @Nullable Conversion conversion, RequestMemory memory, CheckingTime time) {
        Checking checking = new Checking(conversion, memory);
        try {
            return time.limit(() -> {
                Accepted accepted = checking.attempt(compiled.check(), value);
                return accepted.fits() && rest != null
                        ? new Accepted(accepted.value(), rest.validate(accepted.value()))
                        : accepted;
            });
        } catch (TooSlowException ex) {
            return new Accepted(value, List.of(Problem.TOO_SLOW));
        } catch (JsonNodeException | ArithmeticException outOfRange) {
            return new Accepted(value, List.of(new Problem("", "has a number that is out of range")));
        } catch (StackOverflowError tooDeep) {
            return new Accepted(value, List.of(new Problem("", "is too deeply nested to be checked")));
        }
    }
}
