package io.mcpspring.tool;

import io.mcpspring.constraint.ConstrainedArgument;
import io.mcpspring.content.ResultRules;
import io.mcpspring.entry.EntryContext;
import io.mcpspring.entry.Registration;
import io.mcpspring.method.BeanMethod;
import io.mcpspring.method.Binding;
import io.mcpspring.method.BoundMethod;
import io.mcpspring.method.HttpInterface;
import io.mcpspring.method.InjectedParameters;
import io.mcpspring.method.McpInvocation;
import io.mcpspring.method.ParameterSource;
import io.mcpspring.protocol.McpJson;
import io.mcpspring.protocol.Tool;
import io.mcpspring.protocol.ToolAnnotations;
import io.mcpspring.schema.JsonSchemas;
import io.mcpspring.schema.McpSchemaCustomizer;
import io.mcpspring.schema.ToolArgument;
import io.mcpspring.validation.DeclarationException;
import io.mcpspring.validation.JsonSchema;
import io.mcpspring.validation.OtherForms;
import java.io.IOException;
import java.lang.reflect.Type;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.springframework.core.MethodParameter;
import org.springframework.core.io.Resource;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** Creates tools from annotated methods and definitions; everything that can fail does so here. */
final class ToolFactory {

    private static final Pattern NAME = Pattern.compile("[A-Za-z0-9_.-]{1,128}");

    private static final String SERVLET_REQUEST = "jakarta.servlet.http.HttpServletRequest";

    private final ToolSettings settings;

    private final JsonSchemas schemas;

    private final EntryContext context;

    private final DispatchedTool.Finder handlers;

    ToolFactory(ToolSettings settings, EntryContext context, DispatchedTool.Finder handlers) {
        this.settings = settings;
        this.handlers = handlers;
        this.schemas = new JsonSchemas(
                context.argumentMapper(),
                settings.rejectUnknownArguments(),
                context.application()
                        .getBeanProvider(McpSchemaCustomizer.class)
                        .orderedStream()
                        .toList());
        this.context = context;
    }

    RegisteredTool create(McpToolDefinition declared) {
        try {
            DispatchedTool dispatched = handlers.find(declared.method(), context.texts(declared.method()));
            return dispatched == null ? called(declared) : dispatched(dispatched.completed(declared), dispatched);
        } catch (JacksonException | IllegalArgumentException | StackOverflowError ex) {
            String reason = ex instanceof StackOverflowError
                    ? "their recursion does not end"
                    : String.valueOf(ex.getMessage()).lines().findFirst().orElse("");
            throw new DeclarationException(
                    "Its parameter or return types cannot be described as JSON: " + reason,
                    "Use types that the application's JsonMapper can read and write");
        }
    }

    private RegisteredTool called(McpToolDefinition declared) {
        refuseServletRequest(declared);
        BeanMethod method = declared.method();
        BoundMethod.Calls calls = context.calls().get();
        List<ToolArgument> arguments = new ArrayList<>();
        List<ParameterSource<ArgumentReader.Read>> sources =
                ParameterSource.of(method, calls.injected(), parameter -> source(parameter, declared, arguments));
        JsonSchemas ofView = schemas.in(method.view());
        ToolOutput output = output(declared, new OutputTypes(ofView));
        boolean generated = declared.inputSchema() == null;
        List<ConstrainedArgument> constrained = arguments.stream()
                .map(argument -> new ConstrainedArgument(argument.name(), argument.parameter(), generated))
                .toList();
        Binding<ArgumentReader.Read> parameters = context.constraints(method, constrained, schemas.argumentMapper())
                .binding(sources);
        return registered(
                declared,
                arguments,
                output,
                ofView,
                (reader, confirmation) -> new BoundMethod<>(method, calls, (input, exchange, bean) -> {
                    ArgumentReader.Read read = reader.read(input, exchange.checkingTime());
                    @Nullable Object[] values = parameters.values(read, exchange, bean);
                    confirmation.require(read.all(), exchange);
                    return values;
                }));
    }

    private RegisteredTool dispatched(McpToolDefinition declared, DispatchedTool dispatched) {
        ResultRules rules = rules(declared);
        RegisteredTool tool = registered(
                declared,
                dispatched.arguments(),
                responseOutput(declared, dispatched),
                schemas,
                (reader, confirmation) -> new BoundMethod<>(
                        dispatched.dispatch(
                                declared.structured(),
                                Math.max(rules.maxText(), rules.binary().maxBytes())),
                        context.calls().get(),
                        (input, exchange, bean) -> {
                            ArgumentReader.Read read = reader.read(input, exchange.checkingTime());
                            Runnable confirmed = () -> confirmation.require(read.all(), exchange);
                            return new Object[] {dispatched.request(read.all(), read.values(), exchange, confirmed)};
                        }));
        if (tool.guard().rules().isEmpty()) {
            dispatched.requireDecision();
        }
        return tool;
    }

    /** Returns the output of responses, which need not be described. */
    private ToolOutput responseOutput(McpToolDefinition declared, DispatchedTool dispatched) {
        OutputTypes types = new OutputTypes(schemas);
        if (declared.outputSchema() != null) {
            return output(declared, types);
        }
        ToolOutput none = ToolOutput.of(ToolOutput.Kind.UNKNOWN, null);
        try {
            ToolOutput output = dispatched.isDescribed() ? output(declared, types) : none;
            return output.schema() == null ? none : output;
        } catch (DeclarationException undescribed) {
            return none;
        }
    }

    private RegisteredTool registered(
            McpToolDefinition declared,
            List<ToolArgument> arguments,
            ToolOutput output,
            JsonSchemas ofView,
            BiFunction<ArgumentReader, Confirmation, BoundMethod<ToolInput>> call) {
        if (!NAME.matcher(declared.name()).matches()) {
            throw new DeclarationException(
                    "Its tool name '" + declared.name() + "' is not 1 to 128 characters of A-Z a-z 0-9 _ - and dot",
                    "Give another name with @McpTool(name = \"...\")");
        }
        refuseDuplicates(arguments);
        ObjectNode accepted = inputSchema(declared, arguments);
        ObjectNode inputSchema = OtherForms.published(accepted);
        refuseContradiction(declared.annotations());
        Tool tool = new Tool(
                declared.name(),
                declared.title(),
                declared.description(),
                inputSchema,
                output.schema(),
                declared.annotations().equals(ToolAnnotations.NONE) ? null : declared.annotations(),
                declared.icons(),
                declared.meta());
        ResultRules rules = rules(declared);
        ArgumentReader reader = new ArgumentReader(
                accepted, declared.method().beanClass(), arguments, schemas.argumentMapper(), settings.conversion());
        return new RegisteredTool(
                Registration.of(
                        McpInvocation.Kind.TOOL, tool, declared, ToolProjection::adapt, rules, context.access()),
                MirroredArguments.of(inputSchema),
                reader,
                call.apply(reader, Confirmation.of(declared, reader.names())),
                new ResultMapper(output, ofView, rules.binary()),
                translation(declared.method()),
                declared.timeout(),
                declared.task(),
                declared.tags());
    }

    private static Function<Throwable, @Nullable RuntimeException> translation(BeanMethod method) {
        if (HttpInterface.declares(method)) {
            return ReturnedResponse::failure;
        }
        return method.parameters().stream().anyMatch(InjectedParameters::isPage)
                ? PageArguments::refusedSort
                : failure -> null;
    }

    private ResultRules rules(McpToolDefinition declared) {
        return settings.results()
                .with(declared.maxTextSize(), declared.maxBinarySize(), declared.cutText(), declared.sanitize());
    }

    private static void refuseContradiction(ToolAnnotations hints) {
        if (Boolean.TRUE.equals(hints.readOnlyHint()) && Boolean.TRUE.equals(hints.destructiveHint())) {
            throw new DeclarationException(
                    "It has both readOnlyHint and destructiveHint, which contradict each other",
                    "Keep the one that is true: a tool that leaves its environment unchanged destroys nothing");
        }
    }

    private static void refuseServletRequest(McpToolDefinition declared) {
        boolean takesRequest = declared.method().parameters().stream()
                .map(parameter -> parameter.nestedIfOptional().getNestedParameterType())
                .anyMatch(type -> type.getName().equals(SERVLET_REQUEST));
        if (declared.confirm() != null && takesRequest) {
            throw new DeclarationException(
                    "It has a parameter of type HttpServletRequest, but runs on another thread after its user has"
                            + " confirmed a call",
                    "Take HttpHeaders, parameters with @RequestHeader, a Principal or a Locale instead");
        }
    }

    private static void refuseDuplicates(List<ToolArgument> arguments) {
        if (arguments.stream().map(ToolArgument::name).distinct().count() < arguments.size()) {
            throw new DeclarationException(
                    "Two of its parameters have the same name",
                    "Give each a different name with @McpToolParam(name = \"...\"), and a Pageable or a Sort with"
                            + " @Qualifier(\"...\")");
        }
    }

    private ParameterSource<ArgumentReader.Read> source(
            MethodParameter parameter, McpToolDefinition declared, List<ToolArgument> arguments) {
        if (parameter.getParameterType() == McpArguments.class && !ParameterSource.isArgument(parameter)) {
            return (read, exchange) -> new McpArguments(read.all(), schemas.argumentMapper());
        }
        ParameterArguments own = ParameterArguments.of(parameter, context.texts(declared.method()));
        int first = arguments.size();
        arguments.addAll(own.arguments());
        int end = arguments.size();
        return (read, exchange) -> own.value().apply(Arrays.copyOfRange(read.values(), first, end));
    }

    private ObjectNode inputSchema(McpToolDefinition declared, List<ToolArgument> arguments) {
        Object source = declared.inputSchema();
        if (source == null) {
            return ofParameters(declared.method(), arguments);
        }
        ObjectNode schema = source instanceof Type type ? schemas.inputSchema(type) : declaredSchema(source);
        if (!JsonSchemas.isObjectRoot(schema)) {
            throw new DeclarationException(
                    "Its input schema does not have \"type\": \"object\" at the root",
                    "Add it, or use a record or a bean, because the arguments of a call are an object");
        }
        return schema;
    }

    private ObjectNode ofParameters(BeanMethod method, List<ToolArgument> arguments) {
        ObjectNode schema = schemas.inputSchema(method.beanClass(), arguments);
        MirroredArguments.mark(schema, arguments);
        boolean open = arguments.isEmpty()
                && !method.isFunction()
                && method.parameters().stream()
                        .anyMatch(parameter -> parameter.getParameterType() == McpArguments.class);
        return open ? schema.without("additionalProperties") : schema;
    }

    private static ToolOutput output(McpToolDefinition declared, OutputTypes types) {
        Object source = declared.outputSchema();
        if (source == null) {
            return types.of(declared.method(), declared.structured());
        }
        return source instanceof Type type
                ? types.of(declared.method(), types.schemas().outputSchema(type, false), type)
                : types.of(declared.method(), declaredSchema(source), Object.class);
    }

    private static ObjectNode declaredSchema(Object source) {
        JsonNode schema = source instanceof Resource resource ? read(resource) : (JsonNode) source;
        if (!(schema instanceof ObjectNode object)) {
            throw new DeclarationException("One of its schemas is not a JSON object", "Write it as an object");
        }
        JsonSchema.requireValid(object);
        return object;
    }

    private static JsonNode read(Resource source) {
        try {
            return McpJson.readTree(source.getContentAsByteArray());
        } catch (IOException | JacksonException ex) {
            throw new DeclarationException(
                    "Its schema " + source.getDescription() + " cannot be read",
                    "Give the location of a JSON document, such as classpath:schemas/order.json");
        }
    }
}
