package io.mcpspring.autoconfigure;

import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.springframework.beans.factory.ListableBeanFactory;
import org.springframework.beans.factory.SmartInitializingSingleton;
import org.springframework.security.web.SecurityFilterChain;
import org.springframework.security.web.server.SecurityWebFilterChain;
import org.springframework.security.web.server.WebFilterChainProxy;

/** Logs at the start which filter chains of Spring Security protect the endpoint. */
record FilterChainReport(String path, ListableBeanFactory beans) implements SmartInitializingSingleton {

    private static final Log logger = LogFactory.getLog(FilterChainReport.class);

    @Override
    public void afterSingletonsInstantiated() {
        List<String> chains = Stream.of(SecurityFilterChain.class, SecurityWebFilterChain.class)
                .flatMap(this::names)
                .filter(name -> name.equals(SecurityProperties.CHAIN) || !name.startsWith("io.mcpspring."))
                .toList();
        int tokens = chains.indexOf(SecurityProperties.CHAIN);
        if (tokens >= 0) {
            logger.info("The MCP endpoint " + path + " is protected by the filter chain for access tokens, "
                    + SecurityProperties.CHAIN
                    + (tokens == 0 ? "" : ", unless one of these matches the path: " + list(chains.subList(0, tokens)))
                    + ". Rules for the path in other filter chains have no effect: "
                    + list(chains.subList(tokens + 1, chains.size()))
                    + ". To apply them instead, set mcp.server.security.enabled to false");
        } else if (beans.containsBean("springSecurityFilterChain")
                || beans.getBeanNamesForType(WebFilterChainProxy.class).length > 0) {
            logger.info("The MCP endpoint " + path + " is protected by the first filter chain of the application that"
                    + " matches the path: " + list(chains) + ". If none matches, the endpoint is open. If MCP clients"
                    + " get 302 or 403 from it, add a filter chain for the path (docs/how-to/security.md)");
        }
    }

    /** Returns the names of the chains, in the order in which they are asked. */
    private <T> Stream<String> names(Class<T> type) {
        Map<T, String> names = new IdentityHashMap<>();
        beans.getBeansOfType(type).forEach((name, chain) -> names.put(chain, name));
        return beans.getBeanProvider(type).orderedStream().map(names::get).filter(Objects::nonNull);
    }

    private static String list(List<String> chains) {
        return chains.isEmpty() ? "the default one" : String.join(", ", chains);
    }
}
