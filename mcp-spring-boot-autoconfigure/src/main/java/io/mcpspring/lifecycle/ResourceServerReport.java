package io.mcpspring.lifecycle;

import io.mcpspring.Internal;
import io.mcpspring.security.FilterChains;
import java.util.ArrayList;
import java.util.List;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;

/**
 * Logs a warning at the start if clients cannot use the endpoint with access tokens although they should, or if these
 * replace what the application requires.
 */
@Internal
public final class ResourceServerReport {

    private static final Log logger = LogFactory.getLog(ResourceServerReport.class);

    /** A path that only chains for any path match. */
    private static final String OTHER_PATH = "/any-other-path";

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

    /**
     * Logs a warning if filter chains for the path of the endpoint do not apply to it, because the one for access
     * tokens precedes them. Chains for any path are meant for what other chains do not match.
     *
     * @param chain the name of the filter chain for access tokens
     * @param prefix the path of all handlers of the application below the context path
     */
    public void logReplaced(FilterChains chains, String chain, String prefix) {
        List<String> matching = chains.matching(prefix + path);
        if (matching.indexOf(chain) != 0) {
            return;
        }
        List<String> replaced = new ArrayList<>(matching);
        replaced.remove(chain);
        replaced.removeAll(chains.matching(prefix + OTHER_PATH));
        if (!replaced.isEmpty()) {
            logger.warn("Filter chains that do not apply to the MCP endpoint " + path + ", because " + chain
                    + ", which accepts access tokens, precedes them: " + String.join(", ", replaced) + ". If they are"
                    + " meant to apply, set mcp.server.security.enabled to false, or give them an order below -10;"
                    + " otherwise exclude the endpoint from them");
        }
    }
}
