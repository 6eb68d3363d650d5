package io.mcpspring.controller;

import io.mcpspring.method.BeanMethod;
import io.mcpspring.method.UserTask;
import jakarta.servlet.ServletContext;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.jspecify.annotations.Nullable;
import org.springframework.core.MethodParameter;
import org.springframework.core.ResolvableType;
import org.springframework.http.MediaType;
import org.springframework.http.converter.SmartHttpMessageConverter;
import org.springframework.http.converter.json.JacksonJsonHttpMessageConverter;
import org.springframework.security.web.context.request.async.SecurityContextCallableProcessingInterceptor;
import org.springframework.util.ClassUtils;
import org.springframework.web.accept.MissingApiVersionException;
import org.springframework.web.context.WebApplicationContext;
import org.springframework.web.context.request.async.WebAsyncUtils;
import org.springframework.web.method.ControllerAdviceBean;
import org.springframework.web.method.HandlerMethod;
import org.springframework.web.method.support.HandlerMethodArgumentResolver;
import org.springframework.web.servlet.DispatcherServlet;
import org.springframework.web.servlet.HandlerExecutionChain;
import org.springframework.web.servlet.HandlerMapping;
import org.springframework.web.servlet.LocaleResolver;
import org.springframework.web.servlet.mvc.method.RequestMappingInfo;
import org.springframework.web.servlet.mvc.method.annotation.RequestMappingHandlerAdapter;
import org.springframework.web.servlet.mvc.method.annotation.RequestMappingHandlerMapping;
import org.springframework.web.servlet.mvc.method.annotation.ResponseBodyAdvice;
import org.springframework.web.util.ServletRequestPathUtils;
import reactor.core.publisher.Mono;
import tools.jackson.databind.json.JsonMapper;

/** Spring MVC: requests go through the application's {@link DispatcherServlet}, without its servlet filters. */
record ServletDispatcher(
        WebApplicationContext application, DispatcherServlet servlet, ServletLocation location, UrlRules rules)
        implements Dispatcher {

    private static final Log logger = LogFactory.getLog(ServletDispatcher.class);

    private static final boolean SECURITY = ClassUtils.isPresent(
            "org.springframework.security.web.FilterChainProxy", ServletDispatcher.class.getClassLoader());

    private static final boolean SECURITY_CONFIG = ClassUtils.isPresent(
            "org.springframework.security.config.core.GrantedAuthorityDefaults",
            ServletDispatcher.class.getClassLoader());

    /** Returns the dispatcher of an application; {@code null} if it has none. */
    static @Nullable ServletDispatcher of(WebApplicationContext application) {
        ServletContext context = application.getServletContext();
        Map<String, DispatcherServlet> servlets = application.getBeansOfType(DispatcherServlet.class);
        if (context == null || servlets.isEmpty()) {
            return null;
        }
        Map.Entry<String, DispatcherServlet> first =
                servlets.entrySet().iterator().next();
        String rolePrefix = SECURITY_CONFIG ? ServletUrlRules.rolePrefix(application) : "ROLE_";
        ServletLocation location = ServletLocation.of(context, first.getKey(), rolePrefix);
        UrlRules rules = SECURITY ? ServletUrlRules.of(application, location) : UrlRules.NONE;
        return new ServletDispatcher(application, first.getValue(), location, rules);
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
                mapping.getPatternValues(),
                MappedHandler.demanded(mapping.getParamsCondition().getExpressions()),
                MappedHandler.demanded(mapping.getHeadersCondition().getExpressions()),
                mapping.getConsumesCondition().getConsumableMediaTypes(),
                mapping.getProducesCondition().getProducibleMediaTypes(),
                !mapping.getVersionCondition().isEmpty());
    }

    @Override
    public boolean resolves(MethodParameter parameter) {
        List<HandlerMethodArgumentResolver> custom = adapter().getCustomArgumentResolvers();
        return custom != null && custom.stream().anyMatch(resolver -> resolver.supportsParameter(parameter));
    }

    private RequestMappingHandlerAdapter adapter() {
        return application
                .getBeanProvider(RequestMappingHandlerAdapter.class)
                .orderedStream()
                .findFirst()
                .orElseThrow();
    }

    @Override
    public boolean isWrittenBy(JsonMapper mapper, BeanMethod method) {
        MethodParameter returned = method.returnType();
        ResolvableType body = BodyType.of(returned);
        return adapter().getMessageConverters().stream()
                        .filter(converter -> converter instanceof SmartHttpMessageConverter<?> smart
                                ? smart.canWrite(body, body.toClass(), MediaType.APPLICATION_JSON)
                                : converter.canWrite(body.toClass(), MediaType.APPLICATION_JSON))
                        .findFirst()
                        .filter(converter ->
                                converter instanceof JacksonJsonHttpMessageConverter json && json.getMapper() == mapper)
                        .isPresent()
                && ControllerAdviceBean.findAnnotatedBeans(application).stream()
                        .filter(advice -> advice.getBeanType() != null
                                && ResponseBodyAdvice.class.isAssignableFrom(advice.getBeanType()))
                        .map(advice -> (ResponseBodyAdvice<?>) advice.resolveBean())
                        .noneMatch(advice -> advice.supports(returned, JacksonJsonHttpMessageConverter.class));
    }

    @Override
    public Locale locale(DispatchRequest call) {
        return application
                .getBean(DispatcherServlet.LOCALE_RESOLVER_BEAN_NAME, LocaleResolver.class)
                .resolveLocale(new DispatchedServletRequest(call, location).request);
    }

    @Override
    public Stream<String> filters(String path, String other) {
        return location.filters(path, other);
    }

    @Override
    public Mono<DispatchResponse> dispatch(ControllerTool tool, DispatchRequest call, int maxBytes) throws Exception {
        initialize();
        requireHandler(tool.handler(), call);
        if (!Boolean.TRUE.equals(rules.permit(call, tool.isUndecided()).block())) {
            throw tool.handler().denied();
        }
        call.confirmation().run();
        DispatchedServletRequest request = new DispatchedServletRequest(call, location);
        DispatchedServletResponse response = new DispatchedServletResponse(maxBytes);
        if (SECURITY) {
            // A Callable runs with the user of the thread that dispatches, as a filter of the chain has it.
            WebAsyncUtils.getAsyncManager(request.request)
                    .registerCallableInterceptor(
                            ServletDispatcher.class, new SecurityContextCallableProcessingInterceptor());
        }
        service(request, response);
        return completed(request, response);
    }

    /** The container initializes the servlet at its first request, which the call of a tool need not be. */
    private void initialize() throws ServletException {
        synchronized (servlet) {
            if (servlet.getServletConfig() == null) {
                servlet.init(location.config());
            }
        }
    }

    /** Requires that no other handler gets the request, and no other values, because of an argument. */
    private void requireHandler(MappedHandler handler, DispatchRequest call) {
        HttpServletRequest request = new DispatchedServletRequest(call, location).request;
        ServletRequestPathUtils.parseAndCache(request);
        if (!isReached(handler, request)
                || !call.variables().equals(request.getAttribute(HandlerMapping.URI_TEMPLATE_VARIABLES_ATTRIBUTE))) {
            throw handler.unreachable();
        }
    }

    private boolean isReached(MappedHandler handler, HttpServletRequest request) {
        try {
            for (HandlerMapping mapping : Objects.requireNonNull(servlet.getHandlerMappings())) {
                HandlerExecutionChain chain = mapping.getHandler(request);
                if (chain != null) {
                    return handler.isFound(chain.getHandler());
                }
            }
        } catch (MissingApiVersionException undecided) {
            throw undecided;
        } catch (Exception unmapped) {
            logger.debug("A request of a call does not match its mapping", unmapped);
        }
        return false;
    }

    private void service(DispatchedServletRequest request, DispatchedServletResponse response) throws Exception {
        try {
            servlet.service(request.request, response.response);
        } catch (ServletException failure) {
            throw failure.getCause() instanceof Exception cause ? cause : failure;
        }
    }

    /** Returns the response, after the dispatches in which an asynchronous request continues. */
    private Mono<DispatchResponse> completed(DispatchedServletRequest request, DispatchedServletResponse response)
            throws Exception {
        DispatchedAsync async = request.takeAsync();
        if (async == null) {
            return Mono.just(response.complete(request.request));
        }
        if (Thread.currentThread().isInterrupted()) {
            // The call ended while the servlet ran. Its result gets no subscriber that could cancel the work.
            async.cancel();
            throw new InterruptedException();
        }
        return async.continued
                .flatMap(again -> UserTask.blocking(() -> {
                    if (again) {
                        try {
                            service(request, response);
                        } finally {
                            request.completed(async);
                        }
                    }
                    return completed(request, response);
                }))
                .flatMap(next -> next)
                .doOnCancel(async::cancel);
    }
}
