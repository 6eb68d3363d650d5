package io.mcpspring.http;

import io.mcpspring.http.McpHttpResponse.Whole;
import io.mcpspring.oauth.ProtectedResource;
import io.mcpspring.protocol.MessageBytes;
import java.util.List;
import java.util.Map;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpMethod;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.web.cors.CorsConfiguration;

/** Serves the metadata document of a protected resource, and no other document below its path. */
record ResourceMetadata(ProtectedResource resource) {

    private static final List<HttpMethod> METHODS = List.of(HttpMethod.GET, HttpMethod.HEAD);

    /** Whether a path is that of metadata rather than of the endpoint. */
    static boolean isAt(String path) {
        return path.equals(ProtectedResource.WELL_KNOWN) || path.startsWith(ProtectedResource.WELL_KNOWN + "/");
    }

    /** Returns the CORS configuration of the document, which pages of every origin may read. */
    static CorsConfiguration cors() {
        CorsConfiguration cors = new CorsConfiguration().applyPermitDefaultValues();
        cors.setAllowedMethods(List.of("GET", "HEAD"));
        return cors;
    }

    /** Returns the response to a request for the document, or for another one, which does not exist. */
    Whole respond(McpHttpRequest request) {
        if (!resource.metadataPaths().contains(request.path())) {
            return Whole.empty(HttpStatus.NOT_FOUND);
        }
        if (!METHODS.contains(request.method())) {
            return new Whole(HttpStatus.METHOD_NOT_ALLOWED, Map.of(HttpHeaders.ALLOW, "GET,HEAD"), null);
        }
        // The document depends on the headers of proxies.
        Map<String, String> headers = Map.of(
                HttpHeaders.CONTENT_TYPE, MediaType.APPLICATION_JSON_VALUE, HttpHeaders.CACHE_CONTROL, "no-store");
        return new Whole(HttpStatus.OK, headers, MessageBytes.of(resource.metadata(request.location())));
    }
}
