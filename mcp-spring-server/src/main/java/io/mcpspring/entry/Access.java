package io.mcpspring.entry;

import io.mcpspring.Internal;
import io.mcpspring.protocol.Scopes;
import io.mcpspring.server.Refusals;
import java.util.List;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.util.ClassUtils;
import reactor.core.publisher.Mono;

/**
 * Creates the guards of entries.
 *
 * @param rules the rules of the application
 * @param library supplies the rules of the library
 * @param scopes supplies the scopes of callers, if they are known
 * @param refusals publishes denials
 */
@Internal
public record Access(
        ObjectProvider<McpAccessRule> rules,
        Supplier<Stream<EntryRules>> library,
        ObjectProvider<McpCallerScopes> scopes,
        Refusals refusals) {

    /**
     * Returns the guard of an entry.
     *
     * @throws io.mcpspring.method.McpMethodException if the scopes of the entry cannot be required of callers
     */
    public Guard guard(McpEntry entry) {
        for (String scope : entry.scopes()) {
            if (!Scopes.isScope(scope)) {
                throw entry.method()
                        .refused(
                                "Its scope '" + scope + "' is not a scope of OAuth.",
                                "Write each scope on its own, without spaces, quotes and backslashes, as in"
                                        + " scopes = {\"orders:read\", \"orders:write\"}.");
            }
        }
        if (!entry.scopes().isEmpty() && scopes.stream().findAny().isEmpty()) {
            throw entry.method()
                    .refused(
                            "It declares scopes, but the scopes of callers are unknown.",
                            "Add Spring Security, or a bean of type McpCallerScopes.");
        }
        List<EntryRule> applicable = Stream.of(
                        entry.scopes().isEmpty()
                                ? Stream.<EntryRule>empty()
                                : scopes.stream().map(Access::declaredScopes),
                        library.get().flatMap(each -> each.of(entry).stream()),
                        rules.orderedStream()
                                .filter(rule -> rule.appliesTo(entry))
                                .map(rule -> new EntryRule(name(rule), rule)))
                .flatMap(each -> each)
                .toList();
        return new Guard(entry, applicable, refusals);
    }

    /** Compares the scopes that an entry declares with those that callers have. */
    private static EntryRule declaredScopes(McpCallerScopes callers) {
        return new EntryRule(
                "scopes",
                (entry, request) -> Mono.just(
                        Set.copyOf(callers.of(request)).containsAll(entry.scopes())
                                ? McpAccessDecision.granted()
                                : new McpAccessDecision.LacksScopes(entry.scopes())));
    }

    // The rest of a lambda's class name is different in each process.
    private static String name(McpAccessRule rule) {
        return ClassUtils.getUserClass(rule).getName().replaceFirst("(\\$\\$Lambda).*", "$1");
    }
}
