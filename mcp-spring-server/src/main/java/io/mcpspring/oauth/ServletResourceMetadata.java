package io.mcpspring.oauth;

import io.mcpspring.Internal;
import io.mcpspring.connection.RequestLocation;
import io.mcpspring.connection.ServletAddresses;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import org.springframework.http.CacheControl;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpMethod;
import org.springframework.http.MediaType;
import org.springframework.http.server.ServletServerHttpRequest;
import org.springframework.util.StringUtils;
import org.springframework.web.HttpRequestHandler;

/**
 * Serves the metadata document of a protected resource in a Spring MVC application.
 *
 * @param servletPrefix the path of the {@code DispatcherServlet} within the application; empty for the root
 */
@Internal
public record ServletResourceMetadata(ProtectedResource resource, String servletPrefix) implements HttpRequestHandler {

    /** Returns where a request has arrived. */
    public static RequestLocation locate(HttpServletRequest request, String servletPrefix) {
        ServletServerHttpRequest http = new ServletServerHttpRequest(request);
        return new RequestLocation(
                http.getURI(), request.getContextPath() + servletPrefix, ServletAddresses.local(request));
    }

    @Override
    public void handleRequest(HttpServletRequest request, HttpServletResponse response) throws IOException {
        if (!ResourceMetadata.METHODS.contains(HttpMethod.valueOf(request.getMethod()))) {
            response.setHeader(
                    HttpHeaders.ALLOW, StringUtils.collectionToCommaDelimitedString(ResourceMetadata.METHODS));
            response.setStatus(HttpServletResponse.SC_METHOD_NOT_ALLOWED);
            return;
        }
        byte[] document = resource.metadata(locate(request, servletPrefix));
        response.setContentType(MediaType.APPLICATION_JSON_VALUE);
        // The document depends on the headers of proxies.
        response.setHeader(HttpHeaders.CACHE_CONTROL, CacheControl.noStore().getHeaderValue());
        response.setContentLength(document.length);
        response.getOutputStream().write(document);
    }
}
