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
        return ask(Question.elicit(exchange.questions.nextKey(), message, form));
    }

    // Each request for the page needs a new id.
    @Override
    public Mono<ElicitResult<@Nullable Void>> elicitUrl(String message, URI url) {
        return ask(Question.elicitUrl(exchange.questions.nextKey(), message, url));
    }

    @Override
    public Mono<ElicitResult<@Nullable Void>> elicitUrl(UrlElicitation elicitation) {
        return ask(Question.elicitUrl(exchange.questions.nextKey(), elicitation));
    }

    @Override
    public Mono<CreateMessageResult> sample(CreateMessageRequest request) {
        return ask(Question.sample(exchange.questions.nextKey(), request));
    }

    @Override
    public Mono<List<Root>> roots() {
        return ask(Question.roots(exchange.questions.nextKey()));
    }

    @Override
    public <A> Mono<A> ask(Question<A> question) {
        return exchange.questions.ask(List.of(question)).map(answers -> answers.to(question));
    }

    @Override
    public Mono<Answers> ask(Question<?>... questions) {
        Question.requireKeys(questions);
        return exchange.questions.ask(List.of(questions));
    }
}
