package io.mcpspring.support;

import java.util.Locale;
import org.springframework.boot.WebApplicationType;

/** The web stack of the servers under test: Netty unless the system property {@value #PROPERTY} names another. */
public enum WebStack {
    NETTY(WebApplicationType.REACTIVE),
    TOMCAT(WebApplicationType.SERVLET),
    JETTY(WebApplicationType.SERVLET);

    static final String PROPERTY = "mcp.tests.stack";

    static final WebStack CURRENT =
            valueOf(System.getProperty(PROPERTY, NETTY.name()).toUpperCase(Locale.ROOT));

    final WebApplicationType type;

    WebStack(WebApplicationType type) {
        this.type = type;
    }

    /** Whether the servers are servlet containers, on whose threads requests are served. */
    public static boolean isServlet() {
        return CURRENT.type == WebApplicationType.SERVLET;
    }

    /** Whether the servlet container is Jetty. */
    public static boolean isJetty() {
        return CURRENT == JETTY;
    }
}
