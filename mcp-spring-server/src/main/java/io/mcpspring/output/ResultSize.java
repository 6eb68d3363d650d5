package io.mcpspring.output;

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
import java.util.Objects;
import java.util.function.ToLongFunction;
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

    /** Returns a size that the result does not exceed, without examining its texts. */
    static ResultSize atMost(McpResult result) {
        return of(result, text -> 3L * text.length());
    }

    /** Returns the size of a result. */
    public static ResultSize of(McpResult result) {
        return of(result, ResultSize::utf8);
    }

    private static ResultSize of(McpResult result, ToLongFunction<String> measure) {
        if (result instanceof CallToolResult ofTool) {
            long structured = ofTool.structuredContent() instanceof JsonValue json ? json.utf8().length : 0;
            ResultSize size = new ResultSize(0, structured, 0);
            for (Content block : ofTool.content()) {
                size = size.plus(of(block, measure));
            }
            return size;
        }
        if (result instanceof ReadResourceResult ofResource) {
            return ofResource.contents().stream()
                    .map(document -> of(document, measure))
                    .reduce(NOTHING, ResultSize::plus);
        }
        if (result instanceof CompleteResult ofCompletion) {
            return ofCompletion.completion().values().stream()
                    .map(value -> ofText(value, measure))
                    .reduce(NOTHING, ResultSize::plus);
        }
        return result instanceof GetPromptResult ofPrompt
                ? ofPrompt.messages().stream()
                        .map(message -> of(message.content(), measure))
                        .reduce(NOTHING, ResultSize::plus)
                : NOTHING;
    }

    private static ResultSize of(Content content, ToLongFunction<String> measure) {
        if (content instanceof TextContent text) {
            return ofText(text.text(), measure);
        }
        if (content instanceof ImageContent image) {
            return ofBinary(image.data());
        }
        if (content instanceof AudioContent audio) {
            return ofBinary(audio.data());
        }
        if (content instanceof ResourceLink link) {
            return Stream.of(link.uri(), link.name(), link.title(), link.description())
                    .filter(Objects::nonNull)
                    .map(text -> ofText(text, measure))
                    .reduce(NOTHING, ResultSize::plus);
        }
        return content instanceof EmbeddedResource embedded ? of(embedded.resource(), measure) : NOTHING;
    }

    private static ResultSize of(ResourceContents document, ToLongFunction<String> measure) {
        return document instanceof ResourceContents.Text text
                ? ofText(text.text(), measure)
                : ofBinary(((ResourceContents.Blob) document).blob());
    }

    private static ResultSize ofText(String text, ToLongFunction<String> measure) {
        return new ResultSize(measure.applyAsLong(text), 0, 0);
    }

    private static ResultSize ofBinary(byte[] data) {
        return new ResultSize(0, 0, data.length);
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

    long total() {
        return text + binary;
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
