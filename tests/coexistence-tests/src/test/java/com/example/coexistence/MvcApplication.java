package com.example.coexistence;

import jakarta.servlet.Filter;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.util.Map;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.context.ApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.servlet.function.RequestPredicates;
import org.springframework.web.servlet.function.RouterFunction;
import org.springframework.web.servlet.function.RouterFunctions;
import org.springframework.web.servlet.function.ServerResponse;
import org.springframework.web.servlet.mvc.method.annotation.RequestMappingHandlerAdapter;
import org.springframework.web.servlet.mvc.method.annotation.RequestMappingHandlerMapping;

/** The service as a Spring MVC application. */
@Configuration(proxyBeanMethods = false)
@EnableAutoConfiguration
@Import(Service.class)
public class MvcApplication {

    public static void main(String[] args) throws Exception {
        Snapshot.take(MvcApplication.class, MvcApplication::details, args);
    }

    private static Map<String, Object> details(ApplicationContext context) {
        return Map.of(
                "mappings",
                Snapshot.sorted(context.getBean("requestMappingHandlerMapping", RequestMappingHandlerMapping.class)
                        .getHandlerMethods()
                        .keySet()),
                "converters",
                Snapshot.types(
                        context.getBean(RequestMappingHandlerAdapter.class).getMessageConverters()));
    }

    @Bean
    RouterFunction<ServerResponse> pages() {
        return RouterFunctions.route(
                RequestPredicates.path("/pages/**"),
                request -> ServerResponse.ok().body("<p>" + request.path() + "</p>"));
    }

    @Bean
    Filter filter() {
        return (request, response, chain) -> {
            ((HttpServletResponse) response).setHeader("X-Filtered", "true");
            chain.doFilter(request, response);
        };
    }

    @RestController
    static class Requests {

        @GetMapping("/request")
        String path(HttpServletRequest request) {
            return request.getRequestURI();
        }
    }
}
