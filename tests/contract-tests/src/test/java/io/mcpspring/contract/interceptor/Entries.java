package io.mcpspring.contract.interceptor;

import io.mcpspring.annotation.McpComplete;
import io.mcpspring.annotation.McpPrompt;
import io.mcpspring.annotation.McpResource;
import io.mcpspring.annotation.McpTool;
import io.mcpspring.exchange.McpExchange;
import io.mcpspring.prompt.McpPromptDefinition;
import io.mcpspring.prompt.McpPrompts;
import io.mcpspring.resource.McpResourceDefinition;
import io.mcpspring.resource.McpResources;
import io.mcpspring.tool.McpToolDefinition;
import io.mcpspring.tool.McpToolException;
import io.mcpspring.tool.McpTools;
import java.util.List;
import org.springframework.boot.context.event.ApplicationReadyEvent;
import org.springframework.context.annotation.Bean;
import org.springframework.context.event.EventListener;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Schedulers;

/** Entries of all kinds: declared by annotations, defined by beans, and added at run time. */
class Entries {

    enum Color {
        RED
    }

    record Name(String name) {}

    @McpTool
    String echo(String text) {
        return text;
    }

    @McpPrompt(name = "echo")
    String echoPrompt(String text) {
        return text;
    }

    @McpComplete(prompt = "echo", argument = "text")
    List<String> complete(String text) {
        return List.of(text);
    }

    @McpPrompt
    String color(Color color) {
        return color.name();
    }

    @McpResource(uri = "echo://{text}")
    String echoResource(String text) {
        return text;
    }

    @McpTool
    String failing() {
        throw new McpToolException("failed");
    }

    @McpTool
    String blocking() {
        return Thread.currentThread().getName();
    }

    @McpTool
    Mono<String> reactive() {
        return Mono.fromSupplier(() -> "non-blocking: " + Schedulers.isInNonBlockingThread());
    }

    @McpTool
    String asking(McpExchange exchange) {
        return exchange.elicit("Your name?", Name.class).toString().contains("Ada") ? "Ada" : "nobody";
    }

    @Bean
    static McpToolDefinition definedTool() {
        return tool("defined");
    }

    @Bean
    static McpPromptDefinition definedPrompt() {
        return prompt("defined");
    }

    @Bean
    static McpResourceDefinition definedResource() {
        return resource("defined://here");
    }

    private static McpToolDefinition tool(String name) {
        return McpToolDefinition.named(name)
                .callReactive((arguments, exchange) -> Mono.just("in"))
                .build();
    }

    private static McpPromptDefinition prompt(String name) {
        return McpPromptDefinition.named(name)
                .get((arguments, exchange) -> "in")
                .build();
    }

    private static McpResourceDefinition resource(String uri) {
        return McpResourceDefinition.at(uri).read((request, exchange) -> "in").build();
    }

    record Later(McpTools tools, McpPrompts prompts, McpResources resources) {

        @EventListener(ApplicationReadyEvent.class)
        void add() {
            tools.update(changes -> changes.add(tool("added")));
            prompts.update(changes -> changes.add(prompt("added")));
            resources.update(changes -> changes.add(resource("added://here")));
        }
    }

    @Bean
    static Later later(McpTools tools, McpPrompts prompts, McpResources resources) {
        return new Later(tools, prompts, resources);
    }
}
