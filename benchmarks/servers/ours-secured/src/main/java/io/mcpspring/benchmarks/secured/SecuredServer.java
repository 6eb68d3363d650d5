package io.mcpspring.benchmarks.secured;

import io.mcpspring.entry.McpAccessDecision;
import io.mcpspring.entry.McpAccessRule;
import io.mcpspring.entry.McpEntry;
import io.mcpspring.exchange.McpRequestContext;
import java.security.Principal;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.context.annotation.Import;
import org.springframework.security.config.annotation.method.configuration.EnableMethodSecurity;
import reactor.core.publisher.Mono;

/** The tools behind access tokens: one that every caller may use, and one for each way to restrict it. */
@SpringBootApplication
@EnableMethodSecurity
@Import({SecuredTools.class, AuthorizedTools.class, SecuredServer.NamedCallers.class})
public class SecuredServer {

    public static void main(String[] args) {
        SpringApplication.run(SecuredServer.class, args);
    }

    static class NamedCallers implements McpAccessRule {

        @Override
        public boolean appliesTo(McpEntry entry) {
            return entry.name().equals("echoRule");
        }

        @Override
        public Mono<McpAccessDecision> decide(McpEntry entry, McpRequestContext request) {
            return Mono.just(
                    request.principal().map(Principal::getName).orElse("").equals("benchmark")
                            ? McpAccessDecision.granted()
                            : McpAccessDecision.hidden());
        }
    }
}
