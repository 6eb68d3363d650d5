package io.mcpspring.exchange;

import io.mcpspring.protocol.CreateMessageRequest;
import io.mcpspring.protocol.CreateMessageResult;
import io.mcpspring.protocol.Root;
import io.mcpspring.protocol.UrlElicitation;
import java.net.URI;
import java.util.List;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Mono;

/** An exchange for reactive methods: questions return publishers of their answers. */
final class ReactiveExchange extends ExchangeView implements ReactiveMcpExchange {

    ReactiveExchange(Exchange exchange) {
        super(exchange);
    }

    @Override
    public <T> Mono<ElicitResult<T>> elicit(String message, Class<T> form) {
        return exchange.ask(key -> Question.elicit(key, message, form));
    }

    @Override
    public Mono<ElicitResult<@Nullable Void>> elicitUrl(String message, URI url) {
        return exchange.ask(key -> Question.elicitUrl(key, message, url));
    }

    @Override
    public Mono<ElicitResult<@Nullable Void>> elicitUrl(UrlElicitation elicitation) {
        return exchange.ask(key -> Question.elicitUrl(key, elicitation));
    }

    @Override
    public Mono<CreateMessageResult> sample(CreateMessageRequest request) {
        return exchange.ask(key -> Question.sample(key, request));
    }

    @Override
    public Mono<List<Root>> roots() {
        return exchange.ask(Question::roots);
    }

    @Override
    public <A> Mono<A> ask(Question<A> question) {
        return exchange.ask(question);
    }

    @Override
    public Mono<Answers> ask(Question<?>... questions) {
        return exchange.ask(questions);
    }
}
