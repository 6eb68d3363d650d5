package io.mcpspring.entry;

import io.mcpspring.Internal;
import io.mcpspring.UserCode;
import io.mcpspring.entry.McpAccessDecision.Granted;
import io.mcpspring.entry.McpAccessDecision.Hidden;
import io.mcpspring.entry.McpAccessDecision.LacksScopes;
import io.mcpspring.exchange.Exchange;
import io.mcpspring.exchange.McpRequestContext;
import io.mcpspring.method.Denials;
import io.mcpspring.protocol.McpProtocolException;
import io.mcpspring.protocol.RequestMethod;
import io.mcpspring.protocol.ResourceTemplate;
import io.mcpspring.server.ErrorReport;
import io.mcpspring.server.ListChanges;
import io.mcpspring.server.Refusals;
import java.util.List;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/** The rules that apply to one entry. Fails closed: a rule that fails hides the entry. */
@Internal
public record Guard(McpEntry entry, List<EntryRule> entryRules, Refusals refusals) implements ListChanges.Listed {

    private static final Log logger = LogFactory.getLog(Guard.class);

    /** The names of the rules; none if every caller may use the entry. */
    public List<String> rules() {
        return entryRules.stream().map(EntryRule::name).toList();
    }

    /** Whether the caller matters at all. */
    @Override
    public boolean isRestricted() {
        return !entryRules.isEmpty();
    }

    @Override
    public Mono<Boolean> isListed(Exchange exchange) {
        return isVisible(exchange.contextFor(list()));
    }

    private RequestMethod list() {
        if (entry.definition(ResourceTemplate.class).isPresent()) {
            return RequestMethod.LIST_RESOURCE_TEMPLATES;
        }
        return switch (entry.kind()) {
            case PROMPT -> RequestMethod.LIST_PROMPTS;
            case RESOURCE -> RequestMethod.LIST_RESOURCES;
            default -> RequestMethod.LIST_TOOLS;
        };
    }

    /** Whether the entry exists for the caller of a request. */
    public Mono<Boolean> isVisible(McpRequestContext request) {
        return isRestricted()
                ? decide(request).map(decision -> !(decision instanceof Hidden))
                : Mono.just(Boolean.TRUE);
    }

    /**
     * Emits a value if the caller of a request may use the entry.
     *
     * @param value the entry as the user of this guard needs it
     * @param unknown creates the error for an entry that does not exist, with which hidden entries are answered
     */
    public <T> Mono<T> admit(T value, Exchange exchange, Supplier<McpProtocolException> unknown) {
        if (!isRestricted()) {
            exchange.context().details().admit(entry.name());
            return Mono.just(value);
        }
        return decide(exchange.reactive())
                .flatMap(decision -> require(decision, unknown))
                .doOnSuccess(admitted -> exchange.context().details().admit(entry.name()))
                .doOnError(denied ->
                        refusals.report(Refusals.Reason.ACCESS, exchange.context(), "The caller may not use " + entry))
                .thenReturn(value);
    }

    private Mono<Void> require(McpAccessDecision decision, Supplier<McpProtocolException> unknown) {
        if (decision instanceof Hidden) {
            return Mono.error(unknown);
        }
        return decision instanceof LacksScopes lacking
                ? Mono.error(McpProtocolException.insufficientScope(united(entry.scopes(), lacking.scopes())))
                : Mono.empty();
    }

    /**
     * Returns the strictest decision of the rules. All of them are asked, so that the time does not reveal which one
     * hides the entry.
     */
    public Mono<McpAccessDecision> decide(McpRequestContext request) {
        return entryRules.size() == 1
                ? decide(entryRules.get(0), request)
                : Flux.fromIterable(entryRules)
                        .concatMap(rule -> decide(rule, request))
                        .reduce(Guard::stricter);
    }

    /** Returns the stricter decision; scopes are united. */
    private static McpAccessDecision stricter(McpAccessDecision one, McpAccessDecision other) {
        if (one instanceof Hidden || other instanceof Granted) {
            return one;
        }
        return one instanceof LacksScopes first && other instanceof LacksScopes second
                ? new LacksScopes(united(first.scopes(), second.scopes()))
                : other;
    }

    private static List<String> united(List<String> one, List<String> other) {
        return Stream.concat(one.stream(), other.stream()).distinct().toList();
    }

    private Mono<McpAccessDecision> decide(EntryRule rule, McpRequestContext request) {
        return UserCode.mono(() -> rule.rule().decide(entry, request))
                .switchIfEmpty(Mono.error(() -> new IllegalStateException("The rule returned no decision")))
                .onErrorResume(failure -> {
                    if (!Denials.contain(failure)) {
                        log(rule, failure);
                    }
                    return Mono.just(McpAccessDecision.hidden());
                });
    }

    private void log(EntryRule rule, Throwable failure) {
        String description = "Access to " + entry + " was not granted, because the rule " + rule.name() + " failed";
        if (rule.failures().isFirst()) {
            ErrorReport.log(logger, description, failure);
        } else {
            logger.debug(description + ": " + failure.getClass().getName());
        }
    }
}
