package io.mcpspring.exchange;

import io.mcpspring.protocol.CreateMessageRequest;
import io.mcpspring.protocol.CreateMessageResult;
import io.mcpspring.protocol.Root;
import io.mcpspring.protocol.UrlElicitation;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import org.jspecify.annotations.Nullable;
import org.springframework.util.Assert;
import org.springframework.util.ReflectionUtils;
import reactor.core.publisher.Mono;
import reactor.core.publisher.Signal;
import reactor.core.scheduler.Schedulers;

/** An exchange whose questions wait for their answers. */
final class BlockingExchange extends ExchangeView implements McpExchange {

    BlockingExchange(Exchange exchange) {
        super(exchange);
    }

    @Override
    public <T> ElicitResult<T> elicit(String message, Class<T> form) {
        return await(exchange.reactive().elicit(message, form));
    }

    @Override
    public ElicitResult<@Nullable Void> elicitUrl(UrlElicitation elicitation) {
        return await(exchange.reactive().elicitUrl(elicitation));
    }

    @Override
    public CreateMessageResult sample(CreateMessageRequest request) {
        return await(exchange.reactive().sample(request));
    }

    @Override
    public List<Root> roots() {
        return await(exchange.reactive().roots());
    }

    @Override
    public <A> A ask(Question<A> question) {
        return await(exchange.reactive().ask(question));
    }

    @Override
    public Answers ask(Question<?>... questions) {
        return await(exchange.reactive().ask(questions));
    }

    private <T> T await(Mono<T> answer) {
        boolean isOnThreadOfCaller =
                attribute(CallerThread.class).filter(CallerThread::isCurrent).isPresent();
        Assert.state(
                !Schedulers.isInNonBlockingThread() && !isOnThreadOfCaller,
                "An McpExchange waits for the answer of the client, which is not possible on a thread of the web"
                        + " server. A method that returns a reactive type or a CompletionStage must declare a parameter"
                        + " of type ReactiveMcpExchange instead.");
        // As a signal, because newer JDKs throw another exception for a future that fails with a cancellation.
        CompletableFuture<@Nullable Signal<T>> future =
                OpenQuestions.occupyingThread(answer).materialize().toFuture();
        try {
            Signal<T> outcome = Objects.requireNonNull(future.get());
            if (outcome.getThrowable() != null) {
                ReflectionUtils.rethrowRuntimeException(outcome.getThrowable());
            }
            return Objects.requireNonNull(outcome.get());
        } catch (InterruptedException ex) {
            future.cancel(true);
            Thread.currentThread().interrupt();
            throw new CancellationException("The call was cancelled");
        } catch (ExecutionException ex) {
            throw new IllegalStateException(ex.getCause());
        }
    }
}
