package io.mcpspring.autoconfigure;

import org.springframework.boot.autoconfigure.condition.ConditionMessage;
import org.springframework.boot.autoconfigure.condition.OnPropertyListCondition;

/** Matches if {@code mcp.server.security.issuers} has an element. */
final class OnIssuers extends OnPropertyListCondition {

    OnIssuers() {
        super("mcp.server.security.issuers", () -> ConditionMessage.forCondition("Issuers"));
    }
}
