package io.mcpspring.tool;

import io.mcpspring.annotation.McpTool;
import io.mcpspring.annotation.McpToolParam;
import io.mcpspring.constraint.ArgumentConstraints;
import io.mcpspring.constraint.ArgumentValidation;
import io.mcpspring.constraint.ConstrainedArgument;
import io.mcpspring.content.ResultRules;
import io.mcpspring.entry.Access;
import io.mcpspring.entry.McpEntry;
import io.mcpspring.entry.Registry;
import io.mcpspring.method.AnnotationTexts;
import io.mcpspring.method.BeanMethod;
import io.mcpspring.method.BoundMethod;
import io.mcpspring.method.McpInvocation;
import io.mcpspring.method.ParameterSource;
import io.mcpspring.protocol.McpJson;
import io.mcpspring.protocol.Tool;
import io.mcpspring.schema.JsonSchemas;
import io.mcpspring.schema.LosslessConversion;
import io.mcpspring.schema.McpSchemaCustomizer;
import io.mcpspring.schema.ToolArgument;
import io.mcpspring.validation.SchemaException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;
import java.util.regex.Pattern;
import org.springframework.core.MethodParameter;
import org.springframework.core.annotation.MergedAnnotations;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** Creates tools from annotated methods and definitions; everything that can fail does so here. */
final class ToolFactory {

    private static final Pattern NAME = Pattern.compile("[A-Za-z0-9_.-]{1,128}");

    private final ToolSettings settings;

    private final JsonSchemas schemas;

    private final OutputTypes outputTypes;

    private final JsonMapper mapper;

    private final LosslessConversion conversion;

    private final BoundMethod.Calls calls;

    private final Access access;

    private final ArgumentValidation validation;

    private final UnaryOperator<String> placeholders;

    private final ToolSpec.ResourceFinder resources;

    ToolFactory(
            ToolSettings settings,
            JsonMapper mapper,
            List<McpSchemaCustomizer> customizers,
            BoundMethod.Calls calls,
            Access access,
            ArgumentValidation validation,
            UnaryOperator<String> placeholders,
            ToolSpec.ResourceFinder resources) {
        this.settings = settings;
        this.schemas = new JsonSchemas(mapper, settings.rejectUnknownArguments(), customizers);
        this.outputTypes = new OutputTypes(schemas);
        this.mapper = schemas.argumentMapper();
        this.conversion =
                new LosslessConversion(settings.parseStringifiedJson(), settings.convertStrings(), settings.json());
        this.calls = calls;
        this.access = access;
        this.validation = validation;
        this.placeholders = placeholders;
        this.resources = resources;
    }

    /** The tool that an annotated method is. */
    RegisteredTool create(McpTool annotation, BeanMethod method) {
        return create(ToolSpec.of(annotation, method, texts(method), resources));
    }

    /** The tool that was defined in code. */
    RegisteredTool create(McpToolDefinition definition) {
        return create(definition.spec());
    }

    private AnnotationTexts texts(BeanMethod method) {
        return new AnnotationTexts(method, placeholders);
    }

    private RegisteredTool create(ToolSpec spec) {
        if (!NAME.matcher(spec.name()).matches()) {
            throw spec.refused(
                    "Its tool name '" + spec.name() + "' is not 1 to 128 characters of A-Z a-z 0-9 _ - and dot.",
                    "Give another name with @McpTool(name = \"...\").");
        }
        try {
            return build(spec);
        } catch (SchemaException ex) {
            throw spec.refused(ex.reason() + ".", ex.cure() + ".");
        } catch (JacksonException | IllegalArgumentException | StackOverflowError ex) {
            throw spec.refused(
                    "Its parameter or return types cannot be described as JSON"
                            + (ex instanceof StackOverflowError
                                    ? ": their recursion does not end."
                                    : ": "
                                            + String.valueOf(ex.getMessage())
                                                    .lines()
                                                    .findFirst()
                                                    .orElse("") + "."),
                    "Use types that the application's JsonMapper can read and write.");
        }
    }

    private RegisteredTool build(ToolSpec spec) {
        List<ToolArgument> arguments = new ArrayList<>();
        List<ParameterSource<ArgumentReader.Read>> sources = ParameterSource.of(
                spec.method(),
                spec.method().isFunction() ? calls.injected().withoutResolvers() : calls.injected(),
                ToolFactory::isAnnotated,
                parameter -> source(parameter, spec, arguments));
        refuseDuplicates(arguments);
        ObjectNode inputSchema = inputSchema(spec, arguments);
        ToolOutput output = output(spec);
        Tool definition = spec.published(inputSchema, output.schema());
        spec.check(definition);
        ResultRules results = settings.results().with(spec.results());
        ArgumentConstraints constraints = constraints(spec, arguments);
        ArgumentReader reader = reader(spec, arguments, inputSchema);
        ResultMapper mapping = new ResultMapper(output, schemas, results.binary());
        return new RegisteredTool(
                definition,
                access.guard(
                        new McpEntry(McpInvocation.Kind.TOOL, spec.name(), definition, spec.scopes(), spec.method())),
                spec.limits().checked(spec.method()),
                Registry.rendered(version -> ToolProjection.of(definition, version)),
                HeaderParameters.of(inputSchema),
                spec.method(),
                new BoundMethod<>(spec.method(), calls, new ToolParameters(reader, constraints.binding(sources))),
                mapping,
                results,
                spec.timeout(),
                spec.task(),
                reader.needsValidator() || mapping.needsValidator());
    }

    private static void refuseDuplicates(List<ToolArgument> arguments) {
        if (arguments.stream().map(ToolArgument::name).distinct().count() < arguments.size()) {
            throw new SchemaException(
                    "Two of its parameters have the same name",
                    "Give each a different name with @McpToolParam(name = \"...\")");
        }
    }

    private ArgumentConstraints constraints(ToolSpec spec, List<ToolArgument> arguments) {
        return validation.constraints(
                spec.method().beanClass(),
                spec.method().method(),
                arguments.stream().map(ConstrainedArgument::of).toList(),
                spec.inputSchema() == null,
                mapper);
    }

    private ArgumentReader reader(ToolSpec spec, List<ToolArgument> arguments, ObjectNode inputSchema) {
        return new ArgumentReader(inputSchema, spec.method().beanClass(), arguments, mapper, conversion);
    }

    private static boolean isAnnotated(MethodParameter parameter) {
        return MergedAnnotations.from(parameter.getParameterAnnotations()).isPresent(McpToolParam.class);
    }

    private ParameterSource<ArgumentReader.Read> source(
            MethodParameter parameter, ToolSpec spec, List<ToolArgument> arguments) {
        if (parameter.getParameterType() == McpArguments.class && !isAnnotated(parameter)) {
            return (read, exchange) -> new McpArguments(read.accepted(), mapper);
        }
        int index = arguments.size();
        arguments.add(ToolArgument.of(parameter, texts(spec.method())::resolved));
        return (read, exchange) -> read.values()[index];
    }

    private ObjectNode inputSchema(ToolSpec spec, List<ToolArgument> arguments) {
        ToolSpec.SchemaSource source = spec.inputSchema();
        if (source == null) {
            ObjectNode schema =
                    schemas.inputSchema(spec.method().beanClass(), spec.method().method(), arguments);
            HeaderParameters.mark(schema, arguments);
            boolean open = arguments.isEmpty()
                    && spec.method().parameters().stream()
                            .anyMatch(parameter -> parameter.getParameterType() == McpArguments.class);
            return open ? schema.without("additionalProperties") : schema;
        }
        ObjectNode schema = source instanceof ToolSpec.OfType of ? schemas.inputSchema(of.type()) : written(source);
        if (!JsonSchemas.isObjectRoot(schema)) {
            throw new SchemaException(
                    "Its input schema does not have \"type\": \"object\" at the root",
                    "Add it, because the arguments of a call are always an object");
        }
        return schema;
    }

    private ToolOutput output(ToolSpec spec) {
        ToolSpec.SchemaSource source = spec.outputSchema();
        if (source == null) {
            return outputTypes.of(spec.method(), spec.structured());
        }
        return source instanceof ToolSpec.OfType of
                ? outputTypes.of(spec.method(), of.type())
                : outputTypes.of(spec.method(), written(source));
    }

    private static ObjectNode written(ToolSpec.SchemaSource source) {
        JsonNode schema = source instanceof ToolSpec.OfJson of ? of.json() : read((ToolSpec.OfResource) source);
        if (!(schema instanceof ObjectNode object)) {
            throw new SchemaException("One of its schemas is not a JSON object", "Write it as an object");
        }
        return object;
    }

    private static JsonNode read(ToolSpec.OfResource source) {
        try {
            return McpJson.readTree(source.resource().getContentAsByteArray());
        } catch (IOException | JacksonException ex) {
            throw new SchemaException(
                    "Its schema " + source.resource().getDescription() + " cannot be read",
                    "Give the location of a JSON document, such as classpath:schemas/order.json");
        }
    }
}
