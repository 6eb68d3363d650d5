package io.mcpspring.protocol;

import com.fasterxml.jackson.annotation.JsonFormat;
import com.fasterxml.jackson.annotation.JsonInclude;
import java.util.List;

/**
 * One message of a conversation with the client's language model.
 *
 * @param role who speaks
 * @param content what is said; revisions up to 2025-06-18 know exactly one block of text, image or audio
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record SamplingMessage(
        Role role,
        // All revisions take a single block without the brackets, the older ones nothing else.
        @JsonFormat(with = JsonFormat.Feature.WRITE_SINGLE_ELEM_ARRAYS_UNWRAPPED)
        List<SamplingMessageContentBlock> content) {

    public SamplingMessage {
        content = List.copyOf(content);
    }

    public static SamplingMessage user(String text) {
        return new SamplingMessage(Role.USER, List.of(Content.text(text)));
    }

    public static SamplingMessage assistant(String text) {
        return new SamplingMessage(Role.ASSISTANT, List.of(Content.text(text)));
    }
}
