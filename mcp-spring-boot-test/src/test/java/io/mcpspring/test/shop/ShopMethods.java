package io.mcpspring.test.shop;

import io.mcpspring.annotation.McpComplete;
import io.mcpspring.annotation.McpPrompt;
import io.mcpspring.annotation.McpResource;
import io.mcpspring.annotation.McpTool;
import io.mcpspring.annotation.McpTool.TaskSupport;
import io.mcpspring.annotation.McpToolParam;
import io.mcpspring.exchange.McpExchange;
import io.mcpspring.protocol.AudioContent;
import io.mcpspring.protocol.CallToolResult;
import io.mcpspring.protocol.Content;
import io.mcpspring.protocol.CreateMessageRequest;
import io.mcpspring.protocol.LoggingLevel;
import io.mcpspring.protocol.TextContent;
import io.mcpspring.tool.McpToolException;
import java.security.Principal;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/** Methods of every kind. */
@Component
public class ShopMethods {

    private final Semaphore cancelled = new Semaphore(0);

    public record Sum(int sum) {}

    /** An object that looks like the one in which older revisions wrap other values. */
    public record Rating(double result) {}

    public record Seats(int seats) {}

    @McpTool(description = "Adds two numbers")
    Sum add(int a, int b) {
        return new Sum(a + b);
    }

    @McpTool(description = "Lists words")
    List<String> words() {
        return List.of("one", "two");
    }

    @McpTool(description = "Rates an article")
    Rating rate() {
        return new Rating(4.50);
    }

    @McpTool(description = "Finds the best rating, if there is any")
    Optional<Rating> best() {
        return Optional.of(new Rating(5));
    }

    @McpTool(description = "Lists words in a sentence")
    CallToolResult sentence() {
        return CallToolResult.builder()
                .text("One and two")
                .structuredContent(words())
                .build();
    }

    @McpTool(description = "Rates an article in a sentence")
    CallToolResult opinion() {
        return CallToolResult.builder().text("Good").structuredContent(rate()).build();
    }

    @McpTool(description = "Draws")
    List<Content> draw() {
        return List.of(Content.text("A dot"), Content.image(new byte[] {1, 2}, "image/png"));
    }

    @McpTool(description = "Plays")
    AudioContent play() {
        return Content.audio(new byte[] {3}, "audio/wav");
    }

    @McpTool(description = "Fails")
    String fail() {
        throw new McpToolException("Sold out");
    }

    @McpTool(description = "Reports its progress and writes to the log")
    String report(McpExchange exchange) {
        exchange.log(LoggingLevel.WARNING, "Almost sold out");
        exchange.progress(1, 2.0, "half");
        exchange.progress(2, 2.0, "done");
        return "reported";
    }

    @McpTool(description = "Books seats")
    String book(McpExchange exchange) {
        return exchange.elicit("How many seats?", Seats.class)
                .accepted()
                .map(seats -> "Booked " + seats.seats())
                .orElse("Not booked");
    }

    @McpTool(description = "Asks the model")
    String think(McpExchange exchange) {
        return exchange.sample(CreateMessageRequest.of("Think!", 100)).content().stream()
                .map(block -> ((TextContent) block).text())
                .findFirst()
                .orElse("");
    }

    @McpTool(description = "Counts the roots")
    int roots(McpExchange exchange) {
        return exchange.roots().size();
    }

    @McpTool(description = "Never ends")
    Mono<String> wait(McpExchange exchange) {
        exchange.progress(1, null, null);
        return Mono.<String>never().doOnCancel(cancelled::release);
    }

    @McpTool(description = "Sends nothing and never ends")
    Mono<String> silent() {
        return Mono.never();
    }

    @McpTool(description = "Reports its progress and never ends")
    Flux<Long> tick(McpExchange exchange) {
        return Flux.interval(Duration.ofMillis(100)).doOnNext(tick -> exchange.progress(tick + 1, null, null));
    }

    /** Waits for the end of one call of the tool that never ends. */
    public boolean isCancelled() throws InterruptedException {
        return cancelled.tryAcquire(20, TimeUnit.SECONDS);
    }

    @McpTool(description = "Books seats in a task", task = TaskSupport.REQUIRED)
    String bookLater(McpExchange exchange) {
        return exchange.elicit("How many seats?", Seats.class)
                .accepted()
                .map(seats -> "Booked " + seats.seats())
                .orElseThrow(() -> new McpToolException("Not booked"));
    }

    @McpTool(description = "Says who calls")
    String caller(@Nullable Principal principal) {
        return principal == null ? "anonymous" : principal.getName();
    }

    @McpTool(description = "Routes")
    String route(@McpToolParam(header = "Region") String region) {
        return region;
    }

    @McpPrompt(description = "Greets")
    String greet(String name) {
        return "Hello " + name;
    }

    @McpComplete(prompt = "greet", argument = "name")
    List<String> names(String typed) {
        return List.of(typed + "a", typed + "b");
    }

    @McpResource(uri = "shop://articles/{id}", description = "An article", mimeType = "text/plain")
    String article(String id) {
        return "Article " + id;
    }

    @McpResource(uri = "shop://logo", description = "The logo", mimeType = "image/png")
    byte[] logo() {
        return new byte[] {4, 5};
    }
}
