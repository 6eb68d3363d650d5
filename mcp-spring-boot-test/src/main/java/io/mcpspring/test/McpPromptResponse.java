package io.mcpspring.test;

import io.mcpspring.protocol.PromptMessage;
import io.mcpspring.protocol.Role;
import java.util.List;
import org.assertj.core.api.AbstractStringAssert;
import org.assertj.core.api.ListAssert;

/** The response to the request of a prompt. */
public final class McpPromptResponse extends McpTestResponse {

    McpPromptResponse(Outcome outcome) {
        super(outcome);
    }

    /**
     * Starts an assertion of the messages.
     *
     * @return the assertion
     */
    public ListAssert<PromptMessage> promptMessages() {
        return list(read());
    }

    /**
     * Starts an assertion of the text of the messages. Several texts are joined by line feeds.
     *
     * @return the assertion
     */
    public AbstractStringAssert<?> text() {
        return string(Contents.text(read().stream().map(PromptMessage::content).toList()));
    }

    /**
     * Starts an assertion of the description.
     *
     * @return the assertion
     */
    public AbstractStringAssert<?> description() {
        return string(result().path("description").asString(""));
    }

    private List<PromptMessage> read() {
        return result().get("messages")
                .valueStream()
                .map(message -> new PromptMessage(
                        Contents.read(message.get("role"), Role.class), Contents.content(message.get("content"))))
                .toList();
    }
}
