package io.mcpspring.autoconfigure;

import java.util.List;
import java.util.stream.Stream;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.springframework.beans.factory.BeanFactoryUtils;
import org.springframework.beans.factory.ListableBeanFactory;
import org.springframework.beans.factory.SmartInitializingSingleton;
import org.springframework.core.env.Environment;

/**
 * Logs a warning at the start if clients cannot use the endpoint with access tokens although they should.
 *
 * @param validators the types of beans that can validate access tokens
 */
record ResourceServerReport(
        McpServerProperties properties, Environment environment, ListableBeanFactory beans, Class<?>... validators)
        implements SmartInitializingSingleton {

    private static final Log logger = LogFactory.getLog(ResourceServerReport.class);

    @Override
    public void afterSingletonsInstantiated() {
        String path = properties.http().path();
        boolean hasChain = beans.containsBean(SecurityProperties.CHAIN);
        List<String> names = Stream.of(validators)
                .flatMap(type -> Stream.of(BeanFactoryUtils.beanNamesForTypeIncludingAncestors(beans, type)))
                .toList();
        if (!hasChain && names.size() > 1) {
            logger.warn("The MCP endpoint " + path
                    + " does not accept access tokens, because several beans can validate"
                    + " them: " + String.join(", ", names) + ". Mark one of them as @Primary, add a filter chain"
                    + " with the name io.mcpspring.securityFilterChain, or set mcp.server.security.enabled to false if"
                    + " another filter chain is meant to apply to the endpoint");
        }
        if (hasChain && !properties.security().namesAuthorizationServers(environment)) {
            logger.warn("Clients of the MCP endpoint " + path + " cannot find out where to get an access token, because"
                    + " the authorization server is not known. Set mcp.server.security.authorization-servers to its"
                    + " URL, or to an empty value if clients get their tokens in another way");
        }
    }
}
