package io.mcpspring.webmvc;

import io.mcpspring.Internal;
import io.mcpspring.http.McpHttpResponse.Whole;
import io.mcpspring.http.ResourceMetadata;
import io.mcpspring.oauth.RequestLocation;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import org.springframework.http.server.ServletServerHttpRequest;
import org.springframework.web.HttpRequestHandler;

/** Serves the metadata document of a protected resource in a Spring MVC application. */
@Internal
public record ServletResourceMetadata(ResourceMetadata metadata) implements HttpRequestHandler {

    /**
     * Returns where a request has arrived.
     *
     * @param servletPrefix the path of the {@code DispatcherServlet} within the application; empty for the root
     */
    public static RequestLocation locate(HttpServletRequest request, String servletPrefix) {
        ServletServerHttpRequest http = new ServletServerHttpRequest(request);
        return new RequestLocation(
                http.getURI(), request.getContextPath() + servletPrefix, ServletAddresses.local(request));
    }

    @Override
    public void handleRequest(HttpServletRequest request, HttpServletResponse response) throws IOException {
        Whole whole = metadata.respond(WebMvcRequest.of(request));
        ServletOutput.begin(whole, response);
        if (whole.body() != null) {
            response.getOutputStream().write(whole.body().toArray());
        }
    }
}
