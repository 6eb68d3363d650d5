package io.mcpspring.content;

import io.mcpspring.protocol.CallToolResult;
import io.mcpspring.protocol.Content;
import io.mcpspring.protocol.EmbeddedResource;
import io.mcpspring.protocol.TextContent;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Cuts the texts of a result that is too large, and adds a notice that language models read. */
final class CutTexts {

    private CutTexts() {}

    /**
     * Returns the result with the first bytes of its texts; {@code null} if a part of it would be misleading, as half a
     * JSON value or document, or not small enough. Other content is unchanged, and leaves less for the texts.
     */
    static @Nullable CallToolResult of(CallToolResult result, int maxBytes) {
        long size = result.content().stream()
                .filter(TextContent.class::isInstance)
                .mapToLong(block -> ResultSize.utf8(((TextContent) block).text()))
                .sum();
        long possible = maxBytes - (ResultSize.of(result).text - size);
        if (result.structuredContent() != null
                || possible < 0
                || result.content().stream().anyMatch(EmbeddedResource.class::isInstance)) {
            return null;
        }
        List<Content> kept = new ArrayList<>();
        long left = possible;
        for (Content block : result.content()) {
            if (!(block instanceof TextContent text)) {
                kept.add(block);
            } else if (left >= 0) {
                long bytes = ResultSize.utf8(text.text());
                kept.add(bytes <= left ? text : cut(text, (int) left, notice(possible, size)));
                left = bytes <= left ? left - bytes : -1;
            }
        }
        return new CallToolResult(kept, null, result.isError(), result.meta());
    }

    private static String notice(long maxBytes, long size) {
        return "\n[The text was cut: these are the first " + maxBytes + " of " + size
                + " bytes. To see more, ask for less at a time.]";
    }

    private static TextContent cut(TextContent block, int maxBytes, String notice) {
        CharBuffer text = CharBuffer.wrap(block.text());
        // Encodes as many whole characters as fit.
        StandardCharsets.UTF_8
                .newEncoder()
                .onMalformedInput(CodingErrorAction.REPLACE)
                .encode(text, ByteBuffer.allocate(maxBytes), true);
        return new TextContent(block.text().substring(0, text.position()) + notice, block.annotations(), block.meta());
    }
}
