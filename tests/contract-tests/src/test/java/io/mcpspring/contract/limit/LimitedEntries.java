package io.mcpspring.contract.limit;

import com.fasterxml.jackson.annotation.JsonTypeInfo;
import com.fasterxml.jackson.annotation.JsonTypeName;
import io.mcpspring.annotation.McpPrompt;
import io.mcpspring.annotation.McpResource;
import io.mcpspring.annotation.McpTool;
import io.mcpspring.annotation.McpTool.TaskSupport;
import io.mcpspring.exchange.InputRequired;
import io.mcpspring.exchange.McpExchange;
import io.mcpspring.exchange.Question;
import io.mcpspring.exchange.ReactiveMcpExchange;
import io.mcpspring.protocol.Content;
import io.mcpspring.protocol.CreateMessageRequest;
import io.mcpspring.protocol.ImageContent;
import io.mcpspring.protocol.LoggingLevel;
import io.mcpspring.support.TestUsers;
import jakarta.validation.constraints.Pattern;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.springframework.context.annotation.Bean;
import org.springframework.core.io.ByteArrayResource;
import org.springframework.core.io.Resource;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Schedulers;

/** Entries that take as much memory and time as a test wants. */
class LimitedEntries {

    static final int MEGABYTE = 1024 * 1024;

    /** What {@link #flood} sends. */
    static final int FLOOD = 40 * MEGABYTE;

    private static final String LARGE = "x".repeat(MEGABYTE);

    /** The calls of {@link #hold} that have begun, and permits for them to end. */
    final Semaphore begun = new Semaphore(0);

    final Semaphore released = new Semaphore(0);

    final AtomicInteger running = new AtomicInteger();

    final AtomicInteger mostRunning = new AtomicInteger();

    /** The calls of {@link #never} and {@link #flood} that were cancelled. */
    final Semaphore cancelled = new Semaphore(0);

    @McpTool
    String greet() {
        return "hello";
    }

    /** With an exchange, so that it occupies a worker on both stacks. */
    @McpTool
    String hold(McpExchange exchange) throws InterruptedException {
        return hold();
    }

    private String hold() throws InterruptedException {
        mostRunning.accumulateAndGet(running.incrementAndGet(), Math::max);
        try {
            begun.release();
            released.acquire();
            return "held";
        } finally {
            running.decrementAndGet();
        }
    }

    @McpTool
    String keep(String text) throws InterruptedException {
        hold();
        return "kept " + text.length();
    }

    @McpTool(task = TaskSupport.OPTIONAL)
    Mono<String> never() {
        return Mono.<String>never().doOnCancel(cancelled::release);
    }

    @McpTool
    String text(int size) {
        return "x".repeat(size);
    }

    @McpTool
    String wordy(int size) {
        return "x".repeat(size);
    }

    @McpTool
    Map<String, String> structured(int size) {
        return Map.of("text", "x".repeat(size));
    }

    @McpTool
    ImageContent image(int size) {
        return Content.image(new byte[size], "image/png");
    }

    @McpTool(maxTextSize = "40MB")
    String huge() {
        return LARGE.repeat(16);
    }

    @McpTool(task = TaskSupport.REQUIRED)
    Mono<String> result(int size) {
        return Mono.delay(Duration.ofMillis(400)).map(tick -> "x".repeat(size));
    }

    /** Goes on when its client disconnects, except in 2026-07-28. */
    @McpTool
    Mono<String> flood(ReactiveMcpExchange exchange) {
        return Mono.fromRunnable(() -> {
                    for (int sent = 0; sent < FLOOD; sent += LARGE.length()) {
                        exchange.log(LoggingLevel.ALERT, LARGE);
                    }
                    begun.release();
                })
                .subscribeOn(Schedulers.boundedElastic())
                .then(Mono.<String>never())
                .doOnCancel(cancelled::release);
    }

    /** Says more than is kept for a client that resumes the stream, in parts that fit. */
    @McpTool
    String burst(McpExchange exchange) {
        for (int i = 0; i < 30; i++) {
            exchange.log(LoggingLevel.ALERT, "x".repeat(100_000));
        }
        begun.release();
        return "done";
    }

    @McpTool
    Flux<Integer> elements(int number) {
        return Flux.range(0, number);
    }

    @McpTool
    String checked(@Pattern(regexp = "^(.*a){20}$|^good$") String code) {
        return code;
    }

    @McpTool
    int bits(BigInteger number) {
        return number.bitLength();
    }

    @JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "op")
    sealed interface Filter {

        @Nullable
        Filter left();
    }

    @JsonTypeName("and")
    record And(@Nullable Filter left) implements Filter {}

    @JsonTypeName("or")
    record Or(@Nullable Filter left) implements Filter {}

    @McpTool
    int select(Filter filter) {
        int levels = 0;
        for (Filter rest = filter; rest != null; rest = rest.left()) {
            levels++;
        }
        return levels;
    }

    @McpTool
    int distinct(Set<List<String>> texts) {
        return texts.size();
    }

    @McpTool(task = TaskSupport.OPTIONAL)
    String ask(McpExchange exchange) {
        return exchange.sample(CreateMessageRequest.of("Hi", 10)).text();
    }

    @McpTool
    Mono<String> askReactively(ReactiveMcpExchange exchange) {
        return exchange.sample(CreateMessageRequest.of("Hi", 10)).map(answer -> answer.text());
    }

    record Name(String name) {}

    @McpTool
    String askTwice(McpExchange exchange) {
        return "" + exchange.elicit("Who?", Name.class) + exchange.elicit("Who else?", Name.class);
    }

    @McpTool
    InputRequired state(int size) {
        return InputRequired.of(Question.elicit("name", "Who?", Name.class)).withState("x".repeat(size));
    }

    @McpPrompt
    String number(BigDecimal number) {
        return "A number of " + number.precision() + " digits";
    }

    @McpPrompt
    String longPrompt(int size) {
        return "x".repeat(size);
    }

    @McpResource(uri = "items://{id}")
    String item(String id) {
        return "item";
    }

    @McpResource(uri = "long://{size}")
    String longResource(int size) {
        return "x".repeat(size);
    }

    @McpResource(uri = "stream://{size}")
    Resource stream(int size) {
        return new ByteArrayResource(new byte[size]);
    }

    @Bean
    static TestUsers users() {
        return TestUsers.ofQuery();
    }
}
