package io.mcpspring.tool;

import io.mcpspring.annotation.Structured;
import io.mcpspring.method.BeanMethod;
import io.mcpspring.protocol.CallToolResult;
import io.mcpspring.protocol.Content;
import java.lang.reflect.Type;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.springframework.core.GenericTypeResolver;
import org.springframework.core.Nullness;
import org.springframework.core.ReactiveAdapter;
import org.springframework.core.ReactiveAdapterRegistry;
import org.springframework.core.ResolvableType;
import tools.jackson.databind.JavaType;
import tools.jackson.databind.JsonNode;

/** Decides by a method's return type what its results are: text, content, or structured content with a schema. */
final class OutputTypes {

    private static final Set<String> SCALARS = Set.of("string", "number", "integer", "boolean");

    private final ToolSchemas schemas;

    OutputTypes(ToolSchemas schemas) {
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
        JavaType type = schemas.structuredMapper().constructType(returned.type());
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
        JavaType type = returned.isOpaque() ? null : schemas.structuredMapper().constructType(returned.type());
        return new ToolOutput(true, schema, false, type, false);
    }

    // A nullable scalar is a scalar still.
    private static boolean isScalar(JsonNode schema) {
        JsonNode type = schema.path("type");
        if (type.isArray()) {
            return type.values().stream().map(JsonNode::stringValue)
                    .allMatch(name -> name.equals("null") || SCALARS.contains(name));
        }
        return SCALARS.contains(type.stringValue("")) || schema.has("enum") || schema.has("const");
    }

    private static Returned returned(BeanMethod method) {
        Type type = GenericTypeResolver.resolveType(method.returnType().getGenericParameterType(), method.beanClass());
        boolean nullable = Nullness.forMethodReturnType(method.method()) == Nullness.NULLABLE;
        return unwrap(new Returned(ResolvableType.forType(type), nullable));
    }

    private static Returned unwrap(Returned returned) {
        Class<?> raw = returned.raw();
        if (raw == Optional.class) {
            return unwrap(new Returned(returned.resolvable().getGeneric(), true));
        }
        if (raw == OptionalInt.class || raw == OptionalLong.class || raw == OptionalDouble.class) {
            return new Returned(ResolvableType.forClass(raw == OptionalInt.class ? Integer.class
                    : raw == OptionalLong.class ? Long.class : Double.class), true);
        }
        ReactiveAdapter adapter = ReactiveAdapterRegistry.getSharedInstance().getAdapter(raw);
        if (adapter == null) {
            return returned;
        }
        if (adapter.isNoValue()) {
            return new Returned(ResolvableType.forClass(Void.class), false);
        }
        ResolvableType element = returned.resolvable().getGeneric();
        return adapter.isMultiValue()
                ? new Returned(ResolvableType.forClassWithGenerics(List.class, element), returned.nullable())
                : unwrap(new Returned(element, returned.nullable()));
    }

    /** What comes out of a method once all wrappers are gone. */
    private record Returned(ResolvableType resolvable, boolean nullable) {

        Class<?> raw() {
            return this.resolvable.resolve(Object.class);
        }

        Type type() {
            return this.resolvable.getType();
        }

        /** Nothing is known of the value. */
        boolean isAnything() {
            return raw() == Object.class;
        }

        boolean isContents() {
            @Nullable Class<?> element = Collection.class.isAssignableFrom(raw())
                    ? resolvable.asCollection().getGeneric().resolve() : raw().getComponentType();
            return element != null && Content.class.isAssignableFrom(element);
        }

        /** The value is not described by a schema. */
        boolean isOpaque() {
            return isAnything() || raw() == void.class || raw() == Void.class
                    || raw().getName().equals("kotlin.Unit") || raw() == CallToolResult.class
                    || Content.class.isAssignableFrom(raw()) || isContents() || Contents.isBinary(raw());
        }
    }
}
