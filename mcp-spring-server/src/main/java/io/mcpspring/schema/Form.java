package io.mcpspring.schema;

import io.mcpspring.Internal;
import io.mcpspring.protocol.JsonLimits;
import io.mcpspring.protocol.ProtocolVersion;
import io.mcpspring.validation.BindingProblems;
import io.mcpspring.validation.Conversion;
import io.mcpspring.validation.DeclarationException;
import io.mcpspring.validation.InvalidArgumentsException;
import io.mcpspring.validation.JsonSchema;
import io.mcpspring.validation.OtherForms;
import java.util.List;
import java.util.function.Function;
import org.springframework.util.Assert;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.MissingNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * A form by which a tool asks the user: the schema that is sent, and the reader of the answers. Safe for concurrent
 * use.
 *
 * @param <T> the type of the answers
 */
@Internal
public final class Form<T> {

    /** The values of a form have the right kind, except whole numbers. */
    static final Conversion NUMBERS = new Conversion(false, false, new JsonLimits(1, 1));

    private final Function<ProtocolVersion, ObjectNode> projection;

    private final ObjectNode schema;

    private final JsonSchema compiled;

    private final Function<JsonNode, ? extends T> binder;

    Form(Function<ProtocolVersion, ObjectNode> projection, ObjectNode schema, Function<JsonNode, ? extends T> binder) {
        this.projection = projection;
        this.schema = schema;
        this.compiled = JsonSchema.of(withDefaults(schema));
        this.binder = binder;
    }

    /**
     * Returns a form with a given schema, which is sent unchanged in all revisions and validates the answers. Each call
     * compiles the schema, so a form that is used more than once should be kept.
     *
     * @throws IllegalArgumentException if it is not a valid schema of an object with properties
     */
    public static Form<JsonNode> written(JsonNode requestedSchema) {
        boolean object = JsonSchemas.isObjectRoot(requestedSchema)
                && requestedSchema.path("properties").isObject();
        Assert.isTrue(object, "The schema of a form must have \"type\": \"object\" and \"properties\" at its root");
        ObjectNode schema = (ObjectNode) requestedSchema.deepCopy();
        try {
            JsonSchema.requireValid(schema);
            return new Form<>(version -> schema, schema, Function.identity());
        } catch (DeclarationException ex) {
            throw new IllegalArgumentException(ex.getMessage(), ex);
        }
    }

    /**
     * The {@code requestedSchema} of the question, not to be changed. Before 2025-11-25 titled choices are written with
     * {@code enumNames}, and only booleans show their default.
     *
     * @throws IllegalArgumentException if the revision has no form for it: several choices need 2025-11-25
     */
    public ObjectNode schema(ProtocolVersion version) {
        return projection.apply(version);
    }

    /**
     * Reads an answer. A property that is absent gets its default. A property that is {@code null} and not required
     * counts as absent, and absent content as an empty object.
     *
     * @throws InvalidArgumentsException if it does not fit the form
     */
    public T read(JsonNode content) {
        boolean absent = content.isMissingNode() || content.isNull();
        JsonNode given = absent ? JsonNodeFactory.instance.objectNode() : content;
        JsonSchema.Accepted accepted = compiled.accept(given, NUMBERS);
        if (!accepted.problems().isEmpty()) {
            throw new InvalidArgumentsException(accepted.problems());
        }
        try {
            return binder.apply(accepted.value());
        } catch (Exception ex) {
            throw new InvalidArgumentsException(
                    List.of(BindingProblems.of(ex, "", accepted.value(), MissingNode.getInstance())));
        }
    }

    private static ObjectNode withDefaults(ObjectNode schema) {
        ObjectNode reading = schema.deepCopy();
        schema.get("properties").forEachEntry((name, property) -> {
            if (property.has("default")) {
                OtherForms.addDefault(reading, name, property.get("default"));
            }
        });
        return reading;
    }
}
