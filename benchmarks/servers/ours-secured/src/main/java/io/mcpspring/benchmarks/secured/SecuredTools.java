package io.mcpspring.benchmarks.secured;

import io.mcpspring.annotation.McpTool;
import reactor.core.publisher.Mono;

/** Tools without method security. */
class SecuredTools {

    @McpTool(description = "Returns the text")
    Mono<String> echo(String text) {
        return Mono.just(text);
    }

    @McpTool(description = "Returns the text", scopes = "tools")
    Mono<String> echoScope(String text) {
        return Mono.just(text);
    }

    /** An access rule restricts it. */
    @McpTool(description = "Returns the text")
    Mono<String> echoRule(String text) {
        return Mono.just(text);
    }
}
