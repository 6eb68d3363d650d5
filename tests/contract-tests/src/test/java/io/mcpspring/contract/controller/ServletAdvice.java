package io.mcpspring.contract.controller;

import java.util.Map;
import org.springframework.boot.autoconfigure.condition.ConditionalOnWebApplication;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.MethodParameter;
import org.springframework.http.MediaType;
import org.springframework.http.converter.HttpMessageConverter;
import org.springframework.http.server.ServerHttpRequest;
import org.springframework.http.server.ServerHttpResponse;
import org.springframework.web.bind.annotation.ControllerAdvice;
import org.springframework.web.servlet.mvc.method.annotation.ResponseBodyAdvice;

/** Masks bodies that are maps, which only Spring MVC supports. */
@Configuration(proxyBeanMethods = false)
@ConditionalOnWebApplication(type = ConditionalOnWebApplication.Type.SERVLET)
class ServletAdvice {

    @Bean
    Masking masking() {
        return new Masking();
    }

    @ControllerAdvice
    static class Masking implements ResponseBodyAdvice<Object> {

        @Override
        public boolean supports(MethodParameter returned, Class<? extends HttpMessageConverter<?>> converter) {
            return returned.getParameterType() == Map.class;
        }

        @Override
        public Object beforeBodyWrite(
                Object body,
                MethodParameter returned,
                MediaType type,
                Class<? extends HttpMessageConverter<?>> converter,
                ServerHttpRequest request,
                ServerHttpResponse response) {
            return Map.of("card", "****");
        }
    }
}
