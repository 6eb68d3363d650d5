package io.mcpspring.observability;

import java.util.Arrays;
import java.util.List;
import org.springframework.boot.WebApplicationType;

/** A web stack and the era of its client. */
enum Setup {
    WEBFLUX_LEGACY(WebApplicationType.REACTIVE, "2025-11-25"),
    WEBFLUX_MODERN(WebApplicationType.REACTIVE, "2026-07-28"),
    SPRING_MVC_LEGACY(WebApplicationType.SERVLET, "2025-11-25"),
    SPRING_MVC_MODERN(WebApplicationType.SERVLET, "2026-07-28");

    final WebApplicationType type;

    final String revision;

    Setup(WebApplicationType type, String revision) {
        this.type = type;
        this.revision = revision;
    }

    boolean isModern() {
        return revision.equals("2026-07-28");
    }

    /** Returns one setup for each web stack. */
    static List<Setup> stacks() {
        return Arrays.stream(values()).filter(Setup::isModern).toList();
    }
}
