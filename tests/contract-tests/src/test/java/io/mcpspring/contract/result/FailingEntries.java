package io.mcpspring.contract.result;

import io.mcpspring.annotation.McpComplete;
import io.mcpspring.annotation.McpPrompt;
import io.mcpspring.annotation.McpResource;
import io.mcpspring.annotation.McpTool;
import io.mcpspring.prompt.McpPromptDefinition;
import io.mcpspring.resource.McpResourceDefinition;
import io.mcpspring.tool.McpToolDefinition;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/** Tools, prompts, resources and completions of every {@link Style} that fail as their arguments say. */
@Configuration(proxyBeanMethods = false)
@Import({FailingEntries.Methods.class, FailingEntries.Definitions.class, FailingEntries.Completers.class})
class FailingEntries {

    static class Methods {

        @McpTool(name = "BLOCKING")
        @McpPrompt(name = "BLOCKING")
        @McpResource(uri = "broken://BLOCKING/{value}/{failure}")
        Object blocking(FailingValue value, Failure failure) {
            return value.of(failure);
        }

        @McpTool(name = "MONO")
        @McpPrompt(name = "MONO")
        @McpResource(uri = "broken://MONO/{value}/{failure}")
        Mono<Object> mono(FailingValue value, Failure failure) {
            return Mono.fromSupplier(() -> value.of(failure));
        }

        @McpTool(name = "DELAYED_MONO")
        @McpPrompt(name = "DELAYED_MONO")
        @McpResource(uri = "broken://DELAYED_MONO/{value}/{failure}")
        Mono<Object> delayed(FailingValue value, Failure failure) {
            return Mono.just(value.of(failure)).delayElement(Duration.ofMillis(1));
        }

        @McpTool(name = "FLUX")
        @McpPrompt(name = "FLUX")
        @McpResource(uri = "broken://FLUX/{value}/{failure}")
        Flux<Object> flux(FailingValue value, Failure failure) {
            return Flux.just(value.of(failure));
        }

        @McpTool(name = "FUTURE")
        @McpPrompt(name = "FUTURE")
        @McpResource(uri = "broken://FUTURE/{value}/{failure}")
        CompletableFuture<Object> future(FailingValue value, Failure failure) {
            return CompletableFuture.supplyAsync(() -> value.of(failure));
        }
    }

    static class Definitions {

        record Input(FailingValue value, Failure failure) {

            static Input of(Map<String, String> texts) {
                return new Input(FailingValue.valueOf(texts.get("value")), Failure.valueOf(texts.get("failure")));
            }

            Object fail() {
                return value.of(failure);
            }
        }

        @Bean
        static McpToolDefinition tool() {
            return McpToolDefinition.named("FUNCTION")
                    .inputSchema(Input.class)
                    .call((arguments, exchange) -> arguments.as(Input.class).fail())
                    .build();
        }

        @Bean
        static McpToolDefinition reactiveTool() {
            return McpToolDefinition.named("REACTIVE_FUNCTION")
                    .inputSchema(Input.class)
                    .callReactive((arguments, exchange) ->
                            Mono.fromSupplier(() -> arguments.as(Input.class).fail()))
                    .build();
        }

        @Bean
        static McpPromptDefinition prompt() {
            return McpPromptDefinition.named("FUNCTION")
                    .argument("value", null, true)
                    .argument("failure", null, true)
                    .get((arguments, exchange) -> Input.of(arguments).fail())
                    .build();
        }

        @Bean
        static McpPromptDefinition reactivePrompt() {
            return McpPromptDefinition.named("REACTIVE_FUNCTION")
                    .argument("value", null, true)
                    .argument("failure", null, true)
                    .getReactive((arguments, exchange) ->
                            Mono.fromSupplier(() -> Input.of(arguments).fail()))
                    .build();
        }

        @Bean
        static McpResourceDefinition resource() {
            return McpResourceDefinition.at("broken://FUNCTION/{value}/{failure}")
                    .read((request, exchange) -> Input.of(request.variables()).fail())
                    .build();
        }

        @Bean
        static McpResourceDefinition reactiveResource() {
            return McpResourceDefinition.at("broken://REACTIVE_FUNCTION/{value}/{failure}")
                    .readReactive((request, exchange) -> Mono.fromSupplier(
                            () -> Input.of(request.variables()).fail()))
                    .build();
        }
    }

    static class Completers {

        private static FailingValue value(String typed) {
            return FailingValue.valueOf(typed.substring(0, typed.indexOf(' ')));
        }

        private static Failure failure(String typed) {
            return Failure.valueOf(typed.substring(typed.indexOf(' ') + 1));
        }

        @McpComplete(prompt = "BLOCKING", argument = "value")
        Object blocking(String typed) {
            return value(typed).of(failure(typed));
        }

        @McpComplete(prompt = "MONO", argument = "value")
        Mono<Object> mono(String typed) {
            return Mono.fromSupplier(() -> value(typed).of(failure(typed)));
        }

        @McpComplete(prompt = "DELAYED_MONO", argument = "value")
        Mono<Object> delayed(String typed) {
            return Mono.just(value(typed).of(failure(typed))).delayElement(Duration.ofMillis(1));
        }

        @McpComplete(prompt = "FLUX", argument = "value")
        Flux<Object> flux(String typed) {
            return Flux.just(value(typed).of(failure(typed)));
        }

        @McpComplete(prompt = "FUTURE", argument = "value")
        CompletableFuture<Object> future(String typed) {
            return CompletableFuture.supplyAsync(() -> value(typed).of(failure(typed)));
        }
    }
}
