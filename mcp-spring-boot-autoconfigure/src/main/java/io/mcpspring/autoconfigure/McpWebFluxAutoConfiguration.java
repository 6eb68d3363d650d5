package io.mcpspring.autoconfigure;

import io.mcpspring.McpServer;
import io.mcpspring.oauth.ProtectedResource;
import java.util.Map;
import java.util.stream.Stream;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.AutoConfigureOrder;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnWebApplication;
import org.springframework.boot.webflux.autoconfigure.WebFluxProperties;
import org.springframework.context.ApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Lazy;
import org.springframework.core.Ordered;
import org.springframework.util.StringUtils;
import org.springframework.web.reactive.HandlerMapping;
import org.springframework.web.reactive.function.server.RouterFunction;
import org.springframework.web.reactive.handler.SimpleUrlHandlerMapping;
import org.springframework.web.reactive.result.method.annotation.RequestMappingHandlerMapping;
import org.springframework.web.server.WebHandler;

/** Auto-configuration of the endpoint in a WebFlux application. */
@AutoConfigureOrder(Ordered.LOWEST_PRECEDENCE)
@AutoConfiguration(after = McpServerAutoConfiguration.class)
@ConditionalOnWebApplication(type = ConditionalOnWebApplication.Type.REACTIVE)
@ConditionalOnBean(McpServer.class)
public final class McpWebFluxAutoConfiguration {

    private static final Log logger = LogFactory.getLog(McpWebFluxAutoConfiguration.class);

    /** Before the routes and controllers of the application, because one of them may match every path. */
    private static final int ORDER = -2;

    // Only Spring creates it.
    McpWebFluxAutoConfiguration() {}

    /**
     * Maps the endpoint, and all requests for metadata of protected resources, unless the application answers them: a
     * page that it shows for unknown paths, or a demand for a login, would make clients believe that there is metadata.
     */
    @Bean("io.mcpspring.handlerMapping")
    HandlerMapping mcpHandlerMapping(
            @Qualifier(ServerConfiguration.SERVER) McpServer server,
            ApplicationContext application,
            ObjectProvider<RequestMappingHandlerMapping> controllers,
            ObjectProvider<RouterFunction<?>> routes) {
        Stream<?> mapped = controllers.stream().map(RequestMappingHandlerMapping::getHandlerMethods);
        ProtectedResource resource = server.parts().protection().resource();
        Map<String, WebHandler> handlers =
                resource.handlers(server.webHandler(), Stream.concat(mapped, routes.stream()));
        // A separate mapping, because RouterFunctionMapping would apply the application's API versions and CORS
        // mappings.
        SimpleUrlHandlerMapping mapping = new SimpleUrlHandlerMapping(handlers, ORDER);
        // Not for requests to a separate management port, whose context also finds the mappings of its parent.
        mapping.setHandlerPredicate((handler, exchange) ->
                exchange.getApplicationContext() == null || exchange.getApplicationContext() == application);
        return mapping;
    }

    /** Logs a warning about a servlet container, on which a WebFlux application can run. */
    @Configuration(proxyBeanMethods = false)
    @Lazy(false)
    @ConditionalOnBean(type = "org.springframework.boot.web.server.reactive.ReactiveWebServerFactory")
    @ConditionalOnMissingBean(type = "org.springframework.boot.reactor.netty.NettyReactiveWebServerFactory")
    static class ServletContainerConfiguration {

        ServletContainerConfiguration() {
            logger.warn("This is a Spring WebFlux application on a servlet container. The MCP server supports Spring"
                    + " WebFlux only on Reactor Netty: add spring-boot-starter-reactor-netty and remove the servlet"
                    + " container, or use Spring MVC");
        }
    }

    @Bean("io.mcpspring.basePath")
    BasePath mcpBasePath(ObjectProvider<WebFluxProperties> webFlux) {
        String path = webFlux.getIfAvailable(WebFluxProperties::new).getBasePath();
        return new BasePath(path == null ? "" : StringUtils.trimTrailingCharacter(path, '/'));
    }
}
