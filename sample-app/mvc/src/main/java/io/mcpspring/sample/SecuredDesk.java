package io.mcpspring.sample;

import io.mcpspring.authorization.AuthorizationServer;
import io.mcpspring.entry.McpAccessDecision;
import io.mcpspring.entry.McpAccessRule;
import io.mcpspring.entry.McpCallerScopes;
import io.mcpspring.entry.McpEntry;
import io.mcpspring.method.McpInvocation;
import io.mcpspring.protocol.Tool;
import java.util.List;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Profile;
import reactor.core.publisher.Mono;

/** The data desk for callers with an access token. */
@Configuration(proxyBeanMethods = false)
@Profile("secured")
class SecuredDesk {

    private static final String READ = "desk:read";

    private static final String WRITE = "desk:write";

    /** To try the desk out. Elsewhere the identity provider of the company issues the tokens. */
    @Bean
    AuthorizationServer authorizationServer(@Value("${desk.authorization-server.port}") int port) {
        return AuthorizationServer.start(port, READ, WRITE);
    }

    @Bean
    McpAccessRule deskScopes(McpCallerScopes callers) {
        return (entry, request) -> {
            List<String> required = isReadOnly(entry) ? List.of(READ) : List.of(READ, WRITE);
            return Mono.just(
                    callers.of(request).containsAll(required)
                            ? McpAccessDecision.granted()
                            : McpAccessDecision.lacksScopes(required.toArray(String[]::new)));
        };
    }

    /** Whether an entry is a prompt, a resource, or a tool that declares that it changes nothing. */
    private static boolean isReadOnly(McpEntry entry) {
        return entry.kind() != McpInvocation.Kind.TOOL
                || entry.definition(Tool.class)
                        .map(Tool::annotations)
                        .filter(hints -> Boolean.TRUE.equals(hints.readOnlyHint()))
                        .isPresent();
    }
}
