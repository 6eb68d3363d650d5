package com.example.coexistence;

import io.mcpspring.annotation.McpTool;
import java.util.concurrent.CompletableFuture;
import org.springframework.boot.jackson.autoconfigure.JsonMapperBuilderCustomizer;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.scheduling.annotation.Async;
import org.springframework.scheduling.annotation.EnableAsync;
import org.springframework.scheduling.annotation.EnableScheduling;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RestController;
import tools.jackson.databind.PropertyNamingStrategies;

/** A typical service: controllers, background work and a customized mapper. */
@Configuration(proxyBeanMethods = false)
@EnableAsync
@EnableScheduling
class Service {

    @Bean
    JsonMapperBuilderCustomizer snakeCase() {
        return builder -> builder.propertyNamingStrategy(PropertyNamingStrategies.SNAKE_CASE);
    }

    @Bean
    Background background() {
        return new Background();
    }

    record Order(int orderId, String customerName) {}

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

        @McpTool(description = "Counts the orders")
        int count() {
            return 7;
        }

        @PostMapping("/orders")
        Order place(@RequestBody Order order) {
            return order;
        }

        @GetMapping("/background")
        CompletableFuture<String> background() {
            return background.thread();
        }

        @GetMapping("/failure")
        String fail() {
            throw new IllegalStateException("Failed");
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
