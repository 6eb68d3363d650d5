package io.mcpspring.autoconfigure;

import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.springframework.beans.factory.BeanFactoryUtils;
import org.springframework.boot.context.event.ApplicationReadyEvent;
import org.springframework.context.ApplicationContext;
import org.springframework.context.ApplicationListener;
import org.springframework.security.web.SecurityFilterChain;
import org.springframework.security.web.server.SecurityWebFilterChain;
import org.springframework.security.web.server.WebFilterChainProxy;
import org.springframework.util.ClassUtils;

/**
 * Logs which filter chains of Spring Security protect the endpoint, and warns if clients cannot use it with access
 * tokens although they should.
 */
record FilterChainReport(McpServerProperties properties, ApplicationContext application)
        implements ApplicationListener<ApplicationReadyEvent> {

    private static final Log logger = LogFactory.getLog(FilterChainReport.class);

    /** The types of beans that can validate access tokens. */
    private static final List<String> VALIDATORS = List.of(
            "org.springframework.security.oauth2.jwt.JwtDecoder",
            "org.springframework.security.oauth2.jwt.ReactiveJwtDecoder",
            "org.springframework.security.oauth2.server.resource.introspection.OpaqueTokenIntrospector",
            "org.springframework.security.oauth2.server.resource.introspection.ReactiveOpaqueTokenIntrospector");

    @Override
    public void onApplicationEvent(ApplicationReadyEvent event) {
        if (event.getApplicationContext() != application) {
            return;
        }
        List<String> chains = Stream.of(SecurityFilterChain.class, SecurityWebFilterChain.class)
                .flatMap(this::names)
                .filter(name -> name.equals(SecurityProperties.CHAIN) || !name.startsWith("io.mcpspring."))
                .toList();
        int tokens = chains.indexOf(SecurityProperties.CHAIN);
        if (tokens >= 0) {
            logWithTokens(chains.subList(0, tokens), chains.subList(tokens + 1, chains.size()));
        } else if (application.containsBean("springSecurityFilterChain")
                || application.getBeanNamesForType(WebFilterChainProxy.class).length > 0) {
            logWithoutTokens(chains);
        }
    }

    private void logWithTokens(List<String> before, List<String> after) {
        logger.info("The MCP endpoint " + path() + " is protected by the filter chain for access tokens, "
                + SecurityProperties.CHAIN
                + (before.isEmpty() ? "" : ", unless one of these matches the path: " + list(before))
                + ". Rules for the path in other filter chains have no effect: " + list(after)
                + ". To apply them instead, set mcp.server.security.enabled to false");
        // A chain of the application may have the name, too, and accept other credentials.
        if (properties.security().enabled()
                && VALIDATORS.stream().anyMatch(type -> ClassUtils.isPresent(type, application.getClassLoader()))
                && !properties.security().namesAuthorizationServers(application.getEnvironment())) {
            logger.warn("Clients of the MCP endpoint " + path() + " cannot find out where to get an access token,"
                    + " because the authorization server is not known. Set mcp.server.security.authorization-servers to"
                    + " its URL, or to an empty value if clients get their tokens in another way");
        }
    }

    private void logWithoutTokens(List<String> chains) {
        logger.info("The MCP endpoint " + path() + " is protected by the first filter chain of the application that"
                + " matches the path: " + list(chains) + ". If none matches, the endpoint is open. If MCP clients"
                + " get 302 or 403 from it, add a filter chain for the path (docs/how-to/security.md)");
        List<String> validators = VALIDATORS.stream().flatMap(this::beans).toList();
        if (properties.security().enabled() && validators.size() > 1) {
            logger.warn("The MCP endpoint " + path() + " does not accept access tokens, because several beans can"
                    + " validate them: " + list(validators) + ". Mark one of them as @Primary, add a filter chain"
                    + " with the name io.mcpspring.securityFilterChain, or set mcp.server.security.enabled to false if"
                    + " another filter chain is meant to apply to the endpoint");
        }
    }

    private String path() {
        return properties.http().path();
    }

    private Stream<String> beans(String type) {
        ClassLoader classLoader = application.getClassLoader();
        return ClassUtils.isPresent(type, classLoader)
                ? Stream.of(BeanFactoryUtils.beanNamesForTypeIncludingAncestors(
                        application, ClassUtils.resolveClassName(type, classLoader)))
                : Stream.empty();
    }

    /** Returns the names of the chains, in the order in which they are asked. */
    private <T> Stream<String> names(Class<T> type) {
        Map<T, String> names = new IdentityHashMap<>();
        application.getBeansOfType(type).forEach((name, chain) -> names.put(chain, name));
        return application.getBeanProvider(type).orderedStream().map(names::get).filter(Objects::nonNull);
    }

    private static String list(List<String> chains) {
        return chains.isEmpty() ? "the default one" : String.join(", ", chains);
    }
}
