package io.mcpspring.lifecycle;

import io.mcpspring.Internal;
import io.mcpspring.security.FilterChains;
import java.net.InetAddress;
import java.net.UnknownHostException;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.context.event.ApplicationReadyEvent;
import org.springframework.context.ApplicationContext;
import org.springframework.context.event.EventListener;
import org.springframework.core.env.Environment;

/** Logs a warning at the start if the endpoint can be used without authentication, or not at all. */
@Internal
public final class OpenEndpointReport {

    private static final Log logger = LogFactory.getLog(OpenEndpointReport.class);

    private final String path;

    private final boolean meantToBeOpen;

    private final ApplicationContext application;

    private final ObjectProvider<FilterChains> chains;

    /**
     * @param path the path of the endpoint below the context path
     * @param meantToBeOpen whether the endpoint is meant to be used without authentication
     */
    public OpenEndpointReport(
            String path, boolean meantToBeOpen, ApplicationContext application, ObjectProvider<FilterChains> chains) {
        this.path = path;
        this.meantToBeOpen = meantToBeOpen;
        this.application = application;
        this.chains = chains;
    }

    @EventListener
    void log(ApplicationReadyEvent event) {
        boolean started = application.getEnvironment().getProperty("local.server.port") != null;
        if (event.getApplicationContext() != application || !started) {
            return;
        }
        FilterChains security = chains.getIfAvailable();
        if (security != null) {
            warn(coverage(security));
        } else if (!meantToBeOpen && isReachable(application.getEnvironment())) {
            logger.warn("The MCP endpoint " + path + " is open: every program that can connect to this server can"
                    + " use it. Add Spring Security, set server.address to a loopback address, or set"
                    + " mcp.server.security.open to true if the endpoint is meant to be open");
        }
    }

    private void warn(FilterChains.Coverage coverage) {
        switch (coverage) {
            case NONE -> {
                if (!meantToBeOpen) {
                    logger.warn("The MCP endpoint " + path + " is open, because no filter chain of Spring"
                            + " Security applies to it: add the path to a chain, or set mcp.server.security.open to"
                            + " true if the endpoint is meant to be open");
                }
            }
            case LOGIN_OF_SPRING_BOOT ->
                logger.warn("Every POST request to the MCP endpoint " + path + " is refused,"
                        + " because the filter chain of Spring Boot applies to it, which requires a CSRF token: set the"
                        + " issuer of access tokens in"
                        + " spring.security.oauth2.resourceserver.jwt.issuer-uri, or add a filter chain for the path");
            case OTHER -> {}
        }
    }

    private FilterChains.Coverage coverage(FilterChains security) {
        try {
            return security.of(path);
        } catch (RuntimeException needsMore) {
            // A matcher of the application needs parts of a request that exist only after the start.
            logger.debug("Cannot determine whether a filter chain applies to " + path, needsMore);
            return FilterChains.Coverage.OTHER;
        }
    }

    /** Whether the web server accepts connections from other machines. */
    private static boolean isReachable(Environment environment) {
        String address = environment.getProperty("server.address");
        try {
            return address == null || !InetAddress.getByName(address).isLoopbackAddress();
        } catch (UnknownHostException unknown) {
            return true;
        }
    }
}
