package io.mcpspring.http;

import io.mcpspring.Internal;
import io.mcpspring.http.McpHttpResponse.Whole;
import java.util.Locale;
import java.util.Map;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpMethod;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;

/** What a browser gets at the endpoint: by default, a sentence that says what the endpoint is. */
@Internal
public interface BrowserPage {

    /** The default page. */
    String SENTENCE = "<!doctype html><html lang=\"en\"><title>MCP server</title>"
            + "<p>This is the endpoint of an MCP server: add its URL to an MCP client.</p></html>\n";

    /** The headers of the default page. */
    Map<String, String> HEADERS = Map.of(
            "Cache-Control", "no-store",
            "Vary", "Accept",
            "X-Content-Type-Options", "nosniff",
            "Content-Security-Policy", "default-src 'none'; frame-ancestors 'none'");

    /**
     * Whether this page answers a request, and not the protocol. By default, this is a request of a browser for a page:
     * its header {@code Accept} names HTML, and neither of the media types of the protocol.
     */
    default boolean answers(McpHttpRequest request) {
        if (request.method() != HttpMethod.GET) {
            return false;
        }
        String accept =
                String.join(",", request.headers().all(HttpHeaders.ACCEPT)).toLowerCase(Locale.ROOT);
        return accept.contains(MediaType.TEXT_HTML_VALUE)
                && !accept.contains(MediaType.APPLICATION_JSON_VALUE)
                && !accept.contains(MediaType.TEXT_EVENT_STREAM_VALUE);
    }

    /** Whether this page answers a request, and needs no credentials because it contains nothing of the server. */
    default boolean isPublic(McpHttpRequest request) {
        return false;
    }

    /** Returns the response to a request that this page answers. */
    default Whole respond(McpHttpRequest request) {
        return Whole.text(HttpStatus.OK, HEADERS, "text/html;charset=UTF-8", SENTENCE);
    }
}
