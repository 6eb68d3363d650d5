package io.mcpspring.security;

import io.mcpspring.entry.McpAccessDecision;
import io.mcpspring.entry.McpAccessRule;
import io.mcpspring.entry.McpEntry;
import io.mcpspring.exchange.McpRequestContext;
import io.mcpspring.protocol.RequestMethod;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.springframework.security.authentication.AuthenticationTrustResolver;
import org.springframework.security.authentication.AuthenticationTrustResolverImpl;
import org.springframework.security.core.Authentication;
import reactor.core.publisher.Mono;

/**
 * A method that is protected by an expression on the arguments of a call, so that it decides itself when it is called.
 * Lists hide the entry, or show it to callers who are authenticated. Annotations that do not need the arguments decide
 * about everything.
 *
 * @param listed whether callers who are authenticated see the entry
 * @param independent the decision of the annotations that do not need the arguments
 */
record UndecidedMethod(boolean listed, ProbedMethod independent) implements McpAccessRule {

    /** The requests that call the method, or concern a task, which is a call that it has let pass. */
    private static final Set<String> CALLS = Stream.of(
                    RequestMethod.CALL_TOOL,
                    RequestMethod.GET_PROMPT,
                    RequestMethod.READ_RESOURCE,
                    RequestMethod.GET_TASK,
                    RequestMethod.UPDATE_TASK,
                    RequestMethod.CANCEL_TASK,
                    RequestMethod.LISTEN)
            .map(RequestMethod::value)
            .collect(Collectors.toUnmodifiableSet());

    private static final AuthenticationTrustResolver TRUST = new AuthenticationTrustResolverImpl();

    @Override
    public Mono<McpAccessDecision> decide(McpEntry entry, McpRequestContext request) {
        boolean authenticated =
                request.principal().orElse(null) instanceof Authentication caller && TRUST.isAuthenticated(caller);
        return authenticated && (listed || CALLS.contains(request.method()))
                ? independent.decide(entry, request)
                : Mono.just(McpAccessDecision.hidden());
    }
}
