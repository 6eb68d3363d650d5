package io.mcpspring.http;

import io.mcpspring.Internal;
import io.mcpspring.http.McpHttpResponse.Whole;
import java.util.List;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpMethod;
import org.springframework.http.InvalidMediaTypeException;
import org.springframework.http.MediaType;

/** What a browser gets at the endpoint: by default a {@link Sentence}. */
@Internal
public interface BrowserPage {

    /** Whether this page answers a request, and not the protocol. */
    boolean answers(McpHttpRequest request);

    /** Whether this page answers a request, and needs no credentials because it contains nothing of the server. */
    boolean isPublic(McpHttpRequest request);

    /** Returns the response to a request that this page answers. */
    Whole respond(McpHttpRequest request);

    /**
     * Whether a request is that of a browser for a page: its header {@code Accept} names HTML, and neither of the media
     * types of the protocol.
     */
    static boolean isWanted(McpHttpRequest request) {
        if (request.method() != HttpMethod.GET) {
            return false;
        }
        List<MediaType> types = accepted(request.headers().all(HttpHeaders.ACCEPT));
        return types.stream().anyMatch(MediaType.TEXT_HTML::equalsTypeAndSubtype)
                && types.stream()
                        .noneMatch(type -> type.equalsTypeAndSubtype(MediaType.APPLICATION_JSON)
                                || type.equalsTypeAndSubtype(MediaType.TEXT_EVENT_STREAM));
    }

    private static List<MediaType> accepted(List<String> values) {
        try {
            return MediaType.parseMediaTypes(values);
        } catch (InvalidMediaTypeException ex) {
            return List.of();
        }
    }
}
