package io.mcpspring.secured;

import org.springframework.boot.WebApplicationType;

/**
 * The web stack of the applications under test: WebFlux unless the system property {@value #PROPERTY} names another.
 */
enum Stack {
    WEBFLUX(WebApplicationType.REACTIVE),
    SPRING_MVC(WebApplicationType.SERVLET);

    static final String PROPERTY = "mcp.tests.stack";

    static final Stack CURRENT = System.getProperty(PROPERTY, "netty").equals("netty") ? WEBFLUX : SPRING_MVC;

    final WebApplicationType type;

    Stack(WebApplicationType type) {
        this.type = type;
    }
}
