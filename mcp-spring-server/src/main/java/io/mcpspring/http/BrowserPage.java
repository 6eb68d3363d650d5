package io.mcpspring.http;

import io.mcpspring.Internal;
import java.util.List;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpMethod;
import org.springframework.http.HttpRequest;
import org.springframework.http.InvalidMediaTypeException;
import org.springframework.http.MediaType;
import org.springframework.web.reactive.function.server.ServerResponse;
import reactor.core.publisher.Mono;

/** What a browser gets at the endpoint: by default a {@link Sentence}. */
@Internal
public interface BrowserPage {

    /** Whether this page answers a request, and not the protocol. */
    boolean answers(HttpRequest request);

    /** Whether this page answers a request, and needs no credentials because it contains nothing of the server. */
    boolean isPublic(HttpRequest request);

    /** Returns the response to a request that this page answers. */
    Mono<ServerResponse> respond(HttpRequest request);

    /**
     * Whether a request is that of a browser for a page: its header {@code Accept} names HTML, and neither of the media
     * types of the protocol.
     */
    static boolean isWanted(HttpRequest request) {
        if (request.getMethod() != HttpMethod.GET) {
            return false;
        }
        List<MediaType> types = accepted(request.getHeaders());
        return types.stream().anyMatch(MediaType.TEXT_HTML::equalsTypeAndSubtype)
                && types.stream()
                        .noneMatch(type -> type.equalsTypeAndSubtype(MediaType.APPLICATION_JSON)
                                || type.equalsTypeAndSubtype(MediaType.TEXT_EVENT_STREAM));
    }

    private static List<MediaType> accepted(HttpHeaders headers) {
        try {
            return headers.getAccept();
        } catch (InvalidMediaTypeException ex) {
            return List.of();
        }
    }
}
