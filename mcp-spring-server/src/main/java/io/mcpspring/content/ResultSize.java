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
import java.util.Objects;
import java.util.stream.Stream;

/** The size of a result, in bytes. */
@Internal
public final class ResultSize {

    /** Its texts together, in UTF-8. */
    long text;

    /** Its structured content in UTF-8, once it is written. */
    private long structured;

    /** Its binary content together, before it is encoded. */
    long binary;

    private ResultSize() {}

    /** Returns the size of a result. */
    public static ResultSize of(McpResult result) {
        ResultSize size = new ResultSize();
        if (result instanceof CallToolResult ofTool) {
            if (ofTool.structuredContent() instanceof JsonValue json) {
                size.structured = json.utf8().length;
                ofTool.content().forEach(block -> size.add(block, json));
            } else {
                ofTool.content().forEach(size::add);
            }
        } else if (result instanceof ReadResourceResult ofResource) {
            ofResource.contents().forEach(size::add);
        } else if (result instanceof CompleteResult ofCompletion) {
            ofCompletion.completion().values().forEach(size::add);
        } else if (result instanceof GetPromptResult ofPrompt) {
            ofPrompt.messages().forEach(message -> size.add(message.content()));
        }
        return size;
    }

    // The block that repeats the structured content has the very same text, whose size is known.
    private void add(Content content, JsonValue json) {
        if (content instanceof TextContent block && block.text() == json.text()) {
            text += structured;
        } else {
            add(content);
        }
    }

    private void add(Content content) {
        if (content instanceof TextContent block) {
            add(block.text());
        } else if (content instanceof ImageContent image) {
            binary += image.data().length;
        } else if (content instanceof AudioContent audio) {
            binary += audio.data().length;
        } else if (content instanceof ResourceLink link) {
            Stream.of(link.uri(), link.name(), link.title(), link.description())
                    .filter(Objects::nonNull)
                    .forEach(this::add);
        } else {
            add(((EmbeddedResource) content).resource());
        }
    }

    private void add(ResourceContents document) {
        if (document instanceof ResourceContents.Text readable) {
            add(readable.text());
        } else {
            binary += ((ResourceContents.Blob) document).blob().length;
        }
    }

    private void add(String part) {
        text += utf8(part);
    }

    /** About the size of the result when it is written. */
    public long written() {
        return text + structured + binary / 3 * 4;
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
