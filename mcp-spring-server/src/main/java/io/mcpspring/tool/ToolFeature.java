package io.mcpspring.tool;

import io.mcpspring.Internal;
import io.mcpspring.annotation.McpTool;
import io.mcpspring.annotation.McpTool.TaskSupport;
import io.mcpspring.entry.EntryContext;
import io.mcpspring.entry.EntryFeature;
import io.mcpspring.entry.ListHandler;
import io.mcpspring.entry.TellingNames;
import io.mcpspring.event.ListChanged;
import io.mcpspring.exchange.Exchange;
import io.mcpspring.method.AnnotatedMethods;
import io.mcpspring.method.RefusedMethods;
import io.mcpspring.method.UserTask;
import io.mcpspring.protocol.CallToolResult;
import io.mcpspring.protocol.McpProtocolException;
import io.mcpspring.protocol.McpResult;
import io.mcpspring.protocol.RequestMethod;
import io.mcpspring.protocol.Tool;
import io.mcpspring.protocol.ToolAnnotations;
import io.mcpspring.server.McpRequestHandler;
import io.mcpspring.server.RequestParams;
import io.mcpspring.server.RequiredMembers;
import io.mcpspring.server.Toolsets;
import io.mcpspring.task.Tasks;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Mono;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** Finds the tools of an application and serves them. */
@Internal
public final class ToolFeature extends EntryFeature<McpToolDefinition, RegisteredTool> {

    private static final int LONG_NAME = 64;

    private static final int LONG_DESCRIPTION = 1_024;

    private final Supplier<Boolean> hasTasks =
            registry.derive(all -> all.values().stream().anyMatch(tool -> tool.task() != TaskSupport.FORBIDDEN));

    private final ToolSettings settings;

    private final Toolsets toolsets;

    private final Tasks tasks;

    private final DispatchedTool.Finder handlers;

    private final McpTools tools = new McpTools(registry);

    /** @param handlers finds the methods that handle HTTP requests */
    public ToolFeature(
            EntryContext context,
            ToolSettings settings,
            Toolsets toolsets,
            Tasks tasks,
            DispatchedTool.Finder handlers) {
        super(
                context,
                McpToolDefinition.class,
                ListChanged.TOOLS,
                () -> new ToolFactory(settings, context, handlers)::create);
        this.settings = settings;
        this.toolsets = toolsets;
        this.tasks = tasks;
        this.handlers = handlers;
    }

    /** Returns the tools as applications read and change them. */
    public McpTools tools() {
        return tools;
    }

    /** Whether a call of one of the tools may become a task. */
    public boolean hasTasks() {
        return hasTasks.get();
    }

    /** Completes if the caller of a request may use a tool; the tasks of a tool that was removed remain available. */
    @Override
    public Mono<Void> admit(String name, Exchange exchange, Supplier<McpProtocolException> unknown) {
        return registry.find(name) == null ? Mono.empty() : super.admit(name, exchange, unknown);
    }

    @Override
    public Map<RequestMethod, McpRequestHandler> handlers(RequiredMembers required) {
        ListHandler list = new ListHandler(registry, Tool.class, settings.pageSize(), "tools", required);
        McpRequestHandler selected = (params, exchange) -> list.handle(params, exchange, selection(exchange));
        return Map.of(RequestMethod.LIST_TOOLS, selected, RequestMethod.CALL_TOOL, this::call);
    }

    private static Toolsets.@Nullable Selection selection(Exchange exchange) {
        return exchange.context().attribute(Toolsets.Selection.class);
    }

    private Mono<? extends McpResult> call(ObjectNode params, Exchange exchange) {
        String name = RequestParams.text(params, "name");
        ObjectNode arguments = RequestParams.optionalObject(params, "arguments");
        return registry.admit(registry.find(name), exchange, () -> RegisteredTool.unknown(name))
                .flatMap(tool -> call(tool, arguments, exchange));
    }

    private Mono<? extends McpResult> call(RegisteredTool tool, ObjectNode arguments, Exchange exchange) {
        // After the rules, so that a selection hides no refusal from operators.
        Toolsets.Selection selection = selection(exchange);
        if (selection != null && !selection.contains(tool.tags())) {
            return Mono.error(RegisteredTool.unknown(tool.key()));
        }
        return tool.reader().isSlow()
                ? UserTask.blocking(() -> accept(tool, arguments, exchange))
                        .flatMap(input -> call(tool, arguments, input, exchange))
                : call(tool, arguments, accept(tool, arguments, exchange), exchange);
    }

    private static ToolInput accept(RegisteredTool tool, ObjectNode arguments, Exchange exchange) {
        return tool.reader().accept(arguments, exchange.context().memory(), exchange.checkingTime());
    }

    private Mono<? extends McpResult> call(RegisteredTool tool, ObjectNode given, ToolInput input, Exchange exchange) {
        tool.headers().verify(exchange.context().headers(), given, input.arguments());
        if (tool.task() == TaskSupport.REQUIRED && exchange.version().hasTasks()) {
            Tasks.requireFrom(exchange);
        }
        return tool.task() != TaskSupport.FORBIDDEN && Tasks.isKnownTo(exchange)
                ? tasks.run(exchange, detached -> exchange.context().memory().holdDuring(invoke(tool, input, detached)))
                : invoke(tool, input, exchange);
    }

    private Mono<CallToolResult> invoke(RegisteredTool tool, ToolInput input, Exchange exchange) {
        return context.invocations()
                .invoke(tool, tool.key(), input, exchange)
                .map(result -> ToolProjection.of(result, tool, exchange.version()));
    }

    @Override
    protected void find(AnnotatedMethods methods, RefusedMethods refused, Consumer<McpToolDefinition> found) {
        methods.with(
                McpTool.class,
                refused,
                method -> found.accept(McpToolDefinition.of(
                        ClassDefaults.with(method.annotation(), method.beanClass()),
                        context.texts(method),
                        context.application())));
        handlers.included(registry::create).forEach(found);
    }

    @Override
    protected void warn(BiConsumer<String, Stream<String>> warnings) {
        super.warn(warnings);
        warnings.accept(
                "Servlet filters of controllers that do not run for calls of their tools, because they do not cover the"
                        + " MCP endpoint: ",
                handlers.missingFilters().stream());
        warnings.accept(
                "Toolsets of mcp.server.toolsets that contain no tool, because no tool has one of their tags: ",
                toolsets.tags().keySet().stream().filter(this::isEmpty));
        warnings.accept(
                "Tools without a description, which models rarely use: ", names(tool -> tool.description() == null));
        warnings.accept(
                "Tools with names of more than " + LONG_NAME + " characters, which some clients truncate: ",
                names(tool -> tool.name().length() > LONG_NAME));
        warnings.accept(
                "Tools for which APIs of some models refuse the whole request, because their names have a dot or their"
                        + " descriptions more than " + LONG_DESCRIPTION + " characters: ",
                names(tool -> tool.name().contains(".")
                        || Objects.requireNonNullElse(tool.description(), "").length() > LONG_DESCRIPTION));
        warnings.accept(
                "Tools whose names announce a deletion, but whose hints say that they destroy nothing, so that clients"
                        + " may call them without asking the user: ",
                names(tool -> claimsToDestroyNothing(tool) && TellingNames.isDestructive(tool.name())));
        warnings.accept(
                "Tools with parameters that seem to be secrets, which language models and their logs would get to"
                        + " know: ",
                found(TellingNames::secretsIn));
        warnings.accept(
                "Tools with input schemas for which APIs of some models refuse the whole request, because of names that"
                        + " are not 1 to 64 characters of A-Z a-z 0-9 _ . - or because of a keyword at the root: ",
                found(TellingNames::refusedIn));
    }

    private boolean isEmpty(String toolset) {
        Toolsets.Selection selection = toolsets.select(toolset);
        return registry.all().values().stream().noneMatch(tool -> selection.contains(tool.tags()));
    }

    private Stream<String> names(Predicate<Tool> condition) {
        return tools.list().stream().filter(condition).map(Tool::name);
    }

    private static boolean claimsToDestroyNothing(Tool tool) {
        ToolAnnotations hints = tool.annotations();
        return hints != null
                && (Boolean.FALSE.equals(hints.destructiveHint()) || Boolean.TRUE.equals(hints.readOnlyHint()));
    }

    /** Returns the names of the tools in whose input schemas something is found, with what that is. */
    private Stream<String> found(Function<JsonNode, List<String>> search) {
        return tools.list().stream()
                .map(tool -> Map.entry(tool.name(), search.apply(tool.inputSchema())))
                .filter(found -> !found.getValue().isEmpty())
                .map(found -> found.getKey() + found.getValue());
    }
}
