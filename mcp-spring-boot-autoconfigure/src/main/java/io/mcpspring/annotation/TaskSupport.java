package io.mcpspring.annotation;

/**
 * Whether calls of a tool may be answered with a task, which the client asks for its outcome later (extension
 * {@code io.modelcontextprotocol/tasks}, from revision 2026-07-28 on).
 */
public enum TaskSupport {

    /** Calls are answered with their result. */
    FORBIDDEN,

    /** Calls of clients with the extension are answered with a task, unless they are done at once; others wait. */
    OPTIONAL,

    /**
     * As {@link #OPTIONAL}, but 2026-07-28 clients without the extension are refused; those of older revisions wait.
     */
    REQUIRED
}
