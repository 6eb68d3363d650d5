package io.mcpspring.http;

import io.mcpspring.Internal;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpRequest;
import org.springframework.http.MediaType;
import org.springframework.web.reactive.function.server.ServerResponse;
import reactor.core.publisher.Mono;

/** A sentence that says what the endpoint is. */
@Internal
public record Sentence() implements BrowserPage {

    private static final String PAGE = "<!doctype html><html lang=\"en\"><title>MCP server</title>"
            + "<p>This is the endpoint of an MCP server: add its URL to an MCP client.</p></html>\n";

    @Override
    public boolean answers(HttpRequest request) {
        return BrowserPage.isWanted(request);
    }

    @Override
    public boolean isPublic(HttpRequest request) {
        return false;
    }

    @Override
    public Mono<ServerResponse> respond(HttpRequest request) {
        return ServerResponse.ok()
                .contentType(MediaType.TEXT_HTML)
                .header(HttpHeaders.CACHE_CONTROL, "no-store")
                .header(HttpHeaders.VARY, HttpHeaders.ACCEPT)
                .header("X-Content-Type-Options", "nosniff")
                .header("Content-Security-Policy", "default-src 'none'; frame-ancestors 'none'")
                .bodyValue(PAGE);
    }
}
