package io.mcpspring.annotation;

/**
 * Whether calls of a tool may be answered with a task, which the client asks for its outcome later (extension
 * {@code io.modelcontextprotocol/tasks}, in the modern era).
 */
public enum TaskSupport {

    /** Calls are answered with their result. */
    FORBIDDEN,

    /** Calls of clients with the extension are answered with a task, unless they are done at once; others wait. */
    OPTIONAL,

    /** As {@link #OPTIONAL}, but modern clients without the extension are refused; legacy clients wait. */
    REQUIRED
}
