package io.mcpspring.tool;

import io.mcpspring.annotation.Structured;
import io.mcpspring.method.BeanMethod;
import io.mcpspring.protocol.CallToolResult;
import io.mcpspring.protocol.Content;
import io.mcpspring.schema.GeneratedSchema;
import io.mcpspring.schema.JavaTypes;
import io.mcpspring.schema.JsonSchemas;
import io.mcpspring.schema.SchemaException;
import io.mcpspring.schema.SchemaTypes;
import java.io.Closeable;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;
import org.springframework.core.Nullness;
import org.springframework.core.ReactiveAdapter;
import org.springframework.core.ReactiveAdapterRegistry;
import tools.jackson.databind.JavaType;
import tools.jackson.databind.JsonNode;

/** Decides by a method's return type what its results are: text, content, or structured content with a schema. */
final class OutputTypes {

    private static final Set<String> SCALARS = Set.of("string", "number", "integer", "boolean");

    private final JsonSchemas schemas;

    OutputTypes(JsonSchemas schemas) {
        this.schemas = schemas;
    }

    /**
     * @throws SchemaException if the results have to be structured but cannot be described
     */
    ToolOutput of(BeanMethod method, Structured structured) {
        Returned returned = returned(method);
        if (returned.isOpaque()) {
            if (structured == Structured.ALWAYS && !returned.isAnything()) {
                throw new SchemaException("Its results cannot be structured content, because they are content already"
                        + " or there are none", "Leave structured out, or name the type as outputType");
            }
            return new ToolOutput(structured == Structured.ALWAYS, null, true, null, returned.isContents());
        }
        if (Closeable.class.isAssignableFrom(returned.raw()) && returned.raw().getName().startsWith("java.")) {
            throw new SchemaException("A " + returned.raw().getSimpleName() + " cannot be a result",
                    "Return byte[], a Resource or Content");
        }
        JavaType type = returned.type();
        if (structured == Structured.NEVER) {
            return new ToolOutput(false, null, true, type, false);
        }
        GeneratedSchema schema = schemas.outputSchema(returned.type(), returned.nullable());
        if (structured == Structured.AUTO && isScalar(schema.json())) {
            return new ToolOutput(false, null, true, type, false);
        }
        return schema.json().isEmpty() ? new ToolOutput(true, null, true, type, false)
                : new ToolOutput(true, schema.json(), schema.guaranteedByType(), type, false);
    }

    /** The output of a method under a schema that was not made from its type, so that each value is compared. */
    ToolOutput of(BeanMethod method, JsonNode schema) {
        Returned returned = returned(method);
        if (returned.isOpaque() && !returned.isAnything() && returned.raw() != CallToolResult.class) {
            throw new SchemaException("It has an output schema, but its results are content or there are none",
                    "Remove outputType and outputSchema, or return a CallToolResult");
        }
        JavaType type = returned.isOpaque() ? null : returned.type();
        return new ToolOutput(true, schema, false, type, false);
    }

    // A nullable scalar is a scalar still.
    private static boolean isScalar(JsonNode schema) {
        JsonNode value = SchemaTypes.besidesNull(schema);
        return SCALARS.contains(value.path("type").stringValue("")) || value.has("enum") || value.has("const");
    }

    private Returned returned(BeanMethod method) {
        JavaType type = JavaTypes.of(method.returnType(), method.beanClass(), schemas.structuredMapper());
        return unwrap(new Returned(type, Nullness.forMethodReturnType(method.method()) == Nullness.NULLABLE));
    }

    private Returned unwrap(Returned returned) {
        Class<?> raw = returned.raw();
        if (raw == Optional.class) {
            return unwrap(new Returned(returned.element(), true));
        }
        if (raw == OptionalInt.class || raw == OptionalLong.class || raw == OptionalDouble.class) {
            return new Returned(type(raw == OptionalInt.class ? Integer.class
                    : raw == OptionalLong.class ? Long.class : Double.class), true);
        }
        ReactiveAdapter adapter = ReactiveAdapterRegistry.getSharedInstance().getAdapter(raw);
        if (adapter == null) {
            return returned;
        }
        if (adapter.isNoValue()) {
            return new Returned(type(Void.class), false);
        }
        Returned element = unwrapped(new Returned(returned.element(), returned.nullable()));
        return adapter.isMultiValue() ? new Returned(schemas.structuredMapper().getTypeFactory()
                .constructCollectionType(List.class, element.type()), returned.nullable()) : element;
    }

    private Returned unwrapped(Returned element) {
        if (ReactiveAdapterRegistry.getSharedInstance().getAdapter(element.raw()) != null) {
            throw new SchemaException("It returns a reactive type within a reactive type", "Flatten them into one");
        }
        return unwrap(element);
    }

    private JavaType type(Class<?> type) {
        return schemas.structuredMapper().constructType(type);
    }

    /** What comes out of a method once all wrappers are gone. */
    private record Returned(JavaType type, boolean nullable) {

        Class<?> raw() {
            return type.getRawClass();
        }

        JavaType element() {
            return type.containedTypeOrUnknown(0);
        }

        /** Nothing is known of the value. */
        boolean isAnything() {
            return raw() == Object.class;
        }

        boolean isContents() {
            return (type.isArrayType() || type.isCollectionLikeType())
                    && Content.class.isAssignableFrom(type.getContentType().getRawClass());
        }

        /** The value is not described by a schema. */
        boolean isOpaque() {
            return isAnything() || raw() == void.class || raw() == Void.class
                    || raw().getName().equals("kotlin.Unit") || raw() == CallToolResult.class
                    || Content.class.isAssignableFrom(raw()) || isContents() || Contents.isBinary(raw());
        }
    }
}
