package io.mcpspring.contract.access;

import io.mcpspring.entry.McpCallerScopes;
import io.mcpspring.support.TestUsers;
import java.security.Principal;
import java.util.Arrays;
import java.util.List;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.http.HttpRequest;
import org.springframework.web.util.UriComponentsBuilder;

/** Callers without Spring Security: their names and scopes are in the query. */
@Configuration(proxyBeanMethods = false)
class Callers {

    /** A user with scopes. */
    record Caller(String name, List<String> scopes) implements Principal {

        @Override
        public String getName() {
            return name;
        }

        private static Caller of(HttpRequest request) {
            var query = UriComponentsBuilder.fromUri(request.getURI()).build().getQueryParams();
            String name = query.getFirst("user");
            String scopes = query.getFirst("scopes");
            return name == null
                    ? null
                    : new Caller(name, scopes == null ? List.of() : Arrays.asList(scopes.split(",")));
        }
    }

    /** The path of the endpoint for a user with scopes. */
    static String path(String user, String... scopes) {
        return "/mcp?user=" + user + (scopes.length == 0 ? "" : "&scopes=" + String.join(",", scopes));
    }

    @Bean
    TestUsers users() {
        return new TestUsers(Caller::of);
    }

    @Bean
    McpCallerScopes callerScopes() {
        return request ->
                request.principal().map(Caller.class::cast).map(Caller::scopes).orElse(List.of());
    }
}
