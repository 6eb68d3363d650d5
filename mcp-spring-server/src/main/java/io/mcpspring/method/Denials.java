package io.mcpspring.method;

import io.mcpspring.Internal;
import java.util.Objects;
import java.util.stream.Stream;
import org.springframework.security.access.AccessDeniedException;
import org.springframework.security.authentication.AuthenticationServiceException;
import org.springframework.security.core.AuthenticationException;
import org.springframework.util.ClassUtils;

/** The exceptions by which code that uses Spring Security denies a caller access. */
@Internal
public final class Denials {

    /** What the client gets: the texts of the exceptions are for the application. */
    static final String TEXT = "Access denied: the caller is not allowed to do this";

    /** Causes may be a circle. */
    private static final int MAX_CAUSES = 100;

    private static final boolean SECURITY = ClassUtils.isPresent(
            "org.springframework.security.access.AccessDeniedException", Denials.class.getClassLoader());

    private Denials() {}

    /** Whether a failure or one of its causes is such an exception, as the filters of Spring Security see it. */
    public static boolean contain(Throwable failure) {
        // Does not load the classes without Spring Security, which is optional.
        return SECURITY
                && Stream.iterate(failure, Objects::nonNull, Throwable::getCause)
                        .limit(MAX_CAUSES)
                        .anyMatch(Denials::isDenial);
    }

    private static boolean isDenial(Throwable failure) {
        return failure instanceof AccessDeniedException
                // The service by which callers are authenticated may be out of order.
                || failure instanceof AuthenticationException && !(failure instanceof AuthenticationServiceException);
    }
}
