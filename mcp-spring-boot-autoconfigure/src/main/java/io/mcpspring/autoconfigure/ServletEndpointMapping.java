package io.mcpspring.autoconfigure;

import io.mcpspring.http.ServletEndpoint;
import jakarta.servlet.http.HttpServletRequest;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.web.cors.CorsConfiguration;
import org.springframework.web.servlet.HandlerExecutionChain;
import org.springframework.web.servlet.handler.SimpleUrlHandlerMapping;

/**
 * The mapping of the endpoint in a Spring MVC application. A separate mapping, because those of Spring MVC apply the
 * settings for controllers to their handlers: API versions, interceptors and CORS mappings.
 */
final class ServletEndpointMapping extends SimpleUrlHandlerMapping {

    /** Before the routes and controllers of the application, because one of them may match every path. */
    static final int ORDER = -2;

    ServletEndpointMapping(String path, ServletEndpoint endpoint) {
        // The endpoint answers a request whose path ends with a slash by an error that contains the correct path.
        super(Map.of(path, endpoint, path + "/", endpoint), ORDER);
    }

    // Spring MVC would answer preflight requests itself; the endpoint decides which origins are allowed.
    @Override
    protected HandlerExecutionChain getCorsHandlerExecutionChain(
            HttpServletRequest request, HandlerExecutionChain chain, @Nullable CorsConfiguration config) {
        return chain;
    }
}
