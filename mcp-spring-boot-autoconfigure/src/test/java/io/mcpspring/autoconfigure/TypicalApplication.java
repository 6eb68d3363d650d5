package io.mcpspring.autoconfigure;

import io.mcpspring.annotation.McpTool;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.jackson.autoconfigure.JsonMapperBuilderCustomizer;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.http.MediaType;
import org.springframework.scheduling.annotation.Async;
import org.springframework.scheduling.annotation.EnableAsync;
import org.springframework.scheduling.annotation.EnableScheduling;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.reactive.function.server.RequestPredicates;
import org.springframework.web.reactive.function.server.RouterFunction;
import org.springframework.web.reactive.function.server.RouterFunctions;
import org.springframework.web.reactive.function.server.ServerResponse;
import reactor.core.publisher.Mono;
import tools.jackson.databind.PropertyNamingStrategies;

/** What a service has before it becomes a server: controller, pages, background work, a mapper to its taste. */
@Configuration(proxyBeanMethods = false)
@EnableAsync
@EnableScheduling
class TypicalApplication {

    @Bean
    JsonMapperBuilderCustomizer snakeCase() {
        return builder -> builder.propertyNamingStrategy(PropertyNamingStrategies.SNAKE_CASE);
    }

    /** The one page of an application that runs in the browser, whatever the path. */
    @Bean
    RouterFunction<ServerResponse> pages() {
        return RouterFunctions.route(
                RequestPredicates.path("/**").and(RequestPredicates.accept(MediaType.TEXT_HTML)),
                request -> ServerResponse.ok()
                        .contentType(MediaType.TEXT_HTML)
                        .bodyValue("<p>" + request.path() + "</p>"));
    }

    @Bean
    Background background() {
        return new Background();
    }

    record Order(int orderId, @Nullable String customerName) {}

    @RestController("orders")
    static class Orders {

        private final Background background;

        Orders(Background background) {
            this.background = background;
        }

        @GetMapping("/orders/{id}")
        Order find(@PathVariable int id) {
            return new Order(id, "Ada");
        }

        @PostMapping("/orders")
        Order place(@RequestBody Order order) {
            return order;
        }

        @GetMapping("/background")
        Mono<String> background() {
            return Mono.fromFuture(background.thread());
        }

        @McpTool(description = "Greets")
        String greet() {
            return "Hello!";
        }
    }

    static class Background {

        @Async
        CompletableFuture<String> thread() {
            return CompletableFuture.completedFuture(
                    Thread.currentThread().getName().replaceFirst("-\\d+$", ""));
        }
    }
}
