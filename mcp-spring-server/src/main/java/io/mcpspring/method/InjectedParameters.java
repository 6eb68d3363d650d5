package io.mcpspring.method;

import io.mcpspring.Internal;
import io.mcpspring.exchange.CallerThread;
import io.mcpspring.exchange.Exchange;
import io.mcpspring.exchange.McpExchange;
import io.mcpspring.exchange.McpMeta;
import io.mcpspring.exchange.ReactiveMcpExchange;
import io.mcpspring.protocol.ClientCapabilities;
import io.mcpspring.protocol.Implementation;
import io.mcpspring.protocol.McpProtocolException;
import java.security.Principal;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.core.MethodParameter;
import org.springframework.core.convert.ConversionService;
import org.springframework.format.support.DefaultFormattingConversionService;
import org.springframework.web.bind.annotation.RequestHeader;

/** Decides which parameters are injected rather than arguments, and by which values; the same in every feature. */
@Internal
public final class InjectedParameters {

    /** Types of Spring Data that stand for several arguments. */
    private static final Set<String> PAGES =
            Set.of("org.springframework.data.domain.Pageable", "org.springframework.data.domain.Sort");

    static final Map<Class<?>, Function<Exchange, @Nullable Object>> BY_TYPE = Map.of(
            McpExchange.class, Exchange::blocking,
            ReactiveMcpExchange.class, Exchange::reactive,
            McpMeta.class, exchange -> exchange.context().mcpMeta(),
            ClientCapabilities.class, exchange -> exchange.context().clientCapabilities(),
            Locale.class,
                    exchange -> exchange.reactive().attribute(Locale.class).orElseGet(Locale::getDefault));

    private static final String SERVLET_REQUEST = "jakarta.servlet.http.HttpServletRequest";

    /** The conversion services with the formatters and converters that the application declared for the web. */
    private static final List<String> WEB_CONVERSION_SERVICES =
            List.of("webFluxConversionService", "mvcConversionService");

    private final ConfigurableApplicationContext application;
    private final Set<Class<?>> transportTypes;
    private final List<McpParameterResolver> resolvers;

    /**
     * To be made when all singletons exist.
     *
     * @param transportTypes types of which the transport puts an instance among the attributes of every request
     */
    public InjectedParameters(ConfigurableApplicationContext application, Set<Class<?>> transportTypes) {
        this.application = application;
        this.transportTypes = Set.copyOf(transportTypes);
        this.resolvers = application
                .getBeanProvider(McpParameterResolver.class)
                .orderedStream()
                .toList();
    }

    /**
     * Returns the service that converts texts to parameter types: the one for the web, or else the application's, or
     * one with the converters of Spring.
     */
    public ConversionService conversion() {
        ConversionService own = application.getBeanFactory().getConversionService();
        return WEB_CONVERSION_SERVICES.stream()
                .filter(application::containsBean)
                .map(name -> application.getBean(name, ConversionService.class))
                .findFirst()
                .orElse(own == null ? new DefaultFormattingConversionService() : own);
    }

    /**
     * Returns the source of a parameter's value, called where the method runs; {@code null} if the parameter is not
     * injected.
     *
     * @throws McpMethodException if it is to be injected and cannot be
     */
    @Nullable
    Function<Exchange, @Nullable Object> source(BeanMethod method, MethodParameter parameter) {
        for (McpParameterResolver resolver : resolvers) {
            // The parameters of a function are not the application's own.
            if (!method.isFunction() && resolver.supports(parameter)) {
                return exchange -> resolver.resolve(parameter, exchange.blocking());
            }
        }
        ForeignParameter.checkAnnotations(method, parameter);
        Function<Exchange, @Nullable Object> value = builtIn(method, parameter.nestedIfOptional());
        return value == null || parameter.getParameterType() != Optional.class
                ? value
                : exchange -> Optional.ofNullable(value.apply(exchange));
    }

    private @Nullable Function<Exchange, @Nullable Object> builtIn(BeanMethod method, MethodParameter parameter) {
        Class<?> type = parameter.getNestedParameterType();
        // Before the annotations: one of these types may be that of all headers.
        if (transportTypes.isEmpty() && type.getName().equals(SERVLET_REQUEST)) {
            return servletRequest(method, type);
        }
        if (HeaderParameter.isOfAll(type)) {
            return HeaderParameter::readOnly;
        }
        if (transportTypes.contains(type)) {
            return exchange -> exchange.context().attribute(type);
        }
        RequestHeader header = parameter.getParameterAnnotation(RequestHeader.class);
        if (header != null) {
            AnnotationTexts texts =
                    new AnnotationTexts(method, application.getEnvironment()::resolveRequiredPlaceholders);
            return HeaderParameter.source(texts, parameter, header, conversion());
        }
        if (BeanParameter.isDeclared(parameter)) {
            return new BeanParameter(method, parameter, application.getBeanFactory()).source();
        }
        if (Principal.class.isAssignableFrom(type)) {
            return present(
                    parameter,
                    exchange -> exchange.context().attribute(Principal.class),
                    "The request has no authenticated user");
        }
        if (type == Implementation.class) {
            return present(parameter, exchange -> exchange.context().clientInfo(), "The request has no clientInfo");
        }
        return BY_TYPE.get(type);
    }

    /** Refuses a call that lacks a value of the type of the parameter, unless the method can do without it. */
    private static Function<Exchange, @Nullable Object> present(
            MethodParameter parameter, Function<Exchange, @Nullable Object> value, String absent) {
        Class<?> type = parameter.getNestedParameterType();
        boolean optional = parameter.isOptional();
        return exchange -> {
            Object found = value.apply(exchange);
            if (optional) {
                return type.isInstance(found) ? found : null;
            }
            if (found == null) {
                throw McpProtocolException.invalidParams(absent);
            }
            if (!type.isInstance(found)) {
                throw new IllegalStateException("The authenticated user is a "
                        + found.getClass().getName() + ", but the method asks for a " + type.getName());
            }
            return found;
        };
    }

    /** Returns the request of a method that runs on the thread of the container. */
    private static Function<Exchange, @Nullable Object> servletRequest(BeanMethod method, Class<?> type) {
        if (method.takesExchange() || method.isAsync()) {
            throw method.refused(
                    "It has a parameter of type HttpServletRequest, but does not run on the thread of its request.",
                    "Take HttpHeaders, parameters with @RequestHeader, a Principal or a Locale instead, or return a"
                            + " plain value and remove the parameter for the exchange.");
        }
        return exchange -> {
            CallerThread caller = exchange.context().attribute(CallerThread.class);
            if (caller == null || !caller.isCurrent()) {
                throw new IllegalStateException(
                        "An HttpServletRequest can only be used on the thread of its request, and not by a task");
            }
            return exchange.context().attribute(type);
        };
    }

    /**
     * Whether a parameter is of a type of Spring Data that stands for several arguments, and is not injected itself.
     */
    public static boolean isPage(MethodParameter parameter) {
        return PAGES.contains(parameter.getParameterType().getName());
    }
}
