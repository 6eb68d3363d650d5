package io.mcpspring.method;

import io.mcpspring.Internal;
import io.mcpspring.annotation.McpPromptParam;
import io.mcpspring.annotation.McpToolParam;
import io.mcpspring.exchange.Exchange;
import io.mcpspring.validation.DeclarationException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.core.MethodParameter;
import org.springframework.core.annotation.MergedAnnotations;
import org.springframework.core.annotation.MergedAnnotations.SearchStrategy;

/**
 * Gives a parameter of a method its value in each call.
 *
 * @param <T> the input that holds the arguments of a call
 */
@Internal
@FunctionalInterface
public interface ParameterSource<T> {

    /** Beginnings of the names of annotations with which other frameworks mark methods that serve requests. */
    List<String> HANDLERS = List.of(
            "com.googlecode.jsonrpc4j.",
            "com.netflix.graphql.dgs.",
            "jakarta.jws.",
            "jakarta.ws.rs.",
            "org.springframework.boot.actuate.endpoint.",
            "org.springframework.data.rest.",
            "org.springframework.graphql.",
            "org.springframework.ws.server.");

    @Nullable
    Object value(T arguments, Exchange exchange);

    /**
     * Decides for each parameter of a method whether it is injected or an argument.
     *
     * @param arguments gives a parameter that is not injected its source
     * @throws McpMethodException if a parameter can be neither, or if the method handles HTTP requests
     */
    static <T> List<ParameterSource<T>> of(
            BeanMethod method, InjectedParameters injected, Function<MethodParameter, ParameterSource<T>> arguments) {
        requireNoHandler(method);
        List<ParameterSource<T>> sources = new ArrayList<>();
        RefusedMethods refused = new RefusedMethods();
        method.parameters()
                .forEach(parameter -> refused.collect(() -> {
                    try {
                        Function<Exchange, @Nullable Object> value =
                                isArgument(parameter) ? null : injected.source(method, parameter);
                        if (value == null) {
                            ForeignParameter.checkArgument(method, parameter);
                        }
                        sources.add(value == null ? arguments.apply(parameter) : (input, call) -> value.apply(call));
                    } catch (DeclarationException ex) {
                        throw method.refused(ex);
                    }
                }));
        refused.throwFirst();
        return List.copyOf(sources);
    }

    /** Whether a parameter is declared as an argument, so that it is never injected. */
    static boolean isArgument(MethodParameter parameter) {
        MergedAnnotations annotations = MergedAnnotations.from(parameter.getParameterAnnotations());
        return annotations.isPresent(McpToolParam.class) || annotations.isPresent(McpPromptParam.class);
    }

    private static void requireNoHandler(BeanMethod method) {
        Stream<String> annotations = MergedAnnotations.from(method.method(), SearchStrategy.TYPE_HIERARCHY).stream()
                .map(annotation -> annotation.getType().getName());
        // Other methods that receive messages have no caller.
        boolean ofController = ForeignParameter.isOfController(method);
        if (HttpInterface.isMapped(method) && !HttpInterface.declares(method)
                || annotations.anyMatch(name -> HANDLERS.stream().anyMatch(name::startsWith)
                        || ofController && name.startsWith("org.springframework.messaging."))) {
            throw method.refused(
                    "It also handles HTTP requests or messages, and calls of MCP clients would bypass the security"
                            + " rules, filters and advice that apply to them.",
                    "Annotate a method of a service that it calls.");
        }
    }

    /** Returns the values of all parameters for one call. */
    static <T> @Nullable Object[] values(List<ParameterSource<T>> sources, T arguments, Exchange exchange) {
        @Nullable Object[] values = new Object[sources.size()];
        for (int i = 0; i < values.length; i++) {
            values[i] = sources.get(i).value(arguments, exchange);
        }
        return values;
    }
}
