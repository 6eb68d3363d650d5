package io.mcpspring.entry;

import io.mcpspring.Internal;
import io.mcpspring.content.ResultRules;
import io.mcpspring.method.BoundMethod;
import io.mcpspring.method.CallLimits;
import io.mcpspring.method.Invocable;
import io.mcpspring.method.Invocation;
import io.mcpspring.method.McpInvocation;
import io.mcpspring.method.TextArgument;
import io.mcpspring.protocol.McpResult;
import java.util.List;
import java.util.Map;
import reactor.core.publisher.Mono;

/**
 * An entry that is ready to be used.
 *
 * @param <P> its definition as clients see it
 * @param <I> the input that a request has for it
 * @param <R> its results
 */
@Internal
public interface RegisteredEntry<P, I, R extends McpResult> extends Invocable<I, R> {

    Registration<P> registration();

    /** Returns its method, ready to be called. */
    BoundMethod<I> call();

    @Override
    default Mono<R> run(Invocation<I, R> invocation) {
        return call().run(invocation);
    }

    /** Returns the name or URI, unique among the entries of the registry. */
    default String key() {
        return guard().entry().name();
    }

    /** Returns what must differ from entry to entry. */
    default String identity() {
        return key();
    }

    @Override
    default P definition() {
        return registration().definition();
    }

    default Guard guard() {
        return registration().guard();
    }

    @Override
    default McpInvocation.Kind kind() {
        return guard().entry().kind();
    }

    @Override
    default String describe() {
        return guard().entry().describe();
    }

    @Override
    default CallLimits limits() {
        return registration().limits();
    }

    @Override
    default McpResult checked(McpResult result) {
        return registration().checks().apply(result);
    }

    /** Returns the limits by name: those of calls if the entry declares them, those of results in any case. */
    default Map<String, String> limitsByName() {
        Map<String, String> all = limits().byName();
        ResultRules rules = registration().checks().rules();
        all.put("maxSize", Integer.toString(rules.binary().maxBytes()));
        return all;
    }

    /** Returns the tags by which toolsets contain the entry. */
    default List<String> tags() {
        return List.of();
    }

    /** Returns the arguments that clients send as text, by their names. */
    default Map<String, TextArgument> textArguments() {
        return Map.of();
    }
}
