package io.mcpspring.protocol;

import com.fasterxml.jackson.annotation.JsonFormat;
import com.fasterxml.jackson.annotation.JsonInclude;
import java.util.List;

/**
 * One message of a conversation with the client's language model. Later revisions may add components: use neither the
 * canonical constructor nor record patterns.
 *
 * @param role the sender
 * @param content the content; exactly one block of text, image or audio in revisions up to 2025-06-18
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record SamplingMessage(
        Role role,
        // All revisions accept a single block without an array; older revisions accept nothing else.
        @JsonFormat(with = JsonFormat.Feature.WRITE_SINGLE_ELEM_ARRAYS_UNWRAPPED)
        List<SamplingMessageContentBlock> content) {

    /**
     * Copies the content.
     *
     * @param role the sender
     * @param content the content; exactly one block of text, image or audio in revisions up to 2025-06-18
     */
    public SamplingMessage {
        content = List.copyOf(content);
    }

    /**
     * Creates a message of the user.
     *
     * @param text the text
     * @return the message
     */
    public static SamplingMessage user(String text) {
        return new SamplingMessage(Role.USER, List.of(Content.text(text)));
    }

    /**
     * Creates a message of the language model.
     *
     * @param text the text
     * @return the message
     */
    public static SamplingMessage assistant(String text) {
        return new SamplingMessage(Role.ASSISTANT, List.of(Content.text(text)));
    }

    /**
     * Creates a message with several blocks of content.
     *
     * @param role the sender
     * @param content the content; exactly one block of text, image or audio in revisions up to 2025-06-18
     * @return the message
     */
    public static SamplingMessage of(Role role, SamplingMessageContentBlock... content) {
        return new SamplingMessage(role, List.of(content));
    }
}
