package io.mcpspring.autoconfigure;

import io.mcpspring.McpServer;
import io.mcpspring.oauth.ProtectedResource;
import jakarta.servlet.ServletContext;
import java.util.Map;
import java.util.stream.Stream;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.AutoConfigureOrder;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnWebApplication;
import org.springframework.boot.webmvc.autoconfigure.DispatcherServletAutoConfiguration;
import org.springframework.boot.webmvc.autoconfigure.DispatcherServletPath;
import org.springframework.context.annotation.Bean;
import org.springframework.core.Ordered;
import org.springframework.web.HttpRequestHandler;
import org.springframework.web.servlet.DispatcherServlet;
import org.springframework.web.servlet.HandlerMapping;
import org.springframework.web.servlet.function.RouterFunction;
import org.springframework.web.servlet.handler.SimpleUrlHandlerMapping;
import org.springframework.web.servlet.mvc.method.annotation.RequestMappingHandlerMapping;

/** Auto-configuration of the endpoint in a Spring MVC application. */
@AutoConfigureOrder(Ordered.LOWEST_PRECEDENCE)
@AutoConfiguration(after = {McpServerAutoConfiguration.class, DispatcherServletAutoConfiguration.class})
@ConditionalOnWebApplication(type = ConditionalOnWebApplication.Type.SERVLET)
@ConditionalOnClass({DispatcherServlet.class, DispatcherServletPath.class})
@ConditionalOnBean({McpServer.class, DispatcherServletPath.class})
public final class McpServletAutoConfiguration {

    /** Before the routes and controllers of the application, because one of them may match every path. */
    private static final int ORDER = -2;

    private static final Log logger = LogFactory.getLog(McpServletAutoConfiguration.class);

    // Only Spring creates it.
    McpServletAutoConfiguration() {}

    /**
     * Maps the endpoint, and all requests for metadata of protected resources, unless the application answers them: a
     * page that it shows for unknown paths, or a demand for a login, would make clients believe that there is metadata.
     */
    @Bean("io.mcpspring.handlerMapping")
    HandlerMapping mcpHandlerMapping(
            @Qualifier(ServerConfiguration.SERVER) McpServer server,
            ServletContext context,
            DispatcherServletPath servlet,
            ObjectProvider<RequestMappingHandlerMapping> controllers,
            ObjectProvider<RouterFunction<?>> routes) {
        warnOfOthers(context, servlet, server.path());
        Stream<?> mapped = controllers.stream().map(RequestMappingHandlerMapping::getHandlerMethods);
        ProtectedResource resource = server.parts().protection().resource();
        Map<String, HttpRequestHandler> handlers =
                resource.handlers(server.httpRequestHandler(), Stream.concat(mapped, routes.stream()));
        // A separate mapping, because those of Spring MVC apply the settings for controllers to their handlers, such
        // as API versions, interceptors and CORS mappings.
        return new SimpleUrlHandlerMapping(handlers, ORDER);
    }

    @Bean("io.mcpspring.basePath")
    BasePath mcpBasePath(ServletContext context, DispatcherServletPath servlet) {
        return new BasePath(context.getContextPath() + servlet.getPrefix());
    }

    private static void warnOfOthers(ServletContext context, DispatcherServletPath servlet, String endpoint) {
        String path = servlet.getPrefix() + endpoint;
        context.getServletRegistrations()
                .forEach((name, other) -> other.getMappings().stream()
                        .filter(mapping -> precedes(mapping, servlet.getServletUrlMapping(), path))
                        .forEach(mapping -> logger.warn("The MCP endpoint " + path + " is not reached: the servlet '"
                                + name + "' at '" + mapping + "' gets its requests. Map the servlet to another path")));
    }

    /** Whether a servlet with a mapping gets the requests for a path before Spring MVC. */
    private static boolean precedes(String mapping, String ofSpringMvc, String path) {
        boolean prefix = mapping.endsWith("/*") && mapping.length() > ofSpringMvc.length();
        boolean exact = mapping.equals(path) && !mapping.equals(ofSpringMvc);
        return exact || prefix && (path + "/").startsWith(mapping.substring(0, mapping.length() - 1));
    }
}
