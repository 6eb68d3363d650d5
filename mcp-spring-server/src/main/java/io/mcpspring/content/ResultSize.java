package io.mcpspring.content;

import io.mcpspring.Internal;
import io.mcpspring.protocol.AudioContent;
import io.mcpspring.protocol.CallToolResult;
import io.mcpspring.protocol.CompleteResult;
import io.mcpspring.protocol.Content;
import io.mcpspring.protocol.EmbeddedResource;
import io.mcpspring.protocol.GetPromptResult;
import io.mcpspring.protocol.ImageContent;
import io.mcpspring.protocol.JsonValue;
import io.mcpspring.protocol.McpResult;
import io.mcpspring.protocol.ReadResourceResult;
import io.mcpspring.protocol.ResourceContents;
import io.mcpspring.protocol.ResourceLink;
import io.mcpspring.protocol.TextContent;
import java.util.List;
import java.util.Objects;
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * The size of a result, in bytes.
 *
 * @param text its texts together, in UTF-8
 * @param structured its structured content in UTF-8, once it is written
 * @param binary its binary content together, before it is encoded
 */
@Internal
public record ResultSize(long text, long structured, long binary) {

    private static final ResultSize NOTHING = new ResultSize(0, 0, 0);

    /** Returns the size of a result. */
    public static ResultSize of(McpResult result) {
        if (result instanceof CallToolResult ofTool) {
            long structured = ofTool.structuredContent() instanceof JsonValue json ? json.utf8().length : 0;
            return new ResultSize(0, structured, 0).plus(sum(ofTool.content(), ResultSize::of));
        }
        if (result instanceof ReadResourceResult ofResource) {
            return sum(ofResource.contents(), ResultSize::of);
        }
        if (result instanceof CompleteResult ofCompletion) {
            return sum(ofCompletion.completion().values(), ResultSize::ofText);
        }
        return result instanceof GetPromptResult ofPrompt
                ? sum(ofPrompt.messages(), message -> of(message.content()))
                : NOTHING;
    }

    private static ResultSize of(Content content) {
        if (content instanceof TextContent text) {
            return ofText(text.text());
        }
        if (content instanceof ImageContent image) {
            return ofBinary(image.data());
        }
        if (content instanceof AudioContent audio) {
            return ofBinary(audio.data());
        }
        if (content instanceof ResourceLink link) {
            List<String> texts = Stream.of(link.uri(), link.name(), link.title(), link.description())
                    .filter(Objects::nonNull)
                    .toList();
            return sum(texts, ResultSize::ofText);
        }
        return of(((EmbeddedResource) content).resource());
    }

    private static ResultSize of(ResourceContents document) {
        return document instanceof ResourceContents.Text text
                ? ofText(text.text())
                : ofBinary(((ResourceContents.Blob) document).blob());
    }

    private static ResultSize ofText(String text) {
        return new ResultSize(utf8(text), 0, 0);
    }

    private static ResultSize ofBinary(byte[] data) {
        return new ResultSize(0, 0, data.length);
    }

    private static <T> ResultSize sum(List<T> parts, Function<? super T, ResultSize> size) {
        ResultSize sum = NOTHING;
        for (T part : parts) {
            sum = sum.plus(size.apply(part));
        }
        return sum;
    }

    private ResultSize plus(ResultSize other) {
        return new ResultSize(text + other.text, structured + other.structured, binary + other.binary);
    }

    /** The size of the larger copy of a tool's data. */
    long data() {
        return Math.max(text, structured);
    }

    /** The size of what clients give to a language model: of a tool's data the larger copy. */
    public long bytes() {
        return data() + binary;
    }

    /** Returns the number of bytes of a text in UTF-8. */
    static long utf8(String text) {
        long bytes = text.length();
        for (int i = 0; i < text.length(); i++) {
            char character = text.charAt(i);
            if (character > 0x7f) {
                // Each half of a surrogate pair counts as two of its four bytes.
                bytes += character > 0x7ff && !Character.isSurrogate(character) ? 2 : 1;
            }
        }
        return bytes;
    }
}
