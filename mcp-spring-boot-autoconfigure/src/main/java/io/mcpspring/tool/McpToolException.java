package io.mcpspring.tool;

import io.mcpspring.method.McpToolExceptionResolver;
import io.mcpspring.protocol.Content;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The tool failed, and the model shall read why: the call is answered with this text or content and {@code isError}.
 * Say what was wrong and how to do better; nothing else of the exception leaves the server.
 *
 * <p>Any other exception reaches the client as a neutral text with an error id, unless an
 * {@link McpToolExceptionResolver} knows better.
 */
public class McpToolException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private final transient List<Content> content;

    public McpToolException(@Nullable String message) {
        this(message, null);
    }

    /** @param cause for the server's log, at DEBUG; never sent */
    public McpToolException(@Nullable String message, @Nullable Throwable cause) {
        super(message, cause);
        this.content = List.of(Content.text(message != null ? message : "The tool failed and gave no reason."));
    }

    /**
     * @param content what the model reads
     * @param cause for the server's log, at DEBUG; never sent
     */
    public McpToolException(List<Content> content, @Nullable Throwable cause) {
        super("Tool failed", cause);
        this.content = List.copyOf(content);
    }

    /** What the model reads. */
    public List<Content> content() {
        return this.content;
    }
}
