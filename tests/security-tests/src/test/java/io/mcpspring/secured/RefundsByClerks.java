package io.mcpspring.secured;

import io.mcpspring.entry.McpAccessDecision;
import io.mcpspring.entry.McpAccessRule;
import io.mcpspring.entry.McpEntry;
import io.mcpspring.exchange.McpRequestContext;
import java.security.Principal;
import java.util.List;
import org.springframework.security.oauth2.server.resource.authentication.JwtAuthenticationToken;
import org.springframework.stereotype.Component;
import reactor.core.publisher.Mono;

@Component
class RefundsByClerks implements McpAccessRule {

    @Override
    public boolean appliesTo(McpEntry entry) {
        return entry.name().equals("refundOrder");
    }

    @Override
    public Mono<McpAccessDecision> decide(McpEntry entry, McpRequestContext request) {
        boolean clerk = request.principal().filter(RefundsByClerks::isClerk).isPresent();
        return Mono.just(clerk ? McpAccessDecision.granted() : McpAccessDecision.hidden());
    }

    private static boolean isClerk(Principal caller) {
        return caller instanceof JwtAuthenticationToken token
                && token.getToken().getClaims().get("groups") instanceof List<?> groups
                && groups.contains("clerks");
    }
}
