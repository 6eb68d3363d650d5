package io.mcpspring.exchange;

import io.mcpspring.protocol.CreateMessageRequest;
import io.mcpspring.protocol.CreateMessageResult;
import io.mcpspring.protocol.Root;
import io.mcpspring.protocol.UrlElicitation;
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
        return ask(Question.elicit(exchange.inquiry.nextKey(), message, form));
    }

    @Override
    public Mono<ElicitResult<@Nullable Void>> elicitUrl(UrlElicitation elicitation) {
        return ask(Question.elicitUrl(exchange.inquiry.nextKey(), elicitation));
    }

    @Override
    public Mono<CreateMessageResult> sample(CreateMessageRequest request) {
        return ask(Question.sample(exchange.inquiry.nextKey(), request));
    }

    @Override
    public Mono<List<Root>> roots() {
        return ask(Question.roots(exchange.inquiry.nextKey()));
    }

    @Override
    public <A> Mono<A> ask(Question<A> question) {
        return exchange.inquiry.ask(List.of(question)).map(answers -> answers.to(question));
    }

    @Override
    public Mono<Answers> ask(Question<?>... questions) {
        Question.requireKeys(questions);
        return exchange.inquiry.ask(List.of(questions));
    }
}
