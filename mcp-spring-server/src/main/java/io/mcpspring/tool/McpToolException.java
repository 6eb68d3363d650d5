package io.mcpspring.tool;

import io.mcpspring.method.McpToolExceptionResolver;
import io.mcpspring.protocol.Content;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A failure of a tool, whose reason the model reads: the call is answered with this text or content and
 * {@code isError}. State what was wrong and what to do instead. The cause is not sent.
 *
 * <p>All other exceptions are answered with a neutral text and an error id, unless a {@link McpToolExceptionResolver}
 * maps them.
 */
public class McpToolException extends RuntimeException {

    private final transient List<Content> content;

    /**
     * Creates a failure.
     *
     * @param message the text that the model reads; {@code null} for a neutral one
     */
    public McpToolException(@Nullable String message) {
        this(message, null);
    }

    /**
     * Creates a failure with a cause.
     *
     * @param message the text that the model reads; {@code null} for a neutral one
     * @param cause the cause, for the server's log at level {@code DEBUG}
     */
    public McpToolException(@Nullable String message, @Nullable Throwable cause) {
        super(message, cause);
        this.content = List.of(Content.text(message != null ? message : "The tool failed and gave no reason."));
    }

    /**
     * Creates a failure.
     *
     * @param content the content that the model reads
     */
    public McpToolException(List<? extends Content> content) {
        this(content, null);
    }

    /**
     * Creates a failure with a cause.
     *
     * @param content the content that the model reads
     * @param cause the cause, for the server's log at level {@code DEBUG}
     */
    public McpToolException(List<? extends Content> content, @Nullable Throwable cause) {
        super("Tool failed", cause);
        this.content = List.copyOf(content);
    }

    /** {@return the content that the model reads} */
    public List<Content> content() {
        return this.content;
    }
}
