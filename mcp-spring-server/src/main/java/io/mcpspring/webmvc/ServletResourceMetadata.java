package io.mcpspring.webmvc;

import io.mcpspring.Internal;
import io.mcpspring.http.McpHttpResponse.Whole;
import io.mcpspring.http.ResourceMetadata;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import org.springframework.web.HttpRequestHandler;

/** Serves the metadata document of a protected resource in a Spring MVC application. */
@Internal
public record ServletResourceMetadata(ResourceMetadata metadata) implements HttpRequestHandler {

    @Override
    public void handleRequest(HttpServletRequest request, HttpServletResponse response) throws IOException {
        Whole whole = metadata.respond(new WebMvcRequest(request));
        ServletOutput.begin(whole, response);
        if (whole.body() != null) {
            response.getOutputStream().write(whole.body().toArray());
        }
    }
}
