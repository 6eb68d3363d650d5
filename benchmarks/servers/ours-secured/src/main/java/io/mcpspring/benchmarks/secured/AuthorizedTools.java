package io.mcpspring.benchmarks.secured;

import io.mcpspring.annotation.McpTool;
import org.springframework.security.access.prepost.PreAuthorize;
import reactor.core.publisher.Mono;

/** A tool with method security, in a class of its own, because all calls of the class pass a proxy. */
class AuthorizedTools {

    @McpTool(description = "Returns the text")
    @PreAuthorize("hasAuthority('SCOPE_tools')")
    Mono<String> echoAuthorized(String text) {
        return Mono.just(text);
    }
}
