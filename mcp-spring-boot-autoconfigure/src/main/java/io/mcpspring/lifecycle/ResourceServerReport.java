package io.mcpspring.lifecycle;

import io.mcpspring.Internal;
import java.util.List;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;

/** Logs a warning at the start if clients cannot use the endpoint with access tokens although they should. */
@Internal
public final class ResourceServerReport {

    private static final Log logger = LogFactory.getLog(ResourceServerReport.class);

    private final String path;

    private final List<String> validators;

    /**
     * @param path the path of the endpoint
     * @param validators the names of the beans that can validate access tokens
     */
    public ResourceServerReport(String path, List<String> validators) {
        this.path = path;
        this.validators = validators;
    }

    /**
     * @param hasChain whether the endpoint has a filter chain for access tokens
     * @param hasServers whether the authorization servers are known, or known not to exist
     */
    public void log(boolean hasChain, boolean hasServers) {
        if (!hasChain && validators.size() > 1) {
            logger.warn("The MCP endpoint " + path
                    + " does not accept access tokens, because several beans can validate"
                    + " them: " + String.join(", ", validators) + ". Mark one of them as @Primary, add a filter chain"
                    + " with the name io.mcpspring.securityFilterChain, or set mcp.server.security.enabled to false if"
                    + " another filter chain is meant to apply to the endpoint");
        }
        if (hasChain && !hasServers) {
            logger.warn("Clients of the MCP endpoint " + path + " cannot find out where to get an access token, because"
                    + " the authorization server is not known. Set mcp.server.security.authorization-servers to its"
                    + " URL, or to an empty value if clients get their tokens in another way");
        }
    }
}
