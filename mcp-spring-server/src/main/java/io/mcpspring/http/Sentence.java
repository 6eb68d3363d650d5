package io.mcpspring.http;

import io.mcpspring.Internal;
import io.mcpspring.http.McpHttpResponse.Whole;
import java.util.Map;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;

/** A sentence that says what the endpoint is. */
@Internal
public record Sentence() implements BrowserPage {

    private static final String PAGE = "<!doctype html><html lang=\"en\"><title>MCP server</title>"
            + "<p>This is the endpoint of an MCP server: add its URL to an MCP client.</p></html>\n";

    private static final Map<String, String> HEADERS = Map.of(
            HttpHeaders.CACHE_CONTROL,
            "no-store",
            HttpHeaders.VARY,
            HttpHeaders.ACCEPT,
            "X-Content-Type-Options",
            "nosniff",
            "Content-Security-Policy",
            "default-src 'none'; frame-ancestors 'none'");

    @Override
    public boolean answers(McpHttpRequest request) {
        return BrowserPage.isWanted(request);
    }

    @Override
    public boolean isPublic(McpHttpRequest request) {
        return false;
    }

    @Override
    public Whole respond(McpHttpRequest request) {
        return Whole.text(HttpStatus.OK, HEADERS, "text/html;charset=UTF-8", PAGE);
    }
}
