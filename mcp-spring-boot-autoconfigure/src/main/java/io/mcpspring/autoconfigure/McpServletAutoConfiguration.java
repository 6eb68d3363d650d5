package io.mcpspring.autoconfigure;

import io.mcpspring.McpServer;
import io.mcpspring.http.ServletObservation;
import io.mcpspring.http.ThreadContext;
import io.mcpspring.oauth.ProtectedResource;
import io.mcpspring.oauth.ResourceMetadata;
import io.mcpspring.oauth.ServletResourceMetadata;
import io.micrometer.observation.ObservationRegistry;
import jakarta.servlet.ServletConfig;
import jakarta.servlet.ServletContext;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.SmartInitializingSingleton;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.AutoConfigureOrder;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnWebApplication;
import org.springframework.boot.webmvc.autoconfigure.DispatcherServletAutoConfiguration;
import org.springframework.boot.webmvc.autoconfigure.DispatcherServletPath;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Conditional;
import org.springframework.core.Ordered;
import org.springframework.util.Assert;
import org.springframework.web.servlet.DispatcherServlet;
import org.springframework.web.servlet.HandlerMapping;
import org.springframework.web.servlet.handler.SimpleUrlHandlerMapping;

/** Auto-configuration of the endpoint in a Spring MVC application. */
@AutoConfigureOrder(Ordered.LOWEST_PRECEDENCE)
@AutoConfiguration(after = {McpServerAutoConfiguration.class, DispatcherServletAutoConfiguration.class})
@ConditionalOnWebApplication(type = ConditionalOnWebApplication.Type.SERVLET)
@ConditionalOnClass({DispatcherServlet.class, DispatcherServletPath.class})
@ConditionalOnBean({McpServer.class, DispatcherServletPath.class})
public final class McpServletAutoConfiguration {

    private static final Log logger = LogFactory.getLog(McpServletAutoConfiguration.class);

    // Only Spring creates it.
    McpServletAutoConfiguration() {}

    @Bean("io.mcpspring.handlerMapping")
    HandlerMapping mcpHandlerMapping(
            @Qualifier(ServerConfiguration.SERVER) McpServer server,
            ObjectProvider<ThreadContext> contexts,
            ObjectProvider<ObservationRegistry> observations,
            @Qualifier(DispatcherServletAutoConfiguration.DEFAULT_DISPATCHER_SERVLET_BEAN_NAME)
                    DispatcherServlet dispatcherServlet) {
        List<ThreadContext> all = Stream.concat(contexts.stream(), Stream.of(new ServletObservation(observations)))
                .toList();
        return new ServletEndpointMapping(server.path(), server.servletEndpoint(all, () -> config(dispatcherServlet)));
    }

    @Bean("io.mcpspring.resourceMetadataMapping")
    @Conditional(OnProperties.AuthorizationServers.class)
    HandlerMapping mcpResourceMetadataMapping(
            @Qualifier(ServerConfiguration.SERVER) McpServer server, DispatcherServletPath servlet) {
        ProtectedResource resource = server.parts().boundary().resource();
        ServletResourceMetadata handler = new ServletResourceMetadata(resource, servlet.getPrefix());
        SimpleUrlHandlerMapping mapping = new SimpleUrlHandlerMapping(
                resource.metadataPaths().stream().collect(Collectors.toMap(path -> path, path -> handler)),
                ServletEndpointMapping.ORDER);
        mapping.setCorsConfigurations(Map.of("/**", ResourceMetadata.cors()));
        return mapping;
    }

    private static ServletConfig config(DispatcherServlet dispatcherServlet) {
        ServletConfig config = dispatcherServlet.getServletConfig();
        Assert.state(
                config != null,
                "The MCP endpoint needs a web server, but this request was performed without one, for instance by"
                        + " MockMvc: use @SpringBootTest(webEnvironment = RANDOM_PORT) and an HTTP client");
        return config;
    }

    @Bean("io.mcpspring.basePath")
    BasePath mcpBasePath(ServletContext context, DispatcherServletPath servlet) {
        return new BasePath(context.getContextPath() + servlet.getPrefix());
    }

    @Bean("io.mcpspring.starterCheck")
    @ConditionalOnClass(name = "org.springframework.boot.webflux.autoconfigure.WebFluxAutoConfiguration")
    SmartInitializingSingleton mcpStarterCheck() {
        return () ->
                logger.info("This is a Spring MVC application with the dependencies of Spring WebFlux. If they come"
                        + " from mcp-spring-boot-starter alone, use mcp-spring-boot-starter-webmvc in its place.");
    }
}
