package io.mcpspring.tool;

import io.mcpspring.annotation.McpTool.Structured;
import io.mcpspring.content.ContentValues;
import io.mcpspring.exchange.InputRequired;
import io.mcpspring.method.BeanMethod;
import io.mcpspring.protocol.CallToolResult;
import io.mcpspring.schema.JavaTypes;
import io.mcpspring.schema.JsonSchemas;
import io.mcpspring.schema.ResultType;
import io.mcpspring.schema.TypeUse;
import io.mcpspring.tool.ToolOutput.Kind;
import io.mcpspring.validation.DeclarationException;
import io.mcpspring.validation.SchemaTypes;
import java.lang.reflect.Type;
import java.util.Set;
import org.springframework.core.Nullness;
import tools.jackson.databind.JavaType;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.type.TypeFactory;

/** Derives the output of a tool from the return type of its method. */
record OutputTypes(JsonSchemas schemas) {

    private static final Set<String> SCALARS = Set.of("string", "number", "integer", "boolean");

    /** @throws DeclarationException if the results cannot be described, or hold nothing that clients may see */
    ToolOutput of(BeanMethod method, Structured structured) {
        ResultType returned = returned(method);
        if (JavaTypes.isNothing(returned.type()) || isContent(returned.type())) {
            if (structured == Structured.ALWAYS) {
                throw new DeclarationException(
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
            JsonSchemas.requireWritable(type, schemas.structuredMapper(), schemas.view());
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
        ResultType returned = returned(method);
        boolean finished = returned.type().hasRawClass(CallToolResult.class);
        if (JavaTypes.isNothing(returned.type()) || isContent(returned.type()) && !finished) {
            throw new DeclarationException(
                    "It has an output schema, but it returns content or nothing",
                    "Remove outputType and outputSchema, or return a CallToolResult");
        }
        boolean known = !finished && !returned.type().isJavaLangObject();
        if (known) {
            JsonSchemas.requireWritable(returned.type(), schemas.structuredMapper(), schemas.view());
        }
        JavaType type = known ? returned.type() : schemas.structuredMapper().constructType(described);
        return new ToolOutput(Kind.STRUCTURED, schema, true, type);
    }

    // A nullable scalar is a scalar still.
    private static boolean isScalar(JsonNode schema) {
        JsonNode value = SchemaTypes.besidesNull(schema);
        return SCALARS.contains(SchemaTypes.single(value)) || value.has("enum") || value.has("const");
    }

    /** Returns the type of the values that become results, without what wraps them. */
    private ResultType returned(BeanMethod method) {
        TypeFactory types = schemas.structuredMapper().getTypeFactory();
        JavaType declared = JavaTypes.of(method.returnType(), method.beanClass(), schemas.structuredMapper());
        boolean nullable = Nullness.forMethodReturnType(method.method()) == Nullness.NULLABLE;
        ResultType content = new ResultType(declared, TypeUse.ofReturnType(method.method()), nullable).content(types);
        JavaType type = content.type();
        if (!ReturnedResponse.TYPE.isAssignableFrom(type.getRawClass())) {
            return content;
        }
        JavaType body = type.findSuperType(ReturnedResponse.TYPE).containedTypeOrUnknown(0);
        return new ResultType(body, content.use().content(type), content.nullable()).content(types);
    }

    private static boolean isContent(JavaType type) {
        JavaType element = JavaTypes.element(type);
        return type.hasRawClass(CallToolResult.class)
                || type.hasRawClass(InputRequired.class)
                || ContentValues.isBlock(type.getRawClass())
                || element != null && ContentValues.isBlock(element.getRawClass());
    }
}
