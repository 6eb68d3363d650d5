package io.mcpspring.entry;

import io.mcpspring.Internal;
import io.mcpspring.protocol.Scopes;
import io.mcpspring.server.Refusals;
import io.mcpspring.validation.DeclarationException;
import java.util.List;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.util.ClassUtils;
import org.springframework.util.function.SingletonSupplier;
import reactor.core.publisher.Mono;

/** Creates the guards of entries. */
@Internal
public record Access(
        SingletonSupplier<List<EntryRules>> rules, ObjectProvider<McpCallerScopes> scopes, Refusals refusals) {

    /**
     * The rules are looked up when the first entry is registered, because they may depend on the features.
     *
     * @param rules the rules of the application
     * @param library the rules of the library
     * @param scopes supplies the scopes of callers, if they are known
     * @param refusals publishes denials
     */
    public Access(
            ObjectProvider<McpAccessRule> rules,
            Supplier<Stream<EntryRules>> library,
            ObjectProvider<McpCallerScopes> scopes,
            Refusals refusals) {
        this(
                SingletonSupplier.of(() -> Stream.concat(
                                Stream.concat(scopes.stream().map(Access::declaredScopes), library.get()),
                                rules.orderedStream().map(Access::applicable))
                        .toList()),
                scopes,
                refusals);
    }

    /**
     * Returns the guard of an entry.
     *
     * @throws DeclarationException if the scopes of the entry cannot be required of callers
     */
    public Guard guard(McpEntry entry) {
        for (String scope : entry.scopes()) {
            if (!Scopes.isScope(scope)) {
                throw new DeclarationException(
                        "Its scope '" + scope + "' is not a scope of OAuth",
                        "Write each scope on its own, without spaces, quotes and backslashes, as in"
                                + " scopes = {\"orders:read\", \"orders:write\"}");
            }
        }
        if (!entry.scopes().isEmpty() && scopes.stream().findAny().isEmpty()) {
            throw new DeclarationException(
                    "It declares scopes, but the scopes of callers are unknown",
                    "Add Spring Security, or a bean of type McpCallerScopes");
        }
        return new Guard(
                entry,
                rules.obtain().stream().flatMap(each -> each.of(entry).stream()).toList(),
                refusals);
    }

    /** Compares the scopes that entries declare with those that callers have. */
    private static EntryRules declaredScopes(McpCallerScopes callers) {
        McpAccessRule rule = (entry, request) -> Mono.just(
                Set.copyOf(callers.of(request)).containsAll(entry.scopes())
                        ? McpAccessDecision.granted()
                        : new McpAccessDecision.LacksScopes(entry.scopes()));
        return entry -> entry.scopes().isEmpty() ? List.of() : List.of(new EntryRule("scopes", rule));
    }

    private static EntryRules applicable(McpAccessRule rule) {
        // The rest of a lambda's class name is different in each process.
        String name = ClassUtils.getUserClass(rule).getName().replaceFirst("(\\$\\$Lambda).*", "$1");
        return entry -> rule.appliesTo(entry) ? List.of(new EntryRule(name, rule)) : List.of();
    }
}
