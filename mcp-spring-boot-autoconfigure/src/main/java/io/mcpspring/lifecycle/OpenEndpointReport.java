package io.mcpspring.lifecycle;

import io.mcpspring.Internal;
import java.net.InetAddress;
import java.net.UnknownHostException;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.springframework.boot.context.event.ApplicationReadyEvent;
import org.springframework.context.ApplicationContext;
import org.springframework.context.event.EventListener;
import org.springframework.core.env.Environment;

/** Logs a warning at the start of a server without Spring Security that accepts connections from other machines. */
@Internal
public final class OpenEndpointReport {

    private static final Log logger = LogFactory.getLog(OpenEndpointReport.class);

    private final String path;

    private final boolean meantToBeOpen;

    private final ApplicationContext application;

    /**
     * @param path the path of the endpoint
     * @param meantToBeOpen whether the endpoint is meant to be used without authentication
     */
    public OpenEndpointReport(String path, boolean meantToBeOpen, ApplicationContext application) {
        this.path = path;
        this.meantToBeOpen = meantToBeOpen;
        this.application = application;
    }

    @EventListener
    void log(ApplicationReadyEvent event) {
        if (event.getApplicationContext() == application
                && !meantToBeOpen
                && isReachable(application.getEnvironment())) {
            logger.warn("The MCP endpoint " + path + " is open: every program that can connect to this server can"
                    + " use it. Add Spring Security, set server.address to a loopback address, or set"
                    + " mcp.server.security.open to true if the endpoint is meant to be open");
        }
    }

    private static boolean isReachable(Environment environment) {
        if (!environment.containsProperty("local.server.port")) {
            return false;
        }
        String address = environment.getProperty("server.address");
        try {
            return address == null || !InetAddress.getByName(address).isLoopbackAddress();
        } catch (UnknownHostException unknown) {
            return true;
        }
    }
}
