package io.mcpspring.contract.controller;

import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.autoconfigure.condition.ConditionalOnWebApplication;
import org.springframework.boot.autoconfigure.condition.ConditionalOnWebApplication.Type;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.MethodParameter;
import org.springframework.data.domain.Pageable;
import org.springframework.web.bind.support.WebDataBinderFactory;
import org.springframework.web.context.request.NativeWebRequest;
import org.springframework.web.method.support.HandlerMethodArgumentResolver;
import org.springframework.web.method.support.ModelAndViewContainer;
import org.springframework.web.reactive.BindingContext;
import org.springframework.web.reactive.config.WebFluxConfigurer;
import org.springframework.web.reactive.result.method.annotation.ArgumentResolverConfigurer;
import org.springframework.web.server.ServerWebExchange;
import org.springframework.web.servlet.config.annotation.WebMvcConfigurer;
import reactor.core.publisher.Mono;

/** Reads pages of requests as Spring Data does, which is not on the class path. */
class Pages {

    record Page(String page, String size, List<String> sort) implements Pageable {

        static Page of(Function<String, @Nullable List<String>> parameters) {
            return new Page(
                    String.valueOf(parameters.apply("page")),
                    String.valueOf(parameters.apply("size")),
                    java.util.Objects.requireNonNullElse(parameters.apply("sort"), List.of()));
        }
    }

    @Configuration(proxyBeanMethods = false)
    @ConditionalOnWebApplication(type = Type.SERVLET)
    static class OfSpringMvc {

        @Bean
        WebMvcConfigurer pages() {
            HandlerMethodArgumentResolver resolver = new HandlerMethodArgumentResolver() {

                @Override
                public boolean supportsParameter(MethodParameter parameter) {
                    return parameter.getParameterType() == Pageable.class;
                }

                @Override
                public Object resolveArgument(
                        MethodParameter parameter,
                        @Nullable ModelAndViewContainer container,
                        NativeWebRequest request,
                        @Nullable WebDataBinderFactory factory) {
                    return Page.of(name -> {
                        String[] values = request.getParameterValues(name);
                        return values == null ? null : List.of(values);
                    });
                }
            };
            return new WebMvcConfigurer() {

                @Override
                public void addArgumentResolvers(List<HandlerMethodArgumentResolver> resolvers) {
                    resolvers.add(resolver);
                }
            };
        }
    }

    @Configuration(proxyBeanMethods = false)
    @ConditionalOnWebApplication(type = Type.REACTIVE)
    static class OfWebFlux {

        @Bean
        WebFluxConfigurer pages() {
            return new WebFluxConfigurer() {

                @Override
                public void configureArgumentResolvers(ArgumentResolverConfigurer configurer) {
                    configurer.addCustomResolver(new Resolver());
                }
            };
        }
    }

    static class Resolver implements org.springframework.web.reactive.result.method.HandlerMethodArgumentResolver {

        @Override
        public boolean supportsParameter(MethodParameter parameter) {
            return parameter.getParameterType() == Pageable.class;
        }

        @Override
        public Mono<Object> resolveArgument(
                MethodParameter parameter, BindingContext context, ServerWebExchange exchange) {
            return Mono.just(Page.of(exchange.getRequest().getQueryParams()::get));
        }
    }
}
