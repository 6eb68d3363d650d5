package com.example.coexistence;

import java.util.Map;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.context.ApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.http.codec.ServerCodecConfigurer;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.reactive.function.server.RequestPredicates;
import org.springframework.web.reactive.function.server.RouterFunction;
import org.springframework.web.reactive.function.server.RouterFunctions;
import org.springframework.web.reactive.function.server.ServerResponse;
import org.springframework.web.reactive.result.method.annotation.RequestMappingHandlerMapping;
import org.springframework.web.server.ServerWebExchange;
import org.springframework.web.server.WebFilter;

/** The service as a WebFlux application. */
@Configuration(proxyBeanMethods = false)
@EnableAutoConfiguration
@Import(Service.class)
public class WebFluxApplication {

    public static void main(String[] args) throws Exception {
        Snapshot.take(WebFluxApplication.class, WebFluxApplication::details, args);
    }

    private static Map<String, Object> details(ApplicationContext context) {
        ServerCodecConfigurer codecs = context.getBean(ServerCodecConfigurer.class);
        return Map.of(
                "mappings",
                Snapshot.sorted(context.getBean("requestMappingHandlerMapping", RequestMappingHandlerMapping.class)
                        .getHandlerMethods()
                        .keySet()),
                "readers",
                Snapshot.types(codecs.getReaders()),
                "writers",
                Snapshot.types(codecs.getWriters()));
    }

    @Bean
    RouterFunction<ServerResponse> pages() {
        return RouterFunctions.route(
                RequestPredicates.path("/pages/**"),
                request -> ServerResponse.ok().bodyValue("<p>" + request.path() + "</p>"));
    }

    @Bean
    WebFilter filter() {
        return (exchange, chain) -> {
            exchange.getResponse().getHeaders().set("X-Filtered", "true");
            return chain.filter(exchange);
        };
    }

    @RestController
    static class Requests {

        @GetMapping("/request")
        String path(ServerWebExchange exchange) {
            return exchange.getRequest().getPath().value();
        }
    }
}
