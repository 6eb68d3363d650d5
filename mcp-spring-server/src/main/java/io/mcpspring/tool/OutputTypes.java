package io.mcpspring.tool;

import io.mcpspring.annotation.McpTool.Structured;
import io.mcpspring.content.ContentValues;
import io.mcpspring.exchange.InputRequired;
import io.mcpspring.method.BeanMethod;
import io.mcpspring.protocol.CallToolResult;
import io.mcpspring.schema.JavaTypes;
import io.mcpspring.schema.JsonSchemas;
import io.mcpspring.schema.KotlinTypes;
import io.mcpspring.schema.TypeUse;
import io.mcpspring.tool.ToolOutput.Kind;
import io.mcpspring.validation.SchemaException;
import io.mcpspring.validation.SchemaTypes;
import java.lang.reflect.Type;
import java.util.List;
import java.util.Set;
import org.springframework.core.Nullness;
import org.springframework.core.ReactiveAdapter;
import org.springframework.core.ReactiveAdapterRegistry;
import tools.jackson.databind.JavaType;
import tools.jackson.databind.JsonNode;

/** Derives the output of a tool from the return type of its method. */
record OutputTypes(JsonSchemas schemas) {

    private static final Set<String> SCALARS = Set.of("string", "number", "integer", "boolean");

    /** @throws SchemaException if the results cannot be described, or hold nothing that clients may see */
    ToolOutput of(BeanMethod method, Structured structured) {
        Returned returned = returned(method);
        if (JavaTypes.isNothing(returned.type()) || returned.isContent()) {
            if (structured == Structured.ALWAYS) {
                throw new SchemaException(
                        "It cannot have structured content, because it returns content or nothing",
                        "Remove structured, or give the type as outputType");
            }
            return ToolOutput.of(JavaTypes.isNothing(returned.type()) ? Kind.UNKNOWN : Kind.CONTENT, null);
        }
        if (returned.type().isJavaLangObject()) {
            return ToolOutput.of(structured == Structured.ALWAYS ? Kind.STRUCTURED : Kind.UNKNOWN, null);
        }
        JavaType type = returned.type();
        if (structured == Structured.NEVER) {
            JsonSchemas.requireWritable(type, schemas.structuredMapper());
            return ToolOutput.of(Kind.TEXT, type);
        }
        // Elements of which nothing is known may be content.
        JavaType element = JavaTypes.element(type);
        if (structured == Structured.AUTO && element != null && element.isJavaLangObject()) {
            return ToolOutput.of(Kind.STRUCTURED, type);
        }
        JsonNode schema = schemas.outputSchema(type, returned.use(), returned.nullable());
        if (structured == Structured.AUTO && isScalar(schema)) {
            return ToolOutput.of(Kind.TEXT, type);
        }
        return new ToolOutput(Kind.STRUCTURED, schema.isEmpty() ? null : schema, schemas.isCustomized(), type);
    }

    /**
     * The output of a method under another schema than that of its own type. Each value is compared with the schema.
     *
     * @param described the type from which the schema was made; {@code Object} if there is none
     */
    ToolOutput of(BeanMethod method, JsonNode schema, Type described) {
        Returned returned = returned(method);
        boolean finished = returned.raw() == CallToolResult.class;
        if (JavaTypes.isNothing(returned.type()) || returned.isContent() && !finished) {
            throw new SchemaException(
                    "It has an output schema, but it returns content or nothing",
                    "Remove outputType and outputSchema, or return a CallToolResult");
        }
        boolean known = !finished && !returned.type().isJavaLangObject();
        if (known) {
            JsonSchemas.requireWritable(returned.type(), schemas.structuredMapper());
        }
        JavaType type = known ? returned.type() : schemas.structuredMapper().constructType(described);
        return new ToolOutput(Kind.STRUCTURED, schema, true, type);
    }

    // A nullable scalar is a scalar still.
    private static boolean isScalar(JsonNode schema) {
        JsonNode value = SchemaTypes.besidesNull(schema);
        return SCALARS.contains(value.path("type").stringValue("")) || value.has("enum") || value.has("const");
    }

    private Returned returned(BeanMethod method) {
        JavaType type = JavaTypes.of(method.returnType(), method.beanClass(), schemas.structuredMapper());
        boolean nullable = Nullness.forMethodReturnType(method.method()) == Nullness.NULLABLE;
        return unwrap(new Returned(type, TypeUse.ofReturnType(method.method()), nullable));
    }

    private Returned unwrap(Returned returned) {
        Class<?> raw = returned.raw();
        if (ReturnedResponse.TYPE.isAssignableFrom(raw)) {
            JavaType body = returned.type().findSuperType(ReturnedResponse.TYPE).containedTypeOrUnknown(0);
            refuseResponse(body);
            return unwrap(new Returned(body, returned.use().content(returned.type()), returned.nullable()));
        }
        boolean optional = JavaTypes.isOptional(returned.type());
        if (optional || KotlinTypes.isResult(raw)) {
            return unwrap(returned.content(optional || returned.nullable()));
        }
        ReactiveAdapter adapter = ReactiveAdapterRegistry.getSharedInstance().getAdapter(raw);
        if (adapter == null) {
            return returned;
        }
        if (adapter.isNoValue()) {
            return new Returned(schemas.structuredMapper().constructType(Void.class), TypeUse.UNKNOWN, false);
        }
        if (!adapter.isMultiValue()) {
            return unwrap(returned.content(returned.nullable()));
        }
        JavaType element = returned.type().containedTypeOrUnknown(0);
        refuseResponse(element);
        JavaType list = schemas.structuredMapper().getTypeFactory().constructCollectionType(List.class, element);
        return new Returned(list, returned.use(), returned.nullable());
    }

    private static void refuseResponse(JavaType inside) {
        if (ReturnedResponse.TYPE.isAssignableFrom(
                JavaTypes.withoutOptional(inside).getRawClass())) {
            throw new SchemaException("It returns several responses", "Return one, or several values without them");
        }
    }

    /** The return type of a method without wrappers. */
    private record Returned(JavaType type, TypeUse use, boolean nullable) {

        Class<?> raw() {
            return type.getRawClass();
        }

        /** Returns the wrapped type. */
        Returned content(boolean nullable) {
            TypeUse content = use.content(type);
            return new Returned(
                    type.isReferenceType() ? type.getReferencedType() : type.containedTypeOrUnknown(0),
                    content,
                    nullable || content.nullness() == Nullness.NULLABLE);
        }

        boolean isContent() {
            JavaType element = JavaTypes.element(type);
            return raw() == CallToolResult.class
                    || raw() == InputRequired.class
                    || ContentValues.isBlock(raw())
                    || element != null && ContentValues.isBlock(element.getRawClass());
        }
    }
}
