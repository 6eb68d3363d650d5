package io.mcpspring.controller;

import io.mcpspring.method.BeanMethod;
import io.mcpspring.method.UserTask;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.context.ApplicationContext;
import org.springframework.core.MethodParameter;
import org.springframework.core.ResolvableType;
import org.springframework.core.io.buffer.DataBufferLimitException;
import org.springframework.http.MediaType;
import org.springframework.http.codec.EncoderHttpMessageWriter;
import org.springframework.http.codec.ServerCodecConfigurer;
import org.springframework.http.codec.json.JacksonJsonEncoder;
import org.springframework.util.ClassUtils;
import org.springframework.web.ErrorResponse;
import org.springframework.web.accept.MissingApiVersionException;
import org.springframework.web.method.HandlerMethod;
import org.springframework.web.reactive.DispatcherHandler;
import org.springframework.web.reactive.HandlerMapping;
import org.springframework.web.reactive.config.WebFluxConfigurer;
import org.springframework.web.reactive.result.method.HandlerMethodArgumentResolver;
import org.springframework.web.reactive.result.method.RequestMappingInfo;
import org.springframework.web.reactive.result.method.annotation.ArgumentResolverConfigurer;
import org.springframework.web.reactive.result.method.annotation.RequestMappingHandlerMapping;
import org.springframework.web.server.ServerWebExchange;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import tools.jackson.databind.json.JsonMapper;

/** WebFlux: requests go through the application's {@link DispatcherHandler}, without its filters. */
record ReactiveDispatcher(
        ApplicationContext application,
        DispatcherHandler dispatcher,
        DispatchedExchanges exchanges,
        List<HandlerMethodArgumentResolver> resolvers,
        UrlRules rules)
        implements Dispatcher {

    private static final boolean SECURITY = ClassUtils.isPresent(
            "org.springframework.security.web.server.SecurityWebFilterChain",
            ReactiveDispatcher.class.getClassLoader());

    /** Returns the dispatcher of an application; {@code null} if it has none. */
    static @Nullable ReactiveDispatcher of(ApplicationContext application) {
        DispatcherHandler dispatcher =
                application.getBeanProvider(DispatcherHandler.class).getIfAvailable();
        if (dispatcher == null) {
            return null;
        }
        DispatchedExchanges exchanges = DispatchedExchanges.of(application);
        UrlRules rules = SECURITY ? ReactiveUrlRules.of(application, exchanges) : UrlRules.NONE;
        return new ReactiveDispatcher(application, dispatcher, exchanges, resolvers(application), rules);
    }

    private static List<HandlerMethodArgumentResolver> resolvers(ApplicationContext application) {
        List<HandlerMethodArgumentResolver> resolvers = new ArrayList<>();
        ArgumentResolverConfigurer recording = new ArgumentResolverConfigurer() {

            @Override
            public void addCustomResolver(HandlerMethodArgumentResolver... added) {
                resolvers.addAll(List.of(added));
            }
        };
        application
                .getBeanProvider(WebFluxConfigurer.class)
                .forEach(configurer -> configurer.configureArgumentResolvers(recording));
        return resolvers;
    }

    @Override
    public Stream<MappedHandler> handlers() {
        return application
                .getBeanProvider(RequestMappingHandlerMapping.class)
                .orderedStream()
                .flatMap(mapping -> mapping.getHandlerMethods().entrySet().stream())
                .map(entry -> handler(entry.getValue(), entry.getKey()));
    }

    private static MappedHandler handler(HandlerMethod handler, RequestMappingInfo mapping) {
        return new MappedHandler(
                handler,
                mapping.getMethodsCondition().getMethods(),
                mapping.getPatternsCondition().getPatterns().stream()
                        .map(Object::toString)
                        .collect(Collectors.toSet()),
                MappedHandler.demanded(mapping.getParamsCondition().getExpressions()),
                MappedHandler.demanded(mapping.getHeadersCondition().getExpressions()),
                mapping.getConsumesCondition().getConsumableMediaTypes(),
                mapping.getProducesCondition().getProducibleMediaTypes(),
                !mapping.getVersionCondition().isEmpty());
    }

    @Override
    public boolean resolves(MethodParameter parameter) {
        return resolvers.stream().anyMatch(resolver -> resolver.supportsParameter(parameter));
    }

    @Override
    public boolean isWrittenBy(JsonMapper mapper, BeanMethod method) {
        ResolvableType body = BodyType.of(method.returnType());
        return application.getBean(ServerCodecConfigurer.class).getWriters().stream()
                .filter(writer -> writer.canWrite(body, MediaType.APPLICATION_JSON))
                .findFirst()
                .filter(writer -> writer instanceof EncoderHttpMessageWriter<?> encoding
                        && encoding.getEncoder() instanceof JacksonJsonEncoder json
                        && json.getMapper() == mapper)
                .isPresent();
    }

    @Override
    public boolean occupiesThread(BeanMethod method) {
        return !method.isAsync();
    }

    @Override
    public Mono<DispatchResponse> dispatch(ControllerTool tool, DispatchRequest call, int maxBytes) {
        DispatchedHttpResponse response = new DispatchedHttpResponse(maxBytes);
        Mono<Boolean> permitted = requireHandler(tool.handler(), call)
                .then(Mono.defer(() -> rules.permit(call, tool.isUndecided())))
                .filter(each -> each)
                .switchIfEmpty(Mono.error(tool.handler()::denied))
                .doOnNext(each -> call.confirmation().run());
        Mono<DispatchResponse> handled = Mono.defer(() -> dispatcher.handle(exchanges.of(call, response)))
                .then(Mono.defer(response::setComplete))
                .then(Mono.fromSupplier(response::complete))
                .onErrorMap(DataBufferLimitException.class, large -> DispatchResponse.tooLarge(maxBytes))
                .onErrorResume(ReactiveDispatcher::failed);
        // What occupies its thread stays on it, although rules may use another one, and is interrupted there.
        return occupiesThread(tool.method())
                ? Mono.deferContextual(context -> UserTask.here(() -> {
                    permitted.contextWrite(context).block();
                    return handled.contextWrite(context).block();
                }))
                : permitted.then(handled);
    }

    /** Requires that no other handler gets the request, and no other values, because of an argument. */
    private Mono<Void> requireHandler(MappedHandler handler, DispatchRequest request) {
        ServerWebExchange exchange = exchanges.of(request, new DispatchedHttpResponse(0));
        return Flux.fromIterable(Objects.requireNonNull(dispatcher.getHandlerMappings()))
                .concatMap(mapping -> mapping.getHandler(exchange))
                .next()
                .onErrorComplete(failure -> !(failure instanceof MissingApiVersionException))
                .filter(found -> handler.isFound(found)
                        && request.variables()
                                .equals(exchange.getAttribute(HandlerMapping.URI_TEMPLATE_VARIABLES_ATTRIBUTE)))
                .switchIfEmpty(Mono.error(handler::unreachable))
                .then();
    }

    /** Emits the response to an exception that has a status, and others, which are unexpected. */
    private static Mono<DispatchResponse> failed(Throwable failure) {
        ErrorResponse known = DispatchResponse.known(failure);
        return known == null
                ? Mono.error(failure)
                : Mono.just(new DispatchResponse(known.getStatusCode().value(), null, new byte[0], null, known));
    }
}
