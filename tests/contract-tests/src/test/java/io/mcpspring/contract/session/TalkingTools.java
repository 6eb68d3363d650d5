package io.mcpspring.contract.session;

import static org.assertj.core.api.Assertions.assertThat;

import io.mcpspring.annotation.McpTool;
import io.mcpspring.exchange.McpClientCapabilityException;
import io.mcpspring.exchange.McpExchange;
import io.mcpspring.exchange.ReactiveMcpExchange;
import io.mcpspring.protocol.CreateMessageRequest;
import io.mcpspring.protocol.LoggingLevel;
import io.mcpspring.protocol.SamplingMessage;
import io.mcpspring.support.TestUsers;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.springframework.context.annotation.Bean;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.core.publisher.Sinks;

/** Tools that a test controls: they send one log message for each word. */
class TalkingTools {

    static final Duration RETRY = Duration.ofMillis(1234);

    private static final String CLOSE = "close";

    private static final Map<String, Talk> TALKS = new ConcurrentHashMap<>();

    /** The script of one call. */
    static final class Talk {

        private final String name = UUID.randomUUID().toString();

        private final Sinks.Many<String> words = Sinks.many().unicast().onBackpressureBuffer();

        private final Semaphore spoken = new Semaphore(0);

        private final CountDownLatch begun = new CountDownLatch(1);

        private final CountDownLatch ended = new CountDownLatch(1);

        private final CountDownLatch cancelled = new CountDownLatch(1);

        private final CompletableFuture<Throwable> failure = new CompletableFuture<>();

        Talk(String... beginning) {
            TALKS.put(name, this);
            say(beginning);
        }

        /** Returns the script as arguments of the tool. */
        String arguments() {
            return "{\"talk\": \"" + name + "\"}";
        }

        Talk say(String... some) {
            for (String word : some) {
                words.emitNext(word, Sinks.EmitFailureHandler.FAIL_FAST);
            }
            return this;
        }

        /** Closes the connection. */
        Talk close() {
            return say(CLOSE);
        }

        /** Lets the tool return. */
        Talk end() {
            words.emitComplete(Sinks.EmitFailureHandler.FAIL_FAST);
            return this;
        }

        /** Waits until the tool has done this many further parts of the script. */
        void await(int parts) throws InterruptedException {
            assertThat(spoken.tryAcquire(parts, 60, TimeUnit.SECONDS)).isTrue();
        }

        /** Released when the tool is called, when all messages are sent, and when the call is cancelled before that. */
        CountDownLatch begun() {
            return begun;
        }

        CountDownLatch ended() {
            return ended;
        }

        CountDownLatch cancelled() {
            return cancelled;
        }

        /** The reason why a question was not answered. */
        CompletableFuture<Throwable> failure() {
            return failure;
        }

        private Flux<String> words() {
            return words.asFlux()
                    .doOnSubscribe(subscription -> begun.countDown())
                    .doOnCancel(cancelled::countDown);
        }
    }

    @McpTool(description = "Talks")
    String talk(String talk, McpExchange exchange) {
        for (String word : TALKS.get(talk).words().toIterable()) {
            if (word.equals(CLOSE)) {
                exchange.closeStream(RETRY);
            } else {
                exchange.log(LoggingLevel.ERROR, word);
            }
            TALKS.get(talk).spoken.release();
        }
        TALKS.get(talk).ended.countDown();
        return "done";
    }

    @McpTool(description = "Talks")
    Mono<String> talkReactively(String talk, ReactiveMcpExchange exchange) {
        return TALKS.get(talk)
                .words()
                .doOnNext(word -> {
                    if (word.equals(CLOSE)) {
                        exchange.closeStream(RETRY);
                    } else {
                        exchange.log(LoggingLevel.ERROR, word);
                    }
                    TALKS.get(talk).spoken.release();
                })
                .doOnComplete(TALKS.get(talk).ended::countDown)
                .then(Mono.just("done"));
    }

    @McpTool(description = "Counts to 300, by and by")
    Mono<String> count(ReactiveMcpExchange exchange) {
        return Flux.interval(Duration.ofMillis(1))
                .take(100)
                .concatMapIterable(i -> List.of(3 * i, 3 * i + 1, 3 * i + 2))
                .doOnNext(i -> exchange.log(LoggingLevel.ERROR, i.toString()))
                .then(Mono.just("done"));
    }

    @McpTool(description = "Advances")
    String advance(McpExchange exchange) {
        exchange.progress(1);
        return "done";
    }

    @McpTool(description = "Asks")
    String ask(String talk, McpExchange exchange) {
        try {
            return exchange.elicit("Who are you?", Name.class).toString();
        } catch (McpClientCapabilityException ex) {
            TALKS.get(talk).failure().complete(ex);
            throw ex;
        } catch (CancellationException ex) {
            TALKS.get(talk).cancelled().countDown();
            throw ex;
        }
    }

    @McpTool(description = "Asks")
    Mono<String> askReactively(String talk, ReactiveMcpExchange exchange) {
        return exchange.elicit("Who are you?", Name.class)
                .map(Object::toString)
                .doOnCancel(TALKS.get(talk).cancelled()::countDown)
                .doOnError(McpClientCapabilityException.class, TALKS.get(talk).failure()::complete);
    }

    @McpTool(description = "Asks what cannot be written")
    String askBadly(McpExchange exchange) {
        return exchange.sample(new CreateMessageRequest(
                        List.of(SamplingMessage.user("Who are you?")),
                        10,
                        null,
                        null,
                        null,
                        null,
                        Map.of("bad", new Unwritable()),
                        null,
                        null))
                .toString();
    }

    static class Unwritable {

        public String getName() {
            throw new IllegalStateException("nameless");
        }
    }

    record Name(String name) {}

    /** Authenticates the user that a header names. */
    @Bean
    TestUsers users() {
        return new TestUsers(request -> {
            String user = request.getHeaders().getFirst("X-User");
            return user == null ? null : () -> user;
        });
    }
}
