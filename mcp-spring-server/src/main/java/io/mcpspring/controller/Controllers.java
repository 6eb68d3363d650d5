package io.mcpspring.controller;

import io.mcpspring.Internal;
import io.mcpspring.annotation.McpMethod;
import io.mcpspring.annotation.McpTool;
import io.mcpspring.entry.EntryRule;
import io.mcpspring.entry.EntryRules;
import io.mcpspring.entry.McpAccessDecision;
import io.mcpspring.entry.McpEntry;
import io.mcpspring.exchange.McpRequestContext;
import io.mcpspring.method.AnnotationTexts;
import io.mcpspring.method.BeanMethod;
import io.mcpspring.method.McpMethodException;
import io.mcpspring.protocol.RequestMethod;
import io.mcpspring.tool.DispatchedTool;
import io.mcpspring.tool.McpToolDefinition;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.BeanCreationException;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.core.annotation.AnnotatedElementUtils;
import org.springframework.core.convert.ConversionService;
import org.springframework.core.env.PropertyResolver;
import org.springframework.http.HttpMethod;
import org.springframework.util.ClassUtils;
import org.springframework.util.function.SingletonSupplier;
import org.springframework.web.context.WebApplicationContext;
import reactor.core.publisher.Mono;
import tools.jackson.databind.json.JsonMapper;

/** The handler methods of an application as tools, with its URL rules. */
@Internal
public final class Controllers implements DispatchedTool.Finder, EntryRules {

    private static final ClassLoader LOADER = Controllers.class.getClassLoader();

    private static final Log logger = LogFactory.getLog(Controllers.class);

    private final ControllerSettings settings;

    private final PropertyResolver properties;

    private final Supplier<ConversionService> conversion;

    private final Supplier<JsonMapper> mapper;

    private final String endpoint;

    private final SingletonSupplier<Dispatcher> dispatcher;

    private final Map<MappedHandler, DispatchedTool> tools = new ConcurrentHashMap<>();

    private final SingletonSupplier<List<MappedHandler>> handlers = SingletonSupplier.of(this::handlers);

    /**
     * Beans are looked up when the first tool is registered.
     *
     * @param endpoint the path of the MCP endpoint
     * @param conversion supplies the conversion service of the web framework
     * @param mapper supplies the mapper of the application
     */
    public Controllers(
            ConfigurableApplicationContext application,
            String endpoint,
            ControllerSettings settings,
            Supplier<ConversionService> conversion,
            Supplier<JsonMapper> mapper) {
        this.endpoint = endpoint;
        this.settings = settings;
        this.properties = application.getEnvironment();
        this.conversion = conversion;
        this.mapper = mapper;
        this.dispatcher = SingletonSupplier.ofNullable(() -> dispatcher(application));
    }

    private static @Nullable Dispatcher dispatcher(ConfigurableApplicationContext application) {
        if (ClassUtils.isPresent("org.springframework.web.servlet.DispatcherServlet", LOADER)
                && application instanceof WebApplicationContext servlets) {
            return ServletDispatcher.of(servlets);
        }
        return ClassUtils.isPresent("org.springframework.web.reactive.DispatcherHandler", LOADER)
                ? ReactiveDispatcher.of(application)
                : null;
    }

    @Override
    public @Nullable DispatchedTool find(BeanMethod method, AnnotationTexts texts) {
        MappedHandler handler = handler(method);
        if (handler == null) {
            return null;
        }
        if (method.isFunction()) {
            throw method.refused(
                    "It also handles HTTP requests, and the function that stands for it would not dispatch them.",
                    "Annotate the handler method with io.mcpspring.annotation.McpTool.");
        }
        return tools.computeIfAbsent(handler, known -> tool(method, known, texts));
    }

    private DispatchedTool tool(BeanMethod method, MappedHandler handler, AnnotationTexts texts) {
        Dispatcher web = dispatcher.obtain();
        handler.requireOneRequest(method);
        HandlerResults.check(method, handler);
        ArgumentTexts values = new ArgumentTexts(conversion.get());
        HandlerParameters parameters =
                new HandlerParameters(handler, method, web::resolves, texts, values, mapper.get(), settings);
        List<HandlerArgument> arguments = parameters.find();
        boolean described = handler.producesJson()
                && web.isWrittenBy(mapper.get(), method)
                && HandlerResults.isAlwaysPresent(method);
        boolean undecided = web.rules().isUndecidable(DispatchRequest.any(handler, null));
        return new ControllerTool(
                method, handler, arguments, parameters.headers(), values, web, settings, described, undecided);
    }

    private @Nullable MappedHandler handler(BeanMethod method) {
        List<MappedHandler> found = handlers.obtain().stream()
                .filter(handler -> handler.isOf(method))
                .toList();
        if (found.size() > 1) {
            throw method.refused(
                    "It has " + found.size() + " mappings, so that it is not clear which request a call makes.",
                    "Give it one mapping.");
        }
        return found.isEmpty() ? null : found.get(0);
    }

    private List<MappedHandler> handlers() {
        Dispatcher web = dispatcher.get();
        return web == null ? List.of() : web.handlers().toList();
    }

    @Override
    public List<String> missingFilters() {
        return tools.keySet().stream()
                .flatMap(handler -> dispatcher.obtain().filters(handler.path().expand(Map.of()), endpoint))
                .distinct()
                .sorted()
                .toList();
    }

    @Override
    public List<McpToolDefinition> included(Consumer<McpToolDefinition> check) {
        List<String> unsuitable = new ArrayList<>();
        List<McpToolDefinition> included = handlers.obtain().stream()
                .filter(this::isSelected)
                .flatMap(handler -> included(handler, check, unsuitable))
                .toList();
        List<String> unused = settings.include().stream()
                .filter(each -> handlers.obtain().stream().noneMatch(each::matches))
                .map(each -> each.method() + " " + each.paths())
                .toList();
        if (!unused.isEmpty()) {
            logger.warn("mcp.server.controllers.include has patterns that select no handler method: " + unused);
        }
        if (!unsuitable.isEmpty()) {
            logger.warn("mcp.server.controllers.include or @McpTool on a class selects methods that cannot be tools: "
                    + String.join("; ", unsuitable));
        }
        return included;
    }

    private boolean isSelected(MappedHandler handler) {
        return settings.include().stream().anyMatch(each -> each.matches(handler))
                || handler.takesOnly(HttpMethod.GET)
                        && AnnotatedElementUtils.isAnnotated(handler.handler().getBeanType(), McpTool.class);
    }

    /** @param unsuitable collects the methods that cannot be tools, with the reasons */
    private Stream<McpToolDefinition> included(
            MappedHandler handler, Consumer<McpToolDefinition> check, List<String> unsuitable) {
        Method method = handler.handler().getMethod();
        HandlerDescription description = new HandlerDescription(handler);
        if (AnnotatedElementUtils.hasAnnotation(method, McpMethod.class) || description.isHidden()) {
            return Stream.empty();
        }
        try {
            McpToolDefinition tool = McpToolDefinition.of(
                            handler.handler().createWithResolvedBean().getBean(), method, properties)
                    .mutate()
                    .name(description.name())
                    .build();
            check.accept(tool);
            return Stream.of(tool);
        } catch (McpMethodException refused) {
            tools.remove(handler);
            unsuitable.add(handler.handler().getShortLogMessage() + ": " + refused.reason());
        } catch (BeanCreationException unavailable) {
            // A controller of a request, for instance.
            unsuitable.add(handler.handler().getShortLogMessage() + ": its bean does not exist at the start");
        }
        return Stream.empty();
    }

    /** Returns the URL rules that concern a tool. They decide again when the path of its call is known. */
    @Override
    public List<EntryRule> of(McpEntry entry) {
        MappedHandler handler = entry.method().isFunction() ? null : handler(entry.method());
        if (handler == null) {
            return List.of();
        }
        UrlRules rules = dispatcher.obtain().rules();
        // Headers of a request may select a chain for a path that seems to be open.
        boolean decides = rules != UrlRules.NONE && !rules.isUndecidable(DispatchRequest.any(handler, null));
        return decides
                ? List.of(new EntryRule("URL rules", (same, request) -> decide(rules, handler, request)))
                : List.of();
    }

    private static Mono<McpAccessDecision> decide(UrlRules rules, MappedHandler handler, McpRequestContext request) {
        boolean called = request.method().equals(RequestMethod.CALL_TOOL.value());
        // The path depends on arguments, which may be ones that the rules permit though they deny others.
        Mono<Boolean> permitted = called && !handler.path().variables().isEmpty()
                ? Mono.just(true)
                : rules.permit(DispatchRequest.any(handler, request), false);
        return permitted.map(granted -> granted ? McpAccessDecision.granted() : McpAccessDecision.hidden());
    }
}
