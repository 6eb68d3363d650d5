package io.mcpspring.secured;

import org.springframework.boot.WebApplicationType;

/** The web stacks on which every test of this module runs. */
enum Stack {
    WEBFLUX(WebApplicationType.REACTIVE),
    SPRING_MVC(WebApplicationType.SERVLET);

    final WebApplicationType type;

    Stack(WebApplicationType type) {
        this.type = type;
    }
}
