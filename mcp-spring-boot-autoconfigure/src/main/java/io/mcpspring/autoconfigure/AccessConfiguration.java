package io.mcpspring.autoconfigure;

import io.mcpspring.entry.Access;
import io.mcpspring.entry.EntryRules;
import io.mcpspring.entry.McpAccessRule;
import io.mcpspring.entry.McpCallerScopes;
import io.mcpspring.server.Refusals;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** The rules that decide who sees and uses an entry. */
@Configuration(proxyBeanMethods = false)
class AccessConfiguration {

    @Bean("io.mcpspring.entry")
    Access mcpAccess(
            ObjectProvider<McpAccessRule> rules,
            ObjectProvider<EntryRules> library,
            ObjectProvider<McpCallerScopes> scopes,
            Refusals refusals) {
        return new Access(rules, library, scopes, refusals);
    }
}
