package io.mcpspring.entry;

import io.mcpspring.protocol.Scopes;
import java.util.List;

/** What a caller may do with an entry. Later releases may add kinds of decisions: create them by the factories. */
public sealed interface McpAccessDecision {

    /** The caller sees and uses the entry, as far as the other rules allow it. */
    record Granted() implements McpAccessDecision {}

    /** The entry does not exist for the caller. */
    record Hidden() implements McpAccessDecision {}

    /**
     * The caller sees the entry, but may use it only with an access token that has more scopes.
     *
     * @param scopes all scopes that the operation requires, also those that the caller has
     */
    record LacksScopes(List<String> scopes) implements McpAccessDecision {

        /**
         * Copies the scopes.
         *
         * @param scopes all scopes that the operation requires
         * @throws IllegalArgumentException if one of them is not a scope by RFC 6749, section 3.3
         */
        public LacksScopes {
            scopes = Scopes.copyOf(scopes);
        }
    }

    /** {@return the decision that the caller sees and uses the entry, as far as the other rules allow it} */
    static McpAccessDecision granted() {
        return new Granted();
    }

    /** {@return the decision that the entry does not exist for the caller} */
    static McpAccessDecision hidden() {
        return new Hidden();
    }

    /**
     * Decides that the caller sees the entry and lacks scopes to use it. The use ends with the HTTP status 403 and a
     * challenge that names these scopes and those that the entry declares.
     *
     * @param scopes all scopes that the operation requires, also those that the caller has
     * @return the decision
     * @throws IllegalArgumentException if one of them is not a scope by RFC 6749, section 3.3
     */
    static McpAccessDecision lacksScopes(String... scopes) {
        return new LacksScopes(List.of(scopes));
    }
}
