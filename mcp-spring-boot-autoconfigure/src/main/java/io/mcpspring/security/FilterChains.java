package io.mcpspring.security;

import io.mcpspring.Internal;

/** The filter chains of Spring Security. */
@Internal
public interface FilterChains {

    /** What applies to a request. */
    enum Coverage {
        NONE,

        /** A chain for people with a browser, which Spring Boot adds. It refuses requests without a CSRF token. */
        LOGIN_OF_SPRING_BOOT,

        OTHER
    }

    /** Returns which chain applies to POST requests to a path below the context path. */
    Coverage of(String path);
}
