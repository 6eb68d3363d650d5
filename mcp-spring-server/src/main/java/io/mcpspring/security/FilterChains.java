package io.mcpspring.security;

import io.mcpspring.Internal;
import java.util.List;

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

    /** Returns the names of the chains that match POST requests to a path below the context path, in their order. */
    List<String> matching(String path);
}
