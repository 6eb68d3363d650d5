package io.mcpspring.controller;

import io.mcpspring.annotation.McpTool.Structured;
import io.mcpspring.controller.DispatchResponse.Form;
import io.mcpspring.exchange.Exchange;
import io.mcpspring.method.BeanMethod;
import io.mcpspring.method.BoundMethod;
import io.mcpspring.method.UserTask;
import io.mcpspring.protocol.CallToolResult;
import io.mcpspring.protocol.McpJson;
import io.mcpspring.schema.KotlinTypes;
import io.mcpspring.schema.ToolArgument;
import io.mcpspring.tool.DispatchedTool;
import io.mcpspring.tool.McpToolDefinition;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.context.i18n.LocaleContext;
import org.springframework.context.i18n.LocaleContextHolder;
import org.springframework.http.HttpHeaders;
import org.springframework.http.MediaType;
import reactor.core.publisher.Mono;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * A handler method as a tool.
 *
 * @param isUndecided whether the URL rules of the application cannot decide about its requests
 */
record ControllerTool(
        BeanMethod method,
        MappedHandler handler,
        List<HandlerArgument> parameters,
        List<String> declaredHeaders,
        ArgumentTexts texts,
        Dispatcher dispatcher,
        ControllerSettings settings,
        boolean isDescribed,
        boolean isUndecided)
        implements DispatchedTool {

    private static final List<MediaType> ACCEPT =
            List.of(MediaType.APPLICATION_JSON, MediaType.parseMediaType("*/*;q=0.8"));

    /** Headers whose values each request has of its own. */
    private static final Set<String> OF_REQUEST = Set.of("accept", "content-type", "content-length");

    /** Dispatches a request, and may occupy its thread. */
    interface Dispatch {

        Object dispatch(DispatchRequest request) throws Exception;
    }

    /** Dispatches a request without occupying its thread. */
    interface ReactiveDispatch {

        Mono<CallToolResult> dispatch(DispatchRequest request) throws Exception;
    }

    @Override
    public McpToolDefinition completed(McpToolDefinition declared) {
        return new HandlerDescription(handler).completed(declared);
    }

    @Override
    public List<ToolArgument> arguments() {
        return parameters.stream().map(HandlerArgument::tool).toList();
    }

    @Override
    public BeanMethod dispatch(Structured structured, int maxBytes) {
        Form form = HandlerResults.isText(method)
                ? Form.TEXT
                : structured == Structured.NEVER ? Form.CONTENT : isDescribed ? Form.DESCRIBED : Form.STRUCTURED;
        BeanMethod dispatch = dispatcher.occupiesThread(method)
                ? BeanMethod.ofFunction(Dispatch.class, request -> dispatch(request, form, maxBytes))
                : BeanMethod.ofFunction(ReactiveDispatch.class, request -> dispatch(request, form, maxBytes));
        return dispatch.calling(method);
    }

    private Mono<CallToolResult> dispatch(DispatchRequest request, Form form, int maxBytes) throws Exception {
        Mono<CallToolResult> result = dispatcher
                .dispatch(this, request, maxBytes)
                .flatMap(response -> Mono.justOrEmpty(response.result(form)));
        return BodyType.isUnstoppable(method.returnType().getParameterType()) ? UserTask.unstoppable(result) : result;
    }

    @Override
    public void requireDecision() {
        if (isUndecided && !settings.ignoreUrlRules()) {
            throw method.refused(
                    "A filter chain protects its path " + handler.path().pattern()
                            + ", but has no rules that could decide about a call.",
                    "Protect the method by @PreAuthorize, by scopes or by a McpAccessRule, use"
                            + " authorizeHttpRequests or authorizeExchange in the chain, or set"
                            + " mcp.server.controllers.url-rules to 'ignore'.");
        }
    }

    @Override
    public DispatchRequest request(
            ObjectNode arguments, @Nullable Object[] values, Exchange exchange, Runnable confirmation) {
        DispatchRequest request = DispatchRequest.any(handler, null).forCall(exchange.reactive(), confirmation);
        addHeaders(request.headers(), exchange.reactive().headers());
        LocaleContext before = LocaleContextHolder.getLocaleContext();
        try {
            // The web framework reads dates and numbers in a language.
            LocaleContextHolder.setLocale(dispatcher.locale(request));
            for (int i = 0; i < values.length; i++) {
                Object value = BoundMethod.unwrapped(values[i]);
                // The web framework reads what a value class of Kotlin wraps.
                Object sent = value == null ? null : KotlinTypes.unboxed(value);
                if (sent != null) {
                    add(request, parameters.get(i), sent, arguments);
                }
            }
        } finally {
            LocaleContextHolder.setLocaleContext(before);
        }
        handler.params().forEach(request.query()::addIfAbsent);
        return request;
    }

    private void addHeaders(HttpHeaders headers, Map<String, List<String>> received) {
        handler.consumes().stream()
                .filter(type -> type.isConcrete() && !MappedHandler.hasParts(type))
                .findFirst()
                .ifPresent(headers::setContentType);
        headers.setAccept(ACCEPT);
        Stream.of(declaredHeaders.stream(), settings.headers().stream(), Stream.of(HttpHeaders.ACCEPT_LANGUAGE))
                .flatMap(names -> names)
                .map(name -> name.toLowerCase(Locale.ROOT))
                .filter(name -> settings.passesOn(name) && !OF_REQUEST.contains(name))
                .distinct()
                .forEach(name -> headers.addAll(name, received.getOrDefault(name, List.of())));
        handler.headers().forEach((name, value) -> {
            if (!value.isEmpty() || !headers.containsHeader(name)) {
                headers.set(name, value);
            }
        });
    }

    private void add(DispatchRequest request, HandlerArgument argument, Object value, ObjectNode arguments) {
        String name = argument.name();
        switch (argument.place()) {
            case PATH -> {
                String text = texts.text(value, argument.type());
                String read = handler.path().asRead(name, text, argument.tool().name());
                request.variables().put(name, read);
            }
            case QUERY -> texts.write(name, value, argument.type(), request.query()::add);
            case BODY -> addBody(request, value, arguments.path(argument.tool().name()));
        }
    }

    private void addBody(DispatchRequest request, Object value, JsonNode json) {
        MediaType usual = MediaType.APPLICATION_JSON;
        if (value instanceof CharSequence text) {
            request.body().writeBytes(text.toString().getBytes(StandardCharsets.UTF_8));
            usual = new MediaType(MediaType.TEXT_PLAIN, StandardCharsets.UTF_8);
        } else if (value instanceof byte[] bytes) {
            request.body().writeBytes(bytes);
            usual = MediaType.APPLICATION_OCTET_STREAM;
        } else {
            request.body().writeBytes(McpJson.writeValue(json));
            handler.consumedJson().ifPresent(request.headers()::setContentType);
        }
        if (request.headers().getContentType() == null) {
            request.headers().setContentType(usual);
        }
    }
}
