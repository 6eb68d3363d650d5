package io.mcpspring.exchange;

import io.mcpspring.protocol.ClientCapabilities;
import io.mcpspring.protocol.CreateMessageRequest;
import io.mcpspring.protocol.CreateMessageResult;
import io.mcpspring.protocol.Implementation;
import io.mcpspring.protocol.LoggingLevel;
import io.mcpspring.protocol.Root;
import io.mcpspring.protocol.UrlElicitation;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Mono;
import reactor.core.publisher.Signal;
import reactor.core.scheduler.Schedulers;
import tools.jackson.databind.JsonNode;

/** An exchange whose questions wait for their answers. */
record BlockingExchange(Exchange exchange) implements McpExchange {

    @Override
    public <T> ElicitResult<T> elicit(String message, Class<T> form) {
        return await(exchange.elicit(message, form));
    }

    @Override
    public <T> ElicitResult<T> elicit(String key, String message, Class<T> form) {
        return await(exchange.elicit(key, message, form));
    }

    @Override
    public ElicitResult<Void> elicitUrl(String message, URI url) {
        return await(exchange.elicitUrl(message, url));
    }

    @Override
    public ElicitResult<Void> elicitUrl(UrlElicitation elicitation) {
        return await(exchange.elicitUrl(elicitation));
    }

    @Override
    public CreateMessageResult sample(CreateMessageRequest request) {
        return await(exchange.sample(request));
    }

    @Override
    public List<Root> roots() {
        return await(exchange.roots());
    }

    @Override
    public Answers ask(Question<?>... questions) {
        return await(exchange.ask(questions));
    }

    private static <T> T await(Mono<T> answer) {
        if (Schedulers.isInNonBlockingThread()) {
            throw new IllegalStateException("An McpExchange waits for the answer of the client, which is not possible"
                    + " on an event loop. A method that returns a reactive type or a CompletionStage must declare a"
                    + " parameter of type ReactiveMcpExchange instead.");
        }
        // As a signal: newer JDKs throw an exception of their own for a future that fails with a cancellation.
        CompletableFuture<Signal<T>> outcome =
                OpenQuestions.keepingThread(answer).materialize().toFuture();
        try {
            return valueOf(outcome.get());
        } catch (InterruptedException ex) {
            outcome.cancel(true);
            Thread.currentThread().interrupt();
            throw new CancellationException("The call was cancelled");
        } catch (ExecutionException ex) {
            throw new IllegalStateException(ex.getCause());
        }
    }

    private static <T> T valueOf(Signal<T> outcome) {
        if (outcome.isOnError()) {
            throw BlockingExchange.<RuntimeException>asIs(outcome.getThrowable());
        }
        return Objects.requireNonNull(outcome.get());
    }

    // An Error has to stay one: what ends a run must not be caught as an exception.
    @SuppressWarnings("unchecked")
    private static <E extends Throwable> E asIs(@Nullable Throwable failure) throws E {
        throw (E) failure;
    }

    @Override
    public String protocolVersion() {
        return exchange.protocolVersion();
    }

    @Override
    public Optional<Implementation> clientInfo() {
        return exchange.clientInfo();
    }

    @Override
    public ClientCapabilities clientCapabilities() {
        return exchange.clientCapabilities();
    }

    @Override
    public JsonNode meta() {
        return exchange.meta();
    }

    @Override
    public boolean isCancelled() {
        return exchange.isCancelled();
    }

    @Override
    public void progress(double done, @Nullable Double total, @Nullable String message) {
        exchange.progress(done, total, message);
    }

    @Override
    public void log(LoggingLevel level, Object data) {
        exchange.log(level, data);
    }

    @Override
    public void completeElicitation(String id) {
        exchange.completeElicitation(id);
    }

    @Override
    public void closeStream(Duration retryAfter) {
        exchange.closeStream(retryAfter);
    }

    @Override
    public Optional<JsonNode> answer(String key) {
        return exchange.answer(key);
    }

    @Override
    public <A> Optional<A> answer(Question<A> question) {
        return exchange.answer(question);
    }

    @Override
    public Optional<JsonNode> unaskedAnswer(String key) {
        return exchange.unaskedAnswer(key);
    }

    @Override
    public Optional<String> state() {
        return exchange.state();
    }
}
