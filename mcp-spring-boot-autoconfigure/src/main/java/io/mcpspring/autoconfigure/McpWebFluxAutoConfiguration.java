package io.mcpspring.autoconfigure;

import io.mcpspring.server.McpDispatcher;
import io.mcpspring.server.ResultSeal;
import io.mcpspring.server.Sealer;
import io.mcpspring.server.ServerDescription;
import io.mcpspring.session.LegacySessions;
import io.mcpspring.tool.McpTools;
import io.mcpspring.transport.HttpSettings;
import io.mcpspring.transport.McpEndpoint;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.webflux.autoconfigure.WebFluxAutoConfiguration;
import org.springframework.context.annotation.Bean;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;
import org.springframework.util.StringUtils;
import org.springframework.web.reactive.function.server.RequestPredicates;
import org.springframework.web.reactive.function.server.RouterFunction;
import org.springframework.web.reactive.function.server.RouterFunctions;
import org.springframework.web.reactive.function.server.ServerResponse;

/** Auto-configuration of the endpoint in a WebFlux application. */
@AutoConfiguration(after = McpServerAutoConfiguration.class, before = WebFluxAutoConfiguration.class)
@ConditionalOnBean(McpDispatcher.class)
public final class McpWebFluxAutoConfiguration {

    private static final Log logger = LogFactory.getLog(McpWebFluxAutoConfiguration.class);

    // Before the routes of the application: one of them may be for every path.
    @Bean
    @Order(Ordered.HIGHEST_PRECEDENCE)
    RouterFunction<ServerResponse> mcpRouterFunction(McpServerProperties properties, ServerDescription server,
            McpDispatcher dispatcher, ResultSeal seal) {
        String path = StringUtils.trimTrailingCharacter(properties.http().path(), '/');
        return RouterFunctions.route(RequestPredicates.path(path).or(RequestPredicates.path(path + "/")),
                endpoint(properties, server, dispatcher, seal));
    }

    // No bean of its own: it is a CorsConfigurationSource, and Spring Security takes the only one for all paths.
    private static McpEndpoint endpoint(McpServerProperties properties, ServerDescription server,
            McpDispatcher dispatcher, ResultSeal seal) {
        McpServerProperties.Http http = properties.http();
        return new McpEndpoint(new HttpSettings((int) http.maxRequestSize().toBytes(), http.maxDepth(),
                http.allowedOrigins(), http.allowedHosts()), server, dispatcher, seal, sessions(properties));
    }

    private static @Nullable LegacySessions sessions(McpServerProperties properties) {
        return properties.session().enabled()
                ? new LegacySessions(sealer(properties), properties.session().maxAge(), InstantSource.system()) : null;
    }

    private static Sealer sealer(McpServerProperties properties) {
        if (properties.secret() == null) {
            logger.info("mcp.server.secret is not set: sessions end with this process and are unknown to others");
            return Sealer.random();
        }
        List<String> secrets = new ArrayList<>(List.of(properties.secret().value()));
        properties.previousSecrets().forEach(previous -> secrets.add(previous.value()));
        return new Sealer(secrets);
    }
}
